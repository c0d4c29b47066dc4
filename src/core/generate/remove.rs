//! Removing mirrored tiles into a range of difficulties: an MCM contest paper ("technique
//! formula"), section 4.2.
//!
//! `RemoveTiles` clears a random tile and its mirror image; if the solution is still unique, it
//! continues from there with one removal less to make; otherwise, or if that fails, it restores
//! both and tries the next tile. It ends when enough tiles are cleared and the difficulty D of the
//! formula ([`crate::rating::technique`]) is between two bounds.
//!
//! Uniqueness is decided by the paper's logical solver (section 4.3): a puzzle is accepted if the
//! five techniques solve it, which means at most tier 1 of the hsolve ladder. Techniques can be
//! excluded, as in section 4.5 ("restrict what logic is allowed"). Choices where the paper is
//! silent or its program too slow: "to remove 40 tiles", its usual target, leaves at most 41 clues
//! here; if D is still too low then, removal continues, as in the paper. The search can be endless,
//! so an attempt makes a bounded number of checks and then restarts with another grid. Any clue
//! symmetry is possible. The full grids of the paper (4.1) are those of
//! [`Filler::Plain`](super::Filler::Plain).

use std::ops::{ControlFlow, RangeInclusive};

use rand::Rng;
use rand::seq::SliceRandom;

use crate::board::{CellSet, Puzzle, Solution};
use crate::logic::{Technique, closed};
use crate::rating::technique::{self, Weights, ladder, uses};
use crate::symmetry::ClueSymmetry;

/// Removing within bounds on the clues and the difficulty.
#[derive(Clone, PartialEq, Debug)]
pub struct Remove {
    /// The wanted numbers of clues.
    pub clues: RangeInclusive<usize>,
    /// D, both ends included.
    pub difficulty: RangeInclusive<f64>,
    /// The parameters of the formula.
    pub weights: Weights,
    /// Techniques that the solver does not use.
    pub without: Vec<Technique>,
    /// The clue symmetry: cells of an orbit are removed together.
    pub symmetry: ClueSymmetry,
    /// The number of checks before a restart with another grid.
    pub checks: u32,
}

impl Default for Remove {
    /// Asks for 40 tiles removed, any difficulty and the half turn.
    fn default() -> Self {
        Self {
            clues: 0..=41,
            difficulty: 0.0..=f64::INFINITY,
            weights: Weights::default(),
            without: Vec::new(),
            symmetry: ClueSymmetry::Rot180,
            checks: 1_000,
        }
    }
}

impl Remove {
    /// Returns D of a level of the paper, both ends included; `None` if it has no such level.
    pub fn difficulties(level: &str) -> Option<RangeInclusive<f64>> {
        let at = technique::LEVELS.iter().position(|(name, _)| *name == level)?;
        let start = at.checked_sub(1).map_or(0.0, |below| technique::LEVELS[below].1);
        Some(start..=technique::LEVELS[at].1.next_down())
    }

    /// Removes from a grid; `None` if the checks are used up first.
    pub fn attempt(&self, solution: &Solution, rng: &mut impl Rng) -> Option<Puzzle> {
        let mut search = Search { wish: self, solution, checks: self.checks, rng };
        match search.remove(CellSet::ALL) {
            ControlFlow::Break(found) => found,
            ControlFlow::Continue(()) => None,
        }
    }

    fn is_met_by(&self, puzzle: &Puzzle) -> bool {
        self.clues.contains(&puzzle.clues().len())
            && uses(puzzle, &self.without)
                .difficulty(&self.weights)
                .is_some_and(|difficulty| self.difficulty.contains(&difficulty))
    }
}

struct Search<'a, R> {
    wish: &'a Remove,
    solution: &'a Solution,
    checks: u32,
    rng: &'a mut R,
}

impl<R: Rng> Search<'_, R> {
    /// Goes on from `clues`: breaks with the puzzle, or with `None` when the checks are used up;
    /// continues when all removals were tried in vain.
    fn remove(&mut self, clues: CellSet) -> ControlFlow<Option<Puzzle>> {
        let puzzle = Puzzle::proved(clues, *self.solution);
        if self.wish.is_met_by(&puzzle) {
            return ControlFlow::Break(Some(puzzle));
        }
        let mut orbits: Vec<CellSet> =
            self.wish.symmetry.orbits().filter(|orbit| orbit.intersects(clues)).collect();
        orbits.shuffle(self.rng);
        for orbit in orbits {
            let fewer = clues - orbit;
            if fewer.len() < *self.wish.clues.start() {
                continue;
            }
            if self.checks == 0 {
                return ControlFlow::Break(None);
            }
            self.checks -= 1;
            if self.is_solved_logically(fewer) {
                self.remove(fewer)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the techniques fill the grid. The cells they fill do not depend on the order of use.
    fn is_solved_logically(&self, clues: CellSet) -> bool {
        let without = &self.wish.without;
        if without.is_empty() {
            return closed(ladder(), self.solution, clues, 1).is_solved();
        }
        uses(&Puzzle::proved(clues, *self.solution), without).open == 0
    }
}
