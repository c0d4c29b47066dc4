//! Singles, locked candidates and subsets.

use super::step::{Found, Reason, only};
use super::technique::Technique;
use super::view::{View, houses_of, seen_by_all};
use crate::board::{CellSet, Digit, DigitSet, House, HouseKind};
use crate::logic::exact_subsets;

/// Full house: a house with one open cell.
pub(super) fn full_house(view: &View, out: &mut Found) {
    for house in House::all() {
        let open = house.cells() & view.open();
        if let Some(cell) = open.single()
            && let Some(digit) = view.digits(cell).single()
        {
            out.place((cell, digit), (only(digit, open), Reason::House(house)));
        }
    }
}

/// Naked single: an open cell with one candidate.
pub(super) fn naked_single(view: &View, out: &mut Found) {
    for cell in view.open() {
        if let Some(digit) = view.digits(cell).single() {
            out.place((cell, digit), (only(digit, CellSet::of(cell)), Reason::Cell));
        }
    }
}

/// Hidden single: a digit with one place in a house.
pub(super) fn hidden_single(view: &View, out: &mut Found) {
    for digit in Digit::all() {
        // Boxes first: people see them there.
        for house in (0..9).map(House::boxed).chain(House::all().take(18)) {
            if let Some(cell) = (view.places(digit) & house.cells()).single() {
                let pattern = only(digit, CellSet::of(cell));
                out.place((cell, digit), (pattern, Reason::House(house)));
            }
        }
    }
}

/// Pointing: in a box a digit stands in one line only, so that it goes from the rest of the line.
pub(super) fn pointing(view: &View, out: &mut Found) {
    locked(view, out, |kind| kind == HouseKind::Box);
}

/// Claiming: in a line a digit stands in one box only, so that it goes from the rest of the box.
pub(super) fn claiming(view: &View, out: &mut Found) {
    locked(view, out, |kind| kind != HouseKind::Box);
}

fn locked(view: &View, out: &mut Found, is_from: fn(HouseKind) -> bool) {
    for digit in Digit::all() {
        for from in House::all().filter(|house| is_from(house.kind())) {
            let places = view.places(digit) & from.cells();
            if !(2..=3).contains(&places.len()) {
                continue;
            }
            for to in houses_of(places).filter(|&to| to != from) {
                let removed = view.marks(digit.into(), to.cells() - from.cells());
                out.remove(removed, || (only(digit, places), Reason::Crossing { from, to }));
            }
        }
    }
}

/// Returns the number of cells of a subset, or of lines of a fish.
pub(super) const fn size(technique: Technique) -> usize {
    use Technique as T;
    match technique {
        T::NakedPair | T::HiddenPair | T::XWing | T::FinnedXWing | T::SashimiXWing => 2,
        T::NakedTriple
        | T::HiddenTriple
        | T::Swordfish
        | T::FinnedSwordfish
        | T::SashimiSwordfish => 3,
        _ => 4,
    }
}

/// Naked pair, triple, quad: as many cells of a house as they have candidates. These go from all
/// cells that see the whole set, which for a set where a line crosses a box are those of both.
pub(super) fn naked(view: &View, out: &mut Found) {
    for house in House::all() {
        let words = std::array::from_fn(|place| view.digits(house.cell(place)).bits());
        for (taken, union) in exact_subsets(&words, size(out.technique)) {
            let (cells, digits) = (house.cells_at(taken), DigitSet::from_bits(union));
            out.remove(view.marks(digits, seen_by_all(cells)), || {
                (view.marks(digits, cells), Reason::House(house))
            });
        }
    }
}

/// Hidden pair, triple, quad: as many digits of a house as they have places. All else goes from
/// these cells.
pub(super) fn hidden(view: &View, out: &mut Found) {
    for house in House::all() {
        let words = std::array::from_fn(|digit| view.in_house(house, Digit::from_index(digit)));
        for (taken, union) in exact_subsets(&words, size(out.technique)) {
            let (digits, cells) = (DigitSet::from_bits(taken), house.cells_at(union));
            out.remove(view.marks(DigitSet::ALL - digits, cells), || {
                (view.marks(digits, cells), Reason::House(house))
            });
        }
    }
}
