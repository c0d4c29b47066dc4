//! [`Closure`]: everything up to a tier, until nothing changes.

use super::ladder::{LADDER, Technique};
use super::lines::{Lines, cells_at, line_house, subsets, transpose};
use super::sides::Sides;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind, State};

/// A state with, for each tier, the candidates it had when that tier was last searched: a tier looks
/// again only at the houses and digits that changed since.
#[derive(Clone, Debug)]
pub struct Closure {
    state: State,
    seen: [Option<Candidates>; LADDER.len()],
}

/// What changed since a tier was last searched.
struct Changes {
    digits: DigitSet,
    cells: CellSet,
}

impl Closure {
    /// Nothing deduced yet.
    pub const fn new(state: State) -> Self {
        Self { state, seen: [None; LADDER.len()] }
    }

    /// The state reached.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Fills a cell from outside (a clue); close again after it.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        self.state.fill(cell, digit);
    }

    /// Applies tiers 0 to `tier` until nothing changes. False on a contradiction among singles, which
    /// no board that keeps its solution has.
    pub fn close(&mut self, tier: u8) -> bool {
        'again: loop {
            if !self.singles() {
                return false;
            }
            let mut sides = None;
            for (t, techniques) in LADDER.iter().enumerate().take(usize::from(tier) + 1).skip(1) {
                if self.state.is_solved() {
                    return true;
                }
                let before = self.state.candidates;
                let changes = self.changes(t);
                self.seen[t] = Some(before);
                let sides = sides.get_or_insert_with(|| Sides::of(&self.state));
                for &technique in *techniques {
                    sweep(&mut self.state, technique, sides, &changes);
                }
                if self.state.candidates != before {
                    continue 'again;
                }
            }
            return true;
        }
    }

    fn singles(&mut self) -> bool {
        let changed = self.changes(0).digits;
        let consistent = self.state.propagate::<false>(changed);
        self.seen[0] = Some(self.state.candidates);
        consistent
    }

    fn changes(&self, tier: usize) -> Changes {
        let Some(seen) = &self.seen[tier] else {
            return Changes { digits: DigitSet::ALL, cells: CellSet::ALL };
        };
        let mut changes = Changes { digits: DigitSet::EMPTY, cells: CellSet::EMPTY };
        for digit in Digit::all() {
            let lost = seen[digit] - self.state.candidates[digit];
            if !lost.is_empty() {
                changes.digits.insert(digit);
                changes.cells |= lost;
            }
        }
        changes
    }
}

/// Removes all that `technique` removes where something changed.
fn sweep(state: &mut State, technique: Technique, sides: &Sides, changes: &Changes) {
    let houses = || House::all().filter(|house| house.cells().intersects(changes.cells));
    match technique {
        // The singles have their own loop, `State::propagate`.
        Technique::NakedSingle | Technique::HiddenSingle => {}
        Technique::Locked => {
            for digit in changes.digits.iter() {
                loop {
                    let places = state.candidates[digit];
                    let left = places.unlocked_places();
                    if left == places {
                        break;
                    }
                    state.candidates[digit] = left;
                }
            }
        }
        // In a house with m open cells a naked n is a hidden m - n, with m unfilled lines of a digit a
        // fish of n rows one of m - n columns: what is left of these has m >= 2n.
        Technique::Naked(n) => {
            for house in houses() {
                if let Some(lost) = outside(&sides.cells_by_digits(house), n, 2 * n) {
                    remove(state, house, &transpose(&lost));
                }
            }
        }
        Technique::Hidden(n) => {
            for house in houses() {
                if let Some(lost) = outside(sides.digits_by_cells(house), n, 2 * n + 1) {
                    remove(state, house, &lost);
                }
            }
        }
        Technique::Fish(n) => {
            for digit in changes.digits.iter() {
                for (kind, least) in [(HouseKind::Row, 2 * n), (HouseKind::Column, 2 * n + 1)] {
                    let lost =
                        outside(&sides.fish_lines(digit, kind), n, least).unwrap_or_default();
                    for (i, &places) in lost.iter().enumerate().filter(|(_, places)| **places != 0)
                    {
                        let cells = cells_at(line_house(kind, i), places);
                        state.candidates[digit] -= cells;
                    }
                }
            }
        }
        Technique::Assumption => {
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
    }
}

/// The marks that subsets of `n` of at least `least` lines in use take from the other lines, if any.
fn outside(lines: &Lines, n: usize, least: usize) -> Option<Lines> {
    if lines.iter().filter(|&&line| line != 0).count() < least {
        return None;
    }
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

/// Takes away digits (lines) at places (columns) of `house`.
fn remove(state: &mut State, house: House, lost: &Lines) {
    for (digit, &places) in Digit::all().zip(lost).filter(|(_, places)| **places != 0) {
        state.candidates[digit] -= cells_at(house, places);
    }
}
