//! [`sweep`]: a second definition of the techniques: all candidates that each removes from a state,
//! at once.
//!
//! [`find`](super::find) lists the applications of a technique one by one, with their patterns; a
//! closure only needs the removed candidates. The laws (`tests/laws/techniques`) compare both with
//! a literal definition, and with each other.

use super::lines::{Lines, digits_by_cells, fish_lines, subsets, transpose};
use super::technique::Technique;
use super::tier::Tier;
use crate::board::{CellSet, Digit, House, HouseKind, State, bits};
use crate::kernel::Sieve;
use crate::kernel::locked::{locked, segment_houses};

/// Closes a state by the definition: applies the first technique of these tiers that changes
/// anything, repeatedly, until none does or no cell is open outside `enough`. Ladders that do not
/// fill singles have no other implementation.
pub fn close_row_by_row(state: &mut State, tiers: &[Tier], enough: CellSet) {
    while !state.open.is_subset(enough) {
        let before = *state;
        for &technique in tiers.iter().flat_map(|tier| &tier.rows) {
            sweep(state, technique, |_| Sieve::ALL);
            if *state != before {
                break;
            }
        }
        if *state == before {
            return;
        }
    }
}

/// Removes all candidates that `technique` removes. `sieve` gives the houses where sets of n are
/// worth a search.
pub fn sweep(state: &mut State, technique: Technique, sieve: impl Fn(usize) -> Sieve) {
    match technique {
        Technique::NakedSingle => naked_singles(state),
        Technique::HiddenSingle => hidden_singles(state),
        Technique::Locked => locked_candidates(state),
        Technique::Naked(size) => {
            for house in sieve(size.get()).naked() {
                let cells_by_digits = transpose(&digits_by_cells(state, house));
                if let Some(lost) = outside(&cells_by_digits, size.get()) {
                    remove(state, house, &transpose(&lost));
                }
            }
        }
        Technique::Hidden(size) => {
            for house in sieve(size.get()).hidden() {
                if let Some(lost) = outside(&digits_by_cells(state, house), size.get()) {
                    remove(state, house, &lost);
                }
            }
        }
        Technique::Fish(size) => fish(state, size.get(), sieve(size.get())),
        Technique::Assumption => assumptions(state),
        Technique::Custom(row) => (row.sweep)(state),
    }
}

fn naked_singles(state: &mut State) {
    let [one, two, _] = state.count();
    for cell in (one - two) & state.open {
        if let Some(digit) = state.candidates.at(cell).single() {
            state.fill(cell, digit);
        }
    }
}

fn hidden_singles(state: &mut State) {
    for house in House::all() {
        for (digit, places) in Digit::all().zip(digits_by_cells(state, house)) {
            if places.is_power_of_two() {
                state.fill(house.cell(places.trailing_zeros() as usize), digit);
            }
        }
    }
}

fn locked_candidates(state: &mut State) {
    for (digit, locked) in Digit::all().zip(locked(state)) {
        for segment in bits(locked.pointing | locked.claiming) {
            let (line, boxed) = segment_houses(segment);
            let is_pointing = locked.pointing >> segment & 1 == 1;
            let (from, to) = if is_pointing { (boxed, line) } else { (line, boxed) };
            state.candidates[digit] -= (to.cells() - from.cells()) & state.open;
        }
    }
}

fn fish(state: &mut State, n: usize, sieve: Sieve) {
    for kind in [HouseKind::Row, HouseKind::Column] {
        for digit in sieve.fish(kind).iter() {
            let lost = outside(&fish_lines(state, digit, kind), n).unwrap_or_default();
            for (i, &places) in lost.iter().enumerate() {
                state.candidates[digit] -= House::line(kind, i).cells_at(places);
            }
        }
    }
}

fn assumptions(state: &mut State) {
    let before = *state;
    for cell in before.pairs() {
        for digit in before.candidates.at(cell).iter() {
            let mut trial = before;
            let lost = trial.assume(cell, digit);
            if !trial.propagate::<false>(lost) {
                state.candidates[digit].remove(cell);
            }
        }
    }
}

/// Returns the marks that sets of `n` lines take from the other lines, if any.
fn outside(lines: &Lines, n: usize) -> Option<Lines> {
    let mut lost = None;
    subsets(lines, n, 1, &mut |chosen, columns| {
        for (i, line) in lines.iter().enumerate() {
            if chosen >> i & 1 == 0 && line & columns != 0 {
                lost.get_or_insert([0; 9])[i] |= line & columns;
            }
        }
    });
    lost
}

fn remove(state: &mut State, house: House, lost: &Lines) {
    for (digit, &places) in Digit::all().zip(lost).filter(|(_, places)| **places != 0) {
        state.candidates[digit] -= house.cells_at(places);
    }
}
