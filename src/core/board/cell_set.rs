//! [`CellSet`]: a set of cells.

use std::ops::Not;

use super::cell::Cell;
use super::house::{House, HouseKind};
use super::scan;

/// A set of cells.
///
/// The 27 cells of a band lie in the low bits of a 32-bit lane each, row by row, so that whole
/// bands can be looked up in tables and all rows, columns or boxes of a digit counted at once: bit
/// `32 * band + 9 * (row % 3) + column`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(u128);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All 81 cells.
    pub const ALL: Self = Self::from_bands([0x7ff_ffff; 3]);

    /// Returns the set of this one cell: looked up, since shifts of 128 bits take many steps.
    pub const fn of(cell: Cell) -> Self {
        SINGLE[cell.index()]
    }

    /// Builds a set of three bands of 27 bits each; bit `9 * (row % 3) + column`.
    pub const fn from_bands(bands: [u32; 3]) -> Self {
        Self(bands[0] as u128 | (bands[1] as u128) << 32 | (bands[2] as u128) << 64)
    }

    /// Returns its three bands of 27 bits.
    pub const fn bands(self) -> [u32; 3] {
        [self.0 as u32, (self.0 >> 32) as u32, (self.0 >> 64) as u32]
    }

    /// Writes the 81 cells as characters, row by row: `1` for those in the set, `0` for the others.
    pub fn mask(self) -> String {
        Cell::all().map(|cell| if self.contains(cell) { '1' } else { '0' }).collect()
    }

    /// Returns the 96 bits of the set; bits outside the 81 cells are zero.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Builds a set of these bits; those outside the 81 cells are dropped.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Whether `cell` is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        self.intersects(Self::of(cell))
    }

    /// Adds `cell`.
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= Self::of(cell).0;
    }

    /// Removes `cell`.
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !Self::of(cell).0;
    }

    /// Returns the number of cells in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the cells of `house` as 9 bits, in reading order.
    pub const fn in_house(self, house: House) -> u16 {
        let bands = self.bands();
        let number = house.number();
        match house.kind() {
            HouseKind::Row => (bands[number / 3] >> (9 * (number % 3))) as u16 & 0o777,
            HouseKind::Column => {
                /// Returns the three cells of a column in a band.
                const fn three(band: u32, column: usize) -> u16 {
                    let bits = band >> column & 0o1_001_001;
                    (bits | bits >> 8 | bits >> 16) as u16 & 7
                }
                three(bands[0], number)
                    | three(bands[1], number) << 3
                    | three(bands[2], number) << 6
            }
            HouseKind::Box => {
                let bits = bands[number / 3] >> (3 * (number % 3));
                (bits & 7 | bits >> 6 & 7 << 3 | bits >> 12 & 7 << 6) as u16
            }
        }
    }

    /// Whether every cell of `self` is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets have a cell in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns, for the places of a digit, those that are the only one of a row, column or box;
    /// `None` if a house has no place.
    #[expect(clippy::inline_always, reason = "a call takes longer than the scan")]
    #[inline(always)]
    pub fn lone_places(self) -> Option<Self> {
        scan::lone(self.bands()).map(Self::from_bands)
    }

    /// Returns, for the places of a digit, those left by locked candidates (pointing and claiming),
    /// and of these those that are the only one of a row, column or box; `None` if a house has no
    /// place left.
    #[inline]
    pub fn settled(self) -> Option<(Self, Self)> {
        let scan::Settled { places, lone } = scan::settle(self.bands())?;
        Some((Self::from_bands(places), Self::from_bands(lone)))
    }

    /// Returns the first cell of the set.
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        Some(Cell(bit - bit / 32 * 5))
    }

    /// Returns the cell, if there is exactly one.
    pub const fn single(self) -> Option<Cell> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// Returns the union.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cells, in order.
    pub const fn iter(self) -> CellIter {
        CellIter(self)
    }
}

const SINGLE: [CellSet; Cell::COUNT] = {
    let mut table = [CellSet::EMPTY; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        table[cell].0 = 1 << (cell / 27 * 32 + cell % 27);
        cell += 1;
    }
    table
};

/// The cells of a [`CellSet`], in order.
#[derive(Clone, Debug)]
pub struct CellIter(CellSet);

impl Iterator for CellIter {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for CellIter {}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = CellIter;

    fn into_iter(self) -> CellIter {
        self.iter()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

/// Returns the union of the sets.
impl FromIterator<Self> for CellSet {
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::EMPTY, |all, set| all | set)
    }
}

set_operators!(CellSet);
displayed_as_list!(CellSet, "Displays the names of the cells: `r1c1, r5c2`.");

impl Not for CellSet {
    type Output = Self;
    fn not(self) -> Self {
        Self::ALL - self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        for cell in Cell::all() {
            let set = CellSet::of(cell);
            assert_eq!(set.single(), Some(cell));
            assert!(set.contains(cell) && !(!set).contains(cell));
            assert_eq!((!set).len(), 80);
        }
        assert!(CellSet::ALL.iter().eq(Cell::all()));
    }

    #[test]
    fn a_house_is_read_in_order() {
        for cell in Cell::all() {
            for house in House::all() {
                let literal = (0..9).filter(|&place| house.cell(place) == cell);
                let bits = literal.fold(0, |bits, place| bits | 1 << place);
                assert_eq!(CellSet::of(cell).in_house(house), bits, "{cell} in {house}");
            }
        }
    }
}
