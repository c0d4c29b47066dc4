//! Producers 13 and 14: XY-wing and XYZ-wing.

use super::hint::{Hint, marks};
use super::sheet::Sheet;
use super::technique::Technique;
use crate::board::CellSet;
use crate::rating::wings::wings;

pub(super) fn cells_with(sheet: &Sheet, count: usize) -> CellSet {
    sheet.open().iter().filter(|&cell| sheet.digits(cell).len() == count).collect()
}

/// Producer 13: a pivot with two candidates.
pub(super) fn xy_wing(sheet: &Sheet) -> Option<Hint> {
    wing(sheet, 2, Technique::XyWing)
}

/// Producer 14: a pivot with three.
pub(super) fn xyz_wing(sheet: &Sheet) -> Option<Hint> {
    wing(sheet, 3, Technique::XyzWing)
}

fn wing(sheet: &Sheet, count: usize, technique: Technique) -> Option<Hint> {
    let (pivots, pairs) = (cells_with(sheet, count), cells_with(sheet, 2));
    wings(pivots, pairs, |cell| sheet.digits(cell)).find_map(|wing| {
        let removed = marks(sheet, wing.seen, wing.digit.into());
        Hint::remove(technique, technique.base(), removed, &[], (wing.cells(), wing.digits))
    })
}
