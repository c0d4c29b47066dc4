//! [`Contradiction`]: what no puzzle can meet together.

use std::ops::RangeInclusive;

use super::elsewhere::in_explainer;
use super::text::one_or_range;
use super::values::{Scores, one};
use crate::rating::er::Score;
use crate::rating::se::MOST_WITHOUT_GUESSING;
use crate::symmetry::ClueSymmetry;

/// Two bounds that have nothing in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Clash<T> {
    /// The level that takes the first; none if it is no level's.
    pub level: Option<String>,
    /// The one bound.
    pub takes: T,
    /// The other.
    pub asked: T,
}

/// Constraints that contradict each other, by the first bound that fails.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// The tiers have none in common.
    #[error("{}", told(.0, "of tier", one_or_range))]
    Tier(Clash<RangeInclusive<u8>>),
    /// The scores have none in common.
    #[error("{}", told(.0, "with a score of", scores))]
    Score(Clash<RangeInclusive<f64>>),
    /// The ratings have none in common.
    #[error("{}", told(.0, "with an ER of", one_or_range))]
    Rating(Clash<RangeInclusive<Score>>),
    /// The estimated minutes have none in common.
    #[error("{}", told(.0, "estimated at", minutes))]
    Minutes(Clash<RangeInclusive<f64>>),
    /// Both are estimates, but for different people.
    #[error("minutes are asked for twice, by two scales")]
    Scales,
    /// Nothing supports estimates of so many minutes.
    #[error("there are estimates from {:.1} to {:.1} minutes, and {} are asked for", known.start(), known.end(), scores(asked))]
    NoEstimate {
        /// The minutes that are asked for.
        asked: RangeInclusive<f64>,
        /// The least and the most that are estimated.
        known: RangeInclusive<f64>,
    },
    /// No puzzle has the one and the other label.
    #[error("no puzzle is labelled both {0} and {1}")]
    Labels(String, String),
    /// Puzzles of these tiers do not have the labels.
    #[error(
        "puzzles that are labelled so are of tier {}, and tier {} is asked for",
        one_or_range(has),
        one_or_range(asked)
    )]
    TierOfLabels {
        /// The tiers that are asked for.
        asked: RangeInclusive<u8>,
        /// The tiers of puzzles with these labels.
        has: RangeInclusive<u8>,
    },
    /// Puzzles of this tier have no estimate.
    #[error("puzzles of tier {0} have no estimate of minutes")]
    MinutesBeyond(u8),
    /// The numbers of clues have none in common.
    #[error("{}", told(.0, "", counted).replace(" clues are", " are"))]
    Clues(Clash<RangeInclusive<usize>>),
    /// Neither symmetry has the other.
    #[error("{}: a draw has one symmetry", told(.0, "with clues of symmetry", ToString::to_string).replace("are asked", "is asked"))]
    Symmetry(Clash<ClueSymmetry>),
    /// The steps at which the hardest is to come have none in common.
    #[error("{}", told(.0, "whose hardest step is", one_or_range))]
    HardestAt(Clash<RangeInclusive<usize>>),
    /// Puzzles of these tiers have other ratings.
    #[error(
        "an ER of {} and tier {} contradict each other: puzzles of tier {1} have an ER of {} to {}",
        one_or_range(asked), one_or_range(tiers), has.start(), has.end()
    )]
    TierOfRating {
        /// The ratings that are asked for.
        asked: RangeInclusive<Score>,
        /// The tiers that are asked for.
        tiers: RangeInclusive<u8>,
        /// The ratings that puzzles of these tiers have.
        has: RangeInclusive<Score>,
    },
    /// No pattern of this symmetry has such a number of cells.
    #[error("no puzzle whose clues have symmetry {symmetry} has {}", counted(asked))]
    CluesOfSymmetry {
        /// The numbers of clues.
        asked: RangeInclusive<usize>,
        /// The symmetry.
        symmetry: ClueSymmetry,
    },
    /// The boxes have more clues than the puzzle.
    #[error("{of_box} clues in each box are {} in all, and {} are asked for", 9 * of_box, clues(asked))]
    CluesOfBoxes {
        /// The numbers of clues.
        asked: RangeInclusive<usize>,
        /// The fewest of a box.
        of_box: u8,
    },
    /// Each of the techniques relies on there being one solution, and no step is to rely on it.
    #[error("{0} relies on there being one solution, which no step of these puzzles does")]
    Uniqueness(String),
    /// Such a rating needs a step that is refused.
    #[error(
        "an ER of {least} and more needs a step above {MOST_WITHOUT_GUESSING}, which a puzzle without guessing does not have"
    )]
    Guessing {
        /// The least rating that is asked for.
        least: Score,
    },
    /// One technique is to be needed and not to be needed.
    #[error("{0} cannot be both needed and not needed")]
    Technique(String),
    /// The hardest step is asked for by two lists.
    #[error("the hardest step is asked for twice, of {0} and of {1}")]
    Hardest(String, String),
    /// Puzzles of a rating are not asked what they can do without.
    #[error("an ER does not go with techniques that are not needed (without)")]
    RatingWithout,
    /// A technique that puzzles of a rating are not asked for.
    #[error("an ER does not go with {0}, a technique of the tiers: Sudoku Explainer has {instead}", instead = in_explainer(.0))]
    OfTiers(String),
    /// No puzzle of these ratings has such a hardest step.
    #[error("the hardest step cannot be of {names} with an ER of {}", one_or_range(asked))]
    RatingOfTechnique {
        /// The techniques.
        names: String,
        /// The ratings that are asked for.
        asked: RangeInclusive<Score>,
    },
    /// No step is of this technique.
    #[error("no puzzle has a step of {0}: Sudoku Explainer finds something simpler before it")]
    Never(String),
    /// A technique that the ladder in use does not have.
    #[error("the ladder in use has no technique {0}")]
    NoTechnique(String),
}

