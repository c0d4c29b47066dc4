//! [`Sheet`]: a board with pencil marks, counted by cell and by house at once.

use crate::board::{Cell, CellSet, Digit, DigitSet, Grid, House, State};

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate(u16);

impl Candidate {
    /// The number of candidates of an empty board, 729.
    pub const COUNT: usize = Cell::COUNT * Digit::COUNT;

    /// Returns the candidate `digit` in `cell`.
    pub const fn new(cell: Cell, digit: Digit) -> Self {
        Self((cell.index() * Digit::COUNT + digit.index()) as u16)
    }

    /// Returns the candidate of this index, 0 to 728.
    pub(super) const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u16)
    }

    /// Returns the index, 0 to 728: row by row, digits ascending.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cell.
    pub const fn cell(self) -> Cell {
        let index = self.0 as usize / Digit::COUNT;
        Cell::at(index / 9, index % 9)
    }

    /// Returns the digit.
    pub const fn digit(self) -> Digit {
        Digit::from_index(self.0 as usize % Digit::COUNT)
    }
}

debug_as_displayed!(Candidate);

/// As people write it: `r5c2=7`.
impl std::fmt::Display for Candidate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.cell(), self.digit())
    }
}

/// A board with pencil marks. A filled cell has none; an open cell with one is not yet filled.
///
/// The marks are stored three times, by cell, by digit and by house, because chains count the
/// candidates left far more often than they remove one.
#[derive(Clone)]
pub(super) struct Sheet {
    digits: [DigitSet; Cell::COUNT],
    places: [CellSet; Digit::COUNT],
    /// By house and digit, 9 bits in reading order.
    in_house: [[u16; Digit::COUNT]; House::COUNT],
    open: CellSet,
    /// The number of cells that hold each digit.
    filled: [u8; Digit::COUNT],
}

impl Sheet {
    /// Returns all candidates that the givens of `grid` leave.
    pub fn of(grid: &Grid) -> Self {
        let mut sheet = Self {
            digits: [DigitSet::ALL; Cell::COUNT],
            places: [CellSet::ALL; Digit::COUNT],
            in_house: [[0o777; Digit::COUNT]; House::COUNT],
            open: CellSet::ALL,
            filled: [0; Digit::COUNT],
        };
        for (cell, digit) in grid.filled() {
            sheet.fill(cell, digit);
        }
        sheet
    }

    /// Returns a board on the way to the solution.
    pub fn of_state(state: &State) -> Self {
        let mut sheet = Self {
            digits: [DigitSet::EMPTY; Cell::COUNT],
            places: [CellSet::EMPTY; Digit::COUNT],
            in_house: [[0; Digit::COUNT]; House::COUNT],
            open: state.open,
            filled: [0; Digit::COUNT],
        };
        for digit in Digit::all() {
            let places = state.candidates[digit];
            sheet.filled[digit.index()] = (places - state.open).len() as u8;
            let places = places & state.open;
            sheet.places[digit.index()] = places;
            for cell in places {
                sheet.digits[cell.index()].insert(digit);
            }
            for house in House::all() {
                sheet.in_house[house.index()][digit.index()] = places.in_house(house);
            }
        }
        sheet
    }

    pub const fn digits(&self, cell: Cell) -> DigitSet {
        self.digits[cell.index()]
    }

    pub const fn all_digits(&self) -> &[DigitSet; Cell::COUNT] {
        &self.digits
    }

    pub const fn places(&self, digit: Digit) -> CellSet {
        self.places[digit.index()]
    }

    /// Returns the places of `digit` in `house`, 9 bits in reading order.
    pub const fn in_house(&self, house: House, digit: Digit) -> u16 {
        self.in_house[house.index()][digit.index()]
    }

    pub const fn open(&self) -> CellSet {
        self.open
    }

    pub fn count_open(&self, house: House) -> usize {
        (self.open & house.cells()).len()
    }

    /// Returns the number of cells that hold `digit`.
    pub fn count_filled(&self, digit: Digit) -> usize {
        self.filled[digit.index()].into()
    }

    pub const fn has(&self, candidate: Candidate) -> bool {
        self.digits(candidate.cell()).contains(candidate.digit())
    }

    /// Returns the candidates, row by row, digits ascending.
    pub fn candidates(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.open
            .iter()
            .flat_map(|cell| self.digits(cell).iter().map(move |digit| Candidate::new(cell, digit)))
    }

    /// Removes a candidate, if it is there.
    pub fn remove(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        self.digits[cell.index()] = self.digits(cell) - digit.into();
        self.places[digit.index()].remove(cell);
        for (house, place) in cell.houses().into_iter().zip(place_bits(cell)) {
            self.in_house[house.index()][digit.index()] &= !place;
        }
    }

    /// Places `digit` in `cell` and removes it from the peers.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        self.open.remove(cell);
        self.filled[digit.index()] += 1;
        for other in self.digits(cell).iter() {
            self.remove(Candidate::new(cell, other));
        }
        for peer in self.places(digit) & cell.peers() {
            self.remove(Candidate::new(peer, digit));
        }
    }
}

pub(super) const fn place_bits(cell: Cell) -> [u16; 3] {
    PLACE_BITS[cell.index()]
}

pub(super) fn place_in(house: House, cell: Cell) -> u16 {
    CellSet::of(cell).in_house(house)
}

/// The three houses of a cell in the order box, row, column, each with the bit of the cell.
pub(super) fn box_row_column(cell: Cell) -> [(House, u16); 3] {
    let ([row, column, boxed], [in_row, in_column, in_box]) = (cell.houses(), place_bits(cell));
    [(boxed, in_box), (row, in_row), (column, in_column)]
}

/// Returns all boxes, then all columns, then all rows.
pub(super) fn boxes_columns_rows() -> impl Iterator<Item = House> + Clone {
    (0..9).map(House::boxed).chain((0..9).map(House::column)).chain((0..9).map(House::row))
}

const PLACE_BITS: [[u16; 3]; Cell::COUNT] = {
    let mut table = [[0; 3]; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let (row, column) = (index / 9, index % 9);
        table[index] = [1 << column, 1 << row, 1 << (row % 3 * 3 + column % 3)];
        index += 1;
    }
    table
};
