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
mod owners;
mod planes;

use counter::{Counter, Two, Valid};
use gates::{ALL, Gates, Inputs};
use owners::{CONSTRAINTS, Counted, Owned, Owners};
use planes::{RUNS, Runs, picks, runs};
use rand::Rng;

use super::sample::Sample;
use crate::board::{Candidates, CellSet, Digit, Solution, State};

/// No puzzle has more open cells. Two are worked on at a time, so that there is room for an even number.
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

impl Phase {
    /// From `from` to `to`, which singles lead to.
    pub fn new(from: &State, to: &State, solution: &Solution) -> Self {
        let solved = Candidates::solved(solution);
        let wrong = from.wrong(&solved);
        let filled = from.open - to.open;
        let owned = Owned::of(filled, solution, solved);
        let mut start = [0; 4 * CELLS];
        // By constraint, the cells that are the only other owner of a wrong candidate.
        let mut others = [0; CONSTRAINTS];
        let mut inputs = [Inputs::NONE; CONSTRAINTS];
        // Wrong candidates with three or four owners.
        let mut many: Vec<Owners> = Vec::with_capacity(CELLS);
        // Cells with a wrong candidate that no other takes away.
        let mut stuck = CellSet::EMPTY;
        for digit in Digit::all() {
            // Those that stay stand in no constraint of a cell that is filled.
            let Counted { one, two, more } =
                owned.counted(digit, wrong[digit] - to.candidates[digit]);
            stuck |= one;
            for (constraint, is_free) in owned.free_in_houses(digit, one) {
                start[constraint] = runs(is_free);
            }
            for owners in two.iter().map(|cell| owned.owners(digit, cell)) {
                let all = owners.all();
                for (constraint, own) in owners.constraints() {
                    let other = all & !own;
                    let is_new = others[constraint] & other == 0;
                    inputs[constraint].push_if(is_new, other.trailing_zeros() as usize);
                    others[constraint] |= other;
                }
            }
            many.extend(more.iter().map(|cell| owned.owners(digit, cell)));
        }
        for (constraint, is_free) in owned.free_cells(stuck) {
            start[constraint] = runs(is_free);
        }
        for (number, owners) in many.iter().enumerate() {
            let all = owners.all();
            for (constraint, own) in owners.constraints() {
                // Who goes when another has to go need not be asked.
                let is_asked = others[constraint] & all & !own == 0;
                inputs[constraint].push_if(is_asked, CELLS + number);
            }
        }
        let mut alone = Gates::new();
        for constraint in 0..4 * filled.len().next_multiple_of(2) {
            alone.push_if(start[constraint] != 0, &inputs[constraint], constraint as u8);
        }
        let wrong = many.into_iter().map(Owners::known).collect();
        Self { cells: filled.len(), open: from.open.len(), wrong, alone, start }
    }

    /// The number of checks of each of the runs.
    pub fn run(&self, rng: &mut impl Rng) -> Sample {
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
    fn run_with<const BITS: usize>(&self, rng: &mut impl Rng) -> Sample {
        let mut costs = [0.0; RUNS];
        // By cell, where it is filled; then by wrong candidate, where it is gone.
        let mut words = [0; WORDS];
        words[ALL] = !0;
        let mut alone = self.start;
        let mut singles = [Valid::default(); CELLS / 2];
        for step in 0..self.cells {
            let (filled, gone) = words.split_at_mut(CELLS);
            for (gone, owners) in gone.iter_mut().zip(&self.wrong) {
                *gone =
                    owners.iter().fold(0, |gone, &owner| gone | filled[usize::from(owner) % CELLS]);
            }
            self.alone.set(&words, &mut alone);

            let mut count = Counter::<BITS>::new();
            let pairs = self.cells.div_ceil(2);
            let constraints = alone.as_chunks::<2>().0.as_chunks::<4>().0;
            let filled = &mut words.as_chunks_mut::<2>().0[..pairs];
            for ((singles, alone), filled) in singles.iter_mut().zip(constraints).zip(&*filled) {
                let [naked, row, column, boxed] = alone.map(Two::new);
                let open = !Two::new(*filled);
                *singles = Valid::new(naked & open, (row | column | boxed) & open);
                count.add(*singles);
            }
            let valid = count.numbers();

            // An open cell counts twice, as a naked and as a hidden single.
            let possible = (2 * (self.open - step) + 1) as f32;
            for (cost, &valid) in costs.iter_mut().zip(&valid) {
                *cost += possible / (f32::from(valid) + 1.0);
            }

            let mut place = count.below_top(&picks(&valid, rng));
            for (filled, &singles) in filled.iter_mut().zip(&singles) {
                *filled = (Two::new(*filled) | place.add(singles)).to_array();
            }
        }
        Sample::of_all(&costs.map(f64::from))
    }
}

#[cfg(test)]
mod tests {
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
                together.add(&phase.run(&mut rng));
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
