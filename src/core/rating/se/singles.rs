//! Producers 1 and 4: hidden and naked singles.

use super::hint::Hint;
use super::sheet::{Sheet, boxes_columns_rows};
use super::technique::Technique::{HiddenSingle, NakedSingle};
use super::technique::{IN_LINE, LAST_CELL};
use crate::board::{CellSet, Digit, DigitSet, HouseKind};

/// Producer 1: the last open cell of a house, otherwise a digit with one place in a house.
pub(super) fn hidden_single(sheet: &Sheet) -> Option<Hint> {
    for house in boxes_columns_rows() {
        if let Some(cell) = (sheet.open() & house.cells()).single()
            && let Some(digit) = sheet.digits(cell).single()
        {
            let pattern = (CellSet::of(cell), digit.into());
            return Some(Hint::place(HiddenSingle, LAST_CELL, (cell, digit), &[house], pattern));
        }
    }
    for house in boxes_columns_rows() {
        for digit in Digit::all() {
            let places = sheet.in_house(house, digit);
            if places.is_power_of_two()
                && let Some(cell) = house.cells_at(places).first()
            {
                let is_box = house.kind() == HouseKind::Box;
                let rating = if is_box { HiddenSingle.base() } else { IN_LINE };
                let pattern = (CellSet::of(cell), digit.into());
                return Some(Hint::place(HiddenSingle, rating, (cell, digit), &[house], pattern));
            }
        }
    }
    None
}

/// Producer 4: a cell with one candidate.
pub(super) fn naked_single(sheet: &Sheet) -> Option<Hint> {
    let single = |cell| Some((cell, sheet.digits(cell).single()?));
    let (cell, digit) = sheet.open().iter().find_map(single)?;
    let pattern = (CellSet::of(cell), DigitSet::from(digit));
    Some(Hint::place(NakedSingle, NakedSingle.base(), (cell, digit), &[], pattern))
}
