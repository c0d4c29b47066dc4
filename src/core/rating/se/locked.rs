//! Producers 2 and 6: intersections of a box and a line.

use super::hint::{Hint, marks};
use super::sheet::Sheet;
use super::technique::Technique::{self, DirectClaiming, DirectPointing};
use crate::board::{CellSet, Digit, House, HouseKind};

/// A digit with two or more places in a house, all of them in another one.
#[derive(Clone, Copy)]
pub(super) struct Locked {
    pub digit: Digit,
    /// The house that needs the digit.
    pub from: House,
    /// The house that loses its other places.
    pub to: House,
}

impl Locked {
    pub fn technique(self) -> Technique {
        if self.is_pointing() { Technique::Pointing } else { Technique::Claiming }
    }

    fn is_pointing(self) -> bool {
        self.from.kind() == HouseKind::Box
    }

    /// Returns the other places of the second house, which are eliminated.
    pub fn victims(self, sheet: &Sheet) -> CellSet {
        (sheet.places(self.digit) & self.to.cells()) - self.from.cells()
    }
}

/// Finds intersections, also those without eliminations: all pointing before all claiming, columns
/// before rows. Stops at the first for which `visit` returns a value.
pub(super) fn find<T>(sheet: &Sheet, mut visit: impl FnMut(Locked) -> Option<T>) -> Option<T> {
    for &(from, to, outside) in &CROSSINGS {
        for digit in Digit::all() {
            let places = sheet.in_house(from, digit);
            if places & outside == 0 && places.count_ones() >= 2 {
                let found = visit(Locked { digit, from, to });
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// Producer 6: pointing, then claiming.
pub(super) fn intersection(sheet: &Sheet) -> Option<Hint> {
    find(sheet, |locked| {
        let victims = locked.victims(sheet);
        if victims.is_empty() {
            return None;
        }
        let (technique, digits) = (locked.technique(), locked.digit.into());
        let pattern = (sheet.places(locked.digit) & locked.from.cells(), digits);
        let (removed, houses) = (marks(sheet, victims, digits), [locked.from, locked.to]);
        Hint::remove(technique, technique.base(), removed, &houses, pattern)
    })
}

/// Producer 2: an intersection that leaves one place of the digit in a house of the kind of the
/// first.
pub(super) fn direct_intersection(sheet: &Sheet) -> Option<Hint> {
    find(sheet, |locked| {
        let Locked { digit, from, to } = locked;
        let others = House::all().filter(|&other| {
            other.kind() == from.kind() && other != from && to.cells().intersects(other.cells())
        });
        for other in others {
            let places = sheet.places(digit) & other.cells();
            if places.len() >= 2
                && let Some(cell) = (places - to.cells()).single()
            {
                let is_pointing = locked.is_pointing();
                let technique = if is_pointing { DirectPointing } else { DirectClaiming };
                let pattern = (sheet.places(digit) & from.cells(), digit.into());
                let (rating, houses) = (technique.base(), [from, to, other]);
                return Some(Hint::place(technique, rating, (cell, digit), &houses, pattern));
            }
        }
        None
    })
}

/// The 108 pairs of a box and a line that cross, in the order of the search, each with the places
/// of the first that are not in the second.
static CROSSINGS: [(House, House, u16); 108] = {
    let mut crossings = [(House::row(0), House::row(0), 0); 108];
    let mut next = 0;
    let mut pass = 0;
    while pass < 4 {
        let mut pair = 0;
        while pair < 81 {
            // The first is a box in pointing, a line in claiming.
            let (boxed, number) =
                if pass < 2 { (pair / 9, pair % 9) } else { (pair % 9, pair / 9) };
            let line = if pass % 2 == 0 { House::column(number) } else { House::row(number) };
            let boxed = House::boxed(boxed);
            let (from, to) = if pass < 2 { (boxed, line) } else { (line, boxed) };
            let common = to.cells().in_house(from);
            if common != 0 {
                crossings[next] = (from, to, !common & 0o777);
                next += 1;
            }
            pair += 1;
        }
        pass += 1;
    }
    crossings
};
