//! [`Puzzle`] and [`Solution`]: grids with a proof.

use std::fmt;

use super::{Cell, CellSet, Digit, Grid};

/// A full grid in which every house holds every digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution([Digit; Cell::COUNT]);

impl Solution {
    /// The grid as a solution, if it is full and without clash.
    pub fn new(grid: &Grid) -> Option<Self> {
        if grid.clash().is_some() {
            return None;
        }
        let mut digits = [Digit::from_index(0); Cell::COUNT];
        for cell in Cell::all() {
            digits[cell.index()] = grid[cell]?;
        }
        Some(Self(digits))
    }

    /// The same, as a grid.
    pub fn grid(&self) -> Grid {
        self.keep(CellSet::ALL)
    }

    /// Its digits in `cells`, the others open.
    pub fn keep(&self, cells: CellSet) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in cells {
            grid[cell] = Some(self[cell]);
        }
        grid
    }

    /// The cells of `digit`, nine of them.
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

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of clues with exactly one solution, which it carries.
///
/// Made by [`Puzzle::new`](crate::board::Puzzle::new), which searches, or by a logical proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Puzzle {
    clues: CellSet,
    solution: Solution,
}

impl Puzzle {
    /// The puzzle that shows `clues` of `solution`. The caller has proved that no other solution
    /// has these clues.
    pub(crate) const fn proved(clues: CellSet, solution: Solution) -> Self {
        Self { clues, solution }
    }

    /// The cells that are given.
    pub const fn clues(&self) -> CellSet {
        self.clues
    }

    /// The one solution.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The givens as a grid.
    pub fn grid(&self) -> Grid {
        self.solution.keep(self.clues)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.grid(), f)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
