//! [`StepRow`] and [`WalkRow`]: records of steps and of their totals, for programs. The names of
//! their fields are the keys of `explain --ladder common --format json`.

use serde::{Deserialize, Serialize};

use super::step::Step;
use super::technique::Techniques;
use super::walk::{Walk, needs};
use crate::board::{Puzzle, State};
use crate::logic::{effect, step_row};

step_row! {{
    /// The cost that it adds to the score.
    pub cost: u32,
} {} {} {}}

impl StepRow {
    /// Returns the record of a step of `puzzle` on the board before it. `number` counts from 1.
    pub fn of(puzzle: &Puzzle, number: usize, (before, step): (&State, &Step)) -> Self {
        let (technique, effect) = (step.technique, effect(step.placed, &step.removed));
        let told = Self::told(puzzle, number, before, step, &technique, effect);
        Self { cost: technique.row().cost, ..told }
    }
}

/// The sums over the steps of a puzzle.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct WalkRow {
    /// The puzzle.
    pub puzzle: String,
    /// The sum of the costs of all steps; `None` if they do not solve the puzzle.
    pub score: Option<f64>,
    /// The number of steps.
    pub steps: usize,
    /// The number of open cells after the last step.
    pub open_after: usize,
    /// The hardest technique.
    pub hardest: Option<String>,
    /// The number of its first step, from 1.
    pub hardest_step: Option<usize>,
    /// The techniques without which the ladder up to the hardest does not solve the puzzle, by
    /// their names in commands.
    pub needed: Vec<String>,
    /// The techniques used, each with its number of steps, easiest first: `skyscraper 1`.
    pub used: Vec<String>,
}

impl WalkRow {
    /// Returns the record of the steps of `puzzle`.
    pub fn of(puzzle: &Puzzle, walk: &Walk) -> Self {
        let (uses, hardest) = (walk.uses(), walk.hardest());
        let needs = needs(puzzle).into_iter().flat_map(|all| all.iter().collect::<Vec<_>>());
        Self {
            puzzle: puzzle.to_string(),
            score: walk.score().map(f64::from),
            steps: walk.steps().len(),
            open_after: walk.end().open.len(),
            hardest: hardest.map(|own| own.to_string()),
            hardest_step: uses.last().map(|(_, _, first)| first + 1),
            needed: needs.map(|own| own.row().key.to_owned()).collect(),
            used: used(walk),
        }
    }
}

/// Returns the techniques used, each with its number of steps.
fn used(walk: &Walk) -> Vec<String> {
    walk.uses().iter().map(|(own, times, _)| format!("{own} {times}")).collect()
}

/// The rating of a puzzle by the ladder: the keys of `seeddb rate --metric common`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CommonRow {
    /// The puzzle.
    pub puzzle: String,
    /// The score, the sum of the costs of all steps; `None` if they do not solve the puzzle.
    pub common: Option<f64>,
    /// The hardest technique used; `None` if the steps do not solve the puzzle.
    pub common_hardest: Option<String>,
    /// The techniques used, each with its number of steps, easiest first: `Skyscraper 1`.
    pub common_used: Vec<String>,
}

impl CommonRow {
    /// Rates a puzzle.
    pub fn of(puzzle: &Puzzle) -> Self {
        let walk = Walk::of(puzzle, Techniques::ALL);
        let score = walk.score();
        Self {
            puzzle: puzzle.to_string(),
            common: score.map(f64::from),
            common_hardest: score.and(walk.hardest()).map(|own| own.to_string()),
            common_used: used(&walk),
        }
    }
}
