//! [`Owned`]: whose filling takes a wrong candidate away.

use super::CELLS;
use crate::board::{Candidates, Cell, CellSet, Digit, House, Solution};

/// In place of an owner, where there is none.
const NOBODY: u8 = CELLS as u8;

/// Each owner as a set.
const SETS: [u64; CELLS + 1] = {
    let mut sets = [0; CELLS + 1];
    let mut owner = 0;
    while owner < CELLS {
        sets[owner] = 1 << owner;
        owner += 1;
    }
    sets
};

/// More than the constraints of a phase: to take those of [`NOBODY`] too, which are of no use, needs no branch.
pub const CONSTRAINTS: usize = 4 * CELLS + 8;

/// The number of a constraint of an owner: those of two owners stand side by side, kind by kind.
pub const fn constraint(owner: u8, kind: usize) -> usize {
    let owner = owner as usize;
    owner / 2 * 8 + 2 * kind + owner % 2
}

/// The owners of the constraints of a wrong candidate: its cell, row, column and box.
#[derive(Clone, Copy)]
pub struct Owners([u8; 4]);

impl Owners {
    /// The number of each constraint, and its owner as a set; that is empty if there is none.
    pub fn constraints(self) -> impl Iterator<Item = (usize, u64)> {
        let constraint = |(kind, owner)| (constraint(owner, kind), SETS[usize::from(owner)]);
        self.0.into_iter().enumerate().map(constraint)
    }

    /// All of them.
    pub fn all(self) -> u64 {
        self.constraints().fold(0, |all, (_, own)| all | own)
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

    /// The constraints of `digit` in rows, columns and boxes that hold none of `cells`.
    pub fn free_in_houses(
        &self,
        digit: Digit,
        cells: CellSet,
    ) -> impl Iterator<Item = (usize, bool)> {
        let own = (self.filled & self.solved[digit]).into_iter();
        own.flat_map(move |cell| {
            let owner = self.cells[cell.index()];
            let houses = cell.houses().into_iter().enumerate();
            houses.map(move |(kind, house)| {
                (constraint(owner, 1 + kind), !house.cells().intersects(cells))
            })
        })
    }

    /// The constraints of cells that are none of `cells`.
    pub fn free_cells(&self, cells: CellSet) -> impl Iterator<Item = (usize, bool)> {
        let is_free =
            move |cell: Cell| (constraint(self.cells[cell.index()], 0), !cells.contains(cell));
        self.filled.into_iter().map(is_free)
    }
}
