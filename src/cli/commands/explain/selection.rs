//! [`Selection`]: the steps to show; [`Boards`]: the steps with a drawn board.

use std::ops::RangeInclusive;
use std::str::FromStr;

use seeddb_core::logic::Technique;

use crate::terminal::parse;

#[derive(Clone, Debug)]
pub enum Selection {
    All,
    /// One step, counted from 1.
    Step(usize),
    /// The steps before the first one of the technique or of a higher tier.
    Until(Technique),
    /// The steps before the first one of this technique of Sudoku Explainer.
    UntilNamed(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Boards {
    /// At steps above tier 0, and at a step shown alone.
    Hard,
    All,
    /// At these steps, counted from 1.
    Steps(RangeInclusive<usize>),
}

impl Boards {
    /// Whether the board is drawn at the step of this number; `is_hard` means that it is more than
    /// a single.
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
