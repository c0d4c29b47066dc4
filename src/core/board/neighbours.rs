//! The cells of each house, and the houses and peers of each cell, as tables.

use super::{Cell, CellSet, House};

impl House {
    /// Returns its nine cells.
    pub const fn cells(self) -> CellSet {
        CELLS[self.index()]
    }
}

impl Cell {
    /// Returns its row, column and box.
    pub const fn houses(self) -> [House; 3] {
        HOUSES[self.index()]
    }

    /// Returns the 20 other cells of its three houses.
    pub const fn peers(self) -> CellSet {
        PEERS[self.index()]
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

/// The houses of each cell: a lookup replaces a dozen steps of computing them.
const HOUSES: [[House; 3]; Cell::COUNT] = {
    let mut houses = [[House::row(0); 3]; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let cell = Cell(index as u8);
        houses[index] =
            [House::row(cell.row()), House::column(cell.column()), House::boxed(cell.boxed())];
        index += 1;
    }
    houses
};

const PEERS: [CellSet; Cell::COUNT] = {
    let mut peers = [CellSet::EMPTY; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let [row, column, boxed] = HOUSES[index];
        peers[index] = row.cells().union(column.cells()).union(boxed.cells());
        peers[index].remove(Cell(index as u8));
        index += 1;
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