impl Contradiction {
    /// This contradiction with the name of the level whose bound the first one is.
    #[must_use]
    pub fn of_level(mut self, name: &str) -> Self {
        let level = Some(name.to_owned());
        match &mut self {
            Self::Tier(clash) => clash.level = level,
            Self::Score(clash) | Self::Minutes(clash) => clash.level = level,
            Self::Rating(clash) => clash.level = level,
            Self::Symmetry(clash) => clash.level = level,
            Self::Clues(clash) | Self::HardestAt(clash) => clash.level = level,
            _ => {}
        }
        self
    }
}

fn counted(range: &RangeInclusive<usize>) -> String {
    format!("{} clues", clues(range))
}

/// `level easy takes up to 35 clues, and 50 to 55 are asked for`.
fn told<T>(clash: &Clash<T>, what: &str, words: impl Fn(&T) -> String) -> String {
    let blank = if what.is_empty() { "" } else { " " };
    let (takes, asked) = (words(&clash.takes), words(&clash.asked));
    match &clash.level {
        Some(level) => {
            let puzzles = if what.is_empty() { String::new() } else { format!("puzzles {what}") };
            format!("level {level} takes {puzzles}{blank}{takes}, and {asked} are asked for")
        }
        None => format!("no puzzle is both {what}{blank}{takes} and {what}{blank}{asked}"),
    }
}

fn scores(range: &RangeInclusive<f64>) -> String {
    if let Some(one) = one::<Scores>(range) {
        return one;
    }
    match (range.start(), range.end()) {
        (first, last) if last.is_infinite() => format!("{first} and more"),
        (0.0, last) => format!("up to {last}"),
        (first, last) => format!("{first} to {last}"),
    }
}

fn minutes(range: &RangeInclusive<f64>) -> String {
    format!("{} minutes", scores(range))
}

fn clues(range: &RangeInclusive<usize>) -> String {
    match (*range.start(), *range.end()) {
        (first, last) if first == last => first.to_string(),
        (0, last) => format!("up to {last}"),
        (first, last) => format!("{first} to {last}"),
    }
}
