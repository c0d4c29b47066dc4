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
use owners::{Counted, OWNERS, Owned, Owners, constraint};
use planes::{RUNS, Runs, draw, picks};
use rand::Rng;

use super::sample::Sample;
use crate::board::{Candidates, CellSet, Digit, Solution, State, bits};

/// No puzzle has more open cells. Four are worked on in a turn, so that there is room for a multiple of four.
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
    /// By constraint (four of each cell), whether it is alone from the start, in all runs; without a gate it stays so.
    start: [Runs; 4 * CELLS],
}

impl Phase {
    /// From `from` to `to`, which singles lead to.
    pub fn new(from: &State, to: &State, solution: &Solution) -> Self {
        let solved = Candidates::solved(solution);
        let wrong = from.wrong(&solved);
        let filled = from.open - to.open;
        let owned = Owned::of(filled, solution, solved);
        let mut inputs = [[Inputs::NONE; OWNERS]; 4];
        // By kind, the owners with inputs.
        let mut with_inputs = [0; 4];
        // Wrong candidates with three or four owners.
        let mut many: Vec<Owners> = Vec::with_capacity(CELLS);
        // Wrong candidates that no other cell takes away.
        let mut stuck = [CellSet::EMPTY; Digit::COUNT];
        for digit in Digit::all() {
            // Those that stay stand in no constraint of a cell that is filled.
            let Counted { one, two, more } =
                owned.counted(digit, wrong[digit] - to.candidates[digit]);
            stuck[digit.index()] = one;
            for owners in two.iter().map(|cell| owned.owners(digit, cell)) {
                let all = owners.all();
                for (kind, (owner, own)) in owners.by_kind().into_iter().enumerate() {
                    inputs[kind][owner].push_cell(all & !own);
                    with_inputs[kind] |= own;
                }
            }
            many.extend(more.iter().map(|cell| owned.owners(digit, cell)));
        }
        for (number, owners) in many.iter().enumerate() {
            let all = owners.all();
            for (kind, (owner, own)) in owners.by_kind().into_iter().enumerate() {
                // Who goes when another has to go need not be asked.
                inputs[kind][owner].push_without(all & !own, CELLS + number);
                with_inputs[kind] |= own;
            }
        }
        let free = owned.free(&stuck);
        let mut start = [0; 4 * CELLS];
        let mut alone = Gates::new();
        for kind in 0..4 {
            for owner in bits(free[kind] & !with_inputs[kind]) {
                start[constraint(owner, kind)] = !0;
            }
            for owner in bits(free[kind] & with_inputs[kind]) {
                alone.push(&inputs[kind][owner], constraint(owner, kind) as u8);
            }
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
        // Two pairs of cells a turn: the planes of a counter change places with each, and are back after two.
        let fours = self.cells.div_ceil(4);
        let last = self.open - self.cells + 1;
        for open in (last..=self.open).rev() {
            let random = draw(rng);
            let mut count = Counter::<BITS>::new();
            let singles = &mut singles.as_chunks_mut::<2>().0[..fours];
            let constraints = alone.as_chunks::<2>().0.as_chunks::<4>().0.as_chunks::<2>().0;
            let filled = &mut words.as_chunks_mut::<2>().0.as_chunks_mut::<2>().0[..fours];
            for ((singles, alone), filled) in singles.iter_mut().zip(constraints).zip(&*filled) {
                for ((singles, alone), filled) in singles.iter_mut().zip(alone).zip(filled) {
                    let [naked, row, column, boxed] = alone.map(Two::new);
                    let open = !Two::new(*filled);
                    *singles = Valid::new(naked & open, (row | column | boxed) & open);
                    count.add(*singles);
                }
            }
            let valid = count.numbers();

            // An open cell counts twice, as a naked and as a hidden single.
            let possible = (2 * open + 1) as f32;
            for (cost, &valid) in costs.iter_mut().zip(&valid) {
                *cost += possible / (f32::from(valid) + 1.0);
            }
            // Nobody looks at the board after the last one.
            if open == last {
                break;
            }

            let mut place = count.below_top(&picks(&valid, &random));
            for (filled, singles) in filled.iter_mut().zip(&*singles) {
                for (filled, &singles) in filled.iter_mut().zip(singles) {
                    *filled = (Two::new(*filled) | place.add(singles)).to_array();
                }
            }
            for (word, owners) in (CELLS..WORDS).zip(&self.wrong) {
                let [a, b, c, d] = owners.map(|owner| words[usize::from(owner)]);
                words[word] = a | b | c | d;
            }
            self.alone.set(&words, &mut alone);
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
        for line in include_str!("../../../../tests/data/known_answers.tsv").lines().skip(1) {
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
