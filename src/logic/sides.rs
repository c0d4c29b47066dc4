//! [`Sides`]: the candidates of the open cells, seen from all sides at once.

use super::lines::{Lines, line_house, transpose};
use crate::board::{CellSet, Digit, House, HouseKind, State};

/// The lines of every house and of every digit, made together.
#[derive(Clone, Debug)]
pub struct Sides {
    /// For each house its digits (lines) by open cells (columns).
    digits: [Lines; House::COUNT],
}

impl Sides {
    /// Looks at `state`.
    pub fn of(state: &State) -> Self {
        let mut digits = [[0; 9]; House::COUNT];
        for (digit, places) in state.candidates.places().iter().enumerate() {
            let places = *places & state.open;
            let rows = rows(places);
            let columns = transpose(&rows);
            for i in 0..9 {
                digits[House::row(i).index()][digit] = rows[i];
                digits[House::column(i).index()][digit] = columns[i];
                digits[House::boxed(i).index()][digit] = places.in_house(House::boxed(i));
            }
        }
        Self { digits }
    }

    /// Digits (lines) by open cells (columns) of `house`.
    pub const fn digits_by_cells(&self, house: House) -> &Lines {
        &self.digits[house.index()]
    }

    /// Open cells (lines) of `house` by digits (columns).
    pub fn cells_by_digits(&self, house: House) -> Lines {
        transpose(self.digits_by_cells(house))
    }

    /// Rows (or columns) by their places for `digit` among the open cells.
    pub fn fish_lines(&self, digit: Digit, kind: HouseKind) -> Lines {
        std::array::from_fn(|i| self.digits[line_house(kind, i).index()][digit.index()])
    }
}

/// Digits (lines) by open cells (columns) of one house.
pub fn digits_by_cells(state: &State, house: House) -> Lines {
    state.candidates.places().map(|places| (places & state.open).in_house(house))
}

/// Rows (or columns) by their places for one digit among the open cells.
pub fn fish_lines(state: &State, digit: Digit, kind: HouseKind) -> Lines {
    let places = state.candidates[digit] & state.open;
    std::array::from_fn(|i| places.in_house(line_house(kind, i)))
}

/// The nine rows of a set, 9 bits each.
fn rows(places: CellSet) -> Lines {
    let bands = places.bands();
    std::array::from_fn(|row| (bands[row / 3] >> (9 * (row % 3))) as u16 & 0o777)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn every_side_shows_the_same_candidates() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(4);
        for _ in 0..500 {
            let mut state = State::of(&crate::board::Grid::EMPTY);
            state.open = Cell::all().filter(|_| rng.random_bool(0.7)).collect();
            for digit in Digit::all() {
                let lost = Cell::all().filter(|_| rng.random_bool(0.5)).collect();
                state.remove(digit.into(), lost);
            }
            let sides = Sides::of(&state);
            for house in House::all() {
                let literal = digits_by_cells(&state, house);
                assert_eq!(*sides.digits_by_cells(house), literal);
                let by_cell: Lines = std::array::from_fn(|place| {
                    let cell = house.cell(place);
                    if state.open.contains(cell) { state.candidates.at(cell).bits() } else { 0 }
                });
                assert_eq!(sides.cells_by_digits(house), by_cell);
            }
            for (digit, kind) in
                Digit::all().flat_map(|digit| [(digit, HouseKind::Row), (digit, HouseKind::Column)])
            {
                assert_eq!(sides.fish_lines(digit, kind), fish_lines(&state, digit, kind));
            }
        }
    }
}
