//! The singles phases of a run: random singles are filled until there are none, and the checks counted.
//!
//! Most of the time of a run goes here, so the board is kept in the form that this asks for. The solution is
//! known and every single fills its digit, so all that matters of a state are the *wrong* candidates left:
//! a cell is a naked single when it has none, a hidden single when its digit has no wrong place in one
//! of its houses. No puzzle has fewer than 17 clues, so the numbers of the open cells are below 64: a set
//! of cells is one word. How many wrong places a digit has in each of the 27 houses is one word too, four bits
//! a house.

use rand::Rng;

use super::word::{Counted, pick};
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, Solution, State, bits};
use crate::logic::{Look, Matching};

/// No puzzle has more open cells.
const CELLS: usize = 64;

/// What a puzzle keeps while it is solved. Open cells are numbered; a set of them is a word.
pub struct Layout {
    solved: Candidates,
    cells: Vec<Cell>,
    numbers: [u8; Cell::COUNT],
    /// By cell, the index of its digit.
    digits: [u8; CELLS],
    /// By cell, itself and its peers.
    seen: [u64; CELLS],
    /// By wrong candidate, digit first, what [`Board::left`] loses with it: one in each house.
    counts: Vec<[u128; CELLS]>,
    /// By digit and row, the cell where the digit goes, as a set; empty if that is not open, and for the row
    /// after the last.
    owners: [[u64; 10]; Digit::COUNT],
}

/// The wrong candidates left, by digit. When there is no single left, they say all of a board.
pub type Wrong = [u64; Digit::COUNT];

/// A board in the middle of being solved.
#[derive(Clone)]
pub struct Board {
    open: u64,
    /// The cells whose digit has no wrong place in some house, open or not.
    hidden: u64,
    places: Wrong,
    /// By cell, the wrong digits left.
    digits: [u16; CELLS],
    /// By digit, the wrong places left in each house: [`one`] says where.
    left: [u128; Digit::COUNT],
    /// By digit, [`alone`] of them.
    alone: [u64; Digit::COUNT],
}

/// What has been seen of a board, as others see it.
pub struct Seen {
    open: u64,
    wrong: Wrong,
    /// The state.
    pub look: Look,
}

impl Seen {
    /// `look` is at the state of `board`.
    pub fn new(board: &Board, look: Look) -> Self {
        Self { open: board.open, wrong: board.places, look }
    }

    /// A look at `board`, which follows from the one seen.
    pub fn then(&self, board: &Board, layout: &Layout, matching: &Matching) -> Self {
        let mut state = *self.look.state();
        for digit in Digit::all() {
            let index = digit.index();
            for number in bits(self.wrong[index] & !board.places[index]) {
                state.candidates[digit].remove(layout.cells[number]);
            }
        }
        for number in bits(self.open & !board.open) {
            state.open.remove(layout.cells[number]);
        }
        Self::new(board, self.look.then(state, matching))
    }
}

/// One in the counter of a house: four bits for each row, after them each column, after them each box. Columns
/// and boxes stand in the order of the rows where the digit is in them, so that the three counters of a
/// cell have the same place.
const fn one(kind: usize, row: usize) -> u128 {
    1 << (36 * kind + 4 * row)
}

/// The same four bits for all places.
const fn each(bits: u64) -> u64 {
    bits * 0x1_1111_1111
}

/// The places where some of the three counters is zero, as the highest of four bits.
const fn alone(left: u128) -> u64 {
    // Up to 8 and 7 more do not carry into the next one.
    let more = left + (each(7) as u128 | (each(7) as u128) << 36 | (each(7) as u128) << 72);
    !(more & more >> 36 & more >> 72) as u64 & each(8)
}

impl Layout {
    /// For a puzzle with this solution, from `state` on, and the board of that.
    pub fn new(state: &State, solution: &Solution) -> (Self, Board) {
        let mut layout = Self {
            solved: Candidates::solved(solution),
            cells: state.open.iter().collect(),
            numbers: [0; Cell::COUNT],
            digits: [0; CELLS],
            seen: [0; CELLS],
            counts: vec![[0; CELLS]; Digit::COUNT],
            owners: [[0; 10]; Digit::COUNT],
        };
        let mut houses = [0; 27];
        // By house and digit, the row where it goes.
        let mut rows = [[0; Digit::COUNT]; 27];
        for (number, &cell) in layout.cells.iter().enumerate() {
            let digit = solution[cell].index();
            layout.numbers[cell.index()] = number as u8;
            layout.digits[number] = digit as u8;
            layout.owners[digit][cell.row()] = 1 << number;
            for house in cell.houses() {
                houses[house.index()] |= 1 << number;
                rows[house.index()][digit] = cell.row();
            }
        }
        let mut board = Board {
            open: 0,
            hidden: 0,
            places: layout.wrong(state),
            digits: [0; CELLS],
            left: [0; Digit::COUNT],
            alone: [0; Digit::COUNT],
        };
        for (number, &cell) in layout.cells.iter().enumerate() {
            let around = cell.houses().map(House::index);
            layout.seen[number] = around.iter().fold(0, |seen, &house| seen | houses[house]);
            board.open |= 1 << number;
        }
        for (digit, places) in board.places.into_iter().enumerate() {
            for number in bits(places) {
                let around = layout.cells[number].houses().map(House::index);
                let counts = (0..3).map(|kind| one(kind, rows[around[kind]][digit])).sum();
                layout.counts[digit][number] = counts;
                board.left[digit] += counts;
                board.digits[number] |= 1 << digit;
            }
            board.hidden |= board.see_alone(digit, &layout);
        }
        (layout, board)
    }

