//! [`Columns`]: the columns of a page of hints.

use super::super::drawing::Fonts;
use super::frame::Frame;
use super::hint::PictureSize;
use super::text::TypeStyle;
use super::words::Words;
use super::{BookError, Plan};

/// The least width of a hint's text in a column, as a multiple of the type's size.
const LEAST: f64 = 14.0;

/// Columns of hints: in each, the numbers of puzzles with the text of the hints behind them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Columns {
    pub count: usize,
    /// The width of the widest number, in points.
    pub digits: f64,
    pub kind: TypeStyle,
}

impl Columns {
    /// Plans as many columns as leave the text enough width; `puzzles` is the number of puzzles in
    /// the document.
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

    /// Returns the distance between the left edges of neighbouring columns, in an area of this
    /// width.
    pub fn pitch(&self, width: f64) -> f64 {
        (width + self.gap()) / self.count as f64
    }

    /// Returns the distance from the left edge of a column to its text.
    pub fn indent(&self) -> f64 {
        self.digits + self.kind.size * 0.7
    }

    /// Returns the distance from the left edge of a column to a picture of this width, which is
    /// aligned with the text if there is room.
    pub fn picture(&self, picture: f64, width: f64) -> f64 {
        self.indent().min((self.pitch(width) - self.gap() - picture).max(0.0))
    }

    /// Returns the width of the text of a column.
    pub fn text(&self, width: f64) -> f64 {
        self.pitch(width) - self.gap() - self.indent()
    }

    fn gap(&self) -> f64 {
        self.kind.size * 1.5
    }
}
