//! [`Matching`]: a solution as a perfect matching, and graphs in which subsets and fish are the
//! same.
//!
//! In each house digits are matched with cells, and for each digit rows with columns: 27 + 9 = 36
//! graphs of nine nodes. A node is a *line* (a digit of a house; a row of a digit) with its
//! *column* (the cell of the digit; the column that has the digit in the row). A wrong candidate of
//! a line points to the line whose column it stands in. With nine lines:
//!
//! ```text
//! row 2    c1 c2 c3 ..       the solution has 4 in c1, 7 in c2, 1 in c3
//! 4        x  x  .           4 in c2 is wrong: the arrow 4 -> 7
//! 7        x  x  .           7 in c1 is wrong: the arrow 7 -> 4
//! 1        x  .  x           1 in c1 is wrong: the arrow 1 -> 4
//!
//! No other arrow leaves 4 or 7: a hidden pair in c1 and c2. The arrow 1 -> 4 enters it:
//! the pair removes 1 from c1.
//! ```
//!
//! All graphs are stored together, one bit each: `arrows[line][other]` is the bitmask of the graphs
//! with this arrow.
//!
//! ```text
//! bit   0 .. 8   9 .. 17   18 .. 26   27 .. 35
//!       rows     columns   boxes      digits 1 .. 9
//! ```

use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind, Solution, bits};

/// A solution, as the perfect matching of each house and of each digit.
///
/// Made once for all states that lead to the solution; [`Closure`](crate::logic::Closure) and
/// [`Look`](crate::logic::Look) use it.
#[derive(Clone, Debug)]
pub struct Matching {
    pub(crate) solution: Solution,
    pub(crate) solved: Candidates,
    /// By [`bit`] of a cell, its digit.
    pub(super) digits: [u8; BITS],
    /// By digit and column, its row.
    pub(super) rows: [[u8; 9]; Digit::COUNT],
}

/// By line and by the line it points to, the graphs that have the arrow. The tenth line pointed to
/// stays empty: an even number of words suits processors that work on two at a time.
pub(super) type Arrows = [[u64; 10]; 9];

pub(super) const HOUSES: u64 = (1 << House::COUNT) - 1;

/// Returns the bit of a cell in a [`CellSet`]. The tables here are indexed by it instead of the
/// index of the cell, because a loop over a set yields bits, and converting each would take a
/// division.
const fn bit(cell: Cell) -> usize {
    CellSet::of(cell).bits().trailing_zeros() as usize
}

/// The number of bits of a [`CellSet`]; some belong to no cell.
pub(super) const BITS: usize = 96;

#[derive(Clone, Copy)]
pub(super) struct Location {
    /// The graphs of its three houses.
    pub(super) houses: u64,
    pub(super) row: u8,
    pub(super) column: u8,
}

/// By [`bit`] of the cell.
pub(super) static LOCATIONS: [Location; BITS] = {
    let mut table = [Location { houses: 0, row: 0, column: 0 }; BITS];
    let mut index = 0;
    while index < Cell::COUNT {
        let cell = Cell::at(index / 9, index % 9);
        let [row, column, boxed] = cell.houses();
        table[bit(cell)] = Location {
            houses: 1 << row.index() | 1 << column.index() | 1 << boxed.index(),
            row: cell.row() as u8,
            column: cell.column() as u8,
        };
        index += 1;
    }
    table
};

impl Matching {
    /// Returns the matching of this solution.
    pub fn of(solution: &Solution) -> Self {
        let mut matching = Self {
            solution: *solution,
            solved: Candidates::solved(solution),
            digits: [0; BITS],
            rows: [[0; 9]; Digit::COUNT],
        };
        for (cell, digit) in Cell::all().zip(solution.digits()) {
            matching.digits[bit(cell)] = digit.index() as u8;
            matching.rows[digit.index()][cell.column()] = cell.row() as u8;
        }
        matching
    }
}

/// The graphs in which subsets and fish of some size remove anything: a search elsewhere is in
/// vain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sieve {
    /// Sets of lines: hidden subsets, fish of rows.
    pub(super) lines: u64,
    /// Sets of columns: naked subsets, fish of columns.
    pub(super) columns: u64,
}

impl Sieve {
    /// All graphs: nothing is known.
    pub const ALL: Self = Self::of(!0);

    /// Selects these graphs, one bit each.
    pub const fn of(graphs: u64) -> Self {
        Self { lines: graphs, columns: graphs }
    }

    /// Returns the houses in which naked subsets remove anything.
    pub fn naked(&self) -> impl Iterator<Item = House> + use<> {
        houses(self.columns)
    }

    /// Returns the houses in which hidden subsets remove anything.
    pub fn hidden(&self) -> impl Iterator<Item = House> + use<> {
        houses(self.lines)
    }

    /// Returns the digits for which fish of rows (columns) remove anything.
    pub const fn fish(&self, kind: HouseKind) -> DigitSet {
        let graphs = if matches!(kind, HouseKind::Row) { self.lines } else { self.columns };
        DigitSet::from_bits((graphs >> House::COUNT) as u16 & 0o777)
    }
}

fn houses(graphs: u64) -> impl Iterator<Item = House> {
    bits(graphs & HOUSES).filter_map(|index| House::all().nth(index))
}
