//! [`Score`]: a rating of Sudoku Explainer; [`Without`]: what a solver does without.

use std::fmt;

use super::hint::Hint;

/// A rating in tenths, so that 72 is 7.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(u16);

impl Score {
    /// What a puzzle gets that no producer can finish.
    pub const UNSOLVED: Self = Self(200);

    /// The score of so many tenths.
    pub const fn from_tenths(tenths: u16) -> Self {
        Self(tenths)
    }

    /// Ten times the number.
    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// The number: 7.2, the same as is read from text.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 10.0
    }

    /// The nearest tenth.
    fn rounded(rating: f64) -> Self {
        Self(((rating + 0.05) * 10.0) as u16)
    }
}

/// With one decimal: `7.2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Hint {
    /// Its rating.
    pub fn score(&self) -> Score {
        Score::rounded(self.rating)
    }
}

/// The highest rating of a step that is no guess: from here on several assumptions are followed at once, or one over
/// many steps.
pub const MOST_WITHOUT_GUESSING: Score = Score(75);

/// What a solver does without, which the original has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Without {
    /// Unique rectangles and loops, bivalue universal graves: what relies on the puzzle having one solution.
    pub uniqueness: bool,
    /// Steps above [`MOST_WITHOUT_GUESSING`]: where only these are left, the puzzle is not solved.
    pub guessing: bool,
}

impl Without {
    /// Does all that the original does.
    pub const NOTHING: Self = Self { uniqueness: false, guessing: false };

    pub(super) fn refuses(self, hint: &Hint) -> bool {
        self.guessing && hint.score() > MOST_WITHOUT_GUESSING
    }
}
