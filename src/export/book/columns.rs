//! [`Columns`]: the hints of a book, side by side.

use super::super::drawing::Fonts;
use super::frame::Frame;
use super::hint::PictureSize;
use super::text::TypeStyle;
use super::words::Words;
use super::{BookError, Plan};

/// The least width of the words of a column, by the size of the type.
const LEAST: f64 = 14.0;

/// Columns of numbers, each with the words of a hint behind it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Columns {
    pub count: usize,
    /// The width of the widest number, in points.
    pub digits: f64,
    pub kind: TypeStyle,
}

impl Columns {
    /// As many as leave their words room; `puzzles` is the number of them in the document.
    ///
    /// # Errors
    /// A font lacks a character of the hints, or a picture has no room in one column.
    pub fn of_hints(
        plan: &Plan,
        fonts: &Fonts,
        words: &Words,
        frame: &Frame,
        puzzles: usize,
    ) -> Result<Self, BookError> {
        let kinds = frame.kinds;
        let kind = TypeStyle::regular(kinds.small.size.max(kinds.body.size * 0.85));
        let digits = TypeStyle::bold(kind.size).widest(fonts, plan.numbers(puzzles))?;
        let mut columns = Self { count: 1, digits, kind };
        for text in words.hints() {
            kind.width(fonts, &text)?;
        }
        let mut least = columns.indent() + LEAST * kind.size;
        if plan.hint_pictures {
            let size = PictureSize::of(plan);
            let (picture, height) = (size.width(), size.height(kind.leading()));
            if picture > frame.width() || height > frame.height() - frame.heading() {
                let words = format!(
                    "pictures of hints are {:.0} mm wide, and {} leaves them no room",
                    picture / super::MILLIMETRE,
                    plan.size
                );
                return Err(BookError::layout(words, &["hint-pictures", "size"]));
            }
            least = least.max(picture);
        }
        let count = (frame.width() + columns.gap()) / (least + columns.gap());
        columns.count = (count as usize).max(1);
        Ok(columns)
    }

    /// From the left edge of a column to that of the next, in an area of this width.
    pub fn pitch(&self, width: f64) -> f64 {
        (width + self.gap()) / self.count as f64
    }

    /// From the left edge of a column to that of its words.
    pub fn indent(&self) -> f64 {
        self.digits + self.kind.size * 0.7
    }

    /// From the left edge of a column to that of a picture of this width: that of the words, if there is room.
    pub fn picture(&self, picture: f64, width: f64) -> f64 {
        self.indent().min((self.pitch(width) - self.gap() - picture).max(0.0))
    }

    /// The width that there is for the words of a column.
    pub fn text(&self, width: f64) -> f64 {
        self.pitch(width) - self.gap() - self.indent()
    }

    fn gap(&self) -> f64 {
        self.kind.size * 1.5
    }
}
