//! [`Selection`]: which steps are shown; [`Boards`]: at which of them the board is drawn.

use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use seeddb::logic::{Step, Technique};

use super::Walk;
use crate::cli::terminal::ladder::{ladder, tier_of};
use crate::cli::terminal::parse;

/// Which steps are shown.
#[derive(Clone, Copy, Debug)]
pub enum Selection {
    /// All.
    All,
    /// One, counted from 1.
    Step(usize),
    /// Those before the first of the technique or of a higher tier.
    Until(Technique),
    /// Those before the first of this technique of Sudoku Explainer, as its place in `se::names`.
    UntilNamed(usize),
}

impl Selection {
    /// The steps of a walk, as indices. The first of a solved grid or of one where nothing helps is no step.
    pub fn of(self, walk: &Walk) -> Result<Range<usize>, String> {
        let count = walk.steps.len();
        let reached = |technique: Technique| {
            move |step: &Step| {
                step.technique() == technique || tier_of(step.technique()) > tier_of(technique)
            }
        };
        let beyond = ladder().beyond();
        match self {
            Self::All | Self::UntilNamed(_) => Ok(0..count),
            Self::Until(technique) => {
                Ok(0..walk.steps.iter().position(reached(technique)).unwrap_or(count))
            }
            Self::Step(number) if number <= count => Ok(number - 1..number),
            Self::Step(number) => Err(match (walk.is_solved(), count) {
                (true, 0) => "nothing is left to do: the grid is full".to_owned(),
                (true, _) => format!("there is no step {number}: it is solved after step {count}"),
                (false, 0) => format!("no technique up to tier {} helps here", beyond - 1),
                (false, _) => {
                    format!(
                        "there is no step {number}: nothing helps after step {count} (tier {beyond})"
                    )
                }
            }),
        }
    }
}

/// At which steps the board is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Boards {
    /// At those above tier 0, and at one that is shown alone.
    Hard,
    /// At all.
    All,
    /// At these, counted from 1.
    Steps(RangeInclusive<usize>),
}

impl Boards {
    /// Whether the board is drawn at a step of this number; `is_hard` says whether it is more than a single.
    pub fn at(&self, number: usize, is_hard: bool) -> bool {
        match self {
            Self::Hard => is_hard,
            Self::All => true,
            Self::Steps(numbers) => numbers.contains(&number),
        }
    }
}

impl FromStr for Boards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "hard" => Ok(Self::Hard),
            "all" => Ok(Self::All),
            _ => parse::steps(text).map(Self::Steps),
        }
    }
}
