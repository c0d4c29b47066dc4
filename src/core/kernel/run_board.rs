//! [`RunBoard`]: a board of a known solution that fills random singles one by one and counts
//! checks.
//!
//! The runs of m(B) spend most of their time here, so the board is stored in a form for them. Only
//! the wrong candidates left are stored: by digit, and by cell. The open cells are numbered in
//! order, so a set of them is a bitmask of 64 bits: no puzzle has fewer than 17 clues.
//!
//! - A cell is a *naked single* when it has no wrong candidate: the cells that are in none of the
//!   nine masks.
//! - It is a *hidden single* when its digit has no wrong place in one of its houses. For that, each
//!   digit counts its wrong places house by house, four bits each, in a `u128`:
//!
//! ```text
//! bits   0 .. 35             36 .. 71            72 .. 107
//!        9 rows, 4 bits each 9 columns           9 boxes
//!        r1 r2 r3 .. r9      c? c? c? .. c?      b? b? b? .. b?
//! ```
//!
//!   The columns and boxes are not in their own order: at place i are the column and the box of the
//!   cell of the digit in row i. So the three counters of a cell have the same place, and a zero in
//!   any of the three means that the cell of row i is a hidden single:
//!
//! ```text
//! row i          0   1   2   3  ..
//! row counter    3   0   2   1         the digit goes to r1c5, r2c1, r3c9, r4c2, ...
//! column         2   4   0   1         its wrong places in columns 5, 1, 9, 2, ...
//! box            1   2   3   1         and in boxes 2, 1, 3, 4, ...
//! hidden single      ^   ^             r2c1 (alone in its row), r3c9 (alone in its column)
//! ```

use rand::Rng;

use super::pick::{CountedMask, pick};
use super::race;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, Solution, State, bits};

/// The most open cells of a puzzle.
const CELLS: usize = 64;

/// Data common to all boards of a puzzle: the numbers of the cells open at the start, and the place
/// of each digit.
pub struct RunLayout {
    solved: Candidates,
    cells: Vec<Cell>,
    numbers: [u8; Cell::COUNT],
    /// By cell, the index of its digit.
    digits: [u8; CELLS],
    /// By cell, itself and its peers.
    around: [u64; CELLS],
    /// By digit and cell where it is wrong, a one in each of its three counters.
    counts: Vec<[u128; CELLS]>,
    /// By digit and row, the cell of the digit, as a set; empty if that is not open, and for the
    /// row after the last.
    owners: [[u64; 10]; Digit::COUNT],
}

/// The wrong candidates left, by digit. Boards without singles are the same if these are.
pub type WrongCandidates = [u64; Digit::COUNT];

/// A board during solving.
#[derive(Clone)]
pub struct RunBoard {
    open: u64,
    /// The cells whose digit has no wrong place in some house, open or not.
    hidden: u64,
    wrong: WrongCandidates,
    /// By cell, the wrong digits left.
    digits: [u16; CELLS],
    /// By digit, the counters of its wrong places in each house.
    counters: [u128; Digit::COUNT],
    /// By digit, [`clean`] of its counters.
    clean: [u64; Digit::COUNT],
}

/// A copy of a board's cells and candidates, for later comparison.
pub struct Snapshot {
    open: u64,
    wrong: WrongCandidates,
}

/// Returns a one in the counter of place `row` of a kind: 0 for rows, 1 for columns, 2 for boxes.
const fn one(kind: usize, row: usize) -> u128 {
    1 << (36 * kind + 4 * row)
}

const fn each(bits: u64) -> u64 {
    bits * 0x1_1111_1111
}

/// Returns the places where any of the three counters is zero, as the highest of their four bits.
const fn clean(counters: u128) -> u64 {
    // A counter is at most 8, so that adding 7 does not carry into the next, and sets its highest
    // bit unless it is zero.
    let more = counters + (each(7) as u128 | (each(7) as u128) << 36 | (each(7) as u128) << 72);
    !(more & more >> 36 & more >> 72) as u64 & each(8)
}

