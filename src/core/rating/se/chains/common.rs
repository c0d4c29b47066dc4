//! [`Common`]: the places where a search for static multiple chains can find anything.
//!
//! If no candidate is refuted (see [`super::starts`]), no static propagation meets a contradiction,
//! so it reaches exactly the members of the closure, and the branches of a cell or region have a
//! common consequence if and only if their rows have.

use super::Bits;
use super::closure::{Closure, Members, Row, union, with_words};
use crate::board::{CellSet, Digit, DigitSet, House, bits};
use crate::rating::se::sheet::{Candidate, Sheet};
use crate::rating::se::technique::Links;

/// The cells and regions whose branches have common consequences.
pub(super) struct Common {
    pub cells: CellSet,
    /// Digits, by house.
    pub regions: [DigitSet; House::COUNT],
}

impl Common {
    /// Finds them; `None` if some candidate is refuted, since the closure is then no answer.
    pub fn of(sheet: &Sheet) -> Option<Self> {
        let members = Members::of(sheet, Links::XY);
        with_words!(members, common(sheet, &members))
    }
}

/// The consequences of a candidate that is on.
#[derive(Clone)]
struct Follows<const W: usize> {
    on: Row<W>,
    off: Bits,
}

fn common<const W: usize>(sheet: &Sheet, members: &Members) -> Option<Common> {
    let closure = Closure::<W>::new(members);
    // By member, the candidates that it puts off.
    let puts_off: Vec<Bits> =
        members.candidates.iter().map(|&candidate| excluded(sheet, candidate)).collect();
    let off_if_on = |on: &Row<W>| {
        let mut off = Bits::default();
        for number in on.iter() {
            off.join(&puts_off[number]);
        }
        off
    };
    let off: Vec<Bits> = closure.on.iter().map(off_if_on).collect();
    let mut follows: Vec<Option<Follows<W>>> = vec![None; Candidate::COUNT];
    for candidate in sheet.candidates() {
        let first = closure.excluded(members, candidate);
        let alone = union(&closure.alone, &first);
        let mut all = Follows { on: union(&closure.on, &alone), off: excluded(sheet, candidate) };
        for number in alone.iter() {
            all.off.join(&off[number]);
        }
        if all.off.contains(candidate) {
            return None;
        }
        follows[candidate.index()] = Some(all);
    }
    let shared = |candidates: &mut dyn Iterator<Item = Candidate>| {
        let mut all = candidates.filter_map(|candidate| follows[candidate.index()].as_ref());
        let Some(mut common) = all.next().cloned() else { return false };
        for branch in all {
            common.on.meet(&branch.on);
            common.off.meet(&branch.off);
        }
        common.on.iter().next().is_some() || !common.off.is_empty()
    };
    let mut found = Common { cells: CellSet::EMPTY, regions: [DigitSet::EMPTY; House::COUNT] };
    for cell in sheet.open().iter().filter(|&cell| sheet.digits(cell).len() >= 3) {
        if shared(&mut sheet.digits(cell).iter().map(|digit| Candidate::new(cell, digit))) {
            found.cells.insert(cell);
        }
    }
    for house in House::all() {
        for digit in Digit::all() {
            let places = bits(sheet.in_house(house, digit));
            let mut candidates = places.map(|place| Candidate::new(house.cell(place), digit));
            if shared(&mut candidates) {
                found.regions[house.index()].insert(digit);
            }
        }
    }
    Some(found)
}

fn excluded(sheet: &Sheet, candidate: Candidate) -> Bits {
    let (cell, digit) = (candidate.cell(), candidate.digit());
    let mut off = Bits::default();
    for other in (sheet.digits(cell) - digit.into()).iter() {
        off.insert(Candidate::new(cell, other));
    }
    for peer in sheet.places(digit) & cell.peers() {
        off.insert(Candidate::new(peer, digit));
    }
    off
}
