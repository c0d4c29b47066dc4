//! [`Selection`]: which steps are shown; [`Boards`]: at which of them the board is drawn.

use std::ops::RangeInclusive;
use std::str::FromStr;

use seeddb::logic::Technique;

use crate::cli::terminal::parse;

#[derive(Clone, Debug)]
pub enum Selection {
    All,
    /// One, counted from 1.
    Step(usize),
    /// Those before the first of the technique or of a higher tier.
    Until(Technique),
    /// Those before the first of this technique of Sudoku Explainer.
    UntilNamed(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Boards {
    /// At those above tier 0, and at one that is shown alone.
    Hard,
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
