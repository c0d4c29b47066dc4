//! [`Marks`]: the marks of a step in a drawing.

use crate::board::{Candidates, CellSet};

/// The marks in a drawing of the board before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The cells of the pattern.
    pub cells: CellSet,
    /// The candidates of the pattern: of a single the digit; of an assumption those that its chain
    /// fills in, and the digit that turns out to be right.
    pub pattern: Candidates,
    /// The candidates that the step removes, without those that a filled cell removes from its
    /// peers.
    pub removed: Candidates,
}

impl Marks {
    /// No marks.
    pub const NONE: Self =
        Self { cells: CellSet::EMPTY, pattern: Candidates::NONE, removed: Candidates::NONE };
}
