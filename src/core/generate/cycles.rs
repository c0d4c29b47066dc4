//! Filling with restarts and digging single cells: Chen and Elamri, "Sudoku puzzles: creation and
//! heuristic calculation", phases 1 and 2.
//!
//! The grid is filled cell by cell with random digits that fit, and all begins again at a cell that
//! none fits ([`fill_once`]). Then random cells are opened, each for good if its houses still leave
//! it one candidate only, until a given number is open (45 in the program). So each cell, taken in
//! the reverse order, is a naked single: the solution is unique, and the puzzles are easy ones.
//! Their level goes by the mean cycles of all runs of the filler on them
//! ([`crate::rating::restarts::expected`]); in the paper it is found out afterwards, and so it is
//! here.
//!
//! Where the paper and its program differ we follow the paper: the program never opens the first
//! cell of a box. A cell that cannot be opened never can be later, since fewer clues leave it no
//! fewer candidates; so one look at each in random order is enough. How many are dug "changes based
//! on difficulty", says the program, and not how: the four puzzles that the paper prints have 49,
//! 41, 37 and 41 clues ([`Cycles::clues_of`]). The program begins again with the same grid after
//! 100 rounds in vain; we do with another.

use std::ops::RangeInclusive;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::board::{CellSet, Puzzle, Solution, State};
use crate::rating::restarts::{self, fill_once};
use crate::symmetry::ClueSymmetry;

/// Digging cells that keep one candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycles {
    /// How many clues are to be left; any number of these is as likely to be tried.
    pub clues: RangeInclusive<usize>,
    /// What goes together, each cell of it under the same condition.
    pub symmetry: ClueSymmetry,
}

impl Default for Cycles {
    /// 45 cells are opened one by one, as in the program that the paper prints.
    fn default() -> Self {
        Self { clues: 36..=36, symmetry: ClueSymmetry::None }
    }
}

impl Cycles {
    /// How many clues the puzzle has that the paper prints for a level. None if it has no such
    /// level.
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

    /// Digs into a grid; none if it cannot be dug so far.
    pub fn attempt(&self, solution: &Solution, rng: &mut impl Rng) -> Option<Puzzle> {
        let wanted = rng.random_range(self.clues.clone());
        let clues = self.dig(solution, wanted, rng);
        self.clues.contains(&clues.len()).then(|| Puzzle::proved(clues, *solution))
    }

    /// The clues left when no cell can be opened any more, however many are wanted.
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

/// A random full grid, and the cycles that failed before it came: a mean of 257 in 76 grids
/// of the paper, 319.5 in 10,000 of ours (a mean of 76 is uncertain by 37).
pub fn fill_with_restarts(rng: &mut impl Rng) -> (Solution, u64) {
    let mut cycles = 0;
    loop {
        if let Some(solution) = fill_once(rng) {
            return (solution, cycles);
        }
        cycles += 1;
    }
}
