//! [`Puzzle`] and [`Solution`]: grids with a proof.

use std::fmt;

use super::{Cell, CellSet, Digit, DigitSet, Grid};

/// A full grid in which every house holds every digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution([Digit; Cell::COUNT]);

impl Solution {
    /// Returns the grid as a solution, if it is full and without clash.
    pub fn new(grid: &Grid) -> Option<Self> {
        let mut digits = [Digit::from_index(0); Cell::COUNT];
        // Nine cells hold nine digits only if none stands twice.
        let mut columns = [DigitSet::EMPTY; 9];
        for band in 0..3 {
            let mut in_band = [DigitSet::EMPTY; 9];
            for row in 3 * band..3 * band + 3 {
                let mut in_row = DigitSet::EMPTY;
                for (column, below) in in_band.iter_mut().enumerate() {
                    let cell = Cell::at(row, column);
                    let digit = grid[cell]?;
                    digits[cell.index()] = digit;
                    in_row.insert(digit);
                    below.insert(digit);
                }
                if in_row != DigitSet::ALL {
                    return None;
                }
            }
            if in_band.chunks(3).any(|of_box| of_box[0] | of_box[1] | of_box[2] != DigitSet::ALL) {
                return None;
            }
            columns.iter_mut().zip(in_band).for_each(|(column, part)| *column |= part);
        }
        columns.iter().all(|&column| column == DigitSet::ALL).then_some(Self(digits))
    }

    /// Builds the solution with these digits, cell by cell. The caller has proved that no digit
    /// stands twice in a house: it moved or relabelled a solution, or propagation filled every
    /// cell.
    pub(crate) const fn proved(digits: [Digit; Cell::COUNT]) -> Self {
        Self(digits)
    }

    /// Returns its digits, cell by cell.
    pub const fn digits(&self) -> &[Digit; Cell::COUNT] {
        &self.0
    }

    /// Returns the solution as a grid.
    pub fn grid(&self) -> Grid {
        Grid::full(&self.0)
    }

    /// Returns the grid with its digits in `cells`, the others open.
    pub fn keep(&self, cells: CellSet) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in cells {
            grid[cell] = Some(self[cell]);
        }
        grid
    }

    /// Returns the nine cells of `digit`.
    pub fn places(&self, digit: Digit) -> CellSet {
        Cell::all().filter(|&cell| self[cell] == digit).collect()
    }
}

impl std::ops::Index<Cell> for Solution {
    type Output = Digit;
    fn index(&self, cell: Cell) -> &Digit {
        &self.0[cell.index()]
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.grid(), f)
    }
}

/// A set of clues with exactly one solution, which it carries.
///
/// Made by [`Puzzle::new`](crate::board::Puzzle::new), which searches, or from a logical proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Puzzle {
    clues: CellSet,
    solution: Solution,
}

impl Puzzle {
    /// The fewest clues of any puzzle, as an exhaustive search has shown (2012).
    pub const FEWEST_CLUES: usize = 17;

    /// Builds the puzzle with `clues` of `solution`, without a search: the caller has proved that
    /// no other solution has these clues, or reads a record of a puzzle that was proved.
    /// [`Puzzle::new`](crate::board::Puzzle::new) is the constructor that checks.
    pub const fn proved(clues: CellSet, solution: Solution) -> Self {
        Self { clues, solution }
    }

    /// Returns the cells of the clues.
    pub const fn clues(&self) -> CellSet {
        self.clues
    }

    /// Returns the only solution.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the clues as a grid.
    pub fn grid(&self) -> Grid {
        self.solution.keep(self.clues)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.grid(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn a_solution_is_full_and_without_clash() {
        let grid: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .parse()
                .unwrap();
        assert_eq!(Solution::new(&grid).map(|solution| solution.grid()), Some(grid));
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(20_261_121);
        for _ in 0..2_000 {
            let mut other = grid;
            for _ in 0..rng.random_range(1..3) {
                let [a, b] =
                    [(); 2].map(|()| Cell::at(rng.random_range(0..9), rng.random_range(0..9)));
                (other[a], other[b]) = (other[b], other[a]);
            }
            let sound = other.clash().is_none();
            assert_eq!(Solution::new(&other).is_some(), sound, "{other}, RNG seed 20261121");
            other[Cell::at(4, 4)] = None;
            assert_eq!(Solution::new(&other), None);
        }
    }
}
