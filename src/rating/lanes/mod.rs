//! A singles phase run 64 times side by side, a bit each.
//!
//! All runs of a phase fill the same cells, one a step, so that they go in step. The solution is known: each of
//! these cells is the owner of four *constraints*, the cell itself and its digit in its row, column and box. A
//! wrong candidate stands in four constraints too, and is gone as soon as the owner of one of them is filled. A
//! constraint without wrong candidates makes its owner a single: naked for the cell, hidden for the others.
//!
//! What takes most of the time of a single run, to find the next single and what it changes, are here a few
//! operations on words, without a branch.

mod gates;
mod planes;
mod tree;

use std::mem;

use gates::{Gates, Inputs};
use planes::{Runs, picks};
use rand::Rng;
use tree::Tree;

pub use planes::RUNS;

use crate::board::{Candidates, Cell, Digit, House, Solution, State};

/// No puzzle has more open cells.
const CELLS: usize = 64;

/// Instead of an owner.
const NOBODY: u8 = u8::MAX;

/// The singles phase between two states of a puzzle.
pub struct Phase {
    /// How many cells are filled.
    cells: usize,
    /// How many are open before.
    open: usize,
    /// A wrong candidate is gone when *one* of its owners is filled.
    gone: Gates,
    /// A constraint is alone when *all* its wrong candidates are gone.
    alone: Gates,
    /// By constraint without a gate, whether it is alone from the start, in all runs, or never.
    start: [Runs; 4 * CELLS],
}

impl Phase {
    /// From `from` to `to`, which singles lead to.
    pub fn new(from: &State, to: &State, solution: &Solution) -> Self {
        let solved = Candidates::solved(solution);
        let filled = from.open - to.open;
        // By cell, and by digit and house, the owner.
        let mut cells = [NOBODY; Cell::COUNT];
        let mut digits = [[NOBODY; House::COUNT]; Digit::COUNT];
        for (cell, owner) in filled.iter().zip(0..) {
            cells[cell.index()] = owner;
            for house in cell.houses() {
                digits[solution[cell].index()][house.index()] = owner;
            }
        }
        let mut wrong = Vec::with_capacity(4 * CELLS);
        let mut constraints = vec![[Inputs::default(); 4]; filled.len()];
        for digit in Digit::all() {
            let owners_in = &digits[digit.index()];
            // Those that stay stand in no constraint of a cell that is filled.
            let gone = (from.candidates[digit] & from.open) - solved[digit] - to.candidates[digit];
            for cell in gone {
                let [row, column, boxed] = cell.houses().map(|house| owners_in[house.index()]);
                let mut owners = 0;
                for (kind, owner) in
                    [cells[cell.index()], row, column, boxed].into_iter().enumerate()
                {
                    if owner != NOBODY {
                        owners |= 1 << owner;
                        constraints[usize::from(owner)][kind].push(wrong.len());
                    }
                }
                wrong.push(owners);
            }
        }
        let mut phase = Self {
            cells: filled.len(),
            open: from.open.len(),
            gone: Gates::new(),
            alone: Gates::new(),
            start: [!0; 4 * CELLS],
        };
        let mut asked = vec![false; wrong.len()];
        for (number, constraint) in constraints.as_flattened().iter().enumerate() {
            // When its own owner is filled, nobody asks any more.
            let Some(needed) = constraint.without_followers(&wrong, 1 << (number / 4)) else {
                phase.start[number] = 0;
                continue;
            };
            for one in needed.iter().filter(|&one| !mem::replace(&mut asked[one], true)) {
                phase.gone.push(&Inputs::of(wrong[one]), one);
            }
            phase.alone.push(&needed, number);
        }
        phase
    }

    /// The number of checks of each of the runs.
    pub fn run(&self, rng: &mut impl Rng) -> [f32; RUNS] {
        let mut costs = [0.0; RUNS];
        let mut filled = [0; CELLS];
        let mut gone = [0; 8 * CELLS];
        let mut alone = self.start;
        let mut tree = Tree::new(self.cells);
        for step in 0..self.cells {
            self.gone.set(&filled, &mut gone, |one, other| one | other);
            self.alone.set(&gone, &mut alone, |one, other| one & other);
            let valid = tree.count(&alone, &filled);
            // An open cell counts twice, as a naked and as a hidden single.
            let possible = (2 * (self.open - step) + 1) as f32;
            for (cost, &valid) in costs.iter_mut().zip(&valid) {
                *cost += possible / (f32::from(valid) + 1.0);
            }
            tree.choose(&picks(&valid, rng));
            for (filled, chosen) in filled.iter_mut().zip(tree.chosen()) {
                *filled |= chosen;
            }
        }
        costs
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::Sample;
    use super::super::singles::Layout;
    use super::*;
    use crate::board::{DigitSet, Grid, Puzzle};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn runs_side_by_side_cost_what_single_runs_cost() {
        let rng_seed = 16;
        let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
        let (mut squares, mut spreads, mut count) = (0.0, 0.0, 0.0);
        for line in include_str!("../../../tests/data/known_answers.tsv").lines().skip(1) {
            let grid: Grid = line[..81].parse().unwrap();
            let puzzle = Puzzle::new(&grid).unwrap();
            let from = State::of(&grid);
            let mut to = from;
            assert!(to.propagate::<false>(DigitSet::ALL));
            let phase = Phase::new(&from, &to, puzzle.solution());
            let (layout, board) = Layout::new(&from, puzzle.solution());
            let (mut together, mut single) = (Sample::default(), Sample::default());
            for _ in 0..8 {
                phase.run(&mut rng).into_iter().for_each(|cost| together.push(cost.into()));
            }
            for _ in 0..512 {
                single.push(board.clone().run(&layout, &mut rng));
            }
            // Where there is no choice, all runs cost the same.
            if single.spread() < 1e-9 {
                let off = (together.mean - single.mean).abs();
                assert!(off < 1e-5 * single.mean.max(1.0), "{off}, {line}");
                continue;
            }
            let error = (together.spread() + single.spread()) / 512.0;
            squares += (together.mean - single.mean).powi(2) / error;
            spreads += together.spread() / single.spread();
            count += 1.0;
        }
        assert!(
            (0.7..1.35).contains(&(squares / count)),
            "{}, RNG seed {rng_seed}",
            squares / count
        );
        assert!(
            (0.97..1.03).contains(&(spreads / count)),
            "{}, RNG seed {rng_seed}",
            spreads / count
        );
    }
}
