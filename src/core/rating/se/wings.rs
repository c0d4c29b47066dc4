//! Producers 13 and 14: XY-wing and XYZ-wing.

use super::hint::{Hint, marks};
use super::sheet::Sheet;
use super::technique::Technique;
use crate::board::{Cell, CellSet, Digit, DigitSet};

pub(super) fn cells_with(sheet: &Sheet, count: usize) -> CellSet {
    sheet.open().iter().filter(|&cell| sheet.digits(cell).len() == count).collect()
}

/// Producer 13: a pivot with two candidates.
pub(super) fn xy_wing(sheet: &Sheet) -> Option<Hint> {
    let pairs = cells_with(sheet, 2);
    pairs.iter().find_map(|pivot| {
        wing(sheet, pairs, pivot, |own, [one, other]| {
            let all = own | one | other;
            if all.len() != 3 || !(own & one & other).is_empty() {
                return None;
            }
            (one & other).single()
        })
    })
}

/// Producer 14: a pivot with three.
pub(super) fn xyz_wing(sheet: &Sheet) -> Option<Hint> {
    let pairs = cells_with(sheet, 2);
    cells_with(sheet, 3).iter().find_map(|pivot| {
        wing(sheet, pairs, pivot, |own, [one, other]| {
            if (own | one | other).len() != 3 {
                return None;
            }
            (own & one & other).single()
        })
    })
}

/// A wing of `pivot` and two of `pairs`, if `fits` says of their candidates which digit one of them
/// holds.
fn wing(
    sheet: &Sheet,
    pairs: CellSet,
    pivot: Cell,
    fits: impl Fn(DigitSet, [DigitSet; 2]) -> Option<Digit>,
) -> Option<Hint> {
    let own = sheet.digits(pivot);
    let wings = pairs & pivot.peers();
    for one in wings {
        for other in wings.iter().filter(|&other| other > one) {
            let Some(digit) = fits(own, [one, other].map(|cell| sheet.digits(cell))) else {
                continue;
            };
            let mut victims = one.peers() & other.peers();
            let technique = if own.contains(digit) {
                victims &= pivot.peers();
                Technique::XyzWing
            } else {
                Technique::XyWing
            };
            let cells = [pivot, one, other].into_iter().collect();
            let removed = marks(sheet, victims, digit.into());
            let digits = own | sheet.digits(one) | sheet.digits(other);
            let found = Hint::remove(technique, technique.base(), removed, &[], (cells, digits));
            if found.is_some() {
                return found;
            }
        }
    }
    None
}
