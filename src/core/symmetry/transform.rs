//! [`Transform`]: one of the 2 x 6^8 x 9! symmetries of the game.

use crate::board::{Candidates, Cell, CellSet, Digit, Grid, Puzzle, Solution, State};

/// The new place of each row (or column): a permutation of 0 to 8 that keeps bands together.
pub(super) type Permutation = [u8; 9];

pub(super) const UNMOVED: Permutation = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// Line `l` goes to `8 - l`.
pub(super) const REVERSED: Permutation = [8, 7, 6, 5, 4, 3, 2, 1, 0];

/// A symmetry of the game: a transposition or none, then an order of the rows and one of the
/// columns, bands and stacks kept together, and new names for the digits.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::{Cell, CellSet};
/// use seeddb::symmetry::{ClueSymmetry, Transform};
///
/// let turn = ClueSymmetry::Rot90.maps()[1];
/// assert_eq!(turn.apply_cell(Cell::at(0, 2)), Cell::at(2, 8));
/// assert_eq!(turn.then(turn.invert()), Transform::IDENTITY);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transform {
    transposed: bool,
    rows: Permutation,
    columns: Permutation,
    digits: [Digit; Digit::COUNT],
}

impl Transform {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self::geometric(false, UNMOVED, UNMOVED);

    /// Creates a transform that keeps the digits.
    pub(super) const fn geometric(
        transposed: bool,
        rows: Permutation,
        columns: Permutation,
    ) -> Self {
        let mut digits = [Digit::from_index(0); Digit::COUNT];
        let mut index = 0;
        while index < Digit::COUNT {
            digits[index] = Digit::from_index(index);
            index += 1;
        }
        Self { transposed, rows, columns, digits }
    }

    /// Renames digit `i` to `digits[i]` instead.
    pub(super) const fn naming(mut self, digits: [Digit; Digit::COUNT]) -> Self {
        self.digits = digits;
        self
    }

    /// Creates a transform that first transposes or not, then takes row `i` from `rows[i]` and
    /// column `i` from `columns[i]`, and renames digit `i` to the digit of index `labels[i]`.
    pub(super) fn fetching(
        transposed: bool,
        rows: &Permutation,
        columns: &Permutation,
        labels: &[u8; 9],
    ) -> Self {
        Self {
            transposed,
            rows: inverse(rows),
            columns: inverse(columns),
            digits: labels.map(|label| Digit::from_index(label.into())),
        }
    }

    /// Returns the image of `cell`.
    pub fn apply_cell(&self, cell: Cell) -> Cell {
        let (row, column) = (cell.row(), cell.column());
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        Cell::at(self.rows[row].into(), self.columns[column].into())
    }

    /// Returns the image of `cells`.
    pub fn apply_cells(&self, cells: CellSet) -> CellSet {
        /// The first column of a band.
        const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
        let cells = if self.transposed { transpose(cells) } else { cells };
        let mut moved = [0; 3];
        for (rows, band) in self.rows.chunks_exact(3).zip(cells.bands()) {
            let columns = (0..).zip(&self.columns);
            let band = columns.fold(0, |all, (from, to)| all | (band >> from & COLUMN) << to);
            moved[usize::from(rows[0] / 3)] = rows
                .iter()
                .enumerate()
                .fold(0, |all, (from, to)| all | (band >> (9 * from) & 0o777) << (9 * (to % 3)));
        }
        CellSet::from_bands(moved)
    }

