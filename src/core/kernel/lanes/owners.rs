//! [`Ownership`]: the cells whose filling removes each wrong candidate.
//!
//! A cell that the phase fills *owns* four constraints: the cell itself, and its digit in its row,
//! its column and its box. A wrong candidate belongs to four constraints, too, and is gone when the
//! owner of any of them is filled. For example, let the phase fill these three cells:
//!
//! ```text
//!          c1  c5     the wrong candidate 4 in r1c5 stands in the constraints
//! row 1    4   7        cell r1c5       owned by r1c5, where 7 goes
//! row 2    .   .        4 in row 1      owned by r1c1
//! row 3    .   4        4 in column 5   owned by r3c5
//!                       4 in box 2      owned by r3c5 again: three owners
//! ```
//!
//! A constraint has no owner if its cell is filled, or its digit placed, before the phase or not
//! during it.

use std::hint::select_unpredictable;

use crate::board::{Candidates, Cell, CellSet, Digit, House, Solution};

/// The most open cells of a puzzle, since none has fewer than 17 clues, as a multiple of four, the
/// number of cells that one iteration of the loops handles.
pub const CELLS: usize = 64;

/// The number that stands for no owner.
const NO_OWNER: u8 = CELLS as u8;

/// By number of an owner, the set of it alone; [`NO_OWNER`] is the empty set.
const SETS: [u64; OWNERS] = {
    let mut sets = [0; OWNERS];
    let mut owner = 0;
    while owner < CELLS {
        sets[owner] = 1 << owner;
        owner += 1;
    }
    sets
};

/// The length of a table by owner, with an entry for [`NO_OWNER`]: it is written but never read,
/// which avoids a branch.
pub const OWNERS: usize = CELLS + 1;

/// Returns the number of a constraint of an owner. Kinds are 0 for the cell, 1, 2 and 3 for its
/// digit in the row, the column and the box. The constraints of two owners are interleaved, kind by
/// kind, for [`by_fours`]:
///
/// ```text
/// number         0     1    2    3     4       5     6    7    8     9  ...
/// owner          0     1    0    1     0       1     0    1    2     3  ...
/// kind           cell  cell row  row   column column box  box  cell  cell
/// ```
pub const fn constraint(owner: usize, kind: usize) -> usize {
    owner / 2 * 8 + 2 * kind + owner % 2
}

/// Splits the masks of all constraints into four owners at a time: `[pair of owners][kind][owner of
/// the pair]`.
#[inline]
pub fn by_fours<T>(constraints: &[T; 4 * CELLS]) -> &[[[[T; 2]; 4]; 2]] {
    constraints.as_chunks::<2>().0.as_chunks::<4>().0.as_chunks::<2>().0
}

/// Returns the number of the owner that is the `place`-th of `filled` cells. The first half of the
/// cells has the even numbers, the second half the odd ones: of five cells in order, the numbers
/// are 0, 2, 4, 1, 3.
pub const fn owner(place: usize, filled: usize) -> usize {
    let pairs = filled.div_ceil(2);
    2 * (place % pairs) + place / pairs
}

/// The owners of the four constraints of a wrong candidate.
#[derive(Clone, Copy)]
pub struct Owners([u8; 4]);

impl Owners {
    /// Returns, by kind of constraint, the number of its owner, below [`OWNERS`], and the owner as
    /// a set, empty if there is none.
    pub fn by_kind(self) -> [(usize, u64); 4] {
        self.0.map(|owner| (usize::from(owner), SETS[usize::from(owner)]))
    }

    pub fn all(self) -> u64 {
        self.by_kind().into_iter().fold(0, |all, (_, own)| all | own)
    }

    /// Returns their numbers; a missing owner is replaced by one of the others.
    pub fn numbers(self) -> [u8; 4] {
        let any = self.all().trailing_zeros() as u8;
        self.0.map(|owner| if owner == NO_OWNER { any } else { owner })
    }
}

/// Wrong candidates of a digit, by the number of different cells that own their constraints.
pub struct ByOwners {
    pub one: CellSet,
    pub two: CellSet,
    /// Three or four owners.
    pub more: CellSet,
}

/// The owners of a phase, and their constraints.
pub struct Ownership {
    filled: CellSet,
    solved: Candidates,
    /// By cell, its owner: the cell itself.
    cells: [u8; Cell::COUNT],
    /// By digit and house, the owner.
    digits: [[u8; House::COUNT]; Digit::COUNT],
    /// By digit, the cells of the rows (columns, boxes) that have an owner. Rows and columns are
    /// without the box of the owner, so that a cell in both is not owned twice by the same cell.
    houses: [[CellSet; 3]; Digit::COUNT],
}

impl Ownership {
    /// Makes the cells that the phase fills owners.
    pub fn of(filled: CellSet, solution: &Solution, solved: Candidates) -> Self {
        let mut all = Self {
            filled,
            solved,
            cells: [NO_OWNER; Cell::COUNT],
            digits: [[NO_OWNER; House::COUNT]; Digit::COUNT],
            houses: [[CellSet::EMPTY; 3]; Digit::COUNT],
        };
        let count = filled.len();
        for (place, cell) in filled.iter().enumerate() {
            let owner = owner(place, count) as u8;
            all.cells[cell.index()] = owner;
            let digit = solution[cell].index();
            for house in cell.houses() {
                all.digits[digit][house.index()] = owner;
            }
            let [row, column, boxed] = cell.houses().map(House::cells);
            let outside = [row - boxed, column - boxed, boxed];
            all.houses[digit].iter_mut().zip(outside).for_each(|(houses, house)| *houses |= house);
        }
        all
    }

    /// Returns the owners of the wrong candidate `digit` in `cell`.
    pub fn owners(&self, digit: Digit, cell: Cell) -> Owners {
        let digit = &self.digits[digit.index()];
        let [row, column, boxed] = cell.houses().map(|house| digit[house.index()]);
        Owners([self.cells[cell.index()], row, column, boxed])
    }

    /// Splits the cells where `digit` is `wrong`, all of which have an owner. An owner is the cell
    /// itself, or in its row outside its box, or in its column outside its box, or in its box: four
    /// sets of cells, added up by halves.
    pub fn by_owners(&self, digit: Digit, wrong: CellSet) -> ByOwners {
        let [rows, columns, boxes] = self.houses[digit.index()];
        let (any_a, both_a) = (self.filled | rows, self.filled & rows);
        let (any_b, both_b) = (columns | boxes, columns & boxes);
        let several = wrong & (both_a | both_b | any_a & any_b);
        let more = several & (both_a & any_b | both_b & any_a);
        ByOwners { one: wrong - several, two: several - more, more }
    }

    /// Returns, by kind, the owners whose constraint can become clean: it has no cell of
    /// `stuck[digit]`.
    pub fn not_stuck(&self, stuck: &[CellSet; Digit::COUNT]) -> [u64; 4] {
        let mut free = [0; 4];
        let mut any = CellSet::EMPTY;
        for (digit, &stuck) in Digit::all().zip(stuck) {
            any |= stuck;
            for cell in self.filled & self.solved[digit] {
                let own = SETS[usize::from(self.cells[cell.index()])];
                for (free, house) in free[1..].iter_mut().zip(cell.houses()) {
                    *free |= select_unpredictable(house.cells().intersects(stuck), 0, own);
                }
            }
        }
        for cell in self.filled - any {
            free[0] |= SETS[usize::from(self.cells[cell.index()])];
        }
        free
    }
}
