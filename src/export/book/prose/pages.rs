//! [`Prose`]: blocks set as lines on pages.

use std::sync::Arc;

use super::super::super::drawing::pdf::{Piece, Role};
use super::super::super::drawing::{Drawing, FontError, Fonts, Ink, Point, Shape};
use super::super::frame::Frame;
use super::super::text::{Align, BASE, TypeStyle, balance, line as set_line};
use super::super::{BookError, Image, Images};
use super::line::{Line, add, broken};
use super::{Block, Mark, Span};

/// The least width of the text in a list, as a multiple of the type's size.
const NARROWEST: f64 = 8.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Title,
    Heading,
    Rule,
    Image,
}

#[derive(Clone, PartialEq, Debug)]
struct Row {
    kind: Kind,
    /// The index of its block.
    block: usize,
    words: Line,
    style: TypeStyle,
    indent: f64,
    mark: Option<String>,
    /// The white above, except at the top of a page.
    above: f64,
    height: f64,
    /// Whether the next row has to stand on the same page.
    keeps: bool,
    image: Option<Picture>,
}

/// A picture with its alternative text and its printed size.
#[derive(Clone, PartialEq, Debug)]
struct Picture {
    image: Arc<Image>,
    words: String,
    size: Point,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub(in super::super) struct Prose {
    pages: Vec<Vec<Row>>,
    /// For each page, its title in the contents if a heading begins the page.
    titles: Vec<Option<String>>,
}

impl Prose {
    /// Sets blocks on pages; `keys` name the source in error messages.
    pub fn new(
        blocks: &[Block],
        fonts: &Fonts,
        frame: &Frame,
        images: &Images,
        keys: &'static [&'static str],
    ) -> Result<Self, BookError> {
        let missing = |block: &Block| match block {
            Block::Image { name, .. } if images.get(name).is_none() => Some(name.clone()),
            _ => None,
        };
        if let Some(name) = blocks.iter().find_map(missing) {
            return Err(BookError::layout(format!("the picture {name} was not given"), keys));
        }
        let unit = unit(blocks, fonts, frame.kinds.body)?;
        let mut rows = Vec::new();
        for (block, what) in blocks.iter().enumerate() {
            rows.extend(rows_of(block, what, fonts, frame, (unit, images))?.ok_or_else(|| {
                BookError::layout("a list is too deep for the width of the page", keys)
            })?);
        }
        let pages = on_pages(rows, frame.height());
        let title = |page: &Vec<Row>| {
            let first = page.first().filter(|row| row.kind == Kind::Title)?;
            match &blocks[first.block] {
                Block::Heading(_, spans) => Some(flat(spans)),
                _ => None,
            }
        };
        Ok(Self { titles: pages.iter().map(title).collect(), pages })
    }

    pub const fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns the titles for the contents.
    pub fn titles(&self) -> impl Iterator<Item = &str> {
        self.titles.iter().filter_map(Option::as_deref)
    }

    /// Returns the title that begins a page; `None` if none does.
    pub fn title(&self, page: usize) -> Option<&str> {
        self.titles.get(page)?.as_deref()
    }

    /// Draws a page whose frame has this corner and size.
    pub fn draw(
        &self,
        fonts: &Fonts,
        part: usize,
        (corner, area): (Point, Point),
    ) -> Result<Vec<Piece>, BookError> {
        let rows = self.pages.get(part).map_or(&[][..], |rows| rows);
        let mut pieces = Vec::new();
        let mut top = corner[1];
        for rows in rows.chunk_by(|a, b| a.block == b.block) {
            if top > corner[1] {
                top += rows[0].above;
            }
            if let Some(Picture { image, words, size }) = &rows[0].image {
                let place = [corner[0] + (area[0] - size[0]) / 2.0, top];
                pieces.push(Piece::image(image, *size, place, words));
                top += size[1];
                continue;
            }
            let mut drawing = Drawing { size: [area[0], 0.0], ..Drawing::default() };
            for row in rows {
                row.draw(&mut drawing, fonts)?;
                drawing.size[1] += row.height;
            }
            let role = match rows[0].kind {
                Kind::Text => Role::Paragraph,
                Kind::Title => Role::Heading,
                Kind::Heading => Role::Label,
                Kind::Rule | Kind::Image => Role::Artifact,
            };
            let height = drawing.size[1];
            pieces.push(Piece::new(drawing, [corner[0], top], role));
            top += height;
        }
        Ok(pieces)
    }
}

/// Returns the text of a heading in one line.
fn flat(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.replace('\n', " ")).collect()
}

