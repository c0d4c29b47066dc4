//! [`House`]: rows, columns and boxes.

use std::fmt;

use super::{Cell, CellSet, bits};

/// The kind of a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells one below the other.
    Column,
    /// Three by three cells.
    Box,
}

impl HouseKind {
    /// Returns the kind of the lines that cross rows, or columns.
    pub(crate) const fn across(self) -> Self {
        if matches!(self, Self::Row) { Self::Column } else { Self::Row }
    }
}

/// A house, 0 to 26: rows 0 to 8, columns 9 to 17, boxes 18 to 26.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(pub(super) u8);

impl House {
    /// The number of houses, 27.
    pub const COUNT: usize = 27;

    /// Returns row `number`, 0 to 8.
    ///
    /// # Panics
    /// If `number` is above 8.
    pub const fn row(number: usize) -> Self {
        assert!(number < 9);
        Self(number as u8)
    }

    /// Returns column `number`, 0 to 8.
    ///
    /// # Panics
    /// If `number` is above 8.
    pub const fn column(number: usize) -> Self {
        assert!(number < 9);
        Self(9 + number as u8)
    }

    /// Returns box `number`, 0 to 8, row by row.
    ///
    /// # Panics
    /// If `number` is above 8.
    pub const fn boxed(number: usize) -> Self {
        assert!(number < 9);
        Self(18 + number as u8)
    }

    /// Returns the row or column of this number, 0 to 8.
    pub(crate) const fn line(kind: HouseKind, number: usize) -> Self {
        if matches!(kind, HouseKind::Row) { Self::row(number) } else { Self::column(number) }
    }

    /// Returns the index, 0 to 26.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number among its kind, 0 to 8.
    pub const fn number(self) -> usize {
        self.index() % 9
    }

    /// Returns whether it is a row, column or box.
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// Returns its cell at `place`, 0 to 8, in reading order.
    pub const fn cell(self, place: usize) -> Cell {
        match self.kind() {
            HouseKind::Row => Cell::at(self.number(), place),
            HouseKind::Column => Cell::at(place, self.number()),
            HouseKind::Box => {
                Cell::at(self.number() / 3 * 3 + place / 3, self.number() % 3 * 3 + place % 3)
            }
        }
    }

    /// Returns its cells at these places, a bit each.
    pub(crate) fn cells_at(self, places: u16) -> CellSet {
        bits(places).map(|place| self.cell(place)).collect()
    }

    /// Returns all 27 houses: rows, columns, boxes.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }
}

/// Displays kind and number, counting from 1: `box 4`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind() {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.number() + 1)
    }
}
