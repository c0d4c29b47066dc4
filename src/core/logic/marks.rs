//! [`Marks`]: what a drawing of a step marks.

use crate::board::{Candidates, CellSet};

/// What to mark on a drawing of the board before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The cells to look at.
    pub cells: CellSet,
    /// The candidates that make the pattern: of a single the digit, of an assumption those that its
    /// chain fills in, and the digit that turns out to be right.
    pub pattern: Candidates,
    /// The candidates that go. Those that go because a digit was filled in are not among them.
    pub removed: Candidates,
}

impl Marks {
    /// Nothing to mark.
    pub const NONE: Self =
        Self { cells: CellSet::EMPTY, pattern: Candidates::NONE, removed: Candidates::NONE };
}
