//! [`grade`]: top tier and stuck state.

use super::closure::{Closure, closed};
use super::ladder::Ladder;
use crate::board::{CellSet, Puzzle, Solution, State};
use crate::kernel::Matching;

/// What a ladder says of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// Top tier: the lowest up to which the ladder solves it, or the one that its judge gives it;
    /// [`Ladder::beyond`] if there is none.
    pub tier: u8,
    /// The closure up to the [tier below](Ladder::closed_tier), where a solver without the top tier
    /// is stuck. At tier 0 the closure up to tier 0.
    pub stuck: State,
}

impl Grade {
    /// The grade of a puzzle whose top tier is known. `clues` are its own, or more: all cells that
    /// are not reserved get stuck in the same state.
    pub fn known(ladder: &Ladder, solution: &Solution, clues: CellSet, tier: u8) -> Self {
        Self { tier, stuck: closed(ladder, solution, clues, ladder.closed_tier(tier)) }
    }

    /// The cells still open in the stuck state: none at tier 0.
    pub const fn reserved(&self) -> CellSet {
        self.stuck.open
    }
}

/// The top tier and the stuck state of `puzzle`.
///
/// For the top tier alone an assumption that completes the grid counts as solving it, the puzzle
/// being known to be unique; no closure uses that.
pub fn grade(ladder: &Ladder, puzzle: &Puzzle) -> Grade {
    grade_matched(ladder, puzzle, &Matching::of(puzzle.solution()))
}

/// The grade, for those who have the matching of the puzzle's solution.
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
