//! [`Score`]: a rating of Sudoku Explainer, as recorded; the module `se` computes it.

use std::fmt;

/// A rating in tenths, so that 72 is 7.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(u16);

impl Score {
    /// The rating of a puzzle that no technique can finish.
    pub const UNSOLVED: Self = Self(200);

    /// Returns the score of this many tenths.
    pub const fn from_tenths(tenths: u16) -> Self {
        Self(tenths)
    }

    /// Returns the rating in tenths.
    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// Returns the number: 7.2, the same as parsed from text.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

debug_as_displayed!(Score);

/// Displays one decimal: `7.2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}
