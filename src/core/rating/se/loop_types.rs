//! Producer 15: deductions from a unique loop, types 1 to 4.
//!
//! The cells of a loop must not all be left with the two digits of the loop, since these could be
//! swapped. So one of the *extra cells*, which have other candidates, holds one of these *extra
//! digits*.

use super::hint::{Hint, marks};
use super::sets::{by_digit, by_place};
use super::sheet::{Sheet, box_row_column, place_in};
use super::technique::Technique;
use crate::board::{Cell, CellSet, Digit, DigitSet, House, bits};

struct Loop<'a> {
    sheet: &'a Sheet,
    pair: DigitSet,
    cells: CellSet,
    extra: Vec<Cell>,
}

/// Reports every hint of the loop over `path`, with its type, in the order of the original.
pub(super) fn hints(
    sheet: &Sheet,
    pair: DigitSet,
    path: &[Cell],
    report: &mut impl FnMut(u8, Hint),
) {
    let extra: Vec<Cell> =
        path.iter().copied().filter(|&cell| sheet.digits(cell) != pair).collect();
    let digits_of = |cell: Cell| sheet.digits(cell) - pair;
    let found = Loop { sheet, pair, cells: path.iter().copied().collect(), extra };
    match found.extra[..] {
        [] => {}
        [cell] => found.report(1, 0, marks(sheet, CellSet::of(cell), pair), &[], report),
        [one, other] if (digits_of(one) | digits_of(other)).len() > 1 => {
            found.type_3([one, other], report);
            found.type_4([one, other], report);
        }
        // With three cells or more the original does not check that they share the digit.
        [first, ..] => {
            let peers = found.extra.iter().fold(CellSet::ALL, |all, cell| all & cell.peers());
            if let Some(digit) = digits_of(first).first() {
                found.report(2, 0, marks(sheet, peers, digit.into()), &[], report);
            }
        }
    }
}

impl Loop<'_> {
    /// Reports a hint that adds `steps` tenths to the rating, unless it removes nothing.
    fn report(
        &self,
        kind: u8,
        steps: usize,
        removed: Vec<super::Candidate>,
        houses: &[House],
        report: &mut impl FnMut(u8, Hint),
    ) {
        let cells = self.cells.len();
        let technique = Technique::UniqueLoop { cells: cells as u8, kind };
        let rating = technique.base() + steps as f64 * 0.1;
        let pattern = (self.cells, self.pair);
        if let Some(hint) = Hint::remove(technique, rating, removed, houses, pattern) {
            report(kind, hint);
        }
    }

    /// Type 3: the extra digits of the two cells, as if they were one cell, are part of a naked
    /// set; or the digits of the loop are part of a hidden set.
    fn type_3(&self, [one, other]: [Cell; 2], report: &mut impl FnMut(u8, Hint)) {
        for house in shared_houses(one, other) {
            let [own, struck] = [one, other].map(|cell| place_in(house, cell));
            let sizes = self.extra_digits([one, other])[1].len()..=7;
            for size in sizes.clone() {
                self.naked(house, [one, other], [own, struck], size, report);
            }
            for size in sizes {
                self.hidden(house, [own, struck], size, report);
            }
        }
    }

    /// Returns the extra digits that both cells have, and those that at least one of them has.
    fn extra_digits(&self, [one, other]: [Cell; 2]) -> [DigitSet; 2] {
        let [one, other] = [one, other].map(|cell| self.sheet.digits(cell) - self.pair);
        [one & other, one | other]
    }

    fn naked(
        &self,
        house: House,
        cells: [Cell; 2],
        [own, struck]: [u16; 2],
        size: usize,
        report: &mut impl FnMut(u8, Hint),
    ) {
        if 2 * size > self.sheet.count_open(house) {
            return;
        }
        let [common, extra] = self.extra_digits(cells);
        let words = by_place(self.sheet, house);
        for others in combinations(size - 1, own | struck) {
            let Some(union) = union_of(&words, others) else { continue };
            let digits = extra | DigitSet::from_bits(union);
            if digits.len() == size && (common | DigitSet::from_bits(union)).len() == size {
                let victims = house.cells() - house.cells_at(others | own | struck);
                let removed = marks(self.sheet, victims, digits);
                self.report(3, size - 1, removed, &[house], report);
            }
        }
    }

    fn hidden(
        &self,
        house: House,
        [own, struck]: [u16; 2],
        size: usize,
        report: &mut impl FnMut(u8, Hint),
    ) {
        if 2 * size >= self.sheet.count_open(house) {
            return;
        }
        let words = by_digit(self.sheet, house).map(|places| places & !struck);
        let extra: DigitSet =
            self.extra.iter().fold(DigitSet::EMPTY, |all, &cell| all | self.sheet.digits(cell));
        // The digits of the loop are among those of the extra cells.
        for others in combinations(size - 2, extra.bits()) {
            let digits = others | self.pair.bits();
            if bits(digits).any(|digit| words[digit] == 0) {
                continue;
            }
            let places = bits(digits).fold(0, |places, digit| places | words[digit]);
            if places.count_ones() as usize == size {
                let digits = DigitSet::from_bits(digits);
                let victims = house.cells_at(places & !own);
                let removed = marks(self.sheet, victims, DigitSet::ALL - digits);
                self.report(3, size - 2, removed, &[house], report);
            }
        }
    }

    /// Type 4: one of the digits has no other place in a house of both cells, so neither can hold
    /// the other.
    fn type_4(&self, [one, other]: [Cell; 2], report: &mut impl FnMut(u8, Hint)) {
        let cells = CellSet::of(one) | CellSet::of(other);
        let [Some(first), Some(second)] = both(self.pair) else { return };
        for (kept, removed) in [(first, second), (second, first)] {
            let locked = |house: &House| self.sheet.places(kept) & house.cells() == cells;
            if let Some(house) = shared_houses(one, other).filter(locked).last() {
                let removed = marks(self.sheet, cells, Digit::into(removed));
                self.report(4, 0, removed, &[house], report);
                return;
            }
        }
    }
}

/// Returns the sets of `size` of nine without any of `excluded`, in the order 01, 02, 12, 03 and so
/// on.
fn combinations(size: usize, excluded: u16) -> impl Iterator<Item = u16> {
    (0..512).filter(move |set: &u16| set.count_ones() as usize == size && set & excluded == 0)
}

/// Returns the union of these words; `None` if one of them has fewer than two bits.
fn union_of(words: &[u16; 9], which: u16) -> Option<u16> {
    bits(which)
        .try_fold(0, |union, word| (words[word].count_ones() >= 2).then_some(union | words[word]))
}

/// Returns the houses that contain both cells: box, row, column.
pub(super) fn shared_houses(one: Cell, other: Cell) -> impl Iterator<Item = House> {
    box_row_column(one)
        .into_iter()
        .map(|(house, _)| house)
        .filter(move |house| house.cells().contains(other))
}

pub(super) fn both(pair: DigitSet) -> [Option<Digit>; 2] {
    let first = pair.first();
    [first, first.and_then(|first| (pair - first.into()).first())]
}
