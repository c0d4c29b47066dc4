//! A reader of this crate's PDF files, which is limited to their features and independent of the
//! writer.

use std::collections::BTreeMap;

pub struct Page {
    /// Width and height in points.
    pub size: [f64; 2],
    /// The characters in the order of the file.
    pub characters: Vec<Character>,
    /// The texts in the order of the file, one for each line.
    pub texts: Vec<Text>,
    pub lines: Vec<f64>,
    /// The filled rectangles: left, top, width, height.
    pub rectangles: Vec<[f64; 4]>,
    /// The filled rectangles in order, each with its ink: one component for grey, four for colour.
    pub fills: Vec<([f64; 4], Vec<f64>)>,
    /// The boxes by name: left, bottom, right, top.
    pub boxes: BTreeMap<&'static str, Vec<f64>>,
    pub links: Vec<usize>,
    pub fields: Vec<Field>,
}

#[derive(Debug)]
pub struct Field {
    /// The full name, including the name of its group.
    pub name: String,
    pub words: String,
    /// The top left corner, the width and the height.
    pub area: [f64; 4],
}

#[derive(Debug)]
pub struct Text {
    /// The left end of the base line, from the top left corner of the page.
    pub at: [f64; 2],
    pub bold: bool,
    pub size: f64,
    /// The text; a wide gap is a space.
    pub says: String,
}

#[derive(Clone, Copy, Debug)]
pub struct Character {
    pub is: char,
    /// The left end of the base line, from the top left corner of the page; for upside-down text,
    /// after turning it back.
    pub at: [f64; 2],
    pub width: f64,
    pub size: f64,
    pub is_turned: bool,
}

impl Page {
    pub fn within(&self, corner: [f64; 2], side: f64) -> Vec<Character> {
        let inside = |one: &&Character| {
            let middle = [one.at[0] + one.width / 2.0, one.at[1] - one.size * 0.33];
            (0..2).all(|axis| (corner[axis]..corner[axis] + side).contains(&middle[axis]))
        };
        self.characters.iter().filter(inside).copied().collect()
    }

    /// Returns the 81 cells of the grid in a square, which may be upside down, and whether they
    /// come in reading order.
    pub fn grid(&self, corner: [f64; 2], side: f64) -> (String, bool) {
        let mut cells = ['.'; 81];
        let mut order = Vec::new();
        for one in self.within(corner, side) {
            let column = ((one.at[0] + one.width / 2.0 - corner[0]) / (side / 9.0)) as usize;
            let row = ((one.at[1] - one.size * 0.33 - corner[1]) / (side / 9.0)) as usize;
            let cell = row * 9 + column;
            let cell = if one.is_turned { 80 - cell } else { cell };
            assert_eq!(cells[cell], '.', "two digits in a cell");
            cells[cell] = one.is;
            order.push(cell);
        }
        (cells.iter().collect(), order.is_sorted())
    }

    pub fn text(&self) -> String {
        self.characters.iter().map(|one| one.is).filter(|one| *one != ' ').collect()
    }
}

pub struct File {
    objects: BTreeMap<u32, Vec<u8>>,
    trailer: String,
}

impl File {
    pub fn read(bytes: &[u8]) -> Self {
        let end = latin(&bytes[bytes.len() - 64..]);
        let start = number(end.split("startxref\n").nth(1).unwrap()).unwrap() as usize;
        let tail = latin(&bytes[start..]);
        let (table, trailer) = tail.split_once("trailer").unwrap();
        let mut lines = table.lines().skip(1);
        let count: usize =
            lines.next().unwrap().split_whitespace().nth(1).unwrap().parse().unwrap();
        let mut offsets: Vec<(usize, u32)> = lines
            .take(count)
            .enumerate()
            .filter(|(_, line)| line.contains(" n"))
            .map(|(number, line)| (line[..10].parse().unwrap(), number as u32))
            .collect();
        offsets.sort_unstable();
        let ends = offsets.iter().skip(1).map(|(offset, _)| *offset).chain([start]);
        let objects = offsets
            .iter()
            .zip(ends)
            .map(|((from, number), to)| (*number, bytes[*from..to].to_vec()));
        Self { objects: objects.collect(), trailer: trailer.into() }
    }

    fn text(&self, object: u32) -> String {
        latin(&self.objects[&object])
    }

    /// Returns the text after a key in an object.
    fn after(&self, object: u32, key: &str) -> Option<String> {
        let text = self.text(object);
        let dict = text.split("stream\n").next().unwrap();
        dict.split_once(key).map(|(_, rest)| rest.to_owned())
    }

    fn reference(&self, object: u32, key: &str) -> Option<u32> {
        number(&self.after(object, key)?)
    }

    pub fn stream(&self, object: u32) -> Vec<u8> {
        let bytes = &self.objects[&object];
        let at = bytes.windows(7).position(|part| part == b"stream\n").unwrap() + 7;
        let length: usize = self.reference(object, "/Length ").unwrap() as usize;
        miniz_oxide::inflate::decompress_to_vec_zlib(&bytes[at..at + length]).unwrap()
    }

