//! The singles phases of a run: random singles are filled until there are none, and the checks counted.
//!
//! Most of the time of a run goes here, so the board is kept in the form that this asks for. The solution is
//! known and every single fills its digit, so all that matters of a state are the *wrong* candidates left:
//! a cell is a naked single when it has none, a hidden single when its digit has no wrong place in one
//! of its houses. No puzzle has fewer than 17 clues, so the numbers of the open cells are below 64: a set
//! of cells is one word, and four times a number fits in a byte.

use rand::Rng;

use super::word::{Counted, bits, pick};
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, Solution, State};

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
    /// By wrong candidate, where [`Board::left`] counts it: once for each house.
    counters: [[[u8; 3]; CELLS]; Digit::COUNT],
}

/// The wrong candidates left, by digit. When there is no single left, they say all of a board.
pub type Wrong = [u64; Digit::COUNT];

/// A board in the middle of being solved.
#[derive(Clone)]
pub struct Board {
    open: u64,
    /// The cells without a wrong candidate, open or not.
    naked: u64,
    /// The cells whose digit has no wrong place in some house, open or not.
    hidden: u64,
    places: Wrong,
    /// By cell, the wrong digits left.
    digits: [u16; CELLS],
    /// By four times the cell, plus 0 in its row, 1 in its column and 2 in its box: the wrong places
    /// left for its digit.
    left: [u8; 4 * CELLS],
}

impl Layout {
    /// For a puzzle with this solution, from `state` on, and the board of that.
    pub fn new(state: &State, solution: &Solution) -> (Self, Board) {
        let mut layout = Self {
            solved: Candidates::of(&solution.grid()),
            cells: state.open.iter().collect(),
            numbers: [0; Cell::COUNT],
            digits: [0; CELLS],
            seen: [0; CELLS],
            counters: [[[0; 3]; CELLS]; Digit::COUNT],
        };
        let mut houses = [0; 27];
        let mut owners = [[0; Digit::COUNT]; 27];
        for (number, &cell) in layout.cells.iter().enumerate() {
            let digit = solution[cell].index();
            layout.numbers[cell.index()] = number as u8;
            layout.digits[number] = digit as u8;
            for house in cell.houses() {
                houses[house.index()] |= 1 << number;
                owners[house.index()][digit] = number as u8;
            }
        }
        let mut board = Board {
            open: 0,
            naked: !0,
            hidden: 0,
            places: [0; Digit::COUNT],
            digits: [0; CELLS],
            left: [0; 4 * CELLS],
        };
        for (number, &cell) in layout.cells.iter().enumerate() {
            let around = cell.houses().map(House::index);
            layout.seen[number] = around.iter().fold(0, |seen, &house| seen | houses[house]);
            board.open |= 1 << number;
        }
        board.places = layout.wrong(state);
        for (digit, &places) in board.places.iter().enumerate() {
            board.naked &= !places;
            for number in bits(places) {
                let around = layout.cells[number].houses();
                let [row, column, boxed] = around.map(|house| owners[house.index()][digit]);
                let counters = [4 * row, 4 * column + 1, 4 * boxed + 2];
                layout.counters[digit][number] = counters;
                for counter in counters {
                    board.left[usize::from(counter)] += 1;
                }
                board.digits[number] |= 1 << digit;
            }
        }
        for (number, left) in board.left.chunks_exact(4).enumerate() {
            if left[..3].contains(&0) {
                board.hidden |= 1 << number;
            }
        }
        (layout, board)
    }

