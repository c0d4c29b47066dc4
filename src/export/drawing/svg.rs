//! SVG: with outlines in place of fonts, so that a file looks alike everywhere.

use std::io::{self, Write};

use super::outline::{UNITS, name, number, placed, units, used};
use super::{Drawing, Fonts, Ink, Outline, Shape, invalid};
use crate::markup::escaped;

/// Writes a drawing, with `title` as its alternative text.
///
/// # Errors
/// Errors of `out`; [`io::ErrorKind::InvalidInput`] for a character that the font lacks
/// ([`super::FontError`]).
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

/// Writes each glyph in use as a symbol of one em.
fn glyphs(out: &mut impl Write, drawing: &Drawing, fonts: &Fonts) -> io::Result<()> {
    writeln!(out, "<defs>")?;
    for (face, character) in used(drawing) {
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
        Shape::Text { text, start, size, face, ink, is_turned } => {
            let size = if *is_turned { -size } else { *size };
            let (ink, scale) = (colour(*ink), format!("{:.6}", size / UNITS));
            let up = format!("{:.6}", -size / UNITS);
            for (character, _, at) in
                placed(text, *start, size, fonts.of(*face)).map_err(invalid)?
            {
                let (name, [x, y]) = (name(*face, character), at.map(number));
                writeln!(
                    out,
                    r##"<use xlink:href="#{name}" fill="{ink}" transform="translate({x} {y}) scale({scale} {up})"/>"##
                )?;
            }
            Ok(())
        }
    }
}

fn colour(ink: Ink) -> String {
    let level = (ink.lightness() * 255.0).round() as u8;
    format!("#{level:02x}{level:02x}{level:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::board::everything;

    fn example() -> String {
        let fonts = Fonts::bundled().unwrap();
        let mut out = Vec::new();
        write(&mut out, &everything(&fonts), "nine & nine", &fonts).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn snapshot() {
        insta::assert_snapshot!(example());
    }
}
