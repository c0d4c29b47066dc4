//! The pseudo-generator of hsolve to the letter: Chang, Fan, Sun (2008), section 4.2, with any full
//! board, any reserved cells and any tier; and its variant for any full board (section 5.3).
//!
//! On an empty board, a random unreserved open cell gets its digit of the full board, and
//! everything that follows with tiers up to k is deduced; this is repeated until all unreserved
//! cells are filled. The digits placed at random are the puzzle. `refill` does the same with less
//! work, and removes superfluous clues; here they are removed only on request.
//!
//! If the unreserved cells leave one solution, so do the clues, from which they follow. The paper
//! reserves the cells that are open when tiers up to k get stuck on a puzzle
//! ([`Pseudo::of_puzzle`]). Other cells can be given ([`Pseudo::new`]). Or cells of any full board
//! are removed at random until an advanced technique is needed to replace one
//! ([`Pseudo::of_grid`]).

use rand::Rng;
use rand::seq::SliceRandom;

use crate::board::{CellSet, Puzzle, Solution};
use crate::logic::{Closure, Ladder, Matching, closed, grade};
use crate::search::is_unique;

/// A full board with its reserved cells, and the tier up to which the others are to follow.
pub struct Pseudo {
    ladder: Ladder,
    solution: Solution,
    matching: Matching,
    reserved: CellSet,
    tier: u8,
}

/// The reason why no puzzle can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PseudoError {
    /// The cells that are not reserved admit several solutions.
    #[error("with these cells reserved there is more than one solution: reserve fewer")]
    SeveralSolutions,
    /// Tiers up to this one solve the puzzle, so they leave no cell open.
    #[error("tiers up to {0} solve it, so no cell is reserved: choose a lower one")]
    NothingReserved(u8),
}

impl Pseudo {
    /// Creates a generator for which all cells except the `reserved` are to follow with tiers up to
    /// `tier`.
    ///
    /// # Errors
    /// If the unreserved cells have several solutions.
    pub fn new(
        ladder: &Ladder,
        solution: &Solution,
        reserved: CellSet,
        tier: u8,
    ) -> Result<Self, PseudoError> {
        if !is_unique(solution, !reserved) {
            return Err(PseudoError::SeveralSolutions);
        }
        let matching = Matching::of(solution);
        Ok(Self { ladder: ladder.clone(), solution: *solution, matching, reserved, tier })
    }

    /// Creates a generator that reserves the cells that tiers up to `tier` leave open in this
    /// puzzle.
    ///
    /// # Errors
    /// If they leave none open.
    pub fn of_puzzle(ladder: &Ladder, puzzle: &Puzzle, tier: u8) -> Result<Self, PseudoError> {
        let reserved = closed(ladder, puzzle.solution(), puzzle.clues(), tier).open;
        if reserved.is_empty() {
            return Err(PseudoError::NothingReserved(tier));
        }
        Self::new(ladder, puzzle.solution(), reserved, tier)
    }

    /// Removes random cells from a full board, each for good if the solution stays the only one and
    /// the ladder solves the rest, until tiers up to `tier` no longer do: the cells that they leave
    /// open are reserved. Returns that puzzle too; `None` if tiers up to `tier` solve it to the
    /// end. (Section 5.3: "randomly removing squares that would require advanced techniques to
    /// replace".)
    pub fn of_grid(
        ladder: &Ladder,
        solution: &Solution,
        tier: u8,
        rng: &mut impl Rng,
    ) -> Option<(Puzzle, Self)> {
        let mut cells: Vec<_> = CellSet::ALL.iter().collect();
        cells.shuffle(rng);
        let mut clues = CellSet::ALL;
        for cell in cells {
            let fewer = clues - CellSet::of(cell);
            if closed(ladder, solution, fewer, tier).is_solved() {
                clues = fewer;
            } else if is_unique(solution, fewer) {
                let puzzle = Puzzle::proved(fewer, *solution);
                if (tier + 1..ladder.beyond()).contains(&grade(ladder, &puzzle).tier) {
                    return Some((puzzle, Self::of_puzzle(ladder, &puzzle, tier).ok()?));
                }
            }
        }
        None
    }

    /// Returns the reserved cells.
    pub const fn reserved(&self) -> CellSet {
        self.reserved
    }

    /// Generates a puzzle; with `thin`, clues that the others imply are removed, in random order.
    pub fn attempt(&self, thin: bool, rng: &mut impl Rng) -> Puzzle {
        let mut cells: Vec<_> = (!self.reserved).iter().collect();
        cells.shuffle(rng);
        let mut clues = CellSet::EMPTY;
        let mut closure = Closure::new(&self.ladder, clues, &self.matching);
        for &cell in &cells {
            if closure.state().open.contains(cell) {
                clues.insert(cell);
                closure.fill(cell, self.solution[cell]);
                closure.close_until(self.tier, self.reserved);
            }
        }
        if thin {
            cells.shuffle(rng);
            for cell in cells {
                let fewer = clues - CellSet::of(cell);
                if fewer != clues && self.follows_from(fewer) {
                    clues = fewer;
                }
            }
        }
        Puzzle::proved(clues, self.solution)
    }

    /// Whether all unreserved cells follow from the clues with tiers up to that of the generator.
    pub fn follows_from(&self, clues: CellSet) -> bool {
        let mut closure = Closure::new(&self.ladder, clues, &self.matching);
        closure.close_until(self.tier, self.reserved);
        closure.state().open.is_subset(self.reserved)
    }
}
