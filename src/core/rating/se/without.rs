//! [`Without`]: the techniques that a solver lacks.

use super::hint::Hint;
use crate::rating::er::Score;

/// The highest rating of a step that is no guess: from here on several assumptions are followed at
/// once, or one over many steps.
pub const MOST_WITHOUT_GUESSING: Score = Score::from_tenths(75);

/// Parts of the original that a solver omits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Without {
    /// Unique rectangles and loops, bivalue universal graves: techniques that rely on the puzzle
    /// having one solution.
    pub uniqueness: bool,
    /// Steps above [`MOST_WITHOUT_GUESSING`]: where only these are left, the puzzle is not solved.
    pub guessing: bool,
}

impl Without {
    /// Lacks nothing: rates as the original does.
    pub const NOTHING: Self = Self { uniqueness: false, guessing: false };

    pub(super) fn refuses(self, hint: &Hint) -> bool {
        self.guessing && hint.score() > MOST_WITHOUT_GUESSING
    }
}