    pub fn pages(&self) -> Vec<Page> {
        let catalog = number(self.trailer.split_once("/Root ").unwrap().1).unwrap();
        let tree = self.reference(catalog, "/Pages ").unwrap();
        let kids = references(&self.after(tree, "/Kids").unwrap());
        let fonts: BTreeMap<String, Font> = ["R", "B"]
            .into_iter()
            .filter_map(|name| {
                let id = self.reference(tree, &format!("/{name} "))?;
                Some((name.to_owned(), self.font(id)))
            })
            .collect();
        kids.iter().map(|kid| self.page(*kid, &kids, &fonts)).collect()
    }

    fn page(&self, id: u32, kids: &[u32], fonts: &BTreeMap<String, Font>) -> Page {
        let media = numbers(&self.after(id, "/MediaBox").unwrap());
        let annotations =
            self.after(id, "/Annots").map(|text| references(&text)).unwrap_or_default();
        let (widgets, links): (Vec<u32>, Vec<u32>) =
            annotations.iter().partition(|id| self.text(**id).contains("/Subtype/Widget"));
        let target = |annotation: &u32| {
            let target = references(&self.after(*annotation, "/Dest").unwrap())[0];
            kids.iter().position(|kid| *kid == target).unwrap()
        };
        let boxes = ["MediaBox", "BleedBox", "TrimBox"]
            .into_iter()
            .filter_map(|name| Some((name, numbers(&self.after(id, &format!("/{name}"))?))));
        let mut page = Page {
            size: [media[2], media[3]],
            characters: Vec::new(),
            texts: Vec::new(),
            lines: Vec::new(),
            rectangles: Vec::new(),
            fills: Vec::new(),
            boxes: boxes.collect(),
            links: links.iter().map(target).collect(),
            fields: widgets.iter().map(|id| self.field(*id, media[3])).collect(),
        };
        let content = self.stream(self.reference(id, "/Contents ").unwrap());
        interpret(&content, fonts, &mut page);
        page
    }

    fn field(&self, id: u32, height: f64) -> Field {
        let text = |id: u32, key: &str| {
            let rest = self.after(id, &format!("/{key}(")).unwrap();
            rest.split_once(')').unwrap().0.to_owned()
        };
        let area = numbers(&self.after(id, "/Rect").unwrap());
        let board = self.reference(id, "/Parent ").unwrap();
        assert!(self.text(board).contains("/FT/Tx") && self.text(board).contains("/DA("));
        Field {
            name: format!("{}.{}", text(board, "T"), text(id, "T")),
            words: text(id, "TU"),
            area: [area[0], height - area[3], area[2] - area[0], area[3] - area[1]],
        }
    }

    fn font(&self, id: u32) -> Font {
        let map = latin(&self.stream(self.reference(id, "/ToUnicode ").unwrap()));
        let pairs = map.lines().filter_map(|line| {
            let mut parts = line.split(['<', '>']).skip(1).step_by(2);
            let code = u16::from_str_radix(parts.next()?, 16).ok()?;
            Some((code, char::from_u32(u32::from_str_radix(parts.next()?, 16).ok()?)?))
        });
        // The code space is described by lines of the same form before.
        let characters = pairs.filter(|(code, _)| *code > 0).collect();
        let descendant = references(&self.after(id, "/DescendantFonts").unwrap())[0];
        let widths = self.after(descendant, "/W[").unwrap();
        let widths = widths.split(']').map(numbers).filter(|pair| pair.len() == 2);
        Font { characters, widths: widths.map(|pair| (pair[0] as u16, pair[1])).collect() }
    }
}

struct Font {
    characters: BTreeMap<u16, char>,
    widths: BTreeMap<u16, f64>,
}

#[derive(Clone, Debug)]
enum Token {
    Number(f64),
    Name(String),
    Text(Vec<u8>),
    Word(String),
}