    /// The wrong candidates of a state of the same puzzle.
    pub fn wrong(&self, state: &State) -> Wrong {
        let wrong = |digit| (state.candidates[digit] & state.open) - self.solved[digit];
        std::array::from_fn(|digit| self.word(wrong(Digit::from_index(digit))))
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

    /// The same as others see it.
    pub fn state(&self, layout: &Layout) -> State {
        let mut candidates = layout.solved;
        for digit in Digit::all() {
            for number in bits(self.places[digit.index()]) {
                candidates[digit].insert(layout.cells[number]);
            }
        }
        State { candidates, open: bits(self.open).map(|number| layout.cells[number]).collect() }
    }

    /// Fills `cell`.
    pub fn fill(&mut self, cell: Cell, layout: &Layout) {
        self.fill_number(layout.number(cell), layout);
    }

    /// Takes `digits` from `cells`, as far as they are there and wrong.
    pub fn remove(&mut self, digits: DigitSet, cells: CellSet, layout: &Layout) {
        let cells = layout.word(cells);
        for digit in digits.iter().map(Digit::index) {
            self.lose(digit, self.places[digit] & cells, layout);
        }
    }

    #[inline]
    fn fill_number(&mut self, cell: usize, layout: &Layout) {
        self.open &= !(1 << cell);
        let digit = usize::from(layout.digits[cell]);
        self.lose(digit, self.places[digit] & layout.seen[cell], layout);
        for digit in bits(u64::from(self.digits[cell])) {
            self.lose(digit, 1 << cell, layout);
        }
    }

    /// Takes the wrong `digit` from `cells`.
    #[inline]
    fn lose(&mut self, digit: usize, cells: u64, layout: &Layout) {
        self.places[digit] &= !cells;
        for cell in bits(cells) {
            self.digits[cell] &= !(1 << digit);
            self.naked |= u64::from(self.digits[cell] == 0) << cell;
            for counter in layout.counters[digit][cell] {
                let left = &mut self.left[usize::from(counter)];
                *left -= 1;
                self.hidden |= u64::from(*left == 0) << (counter / 4);
            }
        }
    }

    /// Fills random singles until there are none; returns the number of checks.
    pub fn run(&mut self, layout: &Layout, rng: &mut impl Rng) -> f64 {
        let mut cost = 0.0;
        let mut open = self.open.count_ones() as usize;
        loop {
            let naked = Counted::new(self.naked & self.open);
            let hidden = Counted::new(self.hidden & self.open);
            let valid = naked.len() + hidden.len();
            if valid == 2 * open {
                // No wrong candidate is left: from here on every check is valid.
                self.open = 0;
                return cost + open as f64;
            }
            if valid == 0 {
                return cost;
            }
            // An open cell counts twice, as a naked and as a hidden single.
            cost += (2 * open + 1) as f64 / (valid + 1) as f64;
            let place = pick(valid, rng);
            self.fill_number(
                match place.checked_sub(naked.len()) {
                    None => naked.nth(place),
                    Some(place) => hidden.nth(place),
                },
                layout,
            );
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
        for line in include_str!("../../tests/data/known_answers.tsv").lines().skip(1) {
            let grid: Grid = line[..81].parse().unwrap();
            let puzzle = Puzzle::new(&grid).unwrap();
            let mut state = State::of(&grid);
            let (layout, mut board) = Layout::new(&state, puzzle.solution());
            assert_eq!(board.state(&layout), state);
            let open = state.open.len();
            let cost = board.run(&layout, &mut rng);
            assert!(state.propagate::<false>(DigitSet::ALL));
            assert_eq!(board.state(&layout), state, "{line}");
            assert_eq!(*board.wrong(), layout.wrong(&state), "{line}");
            assert!(cost >= (open - state.open.len()) as f64, "{line}");

            // Half of what is wrong goes; a digit of the solution never does.
            for digit in Digit::all() {
                let cells: CellSet =
                    state.open.iter().filter(|cell| cell.index() % 2 == 0).collect();
                let right = puzzle.solution().places(digit);
                state.remove(digit.into(), cells - right);
                board.remove(digit.into(), cells, &layout);
                assert_eq!(board.state(&layout), state, "{line}");
            }
            board.run(&layout, &mut rng);
            assert!(state.propagate::<false>(DigitSet::ALL));
            assert_eq!(board.state(&layout), state, "{line}");
        }
    }
}
