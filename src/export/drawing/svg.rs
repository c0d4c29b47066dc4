//! SVG: digits as outlines, so that a file looks the same wherever it is opened, with any fonts.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::{Drawing, Face, Fonts, Ink, Outline, Shape, invalid};

/// Writes a drawing, with `title` for those who cannot see it.
///
/// # Errors
/// What `out` says; a character that the font lacks ([`super::FontError`]) as [`io::ErrorKind::InvalidInput`].
pub fn write(
    out: &mut impl Write,
    drawing: &Drawing,
    title: &str,
    fonts: &Fonts,
) -> io::Result<()> {
    let [width, height] = drawing.size.map(number);
    write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" "#
    )?;
    writeln!(
        out,
        r#"width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}" role="img">"#
    )?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    glyphs(out, drawing, fonts)?;
    for shape in &drawing.shapes {
        self::shape(out, shape, fonts)?;
    }
    writeln!(out, "</svg>")
}

/// Each glyph in use once, as a symbol of one em.
fn glyphs(out: &mut impl Write, drawing: &Drawing, fonts: &Fonts) -> io::Result<()> {
    let mut used = BTreeSet::new();
    for shape in &drawing.shapes {
        if let Shape::Text { text, face, .. } = shape {
            used.extend(text.chars().map(|character| (*face, character)));
        }
    }
    writeln!(out, "<defs>")?;
    for (face, character) in used {
        let font = fonts.of(face);
        let glyph = font.need(character).map_err(invalid)?;
        write!(out, r#"<path id="{}" d=""#, name(face, character))?;
        for part in font.outline(&glyph) {
            match part {
                Outline::Move(to) => write!(out, "M{}", units(&[to]))?,
                Outline::Line(to) => write!(out, "L{}", units(&[to]))?,
                Outline::Quadratic(by, to) => write!(out, "Q{}", units(&[by, to]))?,
                Outline::Cubic(by, then, to) => write!(out, "C{}", units(&[by, then, to]))?,
                Outline::Close => write!(out, "Z")?,
            }
        }
        writeln!(out, r#""/>"#)?;
    }
    writeln!(out, "</defs>")
}

fn shape(out: &mut impl Write, shape: &Shape, fonts: &Fonts) -> io::Result<()> {
    match shape {
        Shape::Line { from, to, width, ink } => {
            let ([x1, y1], [x2, y2]) = (from.map(number), to.map(number));
            let (width, ink) = (number(*width), colour(*ink));
            writeln!(
                out,
                r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{ink}" stroke-width="{width}"/>"#
            )
        }
        Shape::Fill { corner, size, ink } => {
            let ([x, y], [width, height]) = (corner.map(number), size.map(number));
            let ink = colour(*ink);
            writeln!(
                out,
                r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{ink}"/>"#
            )
        }
        Shape::Ring { centre, radius, width, ink } => {
            let [x, y] = centre.map(number);
            let (radius, width, ink) = (number(*radius), number(*width), colour(*ink));
            writeln!(
                out,
                r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{ink}" stroke-width="{width}"/>"#
            )
        }
        Shape::Text { text, start: [x, y], size, face, ink } => {
            let (font, ink) = (fonts.of(*face), colour(*ink));
            let (y, scale) = (number(*y), format!("{:.6}", size / UNITS));
            let mut x = *x;
            for character in text.chars() {
                let glyph = font.need(character).map_err(invalid)?;
                let (name, at) = (name(*face, character), number(x));
                writeln!(
                    out,
                    r##"<use xlink:href="#{name}" fill="{ink}" transform="translate({at} {y}) scale({scale} -{scale})"/>"##
                )?;
                x += glyph.advance * size;
            }
            Ok(())
        }
    }
}

/// Outlines are written in thousandths of an em, which keeps them short.
const UNITS: f64 = 1000.0;

fn units(points: &[[f64; 2]]) -> String {
    let numbers = points.iter().flatten().map(|x| number(x * UNITS));
    numbers.collect::<Vec<_>>().join(" ")
}

/// `b37`: face and code of a character.
fn name(face: Face, character: char) -> String {
    let face = match face {
        Face::Regular => 'r',
        Face::Bold => 'b',
    };
    format!("{face}{:x}", u32::from(character))
}

fn colour(ink: Ink) -> String {
    let level = (ink.lightness() * 255.0).round() as u8;
    format!("#{level:02x}{level:02x}{level:02x}")
}

/// At most three decimal places, no zeros at the end.
fn number(x: f64) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Candidates, Cell, Digit, Grid};
    use crate::export::drawing::{Board, Theme};

    /// A board with everything that can be on one.
    fn example() -> String {
        let givens: Grid =
            "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4..."
                .parse()
                .unwrap();
        let candidates = Candidates::of(&givens);
        let first = Cell::at(0, 0);
        let mut board = Board { candidates: Some(candidates), ..Board::of(givens) };
        board.shaded.insert(first);
        board.ringed[Digit::new(2).unwrap()].insert(first);
        board.struck[Digit::new(7).unwrap()].insert(first);
        let fonts = Fonts::bundled().unwrap();
        let mut out = Vec::new();
        let drawing = board.draw(252.0, &Theme::default(), &fonts);
        write(&mut out, &drawing, "nine & nine", &fonts).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn snapshot() {
        insta::assert_snapshot!(example());
    }
}
