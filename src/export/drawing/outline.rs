//! What the writers of outlines share: where each glyph of a text stands, and which are in use.

use std::collections::BTreeSet;

use super::{Drawing, Face, Font, FontError, Glyph, Point, Shape};

/// Outlines are written in thousandths of an em, which keeps them short.
pub(super) const UNITS: f64 = 1000.0;

/// Points of an outline, with blanks between.
pub(super) fn units(points: &[Point]) -> String {
    let numbers = points.iter().flatten().map(|x| number(x * UNITS));
    numbers.collect::<Vec<_>>().join(" ")
}

/// The glyphs of a line of text, each with its character and the place of its left end.
pub(super) fn placed(
    text: &str,
    [x, y]: Point,
    size: f64,
    font: &Font,
) -> Result<Vec<(char, Glyph, Point)>, FontError> {
    let (glyphs, _) = font.set(text)?;
    let placed = |(character, glyph, at)| (character, glyph, [x + at * size, y]);
    Ok(glyphs.into_iter().map(placed).collect())
}

/// Every character of a drawing once in each face.
pub(super) fn used(drawing: &Drawing) -> BTreeSet<(Face, char)> {
    let mut used = BTreeSet::new();
    for shape in &drawing.shapes {
        if let Shape::Text { text, face, .. } = shape {
            used.extend(text.chars().map(|character| (*face, character)));
        }
    }
    used
}

/// `b37`: face and code of a character.
pub(super) fn name(face: Face, character: char) -> String {
    let face = match face {
        Face::Regular => 'r',
        Face::Bold => 'b',
    };
    format!("{face}{:x}", u32::from(character))
}

/// At most three decimal places, no zeros at the end.
pub(super) fn number(x: f64) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// The control points of the cubic curve that is the quadratic one.
pub(super) fn cubic(from: Point, by: Point, to: Point) -> [Point; 2] {
    let towards =
        |end: Point| [end[0] + 2.0 / 3.0 * (by[0] - end[0]), end[1] + 2.0 / 3.0 * (by[1] - end[1])];
    [towards(from), towards(to)]
}
