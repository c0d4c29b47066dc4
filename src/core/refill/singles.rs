//! [`Singles`]: a board of a known solution on which singles are filled, those of all digits at a time.

use std::array::from_fn;

use crate::board::scan::{columns, down};
use crate::board::{Candidates, CellSet, Digit, Solution, State};

/// A word for every digit. A processor works on four of them at a time, so the last three stay empty.
type Lanes = [u32; LANES];
const LANES: usize = 12;

/// What the boards of a solution share.
pub struct Solved {
    solution: Solution,
    /// By band, where each digit goes.
    places: [Lanes; 3],
}

/// A board in the middle of being solved. Since the solution is known, all that matters are the *wrong*
/// candidates left: a cell is a naked single when it has none, a hidden single when its digit has no wrong place
/// in one of its houses. To find all of these takes the same few steps for every digit, and no branch.
#[derive(Clone)]
pub struct Singles {
    /// By band, the wrong candidates. Those that `new` cells take away are still there.
    wrong: [Lanes; 3],
    open: CellSet,
    /// Cells filled whose peers do not know it yet.
    new: CellSet,
}

impl Solved {
    pub fn of(solution: &Solution) -> Self {
        Self { solution: *solution, places: lanes(&Candidates::solved(solution)) }
    }

    /// The solution.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }
}

impl Singles {
    /// Nothing but these clues.
    pub fn of_clues(clues: CellSet, solved: &Solved) -> Self {
        let mut board =
            Self::of(&State { candidates: Candidates::ALL, open: CellSet::ALL }, solved);
        board.fill(clues);
        board
    }

    /// A state that leads to this solution. It has no single left, or they may stay.
    pub fn of(state: &State, solved: &Solved) -> Self {
        let (candidates, open) = (lanes(&state.candidates), state.open.bands());
        let wrong = |band: usize, digit: usize| {
            candidates[band][digit] & open[band] & !solved.places[band][digit]
        };
        let wrong = from_fn(|band| from_fn(|digit| wrong(band, digit)));
        Self { wrong, open: state.open, new: CellSet::EMPTY }
    }

    /// The same as others see it, when there is no single left and still an open cell.
    pub fn state(&self, solved: &Solved) -> State {
        let mut candidates = Candidates::NONE;
        for digit in Digit::all() {
            let i = digit.index();
            let places = from_fn(|band| self.wrong[band][i] | solved.places[band][i]);
            candidates[digit] = CellSet::from_bands(places);
        }
        State { candidates, open: self.open }
    }

    /// The cells not yet filled.
    pub const fn open(&self) -> CellSet {
        self.open
    }

    /// Fills those of the cells that are still open; close after it.
    pub fn fill(&mut self, cells: CellSet) {
        self.new |= cells & self.open;
        self.open -= cells;
    }

    /// Fills singles until there are none, or until no cell of `goal` is open.
    pub fn close_until(&mut self, goal: CellSet, solved: &Solved) {
        while !self.new.is_empty() && self.open.intersects(goal) {
            self.clear_peers(solved);
            let found = self.find(solved);
            self.new = CellSet::EMPTY;
            self.fill(found);
        }
    }

    /// Takes the digits of the new cells from their peers.
    fn clear_peers(&mut self, solved: &Solved) {
        for cell in self.new {
            let digit = solved.solution[cell].index();
            for (wrong, peers) in self.wrong.iter_mut().zip(cell.peers().bands()) {
                wrong[digit] &= !peers;
            }
        }
    }