    /// The wrong candidates of a state of the same puzzle.
    pub fn wrong(&self, state: &State) -> Wrong {
        state.wrong(&self.solved).places().map(|cells| self.word(cells))
    }

    fn word(&self, cells: CellSet) -> u64 {
        cells.iter().fold(0, |word, cell| word | 1 << self.number(cell))
    }

    fn number(&self, cell: Cell) -> usize {
        usize::from(self.numbers[cell.index()])
    }
}

impl Board {
    /// The wrong candidates left.
    pub const fn wrong(&self) -> &Wrong {
        &self.places
    }

    /// Fills `cell`.
    pub fn fill(&mut self, cell: Cell, layout: &Layout) {
        self.fill_number(layout.number(cell), layout);
    }

    /// Takes `digits` from `cells`, as far as they are there and wrong.
    pub fn remove(&mut self, digits: DigitSet, cells: CellSet, layout: &Layout) {
        let cells = layout.word(cells);
        for digit in digits.iter().map(Digit::index) {
            self.hidden |= self.lose(digit, self.places[digit] & cells, layout);
        }
    }

    #[inline]
    fn fill_number(&mut self, cell: usize, layout: &Layout) {
        self.open &= !(1 << cell);
        let digit = usize::from(layout.digits[cell]);
        let mut hidden = self.lose(digit, self.places[digit] & layout.seen[cell], layout);
        // What is left in `digits` of a filled cell is not asked for again.
        for digit in bits(u64::from(self.digits[cell])) {
            self.places[digit] &= !(1 << cell);
            self.left[digit] -= layout.counts[digit][cell];
            hidden |= self.see_alone(digit, layout);
        }
        self.hidden |= hidden;
    }

    /// Takes the wrong `digit` from `cells`; returns the cells that are hidden singles now.
    #[inline]
    fn lose(&mut self, digit: usize, cells: u64, layout: &Layout) -> u64 {
        if cells == 0 {
            return 0;
        }
        self.places[digit] &= !cells;
        let (counts, mut left) = (&layout.counts[digit], self.left[digit]);
        for cell in bits(cells) {
            self.digits[cell] &= !(1 << digit);
            left -= counts[cell];
        }
        self.left[digit] = left;
        self.see_alone(digit, layout)
    }

    /// The hidden singles of `digit` that were none before.
    #[inline]
    fn see_alone(&mut self, digit: usize, layout: &Layout) -> u64 {
        let alone = alone(self.left[digit]);
        let mut new = alone & !self.alone[digit];
        self.alone[digit] = alone;
        let mut hidden = 0;
        // Often none and seldom two: the first is looked up without a branch, none being the row after the last.
        loop {
            let row = (new | 1 << 36).trailing_zeros() / 4;
            hidden |= layout.owners[digit][row as usize];
            new &= new.wrapping_sub(1);
            if new == 0 {
                return hidden;
            }
        }
    }

    /// The cells without a wrong candidate, open or not.
    #[inline]
    fn naked(&self) -> u64 {
        !self.places.iter().fold(0, |wrong, places| wrong | places)
    }

    /// Fills random singles until there are none; returns the number of checks.
    pub fn run(&mut self, layout: &Layout, rng: &mut impl Rng) -> f64 {
        let mut cost = 0.0;
        let mut open = self.open.count_ones() as usize;
        loop {
            let (naked, hidden) = (self.naked() & self.open, self.hidden & self.open);
            if naked | hidden == 0 {
                return cost;
            }
            let (naked, hidden) = (Counted::new(naked), Counted::new(hidden));
            let valid = naked.len() + hidden.len();
            if valid == 2 * open {
                // No wrong candidate is left: from here on every check is valid.
                self.open = 0;
                return cost + open as f64;
            }
            // An open cell counts twice, as a naked and as a hidden single.
            cost += (2 * open + 1) as f64 / (valid + 1) as f64;
            let place = pick(valid, rng);
            let (set, place) = match place.checked_sub(naked.len()) {
                None => (naked, place),
                Some(place) => (hidden, place),
            };
            self.fill_number(set.nth(place), layout);
            open -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Puzzle};
    use rand::SeedableRng;

    #[test]
    fn phases_end_where_propagation_does() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(15);
        for line in include_str!("../../../tests/data/known_answers.tsv").lines().skip(1) {
            let grid: Grid = line[..81].parse().unwrap();
            let puzzle = Puzzle::new(&grid).unwrap();
            let mut state = State::of(&grid);
            let (layout, mut board) = Layout::new(&state, puzzle.solution());
            let matching = Matching::of(puzzle.solution());
            let mut seen = Seen::new(&board, Look::new(state));
            let open = state.open.len();
            let cost = board.run(&layout, &mut rng);
            assert!(state.propagate::<false>(DigitSet::ALL));
            seen = seen.then(&board, &layout, &matching);
            assert_eq!(*seen.look.state(), state, "{line}");
            assert_eq!(*board.wrong(), layout.wrong(&state), "{line}");
            assert!(cost >= (open - state.open.len()) as f64, "{line}");

            // Half of what is wrong goes; a digit of the solution never does.
            for digit in Digit::all() {
                let cells: CellSet =
                    state.open.iter().filter(|cell| cell.index() % 2 == 0).collect();
                let right = puzzle.solution().places(digit);
                state.remove(digit.into(), cells - right);
                board.remove(digit.into(), cells, &layout);
                seen = seen.then(&board, &layout, &matching);
                assert_eq!(*seen.look.state(), state, "{line}");
            }
            board.run(&layout, &mut rng);
            assert!(state.propagate::<false>(DigitSet::ALL));
            seen = seen.then(&board, &layout, &matching);
            assert_eq!(*seen.look.state(), state, "{line}");
        }
    }
}
