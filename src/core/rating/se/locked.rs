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
    /// The other houses of the first one's kind that cross the second.
    beside: &'static [Beside; 2],
}

/// A house, with its places that are not in a second one.
type Beside = (House, u16);

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
    for (first, to, beside) in &CROSSINGS {
        let &(from, outside) = first;
        for digit in Digit::all() {
            let places = sheet.in_house(from, digit);
            if places & outside == 0 && places.count_ones() >= 2 {
                let found = visit(Locked { digit, from, to: *to, beside });
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
        let Locked { digit, from, to, beside } = locked;
        for &(other, outside) in beside {
            let places = sheet.in_house(other, digit);
            if places.count_ones() >= 2
                && (places & outside).is_power_of_two()
                && let Some(cell) = other.cells_at(places & outside).first()
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

/// The 108 pairs of a box and a line that cross, in the order of the search: the first, the second,
/// and those beside the first.
static CROSSINGS: [(Beside, House, [Beside; 2]); 108] = {
    let none = (House::row(0), 0);
    let mut crossings = [(none, House::row(0), [none; 2]); 108];
    let mut next = 0;
    let mut pass = 0;
    while pass < 4 {
        let mut pair = 0;
        while pair < 81 {
            // The first is a box in pointing, a line in claiming.
            let (first, second) = (pair / 9, pair % 9);
            let (from, to) = (first_house(pass, first), second_house(pass, second));
            if to.cells().intersects(from.cells()) {
                let (mut beside, mut count, mut other) = ([none; 2], 0, 0);
                while other < 9 {
                    let house = first_house(pass, other);
                    if other != first && to.cells().intersects(house.cells()) {
                        beside[count] = (house, outside(house, to));
                        count += 1;
                    }
                    other += 1;
                }
                crossings[next] = ((from, outside(from, to)), to, beside);
                next += 1;
            }
            pair += 1;
        }
        pass += 1;
    }
    crossings
};

const fn line(pass: usize, number: usize) -> House {
    if pass.is_multiple_of(2) { House::column(number) } else { House::row(number) }
}

const fn first_house(pass: usize, number: usize) -> House {
    if pass < 2 { House::boxed(number) } else { line(pass, number) }
}

const fn second_house(pass: usize, number: usize) -> House {
    if pass < 2 { line(pass, number) } else { House::boxed(number) }
}

/// Returns the places of `house` that are not in `other`.
const fn outside(house: House, other: House) -> u16 {
    !other.cells().in_house(house) & 0o777
}