impl RunLayout {
    /// Returns the layout for a puzzle with this solution, from `state` on, and the board of that
    /// state.
    pub fn new(state: &State, solution: &Solution) -> (Self, RunBoard) {
        let mut layout = Self {
            solved: Candidates::solved(solution),
            cells: state.open.iter().collect(),
            numbers: [0; Cell::COUNT],
            digits: [0; CELLS],
            around: [0; CELLS],
            counts: vec![[0; CELLS]; Digit::COUNT],
            owners: [[0; 10]; Digit::COUNT],
        };
        let mut houses = [0; 27];
        // By house and digit, the row of the digit.
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
        let mut board = RunBoard {
            open: 0,
            hidden: 0,
            wrong: layout.wrong(state),
            digits: [0; CELLS],
            counters: [0; Digit::COUNT],
            clean: [0; Digit::COUNT],
        };
        for (number, &cell) in layout.cells.iter().enumerate() {
            let around = cell.houses().map(House::index);
            layout.around[number] = around.iter().fold(0, |all, &house| all | houses[house]);
            board.open |= 1 << number;
        }
        for (digit, places) in board.wrong.into_iter().enumerate() {
            for number in bits(places) {
                let around = layout.cells[number].houses().map(House::index);
                let counts = (0..3).map(|kind| one(kind, rows[around[kind]][digit])).sum();
                layout.counts[digit][number] = counts;
                board.counters[digit] += counts;
                board.digits[number] |= 1 << digit;
            }
            board.hidden |= board.update_hidden(digit, &layout);
        }
        (layout, board)
    }

    /// Returns the wrong candidates of a state of the same puzzle.
    pub fn wrong(&self, state: &State) -> WrongCandidates {
        state.wrong(&self.solved).places().map(|cells| self.word(cells))
    }

    /// Returns the solution as candidates.
    pub const fn solved(&self) -> Candidates {
        self.solved
    }

    pub fn cells(&self, numbers: u64) -> CellSet {
        bits(numbers).map(|number| self.cells[number]).collect()
    }

    /// Returns the wrong candidates that `board` has lost since `from` without the cells filled
    /// between them removing them.
    pub fn removed(&self, from: &RunBoard, board: &RunBoard) -> WrongCandidates {
        let filled = from.open & !board.open;
        let mut kept = board.wrong.map(|wrong| wrong | filled);
        for number in bits(filled) {
            kept[usize::from(self.digits[number])] |= self.around[number];
        }
        std::array::from_fn(|digit| from.wrong[digit] & !kept[digit])
    }

    fn word(&self, cells: CellSet) -> u64 {
        cells.iter().fold(0, |word, cell| word | 1 << self.number(cell))
    }

    fn number(&self, cell: Cell) -> usize {
        usize::from(self.numbers[cell.index()])
    }
}

impl Snapshot {
    /// Updates `state`, that of the board of this snapshot, to `board`, which follows from it.
    pub fn catch_up(&self, state: &mut State, board: &RunBoard, layout: &RunLayout) {
        for digit in Digit::all() {
            let index = digit.index();
            for number in bits(self.wrong[index] & !board.wrong[index]) {
                state.candidates[digit].remove(layout.cells[number]);
            }
        }
        for number in bits(self.open & !board.open) {
            state.open.remove(layout.cells[number]);
        }
    }
}

impl RunBoard {
    pub const fn wrong(&self) -> &WrongCandidates {
        &self.wrong
    }

    /// Returns the open cells, by number.
    pub const fn open(&self) -> u64 {
        self.open
    }

    pub fn fill(&mut self, cell: Cell, layout: &RunLayout) {
        self.fill_number(layout.number(cell), layout);
    }

    /// Removes `digits` from `cells`, as far as they are there and wrong.
    pub fn remove(&mut self, digits: DigitSet, cells: CellSet, layout: &RunLayout) {
        let cells = layout.word(cells);
        for digit in digits.iter().map(Digit::index) {
            self.hidden |= self.lose(digit, self.wrong[digit] & cells, layout);
        }
    }

    #[inline]
    fn fill_number(&mut self, cell: usize, layout: &RunLayout) {
        self.open &= !(1 << cell);
        let digit = usize::from(layout.digits[cell]);
        let mut hidden = self.lose(digit, self.wrong[digit] & layout.around[cell], layout);
        // The digits left in `digits` of a filled cell are not read again.
        for digit in bits(u64::from(self.digits[cell])) {
            self.wrong[digit] &= !(1 << cell);
            self.counters[digit] -= layout.counts[digit][cell];
            hidden |= self.update_hidden(digit, layout);
        }
        self.hidden |= hidden;
    }

    /// Removes the wrong `digit` from `cells`; returns the cells that become hidden singles.
    #[inline]
    fn lose(&mut self, digit: usize, cells: u64, layout: &RunLayout) -> u64 {
        if cells == 0 {
            return 0;
        }
        self.wrong[digit] &= !cells;
        let (counts, mut counters) = (&layout.counts[digit], self.counters[digit]);
        for cell in bits(cells) {
            self.digits[cell] &= !(1 << digit);
            counters -= counts[cell];
        }
        self.counters[digit] = counters;
        self.update_hidden(digit, layout)
    }

