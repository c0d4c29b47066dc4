//! Lines of text: set at a place, or broken to a width.

use std::ops::Range;

use super::super::drawing::pdf::{Piece, Role};
use super::super::drawing::{Drawing, Face, FontError, Fonts, Ink, Point, Shape};

/// The distance from the top of a line to its base line, as a part of the type's size.
pub(super) const BASE: f64 = 0.8;

/// The end of a line that lies at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

impl Align {
    /// Returns the part of the white in a line that stands before it.
    pub const fn part(self) -> f64 {
        match self {
            Self::Left => 0.0,
            Self::Centre => 0.5,
            Self::Right => 1.0,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TypeStyle {
    pub face: Face,
    pub size: f64,
}

impl TypeStyle {
    pub const fn regular(size: f64) -> Self {
        Self { face: Face::Regular, size }
    }

    pub const fn bold(size: f64) -> Self {
        Self { face: Face::Bold, size }
    }

    /// Returns the horizontal extent of a text in points from its place, with ink that overhangs
    /// its advance.
    fn reach(self, fonts: &Fonts, text: &str) -> Result<[f64; 2], FontError> {
        Ok(fonts.of(self.face).reach(text)?.map(|end| end * self.size))
    }

    /// Returns the width of a text in points, from the first to the last of its ink and advance.
    pub fn width(self, fonts: &Fonts, text: &str) -> Result<f64, FontError> {
        let [left, right] = self.reach(fonts, text)?;
        Ok(right - left)
    }

    /// Returns the width in points of the widest number of a range: digits are not equally wide in
    /// every font.
    pub fn widest(self, fonts: &Fonts, numbers: Range<u32>) -> Result<f64, FontError> {
        let mut widest: f64 = 0.0;
        for number in numbers {
            widest = widest.max(self.width(fonts, &number.to_string())?);
        }
        Ok(widest)
    }

    /// Returns the distance from base line to base line, in points.
    pub const fn leading(self) -> f64 {
        self.size * 1.4
    }
}

/// Returns a line of text whose base line is at `place`.
pub(crate) fn line(
    fonts: &Fonts,
    text: &str,
    kind: TypeStyle,
    [x, base]: Point,
    align: Align,
    role: Role,
) -> Result<Piece, FontError> {
    block(fonts, &[text.to_owned()], kind, [x, base], align, role)
}

/// Lines of text below each other, the first one's base line at `place`.
pub(crate) fn block(
    fonts: &Fonts,
    lines: &[String],
    kind: TypeStyle,
    [x, base]: Point,
    align: Align,
    role: Role,
) -> Result<Piece, FontError> {
    let reaches: Vec<[f64; 2]> =
        lines.iter().map(|text| kind.reach(fonts, text)).collect::<Result<_, _>>()?;
    let width = reaches.iter().map(|[left, right]| right - left).fold(0.0, f64::max);
    let part = align.part();
    let size = [width, kind.size + kind.leading() * lines.len().saturating_sub(1) as f64];
    let mut drawing = Drawing { size, ..Drawing::default() };
    for (i, (text, [left, right])) in lines.iter().zip(reaches).enumerate() {
        let start =
            [(width - (right - left)) * part - left, kind.size * BASE + kind.leading() * i as f64];
        let (size, face, ink) = (kind.size, kind.face, Ink::BLACK);
        drawing.shapes.push(Shape::text(text, start, size, face, ink));
    }
    Ok(Piece::new(drawing, [x - width * part, base - kind.size * BASE], role))
}

/// Breaks a text into lines of at most `width` points: at spaces, between characters of scripts
/// without spaces, and inside a word that is wider than a line.
pub(crate) fn wrap(
    fonts: &Fonts,
    text: &str,
    kind: TypeStyle,
    width: f64,
) -> Result<Vec<String>, FontError> {
    let fits = |line: Range<usize>| Ok(kind.width(fonts, &text[line])? <= width);
    Ok(break_lines(text, fits)?.into_iter().map(|line| text[line].to_owned()).collect())
}

/// Returns the lines of a text as byte ranges, without the spaces at their ends. `fits` returns
/// whether a range is no wider than a line.
pub(super) fn break_lines(
    text: &str,
    fits: impl Fn(Range<usize>) -> Result<bool, FontError>,
) -> Result<Vec<Range<usize>>, FontError> {
    let trimmed = |range: Range<usize>| range.start..range.start + text[range].trim_end().len();
    let mut lines = Vec::new();
    let (mut start, mut end) = (0, 0);
    for word in parts(text) {
        let next = end + word.len();
        if start < end && !fits(trimmed(start..next))? {
            lines.push(trimmed(start..end));
            start = end;
        }
        if !fits(trimmed(end..next))? {
            for (at, character) in word.char_indices() {
                let at = end + at;
                if start < at && !fits(start..at + character.len_utf8())? {
                    lines.push(start..at);
                    start = at;
                }
            }
        }
        end = next;
    }
    lines.extend(Some(trimmed(start..end)).filter(|line| !line.is_empty()));
    Ok(lines)
}

/// Breaks a text into as few lines as [`wrap`] does, but of about equal width, which suits titles.
pub(super) fn balance(
    fonts: &Fonts,
    text: &str,
    kind: TypeStyle,
    width: f64,
) -> Result<Vec<String>, FontError> {
    let mut widest: f64 = 0.0;
    for word in parts(text) {
        widest = widest.max(kind.width(fonts, word.trim_end())?);
    }
    let mut lines = wrap(fonts, text, kind, width)?;
    let mut narrow = width - kind.size / 4.0;
    while narrow > widest {
        let next = wrap(fonts, text, kind, narrow)?;
        if next.len() > lines.len() {
            break;
        }
        lines = next;
        narrow -= kind.size / 4.0;
    }
    Ok(lines)
}

/// Returns the parts between which a line may be broken, each with the spaces after it.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, next) in text.char_indices() {
        let may_break = last.is_some_and(|last: char| {
            let wide = |c: char| c >= '\u{2e80}';
            last == ' ' && !" :;!?»".contains(next)
                || (wide(last) || wide(next)) && !OPENING.contains(last) && !CLOSING.contains(next)
        });
        if may_break {
            found.push(&text[start..at]);
            start = at;
        }
        last = Some(next);
    }
    if start < text.len() {
        found.push(&text[start..]);
    }
    found
}

/// Characters that do not end a line,
const OPENING: &str = "（「『〈《【";
/// and characters that do not begin a line.
const CLOSING: &str = " 、。，．）」』〉》】！？：；ー々っゃゅょッャュョ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_full_and_nothing_is_lost() {
        let fonts = Fonts::bundled().unwrap();
        let text = "Fill the grid so that every row, every column and every box holds each of the digits once.";
        let kind = TypeStyle::regular(10.0);
        for width in [60.0, 100.0, 200.0, 1000.0] {
            let lines = wrap(&fonts, text, kind, width).unwrap();
            assert_eq!(lines.join(" "), text);
            for (i, line) in lines.iter().enumerate() {
                assert!(kind.width(&fonts, line).unwrap() <= width, "{line}");
                if let Some(next) = lines.get(i + 1).and_then(|next| next.split(' ').next()) {
                    let longer = format!("{line} {next}");
                    assert!(kind.width(&fonts, &longer).unwrap() > width, "{longer} fits");
                }
            }
        }
        let lines = wrap(&fonts, "Incomprehensibilities!", kind, 40.0).unwrap();
        assert!(lines.len() > 2 && lines.concat() == "Incomprehensibilities!");
    }

    #[test]
    fn titles_are_balanced() {
        let fonts = Fonts::bundled().unwrap();
        let kind = TypeStyle::bold(40.0);
        let lines = |text: &str| balance(&fonts, text, kind, 360.0).unwrap();
        assert_eq!(lines("Sudoku for Long Evenings"), ["Sudoku for", "Long Evenings"]);
        assert_eq!(lines("Sudoku"), ["Sudoku"]);
        assert_eq!(lines("Incomprehensibilities of it").concat(), {
            let full = wrap(&fonts, "Incomprehensibilities of it", kind, 360.0).unwrap();
            full.concat()
        });
        assert!(lines("").is_empty());
    }

    #[test]
    fn scripts_without_blanks_break_between_characters() {
        assert_eq!(parts("行、列（9マス）に"), ["行、", "列", "（9", "マ", "ス）", "に"]);
        assert_eq!(parts("a b  c"), ["a ", "b  ", "c"]);
        assert_eq!(parts("étape : « a »"), ["étape : ", "« ", "a »"]);
        assert!(parts("").is_empty());
    }
}
