//! Helpers of the writers of outlines: the places of a text's glyphs, and the set of glyphs in use.

use std::collections::BTreeSet;

use super::{Drawing, Face, Font, FontError, Glyph, Point, Shape};

/// The units of outlines: thousandths of an em keep numbers short.
pub(super) const UNITS: f64 = 1000.0;

/// Points of an outline, separated by spaces.
pub(super) fn units(points: &[Point]) -> String {
    let numbers = points.iter().flatten().map(|x| number(x * UNITS));
    numbers.collect::<Vec<_>>().join(" ")
}

/// Returns the glyphs of a line of text, each with its character and the position of its left end.
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

/// Returns the set of characters of a drawing in each face.
pub(super) fn used(drawing: &Drawing) -> BTreeSet<(Face, char)> {
    let mut used = BTreeSet::new();
    for shape in &drawing.shapes {
        if let Shape::Text { text, face, .. } = shape {
            used.extend(text.chars().map(|character| (*face, character)));
        }
    }
    used
}

/// Returns the name of a glyph, such as `b37`: face and code of the character in hexadecimal.
pub(super) fn name(face: Face, character: char) -> String {
    let face = match face {
        Face::Regular => 'r',
        Face::Bold => 'b',
    };
    format!("{face}{:x}", u32::from(character))
}

/// Returns a number with at most three decimal places, without trailing zeros.
pub(super) fn number(x: f64) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Returns the control points of the cubic curve equal to a quadratic one.
pub(super) fn cubic(from: Point, by: Point, to: Point) -> [Point; 2] {
    let towards =
        |end: Point| [end[0] + 2.0 / 3.0 * (by[0] - end[0]), end[1] + 2.0 / 3.0 * (by[1] - end[1])];
    [towards(from), towards(to)]
}