    /// Returns the new name of `digit`.
    pub fn apply_digit(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// Returns the grid, moved and relabelled.
    pub fn apply_grid(&self, grid: &Grid) -> Grid {
        let mut moved = Grid::EMPTY;
        for (cell, digit) in grid.filled() {
            moved[self.apply_cell(cell)] = Some(self.apply_digit(digit));
        }
        moved
    }

    /// Returns the solution, moved and relabelled.
    pub fn apply_solution(&self, solution: &Solution) -> Solution {
        let mut moved = *solution.digits();
        let (down, across) = self.strides();
        for (digits, down) in solution.digits().chunks_exact(9).zip(down) {
            for (&digit, across) in digits.iter().zip(across) {
                moved[usize::from(down + across)] = self.apply_digit(digit);
            }
        }
        Solution::proved(moved)
    }

    /// Returns, for each row and each column, its part of the index of a cell's image.
    fn strides(&self) -> (Permutation, Permutation) {
        let rows = self.rows.map(|row| 9 * row);
        if self.transposed { (self.columns, rows) } else { (rows, self.columns) }
    }

    /// Returns the puzzle, moved and relabelled.
    pub fn apply_puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        let clues = self.apply_cells(puzzle.clues());
        Puzzle::proved(clues, self.apply_solution(puzzle.solution()))
    }

    /// Returns the candidates, moved and relabelled.
    pub fn apply_candidates(&self, candidates: &Candidates) -> Candidates {
        let mut moved = *candidates;
        for digit in Digit::all() {
            moved[self.apply_digit(digit)] = self.apply_cells(candidates[digit]);
        }
        moved
    }

    /// Returns the state, moved and relabelled.
    pub fn apply_state(&self, state: &State) -> State {
        State {
            candidates: self.apply_candidates(&state.candidates),
            open: self.apply_cells(state.open),
        }
    }

    /// Composes two transforms: first `self`, then `next`.
    pub fn then(self, next: Self) -> Self {
        let [rows, columns] =
            if next.transposed { [&self.columns, &self.rows] } else { [&self.rows, &self.columns] };
        Self {
            transposed: self.transposed != next.transposed,
            rows: compose(&next.rows, rows),
            columns: compose(&next.columns, columns),
            digits: self.digits.map(|digit| next.apply_digit(digit)),
        }
    }

    /// Returns its inverse.
    pub fn invert(self) -> Self {
        let (rows, columns) = (inverse(&self.rows), inverse(&self.columns));
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        let digits = inverse(&self.digits.map(|digit| digit.index() as u8));
        Self {
            transposed: self.transposed,
            rows,
            columns,
            digits: digits.map(|digit| Digit::from_index(digit.into())),
        }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Composes two permutations: first `first`, then `second`.
pub(super) fn compose(second: &Permutation, first: &Permutation) -> Permutation {
    first.map(|line| second[usize::from(line)])
}

pub(super) fn inverse(permutation: &[u8; 9]) -> [u8; 9] {
    let mut inverse = [0; 9];
    for (from, &to) in permutation.iter().enumerate() {
        inverse[usize::from(to)] = from as u8;
    }
    inverse
}

/// Returns these cells of a box, in every box.
const fn in_every_box(cells: u128) -> u128 {
    let band = cells | cells << 3 | cells << 6;
    band | band << 32 | band << 64
}

/// Returns the cells mirrored at the main diagonal.
fn transpose(cells: CellSet) -> CellSet {
    const BOX: u128 = 0o007_007_007;
    /// Cells above the diagonal, and the distance in bits to those below it: first in each box,
    /// then whole boxes.
    const SWAPS: [(u128, u32); 5] = [
        (in_every_box(0o004_002), 8),
        (in_every_box(0o004), 16),
        (BOX << 3, 29),
        (BOX << 6, 58),
        (BOX << 38, 29),
    ];
    CellSet::from_bits(SWAPS.iter().fold(cells.bits(), |bits, &(above, apart)| {
        let different = (bits ^ bits >> apart) & above;
        bits ^ different ^ different << apart
    }))
}

/// The 1,296 orders of nine lines.
pub(super) static ORDERS: [Permutation; 1296] = {
    const THREE: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = [UNMOVED; 1296];
    let mut n = 0;
    while n < 1296 {
        let bands = THREE[n % 6];
        let within = [THREE[n / 6 % 6], THREE[n / 36 % 6], THREE[n / 216]];
        let mut line = 0;
        while line < 9 {
            orders[n][line] = 3 * bands[line / 3] + within[line / 3][line % 3];
            line += 1;
        }
        n += 1;
    }
    orders
};