fn words_of(mark: Mark, fonts: &Fonts) -> String {
    match mark {
        Mark::Number(number) => format!("{number}."),
        Mark::Bullet => {
            let known = |mark: &&str| mark.chars().all(|c| fonts.regular.glyph(c).is_some());
            ["•", "–"].into_iter().find(known).unwrap_or("-").to_owned()
        }
    }
}

/// Returns the indentation of lists: the same for all of a text, wide enough for every mark.
fn unit(blocks: &[Block], fonts: &Fonts, body: TypeStyle) -> Result<f64, FontError> {
    let mut unit = body.size * 1.6;
    for block in blocks {
        if let Block::Paragraph { mark: Some(mark), .. } = block {
            unit = unit.max(body.width(fonts, &words_of(*mark, fonts))? + body.size * 0.5);
        }
    }
    Ok(unit)
}

/// Returns the rows of a block; `None` if its indentation leaves too little width.
fn rows_of(
    block: usize,
    what: &Block,
    fonts: &Fonts,
    frame: &Frame,
    (unit, images): (f64, &Images),
) -> Result<Option<Vec<Row>>, FontError> {
    let (body, width) = (frame.kinds.body, frame.width());
    let white = body.leading();
    let row = |kind, words, style: TypeStyle| Row {
        kind,
        block,
        words,
        style,
        indent: 0.0,
        mark: None,
        above: 0.0,
        height: style.leading(),
        keeps: true,
        image: None,
    };
    let mut rows: Vec<Row> = match what {
        Block::Rule => {
            let rule = row(Kind::Rule, Line::new(), body);
            return Ok(Some(vec![Row { above: white * 0.5, keeps: false, ..rule }]));
        }
        Block::Image { name, words } => {
            let image = images.get(name).map(|image| {
                let size = image.within([width, frame.height()]);
                Picture { image: Arc::clone(image), words: words.clone(), size }
            });
            let height = image.as_ref().map_or(0.0, |picture| picture.size[1]);
            let picture = Row { height, image, ..row(Kind::Image, Line::new(), body) };
            return Ok(Some(vec![Row { above: white * 0.5, keeps: false, ..picture }]));
        }
        Block::Heading(1, spans) => {
            let style = frame.kinds.heading;
            let lines = balance(fonts, &flat(spans), style, width)?.into_iter();
            let words = lines.map(|text| vec![Span { text, is_bold: true }]);
            let mut rows: Vec<Row> = words.map(|words| row(Kind::Title, words, style)).collect();
            if let Some(last) = rows.last_mut() {
                last.height += frame.heading() - style.leading();
            }
            rows
        }
        Block::Heading(level, spans) => {
            let style = TypeStyle::bold(body.size * if *level == 2 { 1.25 } else { 1.0 });
            let bold = [Span { text: flat(spans), is_bold: true }];
            let lines = broken(fonts, &bold, style, width)?.into_iter();
            let mut rows: Vec<Row> = lines.map(|words| row(Kind::Heading, words, style)).collect();
            if let Some(first) = rows.first_mut() {
                first.above = white;
            }
            rows
        }
        Block::Paragraph { depth, mark, spans } => {
            let indent = unit * *depth as f64;
            if width - indent < NARROWEST * body.size {
                return Ok(None);
            }
            let lines = broken(fonts, spans, body, width - indent)?.into_iter();
            let mut rows: Vec<Row> =
                lines.map(|words| Row { indent, ..row(Kind::Text, words, body) }).collect();
            // No widows or orphans: neither the first nor the last line of a paragraph stands alone
            // on a page.
            let last = rows.len().saturating_sub(1);
            for (i, row) in rows.iter_mut().enumerate() {
                row.keeps = i < last && (i == 0 || i + 1 == last);
            }
            if let Some(first) = rows.first_mut() {
                first.mark = mark.map(|mark| words_of(mark, fonts));
                first.above = white * if *depth > 0 && mark.is_some() { 0.25 } else { 0.5 };
            }
            rows
        }
    };
    rows.retain(|row| !row.words.is_empty());
    Ok(Some(rows))
}

/// Distributes rows over pages of this height.
fn on_pages(rows: Vec<Row>, room: f64) -> Vec<Vec<Row>> {
    let mut pages: Vec<Vec<Row>> = Vec::new();
    let mut used = 0.0;
    let mut rest = rows.into_iter().peekable();
    let mut last = None;
    while rest.peek().is_some() {
        // Collect the rows that stay together.
        let mut together = Vec::new();
        while let Some(row) = rest.next() {
            let (keeps, block) = (row.keeps, row.block);
            let ends =
                rest.peek().is_some_and(|next| next.kind == Kind::Title && next.block != block);
            together.push(row);
            if !keeps || ends {
                break;
            }
        }
        let height: f64 = together.iter().map(|row| row.above + row.height).sum();
        let first = &together[0];
        let begins = first.kind == Kind::Title && last != Some(first.block);
        last = together.last().map(|row| row.block);
        if pages.is_empty() || begins || used + height > room {
            pages.push(Vec::new());
            used = 0.0;
        }
        for row in together {
            // Rows that no page can hold together continue on the next page.
            if used + row.above + row.height > room
                && pages.last().is_some_and(|page| !page.is_empty())
            {
                pages.push(Vec::new());
                used = 0.0;
            }
            used += row.height + if used > 0.0 { row.above } else { 0.0 };
            if let Some(page) = pages.last_mut() {
                page.push(row);
            }
        }
    }
    pages
}

