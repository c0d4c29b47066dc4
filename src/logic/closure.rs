//! [`Closure`]: everything up to a tier, until nothing changes.

use super::graphs::{Graphs, Matching};
use super::ladder::{LADDER, Technique};
use super::lines::{Lines, cells_at, digits_by_cells, fish_lines, line_house, subsets, transpose};
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind, Solution, State};

/// A state on its way up the ladder. What has been propagated is remembered: after a clue filled from outside
/// only the digits that changed are looked at again.
#[derive(Clone, Debug)]
pub struct Closure<'a> {
    state: State,
    matching: &'a Matching,
    propagated: Option<Propagated>,
    graphs: Graphs,
}

/// The closure up to `tier` of the puzzle that shows `clues` of `solution`.
pub fn closed(solution: &Solution, clues: CellSet, tier: u8) -> State {
    let matching = Matching::of(solution);
    let mut closure = Closure::new(State::of_clues(solution, clues), &matching);
    closure.close(tier);
    closure.state
}

/// What singles, perhaps with locked candidates, have seen to.
#[derive(Clone, Copy, Debug)]
struct Propagated {
    seen: Candidates,
    locked: bool,
}

/// The tier from which on subsets of all sizes are in: those of four and less do it, since of nine things
/// either n or the 9 - n others are so few.
const ALL_SUBSETS: u8 = 3;
/// The same of fish.
const ALL_FISH: u8 = 4;

impl<'a> Closure<'a> {
    /// Nothing deduced yet. `matching` is of the solution that `state` leads to.
    pub const fn new(state: State, matching: &'a Matching) -> Self {
        Self { state, matching, propagated: None, graphs: Graphs::new() }
    }

    /// The state reached.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Fills a cell from outside (a clue); close again after it.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        self.state.fill(cell, digit);
    }

    /// Applies tiers 0 to `tier` until nothing changes.
    pub fn close(&mut self, tier: u8) {
        self.close_until(tier, CellSet::EMPTY);
    }

    /// The same, but stops as soon as no cell is open outside `enough`.
    pub fn close_until(&mut self, tier: u8, enough: CellSet) {
        loop {
            self.propagate(tier);
            if self.state.open.is_subset(enough) || tier == 0 || !self.step(tier) {
                return;
            }
        }
    }

    /// Applies what there is of the lowest tier above singles that has anything; false if none has.
    fn step(&mut self, tier: u8) -> bool {
        let before = self.state.candidates;
        self.graphs.update(&self.state, self.matching);
        if tier >= ALL_SUBSETS {
            let surplus = self.graphs.surplus();
            surplus.remove_subsets(self.matching, &mut self.state);
            if tier >= ALL_FISH {
                surplus.remove_fish(self.matching, &mut self.state);
            }
        }
        // Looked for one by one: what is not in there as a whole, where there is anything at all.
        for techniques in LADDER.iter().take(usize::from(tier) + 1).skip(1) {
            if self.state.candidates != before {
                return true;
            }
            for &technique in *techniques {
                sweep(&mut self.state, technique, &self.graphs);
            }
        }
        self.state.candidates != before
    }

    /// Singles, and from tier 1 on locked candidates with them.
    fn propagate(&mut self, tier: u8) {
        let known = |propagated: &&Propagated| tier == 0 || propagated.locked;
        let seen = self.propagated.as_ref().filter(known).map(|propagated| &propagated.seen);
        let changed = seen.map_or(DigitSet::ALL, |seen| changed(seen, &self.state.candidates));
        let consistent = if tier == 0 {
            self.state.propagate::<false>(changed)
        } else {
            self.state.propagate::<true>(changed)
        };
        debug_assert!(consistent, "a board that keeps its solution has no contradiction");
        self.propagated = Some(Propagated { seen: self.state.candidates, locked: tier > 0 });
    }
}

/// The digits that lost a candidate.
fn changed(seen: &Candidates, now: &Candidates) -> DigitSet {
    Digit::all().filter(|&digit| seen[digit] != now[digit]).collect()
}

/// Removes all that `technique` removes, where anything of its kind does.
fn sweep(state: &mut State, technique: Technique, graphs: &Graphs) {
    match technique {
        // They have their own loop, `State::propagate`.
        Technique::NakedSingle | Technique::HiddenSingle | Technique::Locked => {}
        Technique::Naked(n) => {
            for house in graphs.sieve(n).naked() {
                if let Some(lost) = outside(&transpose(&digits_by_cells(state, house)), n) {
                    remove(state, house, &transpose(&lost));
                }
            }
        }
        Technique::Hidden(n) => {
            for house in graphs.sieve(n).hidden() {
                if let Some(lost) = outside(&digits_by_cells(state, house), n) {
                    remove(state, house, &lost);
                }
            }
        }
        Technique::Fish(n) => {
            let sieve = graphs.sieve(n);
            for kind in [HouseKind::Row, HouseKind::Column] {
                for digit in sieve.fish(kind).iter() {
                    let lost = outside(&fish_lines(state, digit, kind), n).unwrap_or_default();
                    for (i, &places) in lost.iter().enumerate() {
                        state.candidates[digit] -= cells_at(line_house(kind, i), places);
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

/// The marks that sets of `n` lines take from the other lines, if any.
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

/// Takes away digits (lines) at places (columns) of `house`.
fn remove(state: &mut State, house: House, lost: &Lines) {
    for (digit, &places) in Digit::all().zip(lost).filter(|(_, places)| **places != 0) {
        state.candidates[digit] -= cells_at(house, places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sizes_are_in_from_these_tiers_on() {
        assert_eq!(ALL_SUBSETS, Technique::Naked(4).tier().max(Technique::Hidden(4).tier()));
        assert_eq!(ALL_FISH, Technique::Fish(4).tier());
    }
}
