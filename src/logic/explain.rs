//! [`explain`]: the steps of a solution, in a person's order.

use super::apply::Application;
use super::find::find;
use super::ladder::LADDER;
use crate::board::{Puzzle, State};

/// The steps that solve `puzzle` as far as the ladder goes: always the first application of the lowest
/// tier that has one. The last board is solved unless the puzzle is beyond the ladder.
pub fn explain(puzzle: &Puzzle) -> Vec<Application> {
    let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
    let mut steps = Vec::new();
    while !state.is_solved() {
        let next = (0..LADDER.len() as u8)
            .find_map(|tier| find(&state, tier).applications().first().copied());
        let Some(step) = next else { break };
        step.apply(&mut state);
        steps.push(step);
    }
    steps
}
