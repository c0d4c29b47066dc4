//! Digging down to a box norm: Joncus and Yun, sections "Deletion of nodes" and "Generating an
//! unsolved puzzle", program `UnsolvedPuzzleGen`.
//!
//! In a full grid, a random cell and its mirrored one are deleted, and restored if the puzzle has
//! several solutions. This is repeated until the norm of the clue counts of the boxes
//! ([`box_norm`]) is at most the target. The target of a level is the upper bound of its norms
//! ([`Dig::LEVELS`], table 1 of the paper).
//!
//! As in the paper, cells are drawn with repetition, including empty ones. The paper restarts with
//! another grid after either ten seconds or a number of draws, and prefers the time. Times are not
//! repeatable, so this code counts draws: 100, the best number according to the paper (110 in the
//! printed program).
//!
//! Any clue symmetry can replace the half turn, and, unlike in the paper, a puzzle whose last pair
//! took it below the whole level does not count.

use std::ops::Range;

use rand::{Rng, RngExt};

use crate::board::{Cell, CellSet, Puzzle, Solution};
use crate::rating::box_norm::box_norm;
use crate::search::is_unique;
use crate::symmetry::ClueSymmetry;

/// Digging down to a box norm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dig {
    /// Digging ends at this norm or below it.
    pub target: f64,
    /// Puzzles whose norm is not above this one do not count.
    pub floor: f64,
    /// The clue symmetry: cells of an orbit are deleted together.
    pub symmetry: ClueSymmetry,
    /// The number of draws before a restart with another grid.
    pub draws: u32,
}

impl Dig {
    /// The levels of the paper, easiest first: name, and the target, the upper bound of the level
    /// (table 1; 12.34, 10.72, 9.59 and 8.89 in the program).
    pub const LEVELS: [(&str, f64); 4] =
        [("easy", 12.34), ("medium", 10.71), ("hard", 9.59), ("expert", 8.89)];

    /// Digs down to a norm, with the paper's symmetry and number of draws.
    pub const fn to(target: f64) -> Self {
        Self { target, floor: 0.0, symmetry: ClueSymmetry::Rot180, draws: 100 }
    }

    /// Returns the norms of a level of the paper: above the start, up to the end; `None` if it has
    /// no such level.
    pub fn norms(level: &str) -> Option<Range<f64>> {
        let at = Self::LEVELS.iter().position(|(name, _)| *name == level)?;
        let floor = Self::LEVELS.get(at + 1).map_or(0.0, |(_, target)| *target);
        Some(floor..Self::LEVELS[at].1)
    }

    /// Digs into a grid; `None` if the draws are used up first, or if it ends below the floor.
    pub fn attempt(&self, solution: &Solution, rng: &mut impl Rng) -> Option<Puzzle> {
        let clues = self.dig(solution, rng, &mut |clues| is_unique(solution, clues))?;
        (box_norm(clues) > self.floor).then(|| Puzzle::proved(clues, *solution))
    }

    /// Returns the clues left; `is_unique` checks each step that changes something.
    pub fn dig(
        &self,
        solution: &Solution,
        rng: &mut impl Rng,
        is_unique: &mut impl FnMut(CellSet) -> bool,
    ) -> Option<CellSet> {
        debug_assert_eq!(solution.grid().clues(), CellSet::ALL);
        let mut clues = CellSet::ALL;
        for _ in 0..self.draws {
            if box_norm(clues) <= self.target {
                break;
            }
            let cell = Cell::at(rng.random_range(0..9), rng.random_range(0..9));
            let fewer = clues - self.symmetry.orbit(cell);
            if fewer != clues && is_unique(fewer) {
                clues = fewer;
            }
        }
        (box_norm(clues) <= self.target).then_some(clues)
    }
}
