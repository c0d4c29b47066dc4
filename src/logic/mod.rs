//! People: the ladder.
use crate::board::{Candidates, CellSet, Puzzle};

/// A board in the middle of being solved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What is still possible where.
    pub candidates: Candidates,
    /// The cells not yet filled.
    pub open: CellSet,
}

/// What the ladder says of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// Top tier.
    pub tier: u8,
    /// Closure up to tier - 1 (all solved at tier 0).
    pub stuck: State,
}

impl Grade {
    /// The reserved cells.
    pub fn reserved(&self) -> CellSet {
        self.stuck.open
    }
}

/// The top tier and stuck state of `puzzle`.
pub fn grade(puzzle: &Puzzle) -> Grade {
    let _ = puzzle;
    todo!()
}
