//! PDF: pages of drawings with embedded font subsets, black ink in `DeviceGray`, colours of covers
//! in `DeviceCMYK`, no transparency.
//!
//! A [`Document`] writes each page as it comes, so that a book of a thousand pages needs no more
//! memory than its file. Grounds that many drawings share, such as the lines of a board, are
//! written once as a form.

mod content;
mod document;
mod embed;
mod fields;
mod outline;
mod roman;
mod standard;
mod tags;

use std::io::{self, Write};
use std::sync::Arc;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::Ref;

use super::super::book::Image;
use super::{Drawing, FontError, Fonts, Measure, Point, invalid};

pub(crate) use document::{About, Document};
pub(crate) use fields::Field;
pub(crate) use roman::roman;
pub(crate) use standard::Standard;

/// A part of a page with a role.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Piece {
    /// The visible part.
    pub drawing: Drawing,
    /// The top left corner.
    pub corner: Point,
    /// The role for screen readers.
    pub role: Role,
    /// The page, from 0, that the piece links to.
    pub link: Option<usize>,
    /// Whether the drawing is turned by a quarter, so that its lines read from top to bottom, as on
    /// a spine.
    pub is_turned: bool,
    /// A picture in place of the drawing.
    pub image: Option<Arc<Image>>,
    /// The name of the group of form fields, and the fields, for a [`Standard::Tagged`] document.
    pub fields: (String, Vec<Field>),
}

impl Piece {
    /// Returns a piece without a link.
    pub const fn new(drawing: Drawing, corner: Point, role: Role) -> Self {
        let fields = (String::new(), Vec::new());
        Self { drawing, corner, role, link: None, is_turned: false, image: None, fields }
    }

    /// Returns a picture of this size with its alternative text.
    pub fn image(image: &Arc<Image>, size: Point, corner: Point, words: &str) -> Self {
        let drawing = Drawing { size, shapes: Vec::new() };
        let piece = Self::new(drawing, corner, Role::Figure(words.to_owned()));
        Self { image: Some(Arc::clone(image)), ..piece }
    }

    /// Returns width and height on the page.
    pub fn size(&self) -> Point {
        let [width, height] = self.drawing.size;
        if self.is_turned { [height, width] } else { [width, height] }
    }

    /// Returns the extremes of the piece that printers limit.
    pub fn measure(&self, fonts: &Fonts) -> Result<Measure, FontError> {
        let mut measure = Measure::default();
        let corner = if self.is_turned { [0.0; 2] } else { self.corner };
        for shape in &self.drawing.shapes {
            measure.add(shape, corner, fonts)?;
        }
        if self.image.is_some() {
            let [width, height] = self.drawing.size;
            measure.extent = Some([corner, [corner[0] + width, corner[1] + height]]);
        }
        if let (true, Some([low, high])) = (self.is_turned, measure.extent) {
            let ([x, y], height) = (self.corner, self.drawing.size[1]);
            let corners = [[height - high[1], low[0]], [height - low[1], high[0]]];
            measure.extent = Some(corners.map(|[right, down]| [x + right, y + down]));
        }
        Ok(measure)
    }
}

/// The role of a piece for screen readers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Decoration: page numbers, ornaments.
    Artifact,
    /// The heading of a chapter.
    Heading,
    /// The heading of a puzzle.
    Label,
    Paragraph,
    /// A part of a line of the contents; the first one begins the line.
    Entry {
        begins: bool,
    },
    /// A picture with its alternative text.
    Figure(String),
    /// A board with the alternative texts of its rows, each a cell of a table.
    Table(Box<[String; 9]>),
}

/// Allocates the object numbers of a file.
struct Refs(i32);

impl Refs {
    const fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

/// Returns a count as PDF's integer type, saturating.
fn int(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn deflate(data: &[u8]) -> Vec<u8> {
    compress_to_vec_zlib(data, 6)
}

/// Writes a drawing as a document of one page of its size. `title` is the only metadata; the bytes
/// depend on no clock.
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
    let figure = Piece::new(drawing.clone(), [0.0; 2], Role::Figure(title.to_owned()));
    write_pages(out, [(drawing.size, &[figure][..])], title, fonts)
}

/// Writes a document of pages, given by size and pieces.
///
/// # Errors
/// The errors of [`write()`].
pub(crate) fn write_pages<'a>(
    out: &mut impl Write,
    pages: impl IntoIterator<Item = (Point, &'a [Piece])>,
    title: &str,
    fonts: &Fonts,
) -> io::Result<()> {
    let mut document = Document::new(fonts, Standard::Tagged);
    for (size, pieces) in pages {
        document.page(size, pieces).map_err(invalid)?;
    }
    let about = About { title: title.into(), ..About::default() };
    out.write_all(&document.finish(&about).map_err(invalid)?.pdf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Board, Theme};
    use seeddb_core::board::{Candidates, Cell, Digit, Grid};

    #[test]
    fn a_drawing_is_a_document_of_one_page() {
        let givens: Grid =
            "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4..."
                .parse()
                .unwrap();
        let mut board = Board { candidates: Some(Candidates::of(&givens)), ..Board::of(givens) };
        board.shaded.insert(Cell::at(0, 0));
        board.ringed[Digit::new(2).unwrap()].insert(Cell::at(0, 0));
        let fonts = Fonts::bundled().unwrap();
        let drawing = board.draw(252.0, &Theme::default(), &fonts);
        let file = |title: &str| {
            let mut out = Vec::new();
            write(&mut out, &drawing, title, &fonts).unwrap();
            out
        };
        let pdf = file("nine");
        assert_eq!(pdf, file("nine"), "the same bytes again");
        let text = String::from_utf8_lossy(&pdf);
        for part in [
            "%PDF-1.7",
            "/MediaBox[0 0 252 252]",
            "/Alt(nine)",
            "/FontFile2",
            "+AtkinsonHyperlegible-Bold",
        ] {
            assert!(text.contains(part), "{part}");
        }
    }
}
