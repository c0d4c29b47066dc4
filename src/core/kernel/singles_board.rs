//! [`SinglesBoard`]: a board of a known solution that fills all its singles at once.
//!
//! Only the wrong candidates left are stored, band by band, as 27 bits for each digit. So a
//! processor works on four digits at a time, with the same few steps for every digit and no branch:
//!
//! ```text
//!              digit 1   digit 2   digit 3  ...  digit 9   empty  empty  empty
//! wrong[0]     27 bits   27 bits   27 bits  ...  27 bits   0      0      0        rows 1 to 3
//! wrong[1]     27 bits   ...                                                      rows 4 to 6
//! wrong[2]     27 bits   ...                                                      rows 7 to 9
//! ```
//!
//! A cell is a naked single if it is in none of the nine sets of its band. It is a hidden single if
//! its digit has no wrong place in its row, its column or its box: the cells of *crowded* rows,
//! columns and boxes, those that have a wrong place, are computed for a whole band, and a cell in
//! all three is no hidden single.

use std::array::from_fn;

use crate::board::scan::{columns, down};
use crate::board::{Candidates, CellSet, Digit, Solution, State};

/// A word for every digit; the last three stay empty, for a length of three times four.
type ByDigit = [u32; WIDTH];
const WIDTH: usize = 12;

/// A solution in the form for its boards.
pub struct SolvedPlaces {
    solution: Solution,
    /// By band, the places of each digit.
    places: [ByDigit; 3],
}

/// A board during solving.
#[derive(Clone)]
pub struct SinglesBoard {
    /// By band, the wrong candidates, including those that `new` cells remove.
    wrong: [ByDigit; 3],
    open: CellSet,
    /// Filled cells whose digits are still to be removed from their peers.
    new: CellSet,
}

impl SolvedPlaces {
    pub fn of(solution: &Solution) -> Self {
        Self { solution: *solution, places: by_digit(&Candidates::solved(solution)) }
    }

    pub const fn solution(&self) -> &Solution {
        &self.solution
    }
}

impl SinglesBoard {
    /// Creates a board with these clues alone.
    pub fn of_clues(clues: CellSet, solved: &SolvedPlaces) -> Self {
        let mut board =
            Self::of(&State { candidates: Candidates::ALL, open: CellSet::ALL }, solved);
        board.fill(clues);
        board
    }

    /// Creates the board of a state that leads to this solution. Singles of the state are not
    /// searched for: only cells added by `fill` make new ones.
    pub fn of(state: &State, solved: &SolvedPlaces) -> Self {
        let (candidates, open) = (by_digit(&state.candidates), state.open.bands());
        let wrong = |band: usize, digit: usize| {
            candidates[band][digit] & open[band] & !solved.places[band][digit]
        };
        let wrong = from_fn(|band| from_fn(|digit| wrong(band, digit)));
        Self { wrong, open: state.open, new: CellSet::EMPTY }
    }

    /// Returns its state, if no single is left and a cell is still open.
    pub fn state(&self, solved: &SolvedPlaces) -> State {
        let mut candidates = Candidates::NONE;
        for digit in Digit::all() {
            let i = digit.index();
            let places = from_fn(|band| self.wrong[band][i] | solved.places[band][i]);
            candidates[digit] = CellSet::from_bands(places);
        }
        State { candidates, open: self.open }
    }

    pub const fn open(&self) -> CellSet {
        self.open
    }

    /// Fills the cells that are still open; close after it.
    pub fn fill(&mut self, cells: CellSet) {
        self.new |= cells & self.open;
        self.open -= cells;
    }

    /// Fills singles until there are none, or until no cell of `goal` is open.
    pub fn close_until(&mut self, goal: CellSet, solved: &SolvedPlaces) {
        while !self.new.is_empty() && self.open.intersects(goal) {
            self.clear_peers(solved);
            let found = self.find(solved);
            self.new = CellSet::EMPTY;
            self.fill(found);
        }
    }

    fn clear_peers(&mut self, solved: &SolvedPlaces) {
        for cell in self.new {
            let digit = solved.solution[cell].index();
            for (wrong, peers) in self.wrong.iter_mut().zip(cell.peers().bands()) {
                wrong[digit] &= !peers;
            }
        }
    }

    /// Removes all wrong candidates from the new cells; returns the naked and the hidden singles,
    /// open or filled.
    fn find(&mut self, solved: &SolvedPlaces) -> CellSet {
        let gone = self.new.bands();
        let [first, second, third] = &mut self.wrong;
        let [mut right, mut wrong] = [[0; 3]; 2];
        // One loop, with the bands by name: so the compiler sees that it can work on four digits at
        // a time.
        for digit in 0..WIDTH {
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

fn by_digit(candidates: &Candidates) -> [ByDigit; 3] {
    let mut all = [[0; WIDTH]; 3];
    for (digit, places) in candidates.places().iter().enumerate() {
        for (band, places) in all.iter_mut().zip(places.bands()) {
            band[digit] = places;
        }
    }
    all
}

/// Returns the cells of the rows of a band that have any cell: a row is 9 bits, and adding 0o377 to
/// its lower 8 carries into the highest if any is set.
const fn rows(band: u32) -> u32 {
    let any = (((band & 0o377_377_377) + 0o377_377_377) | band) & 0o400_400_400;
    (any << 1) - (any >> 8)
}

/// Returns the columns of the boxes of a band that have any cell, given the columns that have; by
/// the same carry, three bits each.
const fn boxes(columns: u32) -> u32 {
    let any = (((columns & 0o333) + 0o333) | columns) & 0o444;
    (any << 1) - (any >> 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, DigitSet};
    use crate::kernel::Matching;
    use crate::kernel::graphs::tests::lose;
    use crate::puzzles::known;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn they_end_where_propagation_does() {
        let rng_seed = 20_261_122;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let (mut stuck, mut early) = (0, 0);
        for puzzle in known() {
            let what = format!("{puzzle}, RNG seed {rng_seed}");
            let solution = puzzle.solution();
            let solved = SolvedPlaces::of(solution);
            let matching = Matching::of(solution);
            let mut state = State::of_clues(solution, CellSet::EMPTY);
            let mut board = SinglesBoard::of_clues(CellSet::EMPTY, &solved);
            // From an empty board to a full one, in steps of several sizes.
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

                lose(0.05, &mut state, &matching, &mut rng);
                assert!(state.propagate::<false>(DigitSet::ALL), "{what}");
                board = SinglesBoard::of(&state, &solved);
                assert_eq!(board.state(&solved), state, "{what}");
            }
        }
        assert!(stuck > 100 && early > 100, "{stuck}, {early}");
    }
}