impl Row {
    fn draw(&self, drawing: &mut Drawing, fonts: &Fonts) -> Result<(), FontError> {
        let [width, top] = drawing.size;
        if self.kind == Kind::Rule {
            let (at, half) = (top + self.height / 2.0, self.style.size * 2.5);
            let [from, to] = [width / 2.0 - half, width / 2.0 + half].map(|x| [x, at]);
            drawing.shapes.push(Shape::Line { from, to, width: 1.0, ink: Ink::BLACK });
            return Ok(());
        }
        // Align the base line of headings with those of other pages.
        let base = top + self.style.size * if self.kind == Kind::Title { 1.0 } else { BASE };
        if let Some(mark) = &self.mark {
            let end = [self.indent - self.style.size * 0.5, base];
            let piece = set_line(fonts, mark, self.style, end, Align::Right, Role::Artifact)?;
            drawing.place(piece.drawing, piece.corner);
        }
        add(drawing, fonts, &self.words, self.style, [self.indent, base])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use super::super::super::{Plan, Size};
    use super::super::parse;
    use super::*;

    const RNG_SEED: u64 = 20_261_125;

    /// Returns random Markdown, and its text in order without marks.
    fn random(rng: &mut ChaCha8Rng) -> (String, String) {
        let words = ["a", "of", "Sudoku", "every", "box", "incomprehensibilities", "row,", "nine."];
        let (mut text, mut plain) = (String::new(), String::new());
        for _ in 0..rng.random_range(1..30) {
            let mark = *["", "", "", "- ", "1. ", "# ", "## ", "### "].choose(rng).unwrap();
            text.push_str(mark);
            let most = if mark.starts_with('#') { 8 } else { 200 };
            for _ in 0..rng.random_range(1..most) {
                let word = words.choose(rng).unwrap();
                let bold = rng.random_bool(0.1);
                let stars = if bold { "**" } else { "" };
                text.extend([stars, word, stars, " "]);
                plain.push_str(word);
            }
            text.push_str("\n\n");
        }
        (text, plain)
    }

    #[test]
    fn nothing_is_lost_and_pages_are_not_over_full() {
        let fonts = Fonts::bundled().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
        for case in 0..200 {
            let (text, words) = random(&mut rng);
            let size: Size = Size::TRIMS.choose(&mut rng).unwrap().parse().unwrap();
            let plan = Plan { size, large_print: rng.random_bool(0.3), ..Plan::default() };
            let frame = Frame::new(&plan, 100);
            let blocks = parse(&text).unwrap();
            let prose = Prose::new(&blocks, &fonts, &frame, &Images::default(), &[]).unwrap();
            let told = format!("case {case} of RNG seed {RNG_SEED}, {}: {text}", plan.size);
            let set: String = prose.pages.iter().flatten().map(|row| flat(&row.words)).collect();
            assert_eq!(set.replace(' ', ""), words, "{told}");
            let titles = text.matches("\n\n# ").count() + usize::from(text.starts_with("# "));
            assert_eq!(prose.titles().count(), titles, "{told}");
            for page in &prose.pages {
                let heights = page.iter().enumerate();
                let height: f64 =
                    heights.map(|(i, row)| row.height + if i > 0 { row.above } else { 0.0 }).sum();
                assert!(height <= frame.height() + 1e-6, "{height} of {}: {told}", frame.height());
                for row in page {
                    let mut drawing = Drawing::default();
                    let wide = add(&mut drawing, &fonts, &row.words, row.style, [0.0; 2]).unwrap();
                    assert!(row.indent + wide <= frame.width() + 1e-6, "{told}");
                }
                // Text or a title follows a heading.
                let last = page.last().unwrap();
                let is_title = |row: &Row| row.kind == Kind::Title;
                let all_heads = page.iter().all(|row| row.kind != Kind::Text);
                let at_end = prose.pages.last() == Some(page) || all_heads;
                let next = prose.pages.iter().skip_while(|other| *other != page).nth(1);
                let before_title = next.is_some_and(|next| is_title(&next[0]));
                assert!(last.kind == Kind::Text || at_end || before_title, "{told}");
            }
        }
    }
}
