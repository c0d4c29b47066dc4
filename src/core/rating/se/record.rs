//! [`StepRow`] and [`WalkRow`]: records of steps and of their totals, for programs. The names of
//! their fields are the keys of `explain --ladder se --format json`.

use serde::{Deserialize, Serialize};

use super::chains::Sizes;
use super::step::Step;
use crate::board::Puzzle;
use crate::logic::{effect, step_row, texts};

step_row! {{
    /// The rating of the step.
    pub rating: f64,
    /// The number of nodes that rate a step of chains, the sum of `own` and `inner`; `None` for
    /// others.
    pub size: Option<usize>,
    /// The number of nodes of each branch.
    pub own: Vec<usize>,
    /// The number of nodes of each different inner chain, including the chains inside it.
    pub inner: Vec<usize>,
} {
    /// The houses of the pattern, such as `box 2`.
    pub houses: Vec<String>,
} {
    /// The chains, each from an assumption to its consequence.
    pub chain: Vec<String>,
} {}}

impl StepRow {
    /// Returns the record of a step of `puzzle`. `number` counts from 1.
    pub fn of(puzzle: &Puzzle, number: usize, step: &Step) -> Self {
        let sizes = step.sizes();
        let Sizes { own, inner } = sizes.cloned().unwrap_or_default();
        let (technique, effect) = (step.technique(), effect(step.filled(), &step.removed()));
        Self {
            rating: step.score().value(),
            size: sizes.map(Sizes::sum),
            own,
            inner,
            houses: texts(step.houses()),
            chain: texts(step.arguments()),
            ..Self::told(puzzle, number, &step.before, step, &technique, effect)
        }
    }
}

/// The sums over the steps of a puzzle.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct WalkRow {
    /// The puzzle.
    pub puzzle: String,
    /// The rating; `None` if the steps do not solve the puzzle.
    pub er: Option<f64>,
    /// The rating of the hardest step up to the first digit.
    pub ep: Option<f64>,
    /// The rating of the first step.
    pub ed: Option<f64>,
    /// The number of steps.
    pub steps: usize,
    /// The number of open cells after the last step.
    pub open_after: usize,
    /// The technique of the hardest step, the first with the highest rating.
    pub hardest: Option<String>,
    /// The number of that step, from 1.
    pub hardest_step: Option<usize>,
    /// The number of the first step that is not a single.
    pub singles_end: Option<usize>,
    /// The largest number of steps until a digit is placed.
    pub longest_wait: Option<usize>,
    /// The techniques used, each with its number of steps, by rating: `XY-Wing 1`.
    pub used: Vec<String>,
}
