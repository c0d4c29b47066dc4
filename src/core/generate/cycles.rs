//! Filling with restarts and digging single cells: Chen and Elamri, "Sudoku puzzles: creation and
//! heuristic calculation", phases 1 and 2.
//!
//! The grid is filled cell by cell with random digits that fit, and restarted at a cell without a
//! fitting digit ([`fill_once`]). Then random cells are emptied, each permanently if its houses
//! still leave it one candidate only, until a given number is empty (45 in the program). So each
//! cell, taken in the reverse order, is a naked single: the solution is unique, and the puzzles are
//! easy. Their level is defined by the mean cycles of all runs of the filler on them
//! ([`crate::rating::restarts::expected`]); as in the paper, it is measured afterwards.
//!
//! Where the paper and its program differ, this code follows the paper: the program never empties
//! the first cell of a box. A cell that cannot be emptied cannot be emptied later either, since
//! fewer clues leave it no fewer candidates; so one pass in random order is enough. The program
//! states that the number of dug cells "changes based on difficulty", without details: the four
//! puzzles in the paper have 49, 41, 37 and 41 clues ([`Cycles::clues_of`]). After 100 rounds
//! without success, the program restarts with the same grid, this code with another one.

use std::ops::RangeInclusive;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::board::{CellSet, Puzzle, Solution, State};
use crate::rating::restarts::{self, fill_once};
use crate::symmetry::ClueSymmetry;

/// Digging cells that keep one candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycles {
    /// The wanted numbers of clues, each equally likely to be tried.
    pub clues: RangeInclusive<usize>,
    /// The clue symmetry: the cells of an orbit are emptied together, each under the same
    /// condition.
    pub symmetry: ClueSymmetry,
}

impl Default for Cycles {
    /// Empties 45 cells one by one, as in the program that the paper prints.
    fn default() -> Self {
        Self { clues: 36..=36, symmetry: ClueSymmetry::None }
    }
}

impl Cycles {
    /// Returns the number of clues of the puzzle that the paper prints for a level; `None` if it
    /// has no such level.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::generate::Cycles;
    /// use seeddb::rating::restarts;
    /// let clues = restarts::LEVELS.map(|(level, _)| Cycles::clues_of(level));
    /// assert_eq!(clues, [Some(49), Some(41), Some(37), Some(41)]);
    /// ```
    pub fn clues_of(level: &str) -> Option<usize> {
        const CLUES: [usize; 4] = [49, 41, 37, 41];
        let at = restarts::LEVELS.iter().position(|(name, _)| *name == level)?;
        Some(CLUES[at])
    }

    /// Digs into a grid; `None` if the wanted number of clues is not reached.
    pub fn attempt(&self, solution: &Solution, rng: &mut impl Rng) -> Option<Puzzle> {
        let wanted = rng.random_range(self.clues.clone());
        let clues = self.dig(solution, wanted, rng);
        self.clues.contains(&clues.len()).then(|| Puzzle::proved(clues, *solution))
    }

    /// Returns the clues left when no more cells can be emptied, with no limit on their number.
    pub fn deepest(&self, solution: &Solution, rng: &mut impl Rng) -> CellSet {
        self.dig(solution, 0, rng)
    }

    fn dig(&self, solution: &Solution, wanted: usize, rng: &mut impl Rng) -> CellSet {
        let mut orbits: Vec<CellSet> = self.symmetry.orbits().collect();
        orbits.shuffle(rng);
        let mut clues = CellSet::ALL;
        for orbit in orbits {
            if clues.len() >= wanted + orbit.len() && can_open(solution, clues, orbit) {
                clues -= orbit;
            }
        }
        clues
    }
}

/// Whether each of the cells, opened one after another, keeps one candidate.
fn can_open(solution: &Solution, mut clues: CellSet, cells: CellSet) -> bool {
    cells.iter().all(|cell| {
        clues.remove(cell);
        State::of_clues(solution, clues).candidates.at(cell).len() == 1
    })
}

/// Returns a random full grid, and the cycles that failed before it: a mean of 257 in 76 grids of
/// the paper, and of 319.5 in 10,000 grids made here (a mean of 76 is uncertain by 37).
pub fn fill_with_restarts(rng: &mut impl Rng) -> (Solution, u64) {
    let mut cycles = 0;
    loop {
        if let Some(solution) = fill_once(rng) {
            return (solution, cycles);
        }
        cycles += 1;
    }
}
