//! [`Closure`]: everything up to a tier, until nothing changes.

use super::graphs::{Graphs, Matching, Sieve};
use super::ladder::Ladder;
use super::lines::{Lines, cells_at, digits_by_cells, fish_lines, line_house, subsets, transpose};
use super::locked::{locked, segment_houses};
use super::technique::Technique;
use super::tier::UpTo;
use crate::board::{
    Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind, Solution, State, bits,
};

/// A state on its way up a ladder. What has been propagated is remembered: after a clue filled from outside
/// only the digits that changed are looked at again.
#[derive(Clone, Debug)]
pub struct Closure<'a> {
    ladder: &'a Ladder,
    state: State,
    matching: &'a Matching,
    propagated: Option<Propagated>,
    graphs: Graphs,
}

/// The closure up to `tier` of the puzzle that shows `clues` of `solution`.
pub fn closed(ladder: &Ladder, solution: &Solution, clues: CellSet, tier: u8) -> State {
    let matching = Matching::of(solution);
    let mut closure = Closure::new(ladder, clues, &matching);
    closure.close(tier);
    closure.state
}

/// What singles, perhaps with locked candidates, have seen to.
#[derive(Clone, Copy, Debug)]
struct Propagated {
    seen: Candidates,
    locked: bool,
}

impl<'a> Closure<'a> {
    /// These clues of the solution that `matching` is of, and nothing deduced yet.
    pub fn new(ladder: &'a Ladder, clues: CellSet, matching: &'a Matching) -> Self {
        let state = State::of_clues(&matching.solution, clues);
        Self { ladder, state, matching, propagated: None, graphs: Graphs::new() }
    }

    /// From `state` on.
    ///
    /// # Panics
    /// If the state does not lead to the solution that `matching` is of.
    pub fn of_state(ladder: &'a Ladder, state: State, matching: &'a Matching) -> Self {
        let leads = matching.solved.is_subset(&state.candidates);
        assert!(leads, "a state of another solution");
        Self { ladder, state, matching, propagated: None, graphs: Graphs::new() }
    }

    /// The state reached.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Fills a cell from outside (a clue); close again after it.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        self.state.fill(cell, digit);
    }

    /// Applies tiers 0 to `tier` until nothing changes: all that have techniques, if `tier` is above them.
    pub fn close(&mut self, tier: u8) {
        self.close_until(tier, CellSet::EMPTY);
    }

    /// The same, but stops as soon as no cell is open outside `enough`.
    pub fn close_until(&mut self, tier: u8, enough: CellSet) {
        let all = self.ladder.tier(tier).all;
        if !all.singles {
            self.close_row_by_row(tier, enough);
            return;
        }
        loop {
            self.propagate(all.locked);
            if self.state.open.is_subset(enough) || !all.swept || !self.step(tier, all) {
                return;
            }
        }
    }

    /// Applies what there is of the lowest tier that has anything besides singles and locked candidates; false if none
    /// has.
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
        // Looked for one by one: what is not in there as a whole, where there is anything at all.
        for tier in self.ladder.all().iter().take(usize::from(tier) + 1) {
            if self.state.candidates != before {
                return true;
            }
            for &technique in &tier.swept {
                sweep(&mut self.state, technique, |n| self.graphs.sieve(n));
            }
        }
        self.state.candidates != before
    }

    /// Singles, and locked candidates with them.
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

    /// The definition of the closure, and all there is of it where a cell with one candidate may stay open.
    fn close_row_by_row(&mut self, tier: u8, enough: CellSet) {
        let rows: Vec<Technique> = self
            .ladder
            .all()
            .iter()
            .take(usize::from(tier) + 1)
            .flat_map(|t| &t.rows)
            .copied()
            .collect();
        while !self.state.open.is_subset(enough) {
            let before = self.state;
            for &technique in &rows {
                sweep(&mut self.state, technique, |_| Sieve::ALL);
                if self.state != before {
                    break;
                }
            }
            if self.state == before {
                return;
            }
        }
    }
}

/// The digits that lost a candidate.
fn changed(seen: &Candidates, now: &Candidates) -> DigitSet {
    Digit::all().filter(|&digit| seen[digit] != now[digit]).collect()
}

/// Removes all that `technique` removes. `sieve` says where sets of n are worth looking for.
fn sweep(state: &mut State, technique: Technique, sieve: impl Fn(usize) -> Sieve) {
    match technique {
        Technique::NakedSingle => {
            let [one, two, _] = state.count();
            for cell in (one - two) & state.open {
                if let Some(digit) = state.candidates.at(cell).single() {
                    state.fill(cell, digit);
                }
            }
        }
        Technique::HiddenSingle => {
            for house in House::all() {
                for (digit, places) in Digit::all().zip(digits_by_cells(state, house)) {
                    if places.is_power_of_two() {
                        state.fill(house.cell(places.trailing_zeros() as usize), digit);
                    }
                }
            }
        }
        Technique::Locked => {
            for (digit, locked) in Digit::all().zip(locked(state)) {
                for segment in bits(locked.pointing | locked.claiming) {
                    let (line, boxed) = segment_houses(segment);
                    let is_pointing = locked.pointing >> segment & 1 == 1;
                    let (from, to) = if is_pointing { (boxed, line) } else { (line, boxed) };
                    state.candidates[digit] -= (to.cells() - from.cells()) & state.open;
                }
            }
        }
        Technique::Naked(size) => {
            for house in sieve(size.get()).naked() {
                if let Some(lost) = outside(&transpose(&digits_by_cells(state, house)), size.get())
                {
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
        Technique::Fish(size) => {
            let sieve = sieve(size.get());
            for kind in [HouseKind::Row, HouseKind::Column] {
                for digit in sieve.fish(kind).iter() {
                    let lines = fish_lines(state, digit, kind);
                    let lost = outside(&lines, size.get()).unwrap_or_default();
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
        Technique::Custom(row) => (row.sweep)(state),
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
    use crate::board::{Grid, Puzzle};

    /// The short cuts of a closure that fills singles change nothing.
    #[test]
    fn a_closure_is_what_its_rows_leave_one_by_one() {
        let ladder = Ladder::hsolve();
        let mut stuck = [0; 6];
        for line in include_str!("../../../tests/data/known_answers.tsv").lines().skip(1) {
            let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
            let matching = Matching::of(puzzle.solution());
            for tier in ladder.searched() {
                let mut fast = Closure::new(ladder, puzzle.clues(), &matching);
                let mut slow = fast.clone();
                fast.close(tier);
                slow.close_row_by_row(tier, CellSet::EMPTY);
                assert_eq!(fast.state, slow.state, "tier {tier} of {line}");
                stuck[usize::from(tier)] += usize::from(!slow.state.is_solved());
            }
        }
        assert!(stuck.iter().all(|&stuck| stuck > 5), "{stuck:?}");
    }

    #[test]
    #[should_panic(expected = "another solution")]
    fn a_state_of_another_solution_is_refused() {
        let line = include_str!("../../../tests/data/known_answers.tsv").lines().nth(1).unwrap();
        let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
        let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
        let cell = state.open.first().unwrap();
        state.remove(puzzle.solution()[cell].into(), CellSet::of(cell));
        Closure::of_state(Ladder::hsolve(), state, &Matching::of(puzzle.solution()));
    }
}
