//! [`View`]: a board as the enumerators read it.

use std::cell::OnceCell;

use super::als::AlsGraph;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, State};

/// A board with its candidates by cell, by digit and by house. A filled cell has none.
pub struct View {
    state: State,
    givens: CellSet,
    digits: [DigitSet; Cell::COUNT],
    places: [CellSet; Digit::COUNT],
    in_house: [[u16; Digit::COUNT]; House::COUNT],
    pairs: CellSet,
    als: OnceCell<AlsGraph>,
}

/// Two cells of a house that are the only places of a digit there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conjugate {
    pub house: House,
    pub ends: [Cell; 2],
}

impl View {
    /// Returns the view of `state`, where `givens` were filled from the start.
    pub fn of(state: &State, givens: CellSet) -> Self {
        let mut digits = [DigitSet::EMPTY; Cell::COUNT];
        let mut in_house = [[0; Digit::COUNT]; House::COUNT];
        let places = state.candidates.places().map(|places| places & state.open);
        for digit in Digit::all() {
            let places = places[digit.index()];
            for cell in places {
                digits[cell.index()].insert(digit);
            }
            for house in House::all() {
                in_house[house.index()][digit.index()] = places.in_house(house);
            }
        }
        let (state, pairs) = (*state, state.pairs());
        Self { state, givens, digits, places, in_house, pairs, als: OnceCell::new() }
    }

    /// Returns the board.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the cells filled from the start.
    pub const fn givens(&self) -> CellSet {
        self.givens
    }

    /// Returns the cells not yet filled.
    pub const fn open(&self) -> CellSet {
        self.state.open
    }

    /// Returns the candidates of an open cell.
    pub const fn digits(&self, cell: Cell) -> DigitSet {
        self.digits[cell.index()]
    }

    /// Returns the digit of a filled cell.
    pub fn filled(&self, cell: Cell) -> Option<Digit> {
        if self.open().contains(cell) { None } else { self.state.candidates.at(cell).single() }
    }

    /// Returns the candidates of `cells` together.
    pub fn digits_of(&self, cells: CellSet) -> DigitSet {
        cells.iter().fold(DigitSet::EMPTY, |all, cell| all | self.digits(cell))
    }

    /// Returns the open cells where `digit` is a candidate.
    pub const fn places(&self, digit: Digit) -> CellSet {
        self.places[digit.index()]
    }

    /// Returns the places of `digit` in `house`, 9 bits in reading order.
    pub const fn in_house(&self, house: House, digit: Digit) -> u16 {
        self.in_house[house.index()][digit.index()]
    }

    /// Returns the open cells with two candidates.
    pub const fn pairs(&self) -> CellSet {
        self.pairs
    }

    /// Returns the candidates of `digits` in `cells`.
    pub fn marks(&self, digits: DigitSet, cells: CellSet) -> Candidates {
        self.state.candidates.part(digits, cells & self.open())
    }

    /// Returns the houses in which `digit` has just two places, with these.
    pub(super) fn conjugates(&self, digit: Digit) -> Vec<Conjugate> {
        let mut found = Vec::new();
        for house in House::all() {
            let word = self.in_house(house, digit);
            if word.count_ones() == 2 {
                let high = 15 - word.leading_zeros() as usize;
                let ends = [word.trailing_zeros() as usize, high].map(|place| house.cell(place));
                found.push(Conjugate { house, ends });
            }
        }
        found
    }

    /// Returns the almost locked sets with their links, computed at the first call.
    pub(super) fn als(&self) -> &AlsGraph {
        self.als.get_or_init(|| AlsGraph::of(self))
    }
}

/// Returns the cells that see every one of `cells`.
pub(super) fn seen_by_all(cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::ALL, |seen, cell| seen & cell.peers())
}

/// The houses that hold all of `cells`.
pub(super) fn houses_of(cells: CellSet) -> impl Iterator<Item = House> {
    House::all().filter(move |house| cells.is_subset(house.cells()))
}
