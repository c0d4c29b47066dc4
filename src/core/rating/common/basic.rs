//! Singles, locked candidates and subsets.

use super::step::{Flow, GO, Reason, Sink, only, place, remove};
use super::technique::Technique;
use super::view::{View, cells_at, houses_of, seen_by_all};
use crate::board::{CellSet, Digit, DigitSet, House, HouseKind};

/// Full house: a house with one open cell.
pub(super) fn full_house(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    for house in House::all() {
        let open = house.cells() & view.open();
        if let Some(cell) = open.single()
            && let Some(digit) = view.digits(cell).single()
        {
            place(sink, technique, (cell, digit), (only(digit, open), Reason::House(house)))?;
        }
    }
    GO
}

/// Naked single: an open cell with one candidate.
pub(super) fn naked_single(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    for cell in view.open() {
        if let Some(digit) = view.digits(cell).single() {
            let pattern = only(digit, CellSet::of(cell));
            place(sink, technique, (cell, digit), (pattern, Reason::Cell))?;
        }
    }
    GO
}

/// Hidden single: a digit with one place in a house.
pub(super) fn hidden_single(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    for digit in Digit::all() {
        // Boxes first: people see them there.
        for house in (0..9).map(House::boxed).chain(House::all().take(18)) {
            let word = view.in_house(house, digit);
            if word.is_power_of_two() {
                let cell = house.cell(word.trailing_zeros() as usize);
                let pattern = only(digit, CellSet::of(cell));
                place(sink, technique, (cell, digit), (pattern, Reason::House(house)))?;
            }
        }
    }
    GO
}

/// Pointing: in a box a digit stands in one line only, so that it goes from the rest of the line.
pub(super) fn pointing(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    locked(view, technique, sink, |kind| kind == HouseKind::Box)
}

/// Claiming: in a line a digit stands in one box only, so that it goes from the rest of the box.
pub(super) fn claiming(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    locked(view, technique, sink, |kind| kind != HouseKind::Box)
}

fn locked(
    view: &View,
    technique: Technique,
    sink: &mut Sink<'_>,
    is_from: fn(HouseKind) -> bool,
) -> Flow {
    for digit in Digit::all() {
        for from in House::all().filter(|house| is_from(house.kind())) {
            let places = view.places(digit) & from.cells();
            if !(2..=3).contains(&places.len()) {
                continue;
            }
            for to in houses_of(places).filter(|&to| to != from) {
                let removed = view.marks(digit.into(), to.cells() - from.cells());
                remove(sink, technique, removed, || {
                    (only(digit, places), Reason::Crossing { from, to })
                })?;
            }
        }
    }
    GO
}

/// The number of cells of a subset, or of lines of a fish.
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
pub(super) fn naked(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    for house in House::all() {
        let words = std::array::from_fn(|place| view.digits(house.cell(place)).bits());
        choose(&words, size(technique), &mut |taken, union| {
            let (cells, digits) = (cells_at(house, taken), DigitSet::from_bits(union));
            let removed = view.marks(digits, seen_by_all(cells));
            remove(sink, technique, removed, || (view.marks(digits, cells), Reason::House(house)))
        })?;
    }
    GO
}

/// Hidden pair, triple, quad: as many digits of a house as they have places. All else goes from
/// these cells.
pub(super) fn hidden(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    for house in House::all() {
        let words = std::array::from_fn(|digit| view.in_house(house, Digit::from_index(digit)));
        choose(&words, size(technique), &mut |taken, union| {
            let (digits, cells) = (DigitSet::from_bits(taken), cells_at(house, union));
            let removed = view.marks(DigitSet::ALL - digits, cells);
            remove(sink, technique, removed, || (view.marks(digits, cells), Reason::House(house)))
        })?;
    }
    GO
}

/// Tells of each choice of `size` words, of two bits or more each, with `size` bits in union.
pub(super) fn choose(
    words: &[u16; 9],
    size: usize,
    visit: &mut dyn FnMut(u16, u16) -> Flow,
) -> Flow {
    fn more(
        words: &[u16; 9],
        (size, left, from): (usize, usize, usize),
        (taken, union): (u16, u16),
        visit: &mut dyn FnMut(u16, u16) -> Flow,
    ) -> Flow {
        if left == 0 {
            return if union.count_ones() as usize == size { visit(taken, union) } else { GO };
        }
        for next in from..=9 - left {
            let union = union | words[next];
            if words[next].count_ones() >= 2 && union.count_ones() as usize <= size {
                more(words, (size, left - 1, next + 1), (taken | 1 << next, union), visit)?;
            }
        }
        GO
    }
    more(words, (size, size, 0), (0, 0), visit)
}
