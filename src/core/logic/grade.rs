//! [`grade`]: top tier and stuck state.

use super::closure::{Closure, closed};
use super::ladder::Ladder;
use crate::board::{CellSet, Puzzle, Solution, State};
use crate::kernel::Matching;

/// The result of grading a puzzle by a ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// Top tier: the lowest up to which the ladder solves it, or the one that its judge gives it;
    /// [`Ladder::beyond`] if neither does.
    pub tier: u8,
    /// The closure up to the [tier below](Ladder::closed_tier), where a solver without the top tier
    /// is stuck. At tier 0 the closure up to tier 0.
    pub stuck: State,
}

impl Grade {
    /// Returns the grade of a puzzle with a known top tier. `clues` are its own, or more: all
    /// unreserved cells as clues get stuck in the same state.
    pub fn known(ladder: &Ladder, solution: &Solution, clues: CellSet, tier: u8) -> Self {
        Self { tier, stuck: closed(ladder, solution, clues, ladder.closed_tier(tier)) }
    }

    /// Returns the cells still open in the stuck state: none at tier 0.
    pub const fn reserved(&self) -> CellSet {
        self.stuck.open
    }
}

/// Returns the top tier and the stuck state of `puzzle`.
///
/// For the top tier alone, an assumption that completes the grid counts as solving it, as the
/// puzzle is known to have one solution; no closure uses that.
pub fn grade(ladder: &Ladder, puzzle: &Puzzle) -> Grade {
    grade_matched(ladder, puzzle, &Matching::of(puzzle.solution()))
}

/// [`grade`] with the matching of the puzzle's solution.
pub(crate) fn grade_matched(ladder: &Ladder, puzzle: &Puzzle, matching: &Matching) -> Grade {
    let mut closure = Closure::new(ladder, puzzle.clues(), matching);
    let is_solved = |tier: u8, state: &State| {
        state.is_solved() || ladder.tier(tier).all.assumptions && is_completed(puzzle, state)
    };
    closure.close(0);
    let mut stuck = *closure.state();
    if is_solved(0, &stuck) {
        return Grade { tier: 0, stuck };
    }
    for tier in ladder.searched().skip(1) {
        if is_solved(tier, &stuck) {
            return Grade { tier, stuck };
        }
        closure.close(tier);
        let state = *closure.state();
        if is_solved(tier, &state) {
            return Grade { tier, stuck };
        }
        stuck = state;
    }
    Grade { tier: ladder.judged(&stuck, puzzle.solution()), stuck }
}

/// Whether assuming the solution's digit in some cell with two candidates fills the grid by
/// singles.
fn is_completed(puzzle: &Puzzle, state: &State) -> bool {
    state.pairs().iter().any(|cell| {
        let mut trial = *state;
        let changed = trial.assume(cell, puzzle.solution()[cell]);
        trial.propagate::<false>(changed) && trial.is_solved()
    })
}
