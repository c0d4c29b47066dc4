//! Producers 3, 5, 7 to 12 and 16 to 18: naked and hidden sets, direct hidden sets and fish.
//!
//! All of them are one search: of nine words of nine bits, k words with k bits in their union. The
//! words are the cells of a house for a naked set, its digits for a hidden set, the lines of a
//! digit for a fish.

use super::hint::{Hint, marks};
use super::sheet::{Sheet, boxes_columns_rows};
use super::technique::Technique;
use crate::board::{CellSet, Digit, DigitSet, House, HouseKind, bits};
use crate::logic::exact_subsets;

/// Finds `size` of the nine words that have two bits or more each and exactly `size` in union, in
/// the order 01, 02, 12, 03, 13, 23, 04 and so on. Stops at the first for which `visit` (words,
/// union) returns a value.
pub(super) fn find<T>(
    words: &[u16; 9],
    size: usize,
    mut visit: impl FnMut(u16, u16) -> Option<T>,
) -> Option<T> {
    let mut found = exact_subsets(words, size);
    found.sort_unstable();
    found.into_iter().find_map(|(taken, union)| visit(taken, union))
}

pub(super) fn by_place(sheet: &Sheet, house: House) -> [u16; 9] {
    std::array::from_fn(|place| sheet.digits(house.cell(place)).bits())
}

pub(super) fn by_digit(sheet: &Sheet, house: House) -> [u16; 9] {
    std::array::from_fn(|digit| sheet.in_house(house, Digit::from_index(digit)))
}

pub(super) fn by_line(sheet: &Sheet, digit: Digit, kind: HouseKind) -> [u16; 9] {
    std::array::from_fn(|number| sheet.in_house(House::line(kind, number), digit))
}

/// Whether `house` has room for a naked set of `size`: in a smaller house, a hidden set makes the
/// same eliminations.
pub(super) fn fits_naked(sheet: &Sheet, house: House, size: usize) -> bool {
    sheet.count_open(house) >= 2 * size
}

/// Whether `house` has room for a hidden set of `size`.
pub(super) fn fits_hidden(sheet: &Sheet, house: House, size: usize) -> bool {
    sheet.count_open(house) > 2 * size
}

pub(super) fn fits_fish(sheet: &Sheet, digit: Digit, size: usize) -> bool {
    sheet.count_filled(digit) + 2 * size <= 9
}

/// Producers 7, 10 and 16: naked pair, triplet, quad.
pub(super) fn naked(sheet: &Sheet, size: usize) -> Option<Hint> {
    let technique = Technique::Naked(size as u8);
    boxes_columns_rows().filter(|&house| fits_naked(sheet, house, size)).find_map(|house| {
        find(&by_place(sheet, house), size, |places, digits| {
            let (cells, digits) = (house.cells_at(places), DigitSet::from_bits(digits));
            let removed = marks(sheet, house.cells() - cells, digits);
            Hint::remove(technique, technique.base(), removed, &[house], (cells, digits))
        })
    })
}

/// Producers 9, 12 and 18: hidden pair, triplet, quad.
pub(super) fn hidden(sheet: &Sheet, size: usize) -> Option<Hint> {
    let technique = Technique::Hidden(size as u8);
    boxes_columns_rows().filter(|&house| fits_hidden(sheet, house, size)).find_map(|house| {
        find(&by_digit(sheet, house), size, |digits, places| {
            let (cells, digits) = (house.cells_at(places), DigitSet::from_bits(digits));
            let removed = marks(sheet, cells, DigitSet::ALL - digits);
            Hint::remove(technique, technique.base(), removed, &[house], (cells, digits))
        })
    })
}

/// Producers 3 and 5: a hidden pair or triplet that leaves another digit one place in the house.
pub(super) fn direct_hidden(sheet: &Sheet, size: usize) -> Option<Hint> {
    let technique = Technique::DirectHidden(size as u8);
    boxes_columns_rows().filter(|&house| sheet.count_open(house) > size).find_map(|house| {
        let words = by_digit(sheet, house);
        find(&words, size, |digits, places| {
            // Digits of the set have no place outside it, so that none of them can be the one.
            let left = |&digit: &usize| (words[digit] & !places).is_power_of_two();
            let digit = (0..9).filter(|&digit| words[digit].count_ones() >= 2).find(left)?;
            let cell = house.cells_at(words[digit] & !places).first()?;
            let pattern = (house.cells_at(places), DigitSet::from_bits(digits));
            let placed = (cell, Digit::from_index(digit));
            Some(Hint::place(technique, technique.base(), placed, &[house], pattern))
        })
    })
}

/// Producers 8, 11 and 17: X-wing, swordfish, jellyfish. Columns as base before rows.
pub(super) fn fish(sheet: &Sheet, size: usize) -> Option<Hint> {
    let technique = Technique::Fish(size as u8);
    for kind in [HouseKind::Column, HouseKind::Row] {
        for digit in Digit::all().filter(|&digit| fits_fish(sheet, digit, size)) {
            let found = find(&by_line(sheet, digit, kind), size, |lines, crossing| {
                let victims = fish_victims(sheet, digit, kind, (lines, crossing));
                if victims.is_empty() {
                    return None;
                }
                let houses: Vec<House> =
                    bits(lines).map(|number| House::line(kind, number)).collect();
                let cells: CellSet = houses.iter().map(|house| house.cells()).collect();
                let removed = marks(sheet, victims, digit.into());
                let pattern = (cells & sheet.places(digit), digit.into());
                Hint::remove(technique, technique.base(), removed, &houses, pattern)
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Returns the places of `digit` in the crossing lines outside the base lines.
pub(super) fn fish_victims(
    sheet: &Sheet,
    digit: Digit,
    base: HouseKind,
    (lines, crossing): (u16, u16),
) -> CellSet {
    let cells = |kind, numbers| -> CellSet {
        bits(numbers).map(|number| House::line(kind, number).cells()).collect()
    };
    (cells(base.across(), crossing) & sheet.places(digit)) - cells(base, lines)
}