fn interpret(content: &[u8], fonts: &BTreeMap<String, Font>, page: &mut Page) {
    let (mut operands, mut font, mut size, mut at) = (Vec::new(), None, 0.0, [0.0, 0.0]);
    let (mut bold, mut width) = (false, 0.0);
    // Whether the text is upside down.
    let mut is_turned = false;
    let mut ink: Vec<f64> = Vec::new();
    // A quarter turn, and the origin after it; other transformations apply to forms only, which
    // have no text.
    let mut turn: Option<[f64; 2]> = None;
    for token in tokens(content) {
        let Token::Word(operator) = token else {
            operands.push(token);
            continue;
        };
        let number = |i: usize| match &operands[i] {
            Token::Number(number) => *number,
            other => panic!("{other:?} is no number"),
        };
        match operator.as_str() {
            "[" | "]" | "<<" | ">>" => continue,
            "cm" => {
                let matrix = [0, 1, 2, 3, 4, 5].map(number);
                turn = (matrix[..4] == [0.0, -1.0, 1.0, 0.0]).then_some([matrix[4], matrix[5]]);
            }
            "Q" => turn = None,
            "g" | "k" => ink = (0..operands.len()).map(number).collect(),
            "BT" => (at, is_turned) = ([0.0, page.size[1]], false),
            "Tf" => {
                let Token::Name(name) = &operands[0] else { panic!("no font") };
                font = Some(&fonts[name]);
                bold = name == "B";
                size = number(1);
            }
            "Tm" => {
                is_turned = number(0) < 0.0;
                at = [number(4), page.size[1] - number(5)];
            }
            "Td" => at = [at[0] + number(0), at[1] - number(1)],
            "TJ" => {
                let font = font.unwrap();
                let along = if is_turned { -1.0 } else { 1.0 };
                let mut text = Text { at, bold, size, says: String::new() };
                for operand in &operands {
                    match operand {
                        Token::Number(gap) => {
                            at[0] -= along * *gap / 1000.0 * size;
                            if *gap < -300.0 {
                                text.says.push(' ');
                            }
                        }
                        Token::Text(codes) => {
                            for code in codes.chunks(2) {
                                let code = u16::from_be_bytes([code[0], code[1]]);
                                let (is, width) =
                                    (font.characters[&code], font.widths[&code] / 1000.0 * size);
                                let place = turn.map_or(at, |[x, y]| {
                                    let up = page.size[1] - at[1];
                                    [x + up, page.size[1] - y + at[0]]
                                });
                                // The lower left corner as seen upside down.
                                let place = if is_turned {
                                    [place[0] - width, place[1] + size * 0.66]
                                } else {
                                    place
                                };
                                page.characters.push(Character {
                                    is,
                                    at: place,
                                    width,
                                    size,
                                    is_turned,
                                });
                                at[0] += along * width;
                                text.says.push(is);
                            }
                        }
                        other => panic!("{other:?} in a TJ"),
                    }
                }
                page.texts.push(text);
            }
            "w" => width = number(0),
            "S" => page.lines.push(width),
            "re" => {
                let [x, y, width, height] = [0, 1, 2, 3].map(number);
                page.rectangles.push([x, page.size[1] - y - height, width, height]);
                page.fills.push(([x, page.size[1] - y - height, width, height], ink.clone()));
            }
            _ => {}
        }
        operands.clear();
    }
}

fn tokens(content: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = content;
    while let Some(&first) = rest.first() {
        let length = match first {
            b'(' => {
                let mut text = Vec::new();
                let (mut i, mut depth) = (1, 1);
                loop {
                    match rest[i] {
                        b'\\' => {
                            i += 1;
                            match rest[i] {
                                b'n' => text.push(b'\n'),
                                b'r' => text.push(b'\r'),
                                b't' => text.push(b'\t'),
                                b'b' => text.push(8),
                                b'f' => text.push(12),
                                b'0'..=b'7' => {
                                    let octal = u8::from_str_radix(&latin(&rest[i..i + 3]), 8);
                                    text.push(octal.unwrap());
                                    i += 2;
                                }
                                other => text.push(other),
                            }
                        }
                        b')' if depth == 1 => break,
                        other => {
                            depth += i32::from(other == b'(') - i32::from(other == b')');
                            text.push(other);
                        }
                    }
                    i += 1;
                }
                tokens.push(Token::Text(text));
                i + 1
            }
            b'<' if rest[1] != b'<' => {
                let end = rest.iter().position(|byte| *byte == b'>').unwrap();
                let digit = |byte: u8| char::from(byte).to_digit(16).unwrap() as u8;
                let pairs = rest[1..end].chunks(2).map(|pair| digit(pair[0]) * 16 + digit(pair[1]));
                tokens.push(Token::Text(pairs.collect()));
                end + 1
            }
            b'<' | b'>' => {
                tokens.push(Token::Word(latin(&rest[..2])));
                2
            }
            b'[' | b']' => {
                tokens.push(Token::Word(latin(&rest[..1])));
                1
            }
            byte if byte.is_ascii_whitespace() => 1,
            _ => {
                let stop = |byte: &u8| byte.is_ascii_whitespace() || b"()<>[]/".contains(byte);
                let end = rest[1..].iter().position(stop).map_or(rest.len(), |end| end + 1);
                let word = latin(&rest[..end]);
                tokens.push(match (word.strip_prefix('/'), word.parse()) {
                    (Some(name), _) => Token::Name(name.into()),
                    (None, Ok(number)) => Token::Number(number),
                    (None, Err(_)) => Token::Word(word),
                });
                end
            }
        };
        rest = &rest[length..];
    }
    tokens
}

fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Returns the number that a text begins with.
fn number(text: &str) -> Option<u32> {
    text.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Returns the numbers of the array that a text begins with, or of the whole text.
fn numbers(text: &str) -> Vec<f64> {
    let array = text.trim_start().trim_start_matches('[').split(']').next().unwrap_or("");
    array.split([' ', '[', '\n']).filter_map(|word| word.parse().ok()).collect()
}

/// Returns the references of the array that a text begins with.
fn references(text: &str) -> Vec<u32> {
    let array = text.split(']').next().unwrap_or("");
    array.split('R').filter_map(|part| number(part.trim_start_matches([' ', '[', '\n']))).collect()
}
