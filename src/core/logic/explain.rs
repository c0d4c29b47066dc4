//! [`explain`]: the steps of a solution, in the order of a human solver.

use super::apply::{Application, Pattern};
use super::chain::{Chain, reach};
use super::find::find;
use super::ladder::Ladder;
use super::step::Step;
use super::technique::Technique;
use crate::board::{House, HouseKind, Puzzle, State};

/// Returns the steps that solve `puzzle`, as far as the techniques of `ladder` go: each is an
/// application of the lowest tier that has one, of the technique of that tier that people look for
/// first. Singles are ordered: the last cell of a house, a digit with one place in a box, in a row
/// or column, and a cell with one candidate; of assumptions, the one that is refuted soonest is
/// taken. The last board is solved unless the puzzle is beyond the ladder.
pub fn explain(ladder: &Ladder, puzzle: &Puzzle) -> Vec<Step> {
    explain_from(ladder, State::of_clues(puzzle.solution(), puzzle.clues()))
}

/// Explains from a position of a puzzle, in which no digit of its solution is removed.
pub fn explain_from(ladder: &Ladder, mut state: State) -> Vec<Step> {
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

/// Returns the application that a person would rather follow, the first of equals. Assumptions
/// differ in the rounds to look ahead, and then in the number of cells of the chain.
fn simplest(state: &State, applications: &[Application]) -> Option<Application> {
    let far = |application: &Application| {
        let assumed = application.assumed().map_or(0, |(cell, digit)| reach(state, cell, digit));
        (ease(state, application), assumed)
    };
    let far: Vec<_> = applications.iter().map(far).collect();
    let nearest = far.iter().min()?;
    let length = |application: &Application| {
        let chain = application.assumed().and_then(|(cell, digit)| Chain::of(state, cell, digit));
        chain.map_or(0, |chain| chain.fills.len())
    };
    let alike = applications.iter().zip(&far).filter(|(_, far)| *far == nearest);
    alike.map(|(application, _)| told(state, *application)).min_by_key(length)
}

/// Returns the rank in the order in which people look, and the house there.
fn ease(state: &State, application: &Application) -> (u8, usize) {
    let Pattern::Single(.., house) = application.pattern else {
        return (application.technique.order(), 0);
    };
    match (last_of(state, application), house) {
        (Some(house), _) => (0, house.index()),
        (None, Some(house)) if house.kind() == HouseKind::Box => (1, house.index()),
        (None, Some(house)) => (2, house.index()),
        (None, None) => (3, 0),
    }
}

/// Returns the kind of a single, lower if easier to see; for other steps the rank of the technique
/// in the order in which people look.
pub(super) fn kind(step: &Step) -> u8 {
    ease(&step.before, &step.application).0
}

/// Returns the house in which a naked single is the last open cell.
fn last_of(state: &State, application: &Application) -> Option<House> {
    let (Technique::NakedSingle, Pattern::Single(cell, ..)) =
        (application.technique, application.pattern)
    else {
        return None;
    };
    let is_last = |house: &House| (house.cells() & state.open).len() == 1;
    cell.houses().into_iter().rev().find(is_last)
}

/// Names the house if the application fills its last open cell.
fn told(state: &State, mut application: Application) -> Application {
    if let (Some(last), Pattern::Single(_, _, house)) =
        (last_of(state, &application), &mut application.pattern)
    {
        *house = Some(last);
    }
    application
}
