//! [`Way`]: what is asked of the way that Sudoku Explainer takes through a puzzle.

use crate::board::Puzzle;
use crate::rating::se::{MOST_WITHOUT_GUESSING, Without, is_named, rate_without};
use crate::rating::stop::Stop;

/// What is asked of the steps that Sudoku Explainer takes through a puzzle as it is printed; all of it holds together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Way {
    pub no_uniqueness: bool,
    pub no_guessing: bool,
    /// The hardest step, the first of its rating, is of one of these techniques, if there are any.
    pub hardest: Vec<String>,
}

impl Way {
    /// Whether the puzzle, as it lies, is such a one. It is rated for that, which takes a millisecond or two.
    pub fn admits(&self, puzzle: &Puzzle) -> bool {
        if *self == Self::default() {
            return true;
        }
        // Steps are the same up to the first that is too hard, and nobody wants to know those after it.
        let without = Without { guessing: self.no_guessing, ..Without::NOTHING };
        let Ok(rating) = rate_without(&puzzle.grid(), without, Stop::NEVER) else { return false };
        let is_hardest = |technique| self.hardest.iter().any(|wanted| is_named(technique, wanted));
        rating.is_solved()
            && (!self.no_guessing || rating.er <= MOST_WITHOUT_GUESSING)
            && (!self.no_uniqueness
                || !rating.steps.iter().any(|step| step.technique.needs_uniqueness()))
            && (self.hardest.is_empty() || rating.technique().is_some_and(is_hardest))
    }
}
