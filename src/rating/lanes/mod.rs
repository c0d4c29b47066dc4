//! A singles phase run 64 times side by side, a bit each.
//!
//! All runs of a phase fill the same cells, one a step, so that they go in step. The solution is known: each of
//! these cells is the owner of four *constraints*, the cell itself and its digit in its row, column and box. A
//! wrong candidate stands in four constraints too, and is gone as soon as the owner of one of them is filled. A
//! constraint without wrong candidates makes its owner a single: naked for the cell, hidden for the others.
//!
//! What takes most of the time of a single run, to find the next single and what it changes, are here a few
//! operations on words, without a branch: wrong candidates and constraints are joined from others, the valid singles
//! counted, and a random number counted down to the one that is picked.

mod counter;
mod gates;
mod planes;

use counter::{Counter, Valid};
use gates::{Gates, Inputs};
use planes::{RUNS, Runs, picks};
use rand::Rng;

use crate::board::{Candidates, Cell, Digit, House, Solution, State, bits};

/// No puzzle has more open cells.
const CELLS: usize = 64;

/// More than cells and wrong candidates, and a power of two: low bits tell a compiler that a number is below.
const WORDS: usize = 16 * CELLS;

/// The singles phase between two states of a puzzle.
pub struct Phase {
    /// How many cells are filled.
    cells: usize,
    /// How many are open before.
    open: usize,
    /// Wrong candidates with three or four owners, which go when *one* of them is filled.
    wrong: Vec<[u8; 4]>,
    /// A constraint is alone when *all* its wrong candidates are gone: as far as they have one owner besides its own, when these
    /// are filled, and when the others are gone, numbered from [`CELLS`] on.
    alone: Gates,
    /// By constraint (four of each cell) without a gate, whether it is alone from the start, in all runs, or never.
    start: [Runs; 4 * CELLS],
}

/// The owners of the constraints of a wrong candidate: its cell, row, column and box, each as a set; empty if there is none.
struct Owners([u64; 4]);

impl Owners {
    fn all(&self) -> u64 {
        self.0.iter().fold(0, |all, owner| all | owner)
    }

    /// Three or four.
    fn are_many(&self) -> bool {
        let without_first = |set: u64| set & set.wrapping_sub(1);
        without_first(without_first(self.all())) != 0
    }

    /// The number of each constraint that has an owner, and that as a set.
    fn constraints(&self) -> impl Iterator<Item = (usize, u64)> {
        let owned = self.0.iter().enumerate().filter(|(_, owner)| **owner != 0);
        owned.map(|(kind, &owner)| (4 * owner.trailing_zeros() as usize + kind, owner))
    }

    /// Their numbers; in place of one that there is not, another once more.
    fn numbers(&self) -> [u8; 4] {
        self.0.map(|owner| if owner == 0 { self.all() } else { owner }.trailing_zeros() as u8)
    }
}

impl Phase {
    /// From `from` to `to`, which singles lead to.
    pub fn new(from: &State, to: &State, solution: &Solution) -> Self {
        let wrong = from.wrong(&Candidates::solved(solution));
        let filled = from.open - to.open;
        // By cell, and by digit and house, the owner, as a set; empty if there is none.
        let mut cells = [0; Cell::COUNT];
        let mut digits = [[0; House::COUNT]; Digit::COUNT];
        for (owner, cell) in filled.iter().enumerate() {
            cells[cell.index()] = 1 << owner;
            for house in cell.houses() {
                digits[solution[cell].index()][house.index()] = 1 << owner;
            }
        }
        let mut start = [!0; 4 * CELLS];
        // By constraint, the cells that are the only other owner of a wrong candidate.
        let mut others = [0; 4 * CELLS];
        let mut many = Vec::with_capacity(CELLS);
        for digit in Digit::all() {
            let owners_in = &digits[digit.index()];
            // Those that stay stand in no constraint of a cell that is filled.
            for cell in wrong[digit] - to.candidates[digit] {
                let [row, column, boxed] = cell.houses().map(|house| owners_in[house.index()]);
                let owners = Owners([cells[cell.index()], row, column, boxed]);
                if owners.are_many() {
                    many.push(owners);
                    continue;
                }
                for (constraint, own) in owners.constraints() {
                    let other = owners.all() & !own;
                    others[constraint] |= other;
                    if other == 0 {
                        start[constraint] = 0;
                    }
                }
            }
        }
        let mut inputs = vec![Inputs::default(); 4 * filled.len()];
        for (number, owners) in many.iter().enumerate() {
            for (constraint, own) in owners.constraints() {
                // Who goes when another has to go need not be asked.
                if others[constraint] & owners.all() & !own == 0 {
                    inputs[constraint].push(CELLS + number);
                }
            }
        }
        let mut alone = Gates::new();
        for (constraint, inputs) in inputs.iter_mut().enumerate() {
            if start[constraint] != 0 {
                bits(others[constraint]).for_each(|other| inputs.push(other));
                alone.push(inputs, constraint as u8);
            }
        }
        let wrong = many.iter().map(Owners::numbers).collect();
        Self { cells: filled.len(), open: from.open.len(), wrong, alone, start }
    }

    /// The number of checks of each of the runs.
    pub fn run(&self, rng: &mut impl Rng) -> [f32; RUNS] {
        // A cell is up to two singles.
        match self.cells {
            0..8 => self.run_with::<4>(rng),
            8..16 => self.run_with::<5>(rng),
            16..32 => self.run_with::<6>(rng),
            32..64 => self.run_with::<7>(rng),
            _ => self.run_with::<8>(rng),
        }
    }

    /// The same, with counters of so many bits.
    fn run_with<const BITS: usize>(&self, rng: &mut impl Rng) -> [f32; RUNS] {
        let mut costs = [0.0; RUNS];
        // By cell, where it is filled; then by wrong candidate, where it is gone.
        let mut words = [0; WORDS];
        let mut alone = self.start;
        let mut singles = [Valid::default(); CELLS];
        for step in 0..self.cells {
            let (filled, gone) = words.split_at_mut(CELLS);
            for (gone, owners) in gone.iter_mut().zip(&self.wrong) {
                *gone =
                    owners.iter().fold(0, |gone, &owner| gone | filled[usize::from(owner) % CELLS]);
            }
            self.alone.set(&words, &mut alone);

            let mut valid = Counter::<BITS>::new();
            let (constraints, filled) = (alone.as_chunks::<4>().0, &mut words[..self.cells]);
            for ((singles, alone), filled) in singles.iter_mut().zip(constraints).zip(&*filled) {
                let [naked, row, column, boxed] = alone;
                *singles = Valid::new(naked & !filled, (row | column | boxed) & !filled);
                valid.add(*singles);
            }
            let valid = valid.numbers();

            // An open cell counts twice, as a naked and as a hidden single.
            let possible = (2 * (self.open - step) + 1) as f32;
            for (cost, &valid) in costs.iter_mut().zip(&valid) {
                *cost += possible / (f32::from(valid) + 1.0);
            }

            let mut place = Counter::<BITS>::below_top(&picks(&valid, rng));
            for (filled, &singles) in filled.iter_mut().zip(&singles) {
                *filled |= place.add(singles);
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
                together.extend(phase.run(&mut rng));
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
        let (squares, spreads) = (squares / count, spreads / count);
        assert!((0.7..1.35).contains(&squares), "{squares}, RNG seed {rng_seed}");
        assert!((0.97..1.03).contains(&spreads), "{spreads}, RNG seed {rng_seed}");
    }
}
