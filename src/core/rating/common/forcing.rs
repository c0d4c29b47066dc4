//! Forcing chains and nets: each candidate of a cell, or each place of a digit in a house, leads to
//! the same conclusion; or a candidate leads to a contradiction.

use super::step::{Found, Reason, only};
use super::view::View;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House};

/// Forcing chain: from each candidate of a cell, or each place of a digit in a house, a chain of
/// strong and weak links leads to the same candidate being false.
pub(super) fn chain(view: &View, out: &mut Found) {
    forks(view, out, |cell, digit| Some(ruled_out(view, cell, digit)));
}

/// Forcing net: a candidate, followed by all singles that it leads to, makes a contradiction, or
/// each candidate of a cell or place of a digit in a house leads to the same that way.
pub(super) fn net(view: &View, out: &mut Found) {
    for digit in Digit::all() {
        for cell in view.places(digit) {
            if filled(view, cell, digit).is_none() {
                let gone = only(digit, CellSet::of(cell));
                out.remove(gone, || (gone, Reason::Contradiction));
            }
        }
    }
    forks(view, out, |cell, digit| filled(view, cell, digit));
}

/// Returns the candidates removed by placing `digit` in `cell` and filling all singles; `None` at a
/// contradiction.
fn filled(view: &View, cell: Cell, digit: Digit) -> Option<Candidates> {
    let mut state = *view.state();
    let changed = state.assume(cell, digit);
    // A cell with one candidate that is open yet counts as new.
    state
        .propagate::<false>(DigitSet::ALL | changed)
        .then(|| view.marks(DigitSet::ALL, view.open()) - state.candidates)
}

/// Returns the candidates that chains rule out if `digit` is in `cell`.
fn ruled_out(view: &View, cell: Cell, digit: Digit) -> Candidates {
    let mut gone = Candidates::NONE;
    let mut is_true = only(digit, CellSet::of(cell));
    let mut queue = vec![(cell, digit)];
    while let Some((cell, digit)) = queue.pop() {
        let mut new = view.marks(view.digits(cell) - digit.into(), CellSet::of(cell));
        new[digit] = view.places(digit) & cell.peers();
        for other in Digit::all() {
            for place in new[other] - gone[other] {
                gone[other].insert(place);
                for (cell, digit) in strong(view, place, other) {
                    if !is_true[digit].contains(cell) {
                        is_true[digit].insert(cell);
                        queue.push((cell, digit));
                    }
                }
            }
        }
    }
    gone
}

/// The candidates that are true if `digit` is not in `cell`.
pub(super) fn strong(view: &View, cell: Cell, digit: Digit) -> impl Iterator<Item = (Cell, Digit)> {
    let in_cell = (view.digits(cell) - digit.into()).single().map(|other| (cell, other));
    let in_houses = cell.houses().into_iter().filter_map(move |house| {
        let rest = (view.places(digit) & house.cells()) - CellSet::of(cell);
        rest.single().map(|place| (place, digit))
    });
    in_cell.into_iter().chain(in_houses)
}

/// Tells what all candidates of a cell rule out, or all places of a digit in a house. `rules_out`
/// is none for a candidate that leads to a contradiction.
fn forks(view: &View, out: &mut Found, rules_out: impl Fn(Cell, Digit) -> Option<Candidates>) {
    let mut known: Vec<Option<Option<Candidates>>> = vec![None; Cell::COUNT * Digit::COUNT];
    let mut gone = |cell: Cell, digit: Digit| {
        *known[cell.index() * 9 + digit.index()].get_or_insert_with(|| rules_out(cell, digit))
    };
    let mut common = |starts: Candidates| {
        let mut all: Option<Candidates> = None;
        for digit in Digit::all() {
            for cell in starts[digit] {
                let own = gone(cell, digit)?;
                let both = all.map_or(own, |all| all & own);
                if both.is_empty() {
                    return None;
                }
                all = Some(both);
            }
        }
        all
    };
    for cell in view.open() {
        let starts = view.marks(DigitSet::ALL, CellSet::of(cell));
        if let Some(removed) = common(starts).filter(|_| starts.len() >= 2) {
            // The candidates that they were found from would be contradictions.
            let removed = removed - starts;
            out.remove(removed, || (starts, Reason::Branches { house: None }));
        }
    }
    for house in House::all() {
        for digit in Digit::all() {
            let starts = only(digit, view.places(digit) & house.cells());
            if let Some(removed) = common(starts).filter(|_| starts.len() >= 3) {
                let removed = removed - starts;
                out.remove(removed, || (starts, Reason::Branches { house: Some(house) }));
            }
        }
    }
}
