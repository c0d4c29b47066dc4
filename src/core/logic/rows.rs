//! [`StepRow`] and [`WalkRow`]: records of steps and of their totals, for programs. The names of
//! their fields are the keys of `explain --format json`.

use serde::{Deserialize, Serialize};

use super::ladder::Ladder;
use super::step::Step;
use crate::board::{Candidates, Cell, Digit, Puzzle};

/// Defines the record of a step: what each ladder tells of one, and between that what only this
/// ladder tells.
macro_rules! step_row {
    ({ $($rating:tt)* } { $($houses:tt)* } { $($chain:tt)* } { $($reason:tt)* }) => {
        /// A step of a puzzle.
        #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
        pub struct StepRow {
            /// The puzzle.
            pub puzzle: String,
            /// The number of the step, from 1.
            pub number: usize,
            /// The name of its technique.
            pub technique: String,
            $($rating)*
            $($houses)*
            /// The cells of the pattern, such as `r1c1`.
            pub cells: Vec<String>,
            /// The digits of the pattern.
            pub digits: Vec<u8>,
            /// The effect: `r5c2=7` fills a cell, `r3c5<>28` removes candidates.
            pub effect: Vec<String>,
            $($chain)*
            /// The number of open cells before the step.
            pub open: usize,
            /// The grid before the step.
            pub position: String,
            /// The step in words.
            pub step: String,
            $($reason)*
        }

        impl StepRow {
            /// Returns what each ladder tells of `step`, which is on the board `before`.
            fn told(
                puzzle: &Puzzle,
                number: usize,
                before: &$crate::board::State,
                step: &Step,
                technique: &dyn std::fmt::Display,
                effect: Vec<String>,
            ) -> Self {
                Self {
                    puzzle: puzzle.to_string(),
                    number,
                    technique: technique.to_string(),
                    cells: $crate::logic::texts(step.cells().iter()),
                    digits: step.digits().iter().map($crate::board::Digit::value).collect(),
                    effect,
                    open: before.open.len(),
                    position: before.filled().to_string(),
                    step: step.to_string(),
                    ..Self::default()
                }
            }
        }
    };
}
pub(crate) use step_row;

step_row! {{
    /// The tier of the technique.
    pub tier: u8,
} {
    /// The houses of the pattern, such as `box 2`.
    pub houses: Vec<String>,
} {
    /// The chain of an assumption.
    pub chain: Vec<String>,
} {
    /// The reason of a single.
    pub reason: Option<String>,
}}

impl StepRow {
    /// Describes a step of `puzzle` by `ladder`; steps count from 1.
    pub fn of(ladder: &Ladder, puzzle: &Puzzle, number: usize, step: &Step) -> Self {
        let (technique, effect) = (step.technique(), effect(step.filled(), &step.removed()));
        Self {
            tier: ladder.tier_of(technique).unwrap_or(ladder.beyond()),
            houses: texts(step.houses()),
            chain: texts(step.chain()),
            reason: step.reason(),
            ..Self::told(puzzle, number, &step.before, step, &technique.name(), effect)
        }
    }
}

/// The totals of the steps of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WalkRow {
    /// The puzzle.
    pub puzzle: String,
    /// The tier of the hardest step; the tier beyond the ladder if the steps do not solve it.
    pub tier: u8,
    /// The number of steps.
    pub steps: usize,
    /// The number of open cells after the last step.
    pub open_after: usize,
    /// The technique of the hardest step.
    pub hardest: Option<String>,
    /// The number of that step, from 1.
    pub hardest_step: Option<usize>,
    /// The number of the first step that is above tier 0.
    pub singles_end: Option<usize>,
    /// The most steps up to the next digit.
    pub longest_wait: Option<usize>,
}

pub(crate) fn texts(values: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    values.into_iter().map(|value| value.to_string()).collect()
}

/// Writes the digits filled in and the candidates removed in the notation of forums, in the order
/// of the cells: `r5c2=7`, or `r3c4<>2` and `r3c5<>28`.
pub(crate) fn effect(
    filled: impl IntoIterator<Item = (Cell, Digit)>,
    removed: &Candidates,
) -> Vec<String> {
    let filled = filled.into_iter().map(|(cell, digit)| format!("{cell}={digit}"));
    let removed = Cell::all().filter_map(|cell| {
        let digits: String = removed.at(cell).iter().map(|digit| digit.to_string()).collect();
        (!digits.is_empty()).then(|| format!("{cell}<>{digits}"))
    });
    filled.chain(removed).collect()
}