    /// Takes all that is wrong from the new cells; returns the cells without a wrong digit and those whose digit
    /// has no wrong place in a house, open or not.
    fn find(&mut self, solved: &Solved) -> CellSet {
        let gone = self.new.bands();
        let [first, second, third] = &mut self.wrong;
        let [mut right, mut wrong] = [[0; 3]; 2];
        // One loop, with the bands by name: so the compiler sees that four digits can be worked on at a time.
        for digit in 0..LANES {
            let places =
                [first[digit] & !gone[0], second[digit] & !gone[1], third[digit] & !gone[2]];
            [first[digit], second[digit], third[digit]] = places;
            let by_band = places.map(columns);
            let by_column = by_band[0] | by_band[1] | by_band[2];
            for band in 0..3 {
                let crowded = rows(places[band]) & down(boxes(by_band[band]) & by_column);
                right[band] |= solved.places[band][digit] & !crowded;
                wrong[band] |= places[band];
            }
        }
        CellSet::from_bands(right) | !CellSet::from_bands(wrong)
    }
}

fn lanes(candidates: &Candidates) -> [Lanes; 3] {
    let mut lanes = [[0; LANES]; 3];
    for (digit, places) in candidates.places().iter().enumerate() {
        for (lanes, places) in lanes.iter_mut().zip(places.bands()) {
            lanes[digit] = places;
        }
    }
    lanes
}

/// The cells of the rows of a band that hold anything.
const fn rows(band: u32) -> u32 {
    // What is in the lower 8 of 9 bits carries into the highest.
    let any = (((band & 0o377_377_377) + 0o377_377_377) | band) & 0o400_400_400;
    (any << 1) - (any >> 8)
}

/// The columns of the boxes of a band that hold anything, by the columns that do.
const fn boxes(columns: u32) -> u32 {
    let any = (((columns & 0o333) + 0o333) | columns) & 0o444;
    (any << 1) - (any >> 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, DigitSet, Grid, Puzzle};
    use rand::{RngExt, SeedableRng};

    #[test]
    fn they_end_where_propagation_does() {
        let rng_seed = 20_261_122;
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(rng_seed);
        let (mut stuck, mut early) = (0, 0);
        for line in include_str!("../../../tests/data/known_answers.tsv").lines().skip(1) {
            let what = format!("{line}, RNG seed {rng_seed}");
            let grid: Grid = line[..81].parse().unwrap();
            let puzzle = Puzzle::new(&grid).unwrap();
            let solution = puzzle.solution();
            let solved = Solved::of(solution);
            let mut state = State::of_clues(solution, CellSet::EMPTY);
            let mut board = Singles::of_clues(CellSet::EMPTY, &solved);
            // From a board with nothing on it to a full one, in steps of several sizes.
            while !state.is_solved() {
                let share = rng.random_range(0.02..0.3);
                let more: CellSet = Cell::all().filter(|_| rng.random_bool(share)).collect();
                for cell in more & state.open {
                    state.fill(cell, solution[cell]);
                }
                board.fill(more);

                let goal: CellSet = Cell::all().filter(|_| rng.random_bool(0.05)).collect();
                let mut until = board.clone();
                until.close_until(goal, &solved);

                assert!(state.propagate::<false>(DigitSet::ALL), "{what}");
                board.close_until(CellSet::ALL, &solved);
                assert_eq!(board.open(), state.open, "{what}");
                if !state.is_solved() {
                    assert_eq!(board.state(&solved), state, "{what}");
                }

                assert!(state.open.is_subset(until.open()), "{what}");
                assert_eq!(until.open().intersects(goal), state.open.intersects(goal), "{what}");
                stuck += usize::from(!state.is_solved());
                early += usize::from(until.open() != state.open);

                // Some of what is wrong goes, as a higher tier does it; a digit of the solution never does.
                for digit in Digit::all() {
                    let cells: CellSet =
                        state.open.iter().filter(|_| rng.random_bool(0.05)).collect();
                    state.remove(digit.into(), cells - solution.places(digit));
                }
                assert!(state.propagate::<false>(DigitSet::ALL), "{what}");
                board = Singles::of(&state, &solved);
                assert_eq!(board.state(&solved), state, "{what}");
            }
        }
        assert!(stuck > 100 && early > 100, "{stuck}, {early}");
    }
}
