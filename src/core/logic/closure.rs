//! [`Closure`]: all techniques up to a tier, applied until nothing changes.
//!
//! [`close_row_by_row`](super::sweep) is the definition. This code ends in the same state by
//! shortcuts: singles and locked candidates are propagated together, and, if a ladder has all of
//! them, subsets and fish of all sizes are removed at once by the graphs of the kernel.

use super::ladder::Ladder;
use super::sweep::{close_row_by_row, sweep};
use super::tier::UpTo;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, Solution, State};
use crate::kernel::Matching;
use crate::kernel::graphs::Graphs;

/// A state on its way up a ladder. It remembers what was propagated: after a clue is added from
/// outside, only the digits that changed are searched again.
#[derive(Clone, Debug)]
pub struct Closure<'a> {
    ladder: &'a Ladder,
    state: State,
    matching: &'a Matching,
    propagated: Option<Propagated>,
    graphs: Graphs,
}

/// Returns the closure up to `tier` of the puzzle that shows `clues` of `solution`.
pub fn closed(ladder: &Ladder, solution: &Solution, clues: CellSet, tier: u8) -> State {
    let matching = Matching::of(solution);
    let mut closure = Closure::new(ladder, clues, &matching);
    closure.close(tier);
    closure.state
}

/// The candidates for which singles, perhaps with locked candidates, were propagated.
#[derive(Clone, Copy, Debug)]
struct Propagated {
    seen: Candidates,
    locked: bool,
}

impl<'a> Closure<'a> {
    /// Starts from these clues of the matching's solution, with nothing deduced yet.
    pub fn new(ladder: &'a Ladder, clues: CellSet, matching: &'a Matching) -> Self {
        let state = State::of_clues(&matching.solution, clues);
        Self { ladder, state, matching, propagated: None, graphs: Graphs::new() }
    }

    /// Starts from `state`.
    ///
    /// # Panics
    /// If the state does not lead to the matching's solution.
    pub fn of_state(ladder: &'a Ladder, state: State, matching: &'a Matching) -> Self {
        let leads = matching.solved.is_subset(&state.candidates);
        assert!(leads, "a state of another solution");
        Self { ladder, state, matching, propagated: None, graphs: Graphs::new() }
    }

    /// Returns the state reached.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Adds a clue; close again after it.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        self.state.fill(cell, digit);
    }

    /// Applies tiers 0 to `tier` until nothing changes; if `tier` is above those with techniques,
    /// all of them.
    pub fn close(&mut self, tier: u8) {
        self.close_until(tier, CellSet::EMPTY);
    }

    /// [`close`](Self::close), but stops as soon as no cell is open outside `enough`.
    pub fn close_until(&mut self, tier: u8, enough: CellSet) {
        let all = self.ladder.tier(tier).all;
        if !all.singles {
            close_row_by_row(&mut self.state, self.ladder.all_up_to(tier), enough);
            return;
        }
        loop {
            self.propagate(all.locked);
            if self.state.open.is_subset(enough) || !all.swept || !self.step(tier, all) {
                return;
            }
        }
    }

    /// Applies techniques other than singles and locked candidates until something changes: subsets
    /// and fish of all sizes at once, then tier by tier. Returns whether anything changed.
    fn step(&mut self, tier: u8, all: UpTo) -> bool {
        let before = self.state.candidates;
        self.graphs.update(&self.state, self.matching);
        if all.subsets || all.fish {
            let surplus = self.graphs.surplus();
            if all.subsets {
                surplus.remove_subsets(self.matching, &mut self.state);
            }
            if all.fish {
                surplus.remove_fish(self.matching, &mut self.state);
            }
        }
        // Search one by one for the techniques not covered above, unless something changed.
        for tier in self.ladder.all_up_to(tier) {
            if self.state.candidates != before {
                return true;
            }
            for &technique in &tier.swept {
                sweep(&mut self.state, technique, |n| self.graphs.sieve(n));
            }
        }
        self.state.candidates != before
    }

    /// Propagates singles, and locked candidates with them if `locked`.
    fn propagate(&mut self, locked: bool) {
        let known = |propagated: &&Propagated| !locked || propagated.locked;
        let seen = self.propagated.as_ref().filter(known).map(|propagated| &propagated.seen);
        let changed = seen.map_or(DigitSet::ALL, |seen| changed(seen, &self.state.candidates));
        let consistent = if locked {
            self.state.propagate::<true>(changed)
        } else {
            self.state.propagate::<false>(changed)
        };
        debug_assert!(consistent, "a board that keeps its solution has no contradiction");
        self.propagated = Some(Propagated { seen: self.state.candidates, locked });
    }
}

fn changed(seen: &Candidates, now: &Candidates) -> DigitSet {
    Digit::all().filter(|&digit| seen[digit] != now[digit]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::known;

    /// The short cuts of a closure that fills singles do not change its result.
    #[test]
    fn a_closure_is_what_its_rows_leave_one_by_one() {
        let ladder = Ladder::hsolve();
        let mut stuck = [0; 6];
        for puzzle in known() {
            let matching = Matching::of(puzzle.solution());
            for tier in ladder.searched() {
                let mut fast = Closure::new(ladder, puzzle.clues(), &matching);
                let mut slow = fast.clone();
                fast.close(tier);
                close_row_by_row(&mut slow.state, ladder.all_up_to(tier), CellSet::EMPTY);
                assert_eq!(fast.state, slow.state, "tier {tier} of {puzzle}");
                stuck[usize::from(tier)] += usize::from(!slow.state.is_solved());
            }
        }
        assert!(stuck.iter().all(|&stuck| stuck > 5), "{stuck:?}");
    }

    #[test]
    #[should_panic(expected = "another solution")]
    fn a_state_of_another_solution_is_refused() {
        let puzzle = known().next().unwrap();
        let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
        let cell = state.open.first().unwrap();
        state.remove(puzzle.solution()[cell].into(), CellSet::of(cell));
        Closure::of_state(Ladder::hsolve(), state, &Matching::of(puzzle.solution()));
    }
}
