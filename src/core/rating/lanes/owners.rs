//! [`Owned`]: whose filling takes a wrong candidate away.

use std::hint::select_unpredictable;

use super::CELLS;
use crate::board::{Candidates, Cell, CellSet, Digit, House, Solution};

/// In place of an owner, where there is none.
const NOBODY: u8 = CELLS as u8;

/// Each owner as a set.
const SETS: [u64; OWNERS] = {
    let mut sets = [0; OWNERS];
    let mut owner = 0;
    while owner < CELLS {
        sets[owner] = 1 << owner;
        owner += 1;
    }
    sets
};

/// Owners, and [`NOBODY`]: to take its constraints too, which are of no use, needs no branch.
pub const OWNERS: usize = CELLS + 1;

/// The number of a constraint of an owner: those of two owners stand side by side, kind by kind.
pub const fn constraint(owner: usize, kind: usize) -> usize {
    owner / 2 * 8 + 2 * kind + owner % 2
}

/// The owners of the constraints of a wrong candidate: its cell, row, column and box.
#[derive(Clone, Copy)]
pub struct Owners([u8; 4]);

impl Owners {
    /// By kind of constraint, the number of its owner, below [`OWNERS`], and the owner as a set; that is empty if there is none.
    pub fn by_kind(self) -> [(usize, u64); 4] {
        self.0.map(|owner| (usize::from(owner), SETS[usize::from(owner)]))
    }

    /// All of them.
    pub fn all(self) -> u64 {
        self.by_kind().into_iter().fold(0, |all, (_, own)| all | own)
    }

    /// In place of one that there is not, another once more.
    pub fn known(self) -> [u8; 4] {
        let any = self.all().trailing_zeros() as u8;
        self.0.map(|owner| if owner == NOBODY { any } else { owner })
    }
}

/// Wrong candidates of a digit, by how many owners they have.
pub struct Counted {
    pub one: CellSet,
    pub two: CellSet,
    pub more: CellSet,
}

/// The owners of a phase, and what they own.
pub struct Owned {
    filled: CellSet,
    solved: Candidates,
    /// By cell.
    cells: [u8; Cell::COUNT],
    /// By digit and house.
    digits: [[u8; House::COUNT]; Digit::COUNT],
    /// By digit, the boxes that have an owner, and outside of these owners' boxes the rows and the columns.
    houses: [[CellSet; 3]; Digit::COUNT],
}

impl Owned {
    /// The cells that are filled own: the first half of them has the even numbers, the second half the odd ones.
    pub fn of(filled: CellSet, solution: &Solution, solved: Candidates) -> Self {
        let mut all = Self {
            filled,
            solved,
            cells: [NOBODY; Cell::COUNT],
            digits: [[NOBODY; House::COUNT]; Digit::COUNT],
            houses: [[CellSet::EMPTY; 3]; Digit::COUNT],
        };
        let pairs = filled.len().div_ceil(2);
        for (i, cell) in filled.iter().enumerate() {
            let owner = (2 * (i % pairs) + i / pairs) as u8;
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

    /// The owners of `digit` where it is wrong.
    pub fn owners(&self, digit: Digit, cell: Cell) -> Owners {
        let digit = &self.digits[digit.index()];
        let [row, column, boxed] = cell.houses().map(|house| digit[house.index()]);
        Owners([self.cells[cell.index()], row, column, boxed])
    }

    /// Where `digit` is `wrong`, all with an owner: itself if the cell is filled, one of its box, and one each of its row
    /// and its column that is not of its box.
    pub fn counted(&self, digit: Digit, wrong: CellSet) -> Counted {
        let [rows, columns, boxes] = self.houses[digit.index()];
        let (either, both) = (self.filled | rows, self.filled & rows);
        let (other, others) = (columns | boxes, columns & boxes);
        let many = wrong & (both | others | either & other);
        let more = many & (both & other | others & either);
        Counted { one: wrong - many, two: many - more, more }
    }

    /// By kind, the owners whose constraint holds no cell of `stuck[digit]`.
    pub fn free(&self, stuck: &[CellSet; Digit::COUNT]) -> [u64; 4] {
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
