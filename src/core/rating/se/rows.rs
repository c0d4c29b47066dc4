//! Producers 1 to 6, 13 and 14 as rows of a ladder: those that the ladder of hsolve lacks, or does
//! not distinguish.
//!
//! Each row removes the candidates that its producer removes. `THEORY.md` proves that it is
//! monotone together with the techniques that it *needs*.

use std::fmt;

use super::sets;
use crate::board::{Cell, CellSet, Digit, DigitSet, House, State, bits};
use crate::kernel::locked::{locked, segment_houses};
use crate::logic::{Application, Applications, Effect, Pattern, Row, Size, Technique};
use crate::rating::wings::wings as find_wings;

/// A row that finds the patterns that a function visits.
macro_rules! row {
    ($(#[$about:meta])* $name:ident = $words:literal, $order:literal, needs $needs:expr, $visit:ident) => {
        $(#[$about])*
        pub(super) static $name: Row = Row {
            name: $words,
            needs: Some($needs),
            order: $order,
            sweep: |state| sweep(state, $visit),
            find: |state, found| find(state, found, &$name, $visit),
            write,
        };
    };
}

row!(
    /// Producer 1 without rows and columns: the last open cell of a house, or a digit with one
    /// place in a box.
    HIDDEN_IN_BOX = "hidden single in a box", 0, needs &[], hidden_in_box
);
row!(
    /// Producer 2. Claiming finds nothing where hidden singles and pointing find nothing.
    DIRECT_POINTING = "direct pointing", 0, needs &[Technique::HiddenSingle], direct_pointing
);
row!(
    /// Producer 3.
    DIRECT_PAIR = "direct hidden pair", 1, needs &[Technique::HiddenSingle], direct_pair
);
row!(
    /// Producer 5.
    DIRECT_TRIPLET = "direct hidden triplet", 1,
    needs &[Technique::HiddenSingle, Technique::Custom(&DIRECT_PAIR)], direct_triplet
);
row!(
    /// Producer 6 without claiming, which is rated higher.
    POINTING = "pointing", 0, needs &[Technique::HiddenSingle], pointing
);
row!(
    /// Producer 13.
    XY_WING = "XY-wing", 1, needs &[Technique::NakedSingle], xy_wing
);
row!(
    /// Producer 14.
    XYZ_WING = "XYZ-wing", 1,
    needs &[Technique::NakedSingle, Technique::Naked(Size::Two), Technique::Custom(&XY_WING)],
    xyz_wing
);

/// Receives the finds of a row: the cells and digits of the pattern, and the effect.
type Visit<'a> = &'a mut dyn FnMut(CellSet, DigitSet, Effect);

fn sweep(state: &mut State, visit: fn(&State, Visit)) {
    let before = *state;
    visit(&before, &mut |_, _, effect| match effect {
        Effect::Fill(cell, digit) => state.fill(cell, digit),
        Effect::Remove(digits, cells) => state.remove(digits, cells),
        Effect::Solve(..) => {}
    });
}

/// Makes each application a unit. Possible applications are not counted, since the ladder has no
/// costs.
fn find(state: &State, found: &mut Applications, row: &'static Row, visit: fn(&State, Visit)) {
    let before = found.valid();
    visit(state, &mut |cells, digits, effect| {
        let (technique, pattern) = (Technique::Custom(row), Pattern::Cells(cells, digits));
        let application = Application { technique, pattern, effect };
        match effect {
            Effect::Remove(..) => found.unit_of_removal(state, application),
            _ => found.unit_of(application),
        }
    });
    found.possible += found.valid() - before;
}

fn write(_: &State, cells: CellSet, digits: DigitSet, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, " on {digits} in {cells}")
}

fn hidden_in_box(state: &State, visit: Visit) {
    for house in House::all() {
        if let Some(cell) = (state.open & house.cells()).single()
            && let Some(digit) = state.candidates.at(cell).single()
        {
            visit(CellSet::of(cell), digit.into(), Effect::Fill(cell, digit));
        }
    }
    for digit in Digit::all() {
        let open = state.candidates[digit] & state.open;
        for boxed in (0..9).map(House::boxed) {
            if let Some(cell) = (open & boxed.cells()).single() {
                visit(CellSet::of(cell), digit.into(), Effect::Fill(cell, digit));
            }
        }
    }
}

fn pointing(state: &State, visit: Visit) {
    for (digit, locked) in Digit::all().zip(locked(state)) {
        let open = state.candidates[digit] & state.open;
        for segment in bits(locked.pointing) {
            let (line, boxed) = segment_houses(segment);
            let victims = open & (line.cells() - boxed.cells());
            visit(open & boxed.cells(), digit.into(), Effect::Remove(digit.into(), victims));
        }
    }
}

fn direct_pointing(state: &State, visit: Visit) {
    for (digit, locked) in Digit::all().zip(locked(state)) {
        let open = state.candidates[digit] & state.open;
        for segment in bits(locked.pointing) {
            let (line, boxed) = segment_houses(segment);
            let places = open & boxed.cells();
            let others = (0..9).map(House::boxed).filter(|other| {
                *other != boxed && other.cells().intersects(line.cells()) && places.len() >= 2
            });
            for other in others {
                let there = open & other.cells();
                if there.len() >= 2
                    && let Some(cell) = (there - line.cells()).single()
                {
                    visit(places, digit.into(), Effect::Fill(cell, digit));
                }
            }
        }
    }
}

fn direct_pair(state: &State, visit: Visit) {
    direct_hidden(state, 2, visit);
}

fn direct_triplet(state: &State, visit: Visit) {
    direct_hidden(state, 3, visit);
}

/// Visits sets of `size` digits of a house that leave another digit only one place.
fn direct_hidden(state: &State, size: usize, visit: Visit) {
    let open = state.candidates.places().map(|places| places & state.open);
    for house in House::all() {
        let words = open.map(|places| places.in_house(house));
        sets::find(&words, size, |digits, places| {
            for digit in Digit::all() {
                let word = words[digit.index()];
                let left = word & !places;
                if word.count_ones() >= 2 && left.is_power_of_two() {
                    let cell = house.cell(left.trailing_zeros() as usize);
                    let pattern = (house.cells_at(places), DigitSet::from_bits(digits));
                    visit(pattern.0, pattern.1, Effect::Fill(cell, digit));
                }
            }
            None::<()>
        });
    }
}

/// Visits the wings whose pivots have two candidates.
fn xy_wing(state: &State, visit: Visit) {
    wings(state, state.pairs(), visit);
}

/// Visits the wings whose pivots have three candidates.
fn xyz_wing(state: &State, visit: Visit) {
    let threes = |cell: &Cell| state.candidates.at(*cell).len() == 3;
    wings(state, (state.count()[2] & state.open).iter().filter(threes).collect(), visit);
}

fn wings(state: &State, pivots: CellSet, visit: Visit) {
    for wing in find_wings(pivots, state.pairs(), |cell| state.candidates.at(cell)) {
        let effect = Effect::Remove(wing.digit.into(), state.open & wing.seen);
        visit(wing.cells(), wing.digits, effect);
    }
}
