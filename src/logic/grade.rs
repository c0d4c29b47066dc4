//! [`grade`]: top tier and stuck state.

use super::closure::{Closure, closed};
use super::graphs::Matching;
use super::ladder::{BEYOND, LADDER};
use crate::board::{CellSet, Puzzle, Solution, State};

/// What the ladder says of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// Top tier: the lowest up to which the ladder solves it, [`BEYOND`] if it does not.
    pub tier: u8,
    /// The closure up to the tier below, where a solver without the top tier is stuck. At tier 0 the
    /// solved board.
    pub stuck: State,
}

impl Grade {
    /// The grade of a puzzle whose top tier is known. `clues` are its own, or more: all cells that are not
    /// reserved get stuck in the same state.
    pub fn known(solution: &Solution, clues: CellSet, tier: u8) -> Self {
        Self { tier, stuck: closed(solution, clues, tier.saturating_sub(1)) }
    }

    /// The cells still open in the stuck state: none at tier 0.
    pub const fn reserved(&self) -> CellSet {
        self.stuck.open
    }

    /// The tier up to which the stuck state is closed: one below the top tier, 0 at tier 0.
    pub const fn closed_tier(&self) -> u8 {
        self.tier.saturating_sub(1)
    }
}

/// The top tier and the stuck state of `puzzle`.
///
/// For the top tier alone an assumption that completes the grid counts as solving it, the puzzle
/// being known to be unique; no closure uses that.
pub fn grade(puzzle: &Puzzle) -> Grade {
    let matching = Matching::of(puzzle.solution());
    let mut closure = Closure::new(State::of_clues(puzzle.solution(), puzzle.clues()), &matching);
    closure.close(0);
    let mut stuck = *closure.state();
    if stuck.is_solved() {
        return Grade { tier: 0, stuck };
    }
    for tier in 1..BEYOND {
        let top = usize::from(tier) == LADDER.len() - 1;
        if top && is_completed_by_assumption(puzzle, &stuck) {
            return Grade { tier, stuck };
        }
        closure.close(tier);
        let state = *closure.state();
        if state.is_solved() || top && is_completed_by_assumption(puzzle, &state) {
            return Grade { tier, stuck };
        }
        stuck = state;
    }
    Grade { tier: BEYOND, stuck }
}

/// Whether assuming the solution's digit in some cell with two candidates fills the grid by singles.
fn is_completed_by_assumption(puzzle: &Puzzle, state: &State) -> bool {
    state.pairs().iter().any(|cell| {
        let mut trial = *state;
        let changed = trial.assume(cell, puzzle.solution()[cell]);
        trial.propagate::<false>(changed) && trial.is_solved()
    })
}
