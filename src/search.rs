//! Exhaustive search.
use crate::board::{Clash, Grid, Puzzle, Solution};

/// Why a grid is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAPuzzle {
    /// A digit stands twice in a house.
    #[error("no solution: {0}")]
    Clash(#[from] Clash),
    /// No way to fill it.
    #[error("no solution")]
    NoSolution,
    /// More than one way to fill it.
    #[error("more than one solution")]
    SeveralSolutions,
}

impl Puzzle {
    /// The puzzle with these givens, if they have exactly one solution.
    ///
    /// # Errors
    /// Says whether there is none or more than one.
    pub fn new(grid: &Grid) -> Result<Self, NotAPuzzle> {
        let _ = grid;
        todo!()
    }
}

/// The number of solutions of `grid`, counted up to `limit`.
pub fn count_solutions(grid: &Grid, limit: usize) -> usize {
    solutions(grid, limit).len()
}

/// The solutions of `grid`, at most `limit` of them.
pub fn solutions(grid: &Grid, limit: usize) -> Vec<Solution> {
    let _ = (grid, limit);
    todo!()
}
