//! [`Cell`]: one cell of the grid.

use std::fmt;
use std::str::FromStr;

/// A cell of the grid, 0 to 80, numbered row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The number of cells, 81.
    pub const COUNT: usize = 81;

    /// Returns the cell of this index, if it is 0 to 80.
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the cell in `row` and `column`, both 0 to 8.
    ///
    /// # Panics
    /// If either is above 8.
    #[inline]
    pub const fn at(row: usize, column: usize) -> Self {
        assert!(row < 9 && column < 9);
        Self((row * 9 + column) as u8)
    }

    /// Returns the index, 0 to 80, by which arrays about cells are indexed.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, 0 to 8.
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// Returns the column, 0 to 8.
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// Returns the box, 0 to 8, row by row.
    pub const fn boxed(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// Returns all 81 cells, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }
}

/// Displays row and column, counting from 1: `r5c2`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

/// The error of a text that is no cell name such as `r5c2`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a cell: {0:?} (write row and column, 1 to 9, as in r5c2)")]
pub struct ParseCellError(String);

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [b'r' | b'R', r @ b'1'..=b'9', b'c' | b'C', c @ b'1'..=b'9'] => {
                Ok(Self::at(usize::from(r - b'1'), usize::from(c - b'1')))
            }
            _ => Err(ParseCellError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::CellSet;
    use super::*;

    #[test]
    fn peers_are_the_cells_that_share_a_house() {
        for cell in Cell::all() {
            let literal: CellSet = Cell::all()
                .filter(|&other| {
                    other != cell
                        && (other.row() == cell.row()
                            || other.column() == cell.column()
                            || other.boxed() == cell.boxed())
                })
                .collect();
            assert_eq!(cell.peers(), literal);
        }
    }

    #[test]
    fn names_read_back() {
        for cell in Cell::all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert!("r0c1".parse::<Cell>().is_err());
        assert!("r1c10".parse::<Cell>().is_err());
    }
}
