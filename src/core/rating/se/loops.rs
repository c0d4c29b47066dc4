//! Producer 15: unique rectangles and loops, the search for loops. Deductions from a loop are in
//! [`super::loop_types`].

use super::hint::Hint;
use super::loop_types::hints;
use super::sheet::{Sheet, box_row_column};
use crate::board::{Cell, CellSet, DigitSet, HouseKind};

/// Returns the hint with the least rating, then the lowest type, then the first found.
pub(super) fn unique_loop(sheet: &Sheet) -> Option<Hint> {
    let mut best: Option<(f64, u8, Hint)> = None;
    let pairs: CellSet =
        sheet.open().iter().filter(|&cell| sheet.digits(cell).len() == 2).collect();
    for start in pairs {
        let pair = sheet.digits(start);
        let both = pair.iter().fold(CellSet::ALL, |cells, digit| cells & sheet.places(digit));
        let usable = if both.len() < 4 { CellSet::EMPTY } else { with_partners(both) };
        if !usable.contains(start) {
            continue;
        }
        let mut walk = Walk { sheet, pair, both, usable, path: Vec::new(), taken: CellSet::EMPTY };
        let left = EXTRA_CELLS;
        walk.enter(start, From { last: None, left, met: [0; 2] }, DigitSet::EMPTY, &mut |path| {
            hints(sheet, pair, path, &mut |kind, hint| {
                let less = best.as_ref().is_none_or(|(rating, least, _)| {
                    hint.rating < *rating || (hint.rating <= *rating && kind < *least)
                });
                if less {
                    best = Some((hint.rating, kind, hint));
                }
            });
        });
    }
    best.map(|(_, _, hint)| hint)
}

/// This number of cells with other candidates is entered without further conditions.
const EXTRA_CELLS: i8 = 2;

/// Returns the cells that can be part of a loop: each of their houses contains another one.
fn with_partners(mut cells: CellSet) -> CellSet {
    loop {
        let alone = |cell: &Cell| {
            cell.houses().iter().any(|house| (house.cells() & cells).single().is_some())
        };
        let lone: CellSet = cells.iter().filter(alone).collect();
        if lone.is_empty() {
            return cells;
        }
        cells -= lone;
    }
}

/// A walk over cells that have both of two digits.
struct Walk<'a> {
    sheet: &'a Sheet,
    pair: DigitSet,
    both: CellSet,
    usable: CellSet,
    path: Vec<Cell>,
    taken: CellSet,
}

#[derive(Clone, Copy)]
struct From {
    /// The kind of house of the last step, none at the start.
    last: Option<HouseKind>,
    /// The number of extra cells that may still be entered.
    left: i8,
    /// The houses met so far by cells with even and with odd numbers.
    met: [u32; 2],
}

impl Walk<'_> {
    /// Enters `cell` and continues from there; reports the path whenever it closes to a valid loop:
    /// the odd cells and the even cells meet the same houses, none twice.
    ///
    /// More extra cells than `left` are entered only if `pool`, the extra digits seen, is one
    /// digit. As in the original, the pool is copied when a cell is entered and then gets the
    /// digits of each cell that is tried from there, entered or not, because that decides which
    /// loops are found.
    fn enter(
        &mut self,
        cell: Cell,
        from: From,
        mut pool: DigitSet,
        report: &mut impl FnMut(&[Cell]),
    ) {
        let From { last, left, mut met } = from;
        let parity = self.path.len() % 2;
        let houses = cell.houses().iter().fold(0, |all, house| all | 1 << house.index());
        if met[parity] & houses != 0 {
            return;
        }
        met[parity] |= houses;
        self.path.push(cell);
        self.taken.insert(cell);
        let start = self.path[0];
        for (house, _) in box_row_column(cell) {
            if last == Some(house.kind()) {
                continue;
            }
            if house.cells().contains(start) && self.path.len() >= 4 && met[0] == met[1] {
                report(&self.path);
            }
            for next in (house.cells() & self.both) - self.taken {
                let extra = self.sheet.digits(next) - self.pair;
                pool |= extra;
                if !self.usable.contains(next) {
                    continue;
                }
                if extra.is_empty() || left > 0 || pool.len() == 1 {
                    let left = if extra.is_empty() { left } else { left - 1 };
                    self.enter(next, From { last: Some(house.kind()), left, met }, pool, report);
                }
            }
        }
        self.taken.remove(cell);
        self.path.pop();
    }
}
