//! [`Columns`]: the lists of hints, side by side.

use super::super::drawing::Fonts;
use super::frame::Frame;
use super::text::TypeStyle;
use super::words::Words;
use super::{BookError, Plan};

/// Columns of numbers, each with a few words behind it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Columns {
    /// How many.
    pub count: usize,
    /// The width of the widest number, in points.
    pub digits: f64,
    /// The size of the type.
    size: f64,
}

impl Columns {
    /// As many as there is room for the longest hint; `puzzles` is the number of them in the document.
    ///
    /// # Errors
    /// There is no room for it in one.
    pub fn of_hints(
        plan: &Plan,
        fonts: &Fonts,
        words: &Words,
        frame: &Frame,
        puzzles: usize,
    ) -> Result<Self, BookError> {
        let body = frame.kinds.body;
        let digits = TypeStyle::bold(body.size).widest(fonts, plan.numbers(puzzles))?;
        let mut columns = Self { count: 1, digits, size: body.size };
        if !plan.hints {
            return Ok(columns);
        }
        let mut longest: (f64, &str) = (0.0, "");
        for hint in words.hints() {
            let width = body.width(fonts, hint)?;
            if width > longest.0 {
                longest = (width, hint);
            }
        }
        if longest.0 > columns.text(frame.width()) {
            let words = format!("the hint {:?} is longer than a line", longest.1);
            return Err(BookError::layout(words, &["words", "hints", "size"]));
        }
        let wanted = columns.indent() + longest.0 + columns.gap();
        columns.count = ((frame.width() + columns.gap()) / wanted) as usize;
        Ok(columns)
    }

    /// From the left edge of a column to that of the next, in an area of this width.
    pub fn pitch(&self, width: f64) -> f64 {
        (width + self.gap()) / self.count as f64
    }

    /// From the left edge of a column to that of its words.
    pub fn indent(&self) -> f64 {
        self.digits + self.size * 0.7
    }

    /// The width that there is for the words of a column.
    pub fn text(&self, width: f64) -> f64 {
        self.pitch(width) - self.gap() - self.indent()
    }

    /// The white between columns.
    fn gap(&self) -> f64 {
        self.size * 1.5
    }
}
