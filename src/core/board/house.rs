//! [`House`]: rows, columns and boxes.

use std::fmt;

use super::Cell;

/// What a house is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells one below the other.
    Column,
    /// Three by three cells.
    Box,
}

/// One of the 27 houses: rows 0 to 8, columns 9 to 17, boxes 18 to 26.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(pub(super) u8);

impl House {
    /// The number of houses, 27.
    pub const COUNT: usize = 27;

    /// Row `number`, 0 to 8.
    ///
    /// # Panics
    /// If `number` is above 8.
    pub const fn row(number: usize) -> Self {
        assert!(number < 9);
        Self(number as u8)
    }

    /// Column `number`, 0 to 8.
    ///
    /// # Panics
    /// If `number` is above 8.
    pub const fn column(number: usize) -> Self {
        assert!(number < 9);
        Self(9 + number as u8)
    }

    /// Box `number`, 0 to 8, row by row.
    ///
    /// # Panics
    /// If `number` is above 8.
    pub const fn boxed(number: usize) -> Self {
        assert!(number < 9);
        Self(18 + number as u8)
    }

    /// The index, 0 to 26.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number among its kind, 0 to 8.
    pub const fn number(self) -> usize {
        self.index() % 9
    }

    /// Row, column or box.
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// Its cell at `place`, 0 to 8, in reading order.
    pub const fn cell(self, place: usize) -> Cell {
        match self.kind() {
            HouseKind::Row => Cell::at(self.number(), place),
            HouseKind::Column => Cell::at(place, self.number()),
            HouseKind::Box => {
                Cell::at(self.number() / 3 * 3 + place / 3, self.number() % 3 * 3 + place % 3)
            }
        }
    }

    /// All 27: rows, columns, boxes.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }
}

/// As people write it, counting from 1: `box 4`.
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

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
