//! [`Line`]: a line of text in one or both faces.

use std::ops::Range;

use super::super::super::drawing::{Drawing, Face, FontError, Fonts, Ink, Point, Shape};
use super::super::text::{TypeStyle, break_lines};
use super::Span;

pub(super) type Line = Vec<Span>;

/// Returns the type style of a span.
fn style(kind: TypeStyle, span: &Span) -> TypeStyle {
    if span.is_bold { TypeStyle { face: Face::Bold, ..kind } } else { kind }
}

/// Returns the horizontal extent of a text in points from its place, with ink that overhangs its
/// advance.
fn reach(fonts: &Fonts, words: &[Span], kind: TypeStyle) -> Result<[f64; 2], FontError> {
    let (mut at, mut left, mut right) = (0.0, 0.0_f64, 0.0_f64);
    for span in words {
        let own = style(kind, span);
        let font = fonts.of(own.face);
        let [from, to] = font.reach(&span.text)?.map(|end| end * own.size);
        (left, right) = (left.min(at + from), right.max(at + to));
        at += font.width(&span.text)? * own.size;
    }
    Ok([left, right])
}

/// Returns the parts of `spans` in a byte range of their joined text.
fn cut(spans: &[Span], range: &Range<usize>) -> Line {
    let mut start = 0;
    let mut line = Line::new();
    for span in spans {
        let end = start + span.text.len();
        let (from, to) = (range.start.max(start), range.end.min(end));
        if from < to {
            line.push(Span {
                text: span.text[from - start..to - start].to_owned(),
                ..span.clone()
            });
        }
        start = end;
    }
    line
}

/// Breaks a text into lines of at most `width` points, and at hard breaks.
pub(super) fn broken(
    fonts: &Fonts,
    spans: &[Span],
    kind: TypeStyle,
    width: f64,
) -> Result<Vec<Line>, FontError> {
    let text: String = spans.iter().map(|span| &span.text[..]).collect();
    let mut lines = Vec::new();
    let mut start = 0;
    for part in text.split('\n') {
        let moved = |range: Range<usize>| start + range.start..start + range.end;
        let fits = |range: Range<usize>| {
            let [left, right] = reach(fonts, &cut(spans, &moved(range)), kind)?;
            Ok(right - left <= width)
        };
        lines.extend(break_lines(part, fits)?.into_iter().map(|range| cut(spans, &moved(range))));
        start += part.len() + 1;
    }
    Ok(lines)
}

/// Adds a line to a drawing, with its leftmost ink at `place` on the base line; returns its width.
pub(super) fn add(
    drawing: &mut Drawing,
    fonts: &Fonts,
    line: &[Span],
    kind: TypeStyle,
    [x, base]: Point,
) -> Result<f64, FontError> {
    let [left, right] = reach(fonts, line, kind)?;
    let mut at = x - left;
    for span in line {
        let TypeStyle { face, size } = style(kind, span);
        let (text, start, ink) = (span.text.clone(), [at, base], Ink::BLACK);
        at += fonts.of(face).width(&text)? * size;
        drawing.shapes.push(Shape::Text { text, start, size, face, ink, is_turned: false });
    }
    Ok(right - left)
}