    /// Returns the hidden singles of `digit` that are new.
    #[inline]
    fn update_hidden(&mut self, digit: usize, layout: &RunLayout) -> u64 {
        let clean = clean(self.counters[digit]);
        let mut new = clean & !self.clean[digit];
        self.clean[digit] = clean;
        let mut hidden = 0;
        // Often none and seldom two: the first is looked up without a branch, none being the row
        // after the last.
        loop {
            let row = (new | 1 << 36).trailing_zeros() / 4;
            hidden |= layout.owners[digit][row as usize];
            new &= new.wrapping_sub(1);
            if new == 0 {
                return hidden;
            }
        }
    }

    /// Returns the cells without a wrong candidate, open or not.
    #[inline]
    fn naked(&self) -> u64 {
        !self.wrong.iter().fold(0, |any, wrong| any | wrong)
    }

    #[inline]
    fn singles(&self) -> [u64; 2] {
        [self.naked() & self.open, self.hidden & self.open]
    }

    /// Adds the cells whose digit has no wrong place in its box, open or not. `known` are the clean
    /// counters of the boxes found before, which stay clean.
    #[inline]
    fn add_boxed(&self, boxed: &mut u64, known: &mut [u64; Digit::COUNT], layout: &RunLayout) {
        for ((counters, known), owners) in self.counters.iter().zip(known).zip(&layout.owners) {
            // As in `clean`, of the counters of boxes alone.
            let clean = !((counters >> 72) as u64 + each(7)) & each(8);
            for bit in bits(clean & !*known) {
                *boxed |= owners[bit / 4];
            }
            *known = clean;
        }
    }

    /// Fills singles in the order of a [race](super::race) until there are none; returns the wait.
    pub fn race(&mut self, layout: &RunLayout, rng: &mut impl Rng) -> f64 {
        let mut wait = 0.0;
        let (mut boxed, mut known) = (0, [0; Digit::COUNT]);
        loop {
            let [naked, hidden] = self.singles();
            if naked | hidden == 0 {
                return wait;
            }
            let open = self.open.count_ones() as usize;
            if naked == self.open {
                // No wrong candidate is left: from here on every cell is alone in its box.
                self.open = 0;
                return wait + race::rest(open);
            }
            self.add_boxed(&mut boxed, &mut known, layout);
            let kinds = kinds(boxed, [naked, hidden]);
            let rate: usize = kinds.iter().map(|(cells, rate)| cells.len() * rate).sum();
            wait += f64::from(race::WRITING + race::pace(open) / rate as f32);
            let mut place = pick(rate, rng);
            for (cells, rate) in kinds {
                if place < cells.len() * rate {
                    self.fill_number(cells.nth(place / rate), layout);
                    break;
                }
                place -= cells.len() * rate;
            }
        }
    }

    /// Returns the wait of a [race](super::race) for the next digit, if there is any single.
    pub fn next_wait(&self, layout: &RunLayout) -> Option<f64> {
        let mut boxed = 0;
        self.add_boxed(&mut boxed, &mut [0; Digit::COUNT], layout);
        let rate: usize =
            kinds(boxed, self.singles()).iter().map(|(cells, rate)| cells.len() * rate).sum();
        let open = self.open.count_ones() as usize;
        (rate > 0).then(|| f64::from(race::WRITING + race::pace(open) / rate as f32))
    }

    /// Fills all singles until there are none.
    pub fn fill_singles(&mut self, layout: &RunLayout) {
        loop {
            let [naked, hidden] = self.singles();
            if naked == self.open {
                // No wrong candidate is left.
                self.open = 0;
            }
            if naked | hidden == 0 || self.open == 0 {
                return;
            }
            bits(naked | hidden).for_each(|number| self.fill_number(number, layout));
        }
    }

    pub const fn snapshot(&self) -> Snapshot {
        Snapshot { open: self.open, wrong: self.wrong }
    }

    /// Fills random singles until there are none; returns the number of checks.
    pub fn run(&mut self, layout: &RunLayout, rng: &mut impl Rng) -> f64 {
        let mut cost = 0.0;
        let mut open = self.open.count_ones() as usize;
        loop {
            let [naked, hidden] = self.singles();
            if naked | hidden == 0 {
                return cost;
            }
            let (naked, hidden) = (CountedMask::new(naked), CountedMask::new(hidden));
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

/// Returns the cells of each kind of a [race](super::race), and its rate. `boxed` are the last
/// places in boxes.
#[inline]
fn kinds(boxed: u64, [naked, hidden]: [u64; 2]) -> [(CountedMask, usize); 3] {
    let boxed = boxed & hidden;
    let line = hidden & !boxed;
    [(boxed, race::IN_BOX), (line, race::IN_LINE), (naked & !hidden, race::NAKED)]
        .map(|(cells, rate)| (CountedMask::new(cells), usize::from(rate)))
}

#[cfg(test)]
mod tests;
