//! [`PageFrame`]: a page of paper with a line at its head and one at its foot.

use super::super::book::{Align, MILLIMETRE, Size, TypeStyle, line};
use super::super::drawing::pdf::{Piece, Role};
use super::super::drawing::{FontError, Fonts, Point};

/// The margin: printers leave up to 6 mm white, staples and holes need more.
pub(crate) const MARGIN: f64 = 12.0 * MILLIMETRE;
/// The least distance between two boards, and between two columns.
pub(crate) const GAP: f64 = 8.0 * MILLIMETRE;
/// The type of the line at the top, which is bold, and of that at the bottom.
const HEAD: TypeStyle = TypeStyle::bold(14.0);
const FOOT: TypeStyle = TypeStyle::regular(9.0);
/// The height of a line of text, as a multiple of its type size.
pub(super) const LINE: f64 = 2.0;

/// A page of paper with a line at its head and one at its foot.
#[derive(Clone, PartialEq, Debug)]
pub struct PageFrame {
    /// The size of the page.
    pub page: Size,
    /// The line at the top of each page; empty for none.
    pub head: String,
    /// The line at the bottom of each page; empty for none.
    pub foot: String,
}

impl PageFrame {
    /// Returns the width and the height of the page, in points.
    pub(crate) const fn size(&self) -> Point {
        [self.page.width(), self.page.height()]
    }

    /// Returns the heights of the lines at the top and the bottom, in points; 0 for an empty line.
    pub(crate) fn ends(&self) -> [f64; 2] {
        let height = |text: &str, kind: TypeStyle| {
            if text.is_empty() { 0.0 } else { LINE * kind.size }
        };
        [height(&self.head, HEAD), height(&self.foot, FOOT)]
    }

    /// Returns an error if the fonts cannot set the lines.
    pub(super) fn check(&self, fonts: &Fonts) -> Result<(), FontError> {
        HEAD.width(fonts, &self.head)?;
        FOOT.width(fonts, &self.foot).map(drop)
    }

    /// Draws the lines at the top and the bottom.
    pub(crate) fn draw(&self, fonts: &Fonts) -> Result<Vec<Piece>, FontError> {
        let [width, height] = self.size();
        let mut pieces = Vec::new();
        for (text, kind, base, role) in [
            (&self.head, HEAD, MARGIN + HEAD.size, Role::Heading),
            (&self.foot, FOOT, height - MARGIN - FOOT.size / 4.0, Role::Paragraph),
        ] {
            if !text.is_empty() {
                let (place, room) = ([width / 2.0, base], width - 2.0 * MARGIN);
                pieces.push(fitted(fonts, text, kind, place, (Align::Centre, room), role)?);
            }
        }
        Ok(pieces)
    }
}

/// Returns a line of text with its base line at `place`, smaller if it would be wider than the
/// given width.
pub(super) fn fitted(
    fonts: &Fonts,
    text: &str,
    kind: TypeStyle,
    place: Point,
    (align, width): (Align, f64),
    role: Role,
) -> Result<Piece, FontError> {
    let part = width / kind.width(fonts, text)?.max(width);
    let kind = TypeStyle { size: kind.size * part, ..kind };
    line(fonts, text, kind, place, align, role)
}
