//! EPS: Encapsulated PostScript 3.0 for page layout programs, with outlines in place of fonts.
//!
//! Source: Adobe, *PostScript Language Document Structuring Conventions* and *Encapsulated
//! PostScript File Format*, both version 3.0 (1992).

use std::io::{self, Write};

use super::outline::{UNITS, cubic, name, number, placed, units, used};
use super::{Drawing, Fonts, Outline, Point, Shape, invalid};

/// The longest title in a comment: the conventions allow 255 characters a line.
const TITLE: usize = 200;

/// Writes a drawing as one page, with `title` in its comments.
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
    let [width, height] = drawing.size;
    writeln!(out, "%!PS-Adobe-3.0 EPSF-3.0")?;
    writeln!(out, "%%BoundingBox: 0 0 {} {}", width.ceil(), height.ceil())?;
    writeln!(out, "%%HiResBoundingBox: 0 0 {} {}", number(width), number(height))?;
    writeln!(out, "%%Title: ({})", words(title))?;
    writeln!(out, "%%Creator: (seeddb)")?;
    writeln!(out, "%%LanguageLevel: 1\n%%DocumentData: Clean7Bit\n%%Pages: 1\n%%EndComments")?;
    writeln!(out, "%%BeginProlog\n/seeddb 500 dict def\nseeddb begin")?;
    // `x y size T`, a glyph, `F`: draws the glyph with its base line at (x, y) and y upwards.
    writeln!(out, "/T {{ gsave 3 1 roll translate dup neg scale newpath }} bind def")?;
    writeln!(out, "/F {{ fill grestore }} bind def")?;
    glyphs(out, drawing, fonts)?;
    writeln!(out, "end\n%%EndProlog\n%%Page: 1 1")?;
    writeln!(out, "seeddb begin\ngsave\n0 {} translate 1 -1 scale", number(height))?;
    drawing.shapes.iter().try_for_each(|shape| self::shape(out, shape, fonts))?;
    writeln!(out, "grestore\nend\nshowpage\n%%Trailer\n%%EOF")
}

/// Writes each glyph in use as a procedure that makes its path.
fn glyphs(out: &mut impl Write, drawing: &Drawing, fonts: &Fonts) -> io::Result<()> {
    for (face, character) in used(drawing) {
        let font = fonts.of(face);
        writeln!(out, "/{} {{", name(face, character))?;
        let mut pen = [0.0; 2];
        for part in font.outline(&font.need(character).map_err(invalid)?) {
            let end = match part {
                Outline::Move(to) => {
                    writeln!(out, "{} moveto", units(&[to]))?;
                    to
                }
                Outline::Line(to) => {
                    writeln!(out, "{} lineto", units(&[to]))?;
                    to
                }
                Outline::Quadratic(by, to) => {
                    let [by, then] = cubic(pen, by, to);
                    writeln!(out, "{} curveto", units(&[by, then, to]))?;
                    to
                }
                Outline::Cubic(by, then, to) => {
                    writeln!(out, "{} curveto", units(&[by, then, to]))?;
                    to
                }
                Outline::Close => {
                    writeln!(out, "closepath")?;
                    pen
                }
            };
            pen = end;
        }
        writeln!(out, "}} bind def")?;
    }
    Ok(())
}

fn shape(out: &mut impl Write, shape: &Shape, fonts: &Fonts) -> io::Result<()> {
    let (Shape::Line { ink, .. }
    | Shape::Fill { ink, .. }
    | Shape::Ring { ink, .. }
    | Shape::Text { ink, .. }) = shape;
    write!(out, "{} setgray ", number(ink.lightness()))?;
    match shape {
        Shape::Line { from, to, width, .. } => {
            let (from, to) = (point(*from), point(*to));
            writeln!(
                out,
                "{} setlinewidth newpath {from} moveto {to} lineto stroke",
                number(*width)
            )
        }
        Shape::Fill { corner: [x, y], size: [width, height], .. } => {
            let (right, down) = (x + width, y + height);
            let rest = [[right, *y], [right, down], [*x, down]];
            write!(out, "newpath {} moveto ", point([*x, *y]))?;
            rest.into_iter().try_for_each(|at| write!(out, "{} lineto ", point(at)))?;
            writeln!(out, "closepath fill")
        }
        Shape::Ring { centre, radius, width, .. } => {
            let (centre, radius) = (point(*centre), number(*radius));
            let width = number(*width);
            writeln!(
                out,
                "{width} setlinewidth newpath {centre} {radius} 0 360 arc closepath stroke"
            )
        }
        Shape::Text { text, start, size, face, is_turned, .. } => {
            let size = if *is_turned { -size } else { *size };
            writeln!(out)?;
            for (character, _, at) in
                placed(text, *start, size, fonts.of(*face)).map_err(invalid)?
            {
                let (at, name) = (point(at), name(*face, character));
                writeln!(out, "{at} {:.6} T {name} F", size / UNITS)?;
            }
            Ok(())
        }
    }
}

fn point(at: Point) -> String {
    at.map(number).join(" ")
}

/// Converts a text to a PostScript string: printable ASCII without parentheses and backslashes.
fn words(text: &str) -> String {
    let plain = |c: char| match c {
        '(' | ')' | '\\' => '\'',
        '·' => '-',
        ' '..='~' => c,
        _ => '?',
    };
    text.chars().take(TITLE).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::board::everything;

    fn example(title: &str) -> String {
        let fonts = Fonts::bundled().unwrap();
        let mut out = Vec::new();
        write(&mut out, &everything(&fonts), title, &fonts).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn snapshot() {
        insta::assert_snapshot!(example("1. expert (late)"));
    }

    /// Properties that the document structuring conventions require of every file.
    #[test]
    fn lines_are_short_and_plain() {
        let text = example(&"ß)(\\\n".repeat(99));
        assert!(text.is_ascii() && text.lines().all(|line| line.len() <= 255));
        assert_eq!(text.matches("gsave").count(), text.matches("grestore").count());
        assert_eq!(text.lines().filter(|line| line.starts_with("%%Title")).count(), 1);
    }
}
