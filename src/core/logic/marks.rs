//! [`Marks`] and [`Link`]: the marks of a step in a drawing.

use crate::board::{Candidates, CellSet, Digit};

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

/// An arrow of a drawing, from a statement of a chain to one that follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// What the statements are about: a digit in a cell, or in one of several.
    pub ends: [(CellSet, Digit); 2],
    /// Whether it is weak: the first is true, so the second is false.
    pub is_weak: bool,
    /// The number of the second statement in the text of the step, if these are numbered.
    pub number: Option<usize>,
}
