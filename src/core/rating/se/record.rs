//! [`StepRow`] and [`WalkRow`]: steps, and what they come to, as records for programs. The names of
//! their fields are the keys of `explain --ladder se --format json`.

use serde::{Deserialize, Serialize};

use super::chains::Sizes;
use super::step::Step;
use crate::board::{Digit, Puzzle};
use crate::logic::{effect, texts};

/// A step of a puzzle.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StepRow {
    /// The puzzle.
    pub puzzle: String,
    /// The number of the step, from 1.
    pub number: usize,
    /// The name of its technique.
    pub technique: String,
    /// Its rating.
    pub rating: f64,
    /// The nodes that rate it, if it is of chains: `own` and `inner` together.
    pub size: Option<usize>,
    /// Nodes of each of its branches.
    pub own: Vec<usize>,
    /// Nodes of each different chain inside these, with what is inside it.
    pub inner: Vec<usize>,
    /// The houses of the pattern, such as `box 2`.
    pub houses: Vec<String>,
    /// Its cells, such as `r1c1`.
    pub cells: Vec<String>,
    /// Its digits.
    pub digits: Vec<u8>,
    /// The effect: `r5c2=7` fills a cell, `r3c5<>28` removes candidates.
    pub effect: Vec<String>,
    /// Its chains, each from an assumption to what follows.
    pub chain: Vec<String>,
    /// Cells that are open before it.
    pub open: usize,
    /// The grid before it.
    pub position: String,
    /// The step in words.
    pub step: String,
}

impl StepRow {
    /// The record of a step of `puzzle`; steps count from 1.
    pub fn of(puzzle: &Puzzle, number: usize, step: &Step) -> Self {
        let sizes = step.sizes();
        let Sizes { own, inner } = sizes.cloned().unwrap_or_default();
        Self {
            puzzle: puzzle.to_string(),
            number,
            technique: step.technique().to_string(),
            rating: step.score().value(),
            size: sizes.map(Sizes::sum),
            own,
            inner,
            houses: texts(step.houses()),
            cells: texts(step.cells().iter()),
            digits: step.digits().iter().map(Digit::value).collect(),
            effect: effect(step.filled(), &step.removed()),
            chain: texts(step.arguments()),
            open: step.before.open.len(),
            position: step.before.filled().to_string(),
            step: step.to_string(),
        }
    }
}

/// The sums over the steps of a puzzle.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct WalkRow {
    /// The puzzle.
    pub puzzle: String,
    /// Its rating; nothing if the steps do not solve it.
    pub er: Option<f64>,
    /// The rating of the hardest step up to the first digit.
    pub ep: Option<f64>,
    /// The rating of the first step.
    pub ed: Option<f64>,
    /// The number of steps.
    pub steps: usize,
    /// Cells that are open after the last.
    pub open_after: usize,
    /// The technique of the hardest step, the first of its rating.
    pub hardest: Option<String>,
    /// The number of that step, from 1.
    pub hardest_step: Option<usize>,
    /// The number of the first step that is no single.
    pub singles_end: Option<usize>,
    /// The most steps up to a digit.
    pub longest_wait: Option<usize>,
    /// Each technique with how often it is used, by rating: `XY-Wing 1`.
    pub used: Vec<String>,
}
