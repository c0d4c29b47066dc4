//! [`House`]: rows, columns and boxes.

use std::fmt;

use super::{Cell, CellSet};

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
pub struct House(u8);

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

    /// Its nine cells.
    pub const fn cells(self) -> CellSet {
        CELLS[self.index()]
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

const CELLS: [CellSet; House::COUNT] = {
    let mut cells = [CellSet::EMPTY; House::COUNT];
    let mut house = 0;
    while house < House::COUNT {
        let mut place = 0;
        while place < 9 {
            cells[house].insert(House(house as u8).cell(place));
            place += 1;
        }
        house += 1;
    }
    cells
};

pub(super) const PEERS: [CellSet; Cell::COUNT] = {
    let mut peers = [CellSet::EMPTY; Cell::COUNT];
    let mut row = 0;
    while row < 9 {
        let mut column = 0;
        while column < 9 {
            let cell = Cell::at(row, column);
            let [r, c, b] = cell.houses();
            let mut set = CELLS[r.index()].union(CELLS[c.index()]).union(CELLS[b.index()]);
            set.remove(cell);
            peers[cell.index()] = set;
            column += 1;
        }
        row += 1;
    }
    peers
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_in_its_three_houses_only() {
        for cell in Cell::all() {
            let holding: Vec<House> = House::all().filter(|h| h.cells().contains(cell)).collect();
            assert_eq!(holding, cell.houses());
        }
        assert!(House::all().all(|h| h.cells().len() == 9));
        assert!(House::all().all(|h| (0..9).all(|i| h.cells().contains(h.cell(i)))));
    }
}
