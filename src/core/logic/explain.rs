//! [`explain`]: the steps of a solution, in a person's order.

use super::apply::Application;
use super::chain::{Chain, reach};
use super::find::find;
use super::ladder::Ladder;
use super::step::Step;
use crate::board::{Puzzle, State};

/// The steps that solve `puzzle` as far as the techniques of `ladder` go: always an application of the lowest tier that
/// has one, of the technique there that people look for first; of assumptions the one that is refuted soonest. The
/// last board is solved unless the puzzle is beyond them.
pub fn explain(ladder: &Ladder, puzzle: &Puzzle) -> Vec<Step> {
    let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
    let mut steps = Vec::new();
    while !state.is_solved() {
        let next =
            ladder.searched().find_map(|tier| simplest(&state, find(ladder, &state, tier).all()));
        let Some(application) = next else { break };
        let step = Step { before: state, application };
        state = step.after();
        steps.push(step);
    }
    steps
}

/// The first of those that a person would rather follow. Assumptions differ in how far one has to look ahead, and
/// then in how many cells the chain has.
fn simplest(state: &State, applications: &[Application]) -> Option<Application> {
    let far = |application: &Application| {
        let assumed = application.assumed().map_or(0, |(cell, digit)| reach(state, cell, digit));
        (application.technique.order(), assumed)
    };
    let far: Vec<_> = applications.iter().map(far).collect();
    let nearest = far.iter().min()?;
    let length = |application: &Application| {
        let chain = application.assumed().and_then(|(cell, digit)| Chain::of(state, cell, digit));
        chain.map_or(0, |chain| chain.fills.len())
    };
    let alike = applications.iter().zip(&far).filter(|(_, far)| *far == nearest);
    alike.map(|(application, _)| *application).min_by_key(length)
}
