//! [`Contradiction`]: bounds that no puzzle can meet together.

use std::ops::RangeInclusive;

use super::elsewhere::in_explainer;
use super::text::one_or_range;
use super::values::{Scores, one};
use crate::board::Puzzle;
use crate::error::{Data, Fact, List, Suggestion, ends};
use crate::errors;
use crate::rating::er::Score;
use crate::rating::se::MOST_WITHOUT_GUESSING;
use crate::symmetry::ClueSymmetry;

/// Two bounds without a common value.
#[derive(Clone, PartialEq, Debug)]
pub struct Clash<T> {
    /// The name of the level that sets the first; `None` if it is not from a level.
    pub level: Option<String>,
    /// The first bound.
    pub takes: T,
    /// The second bound.
    pub asked: T,
}

errors! {
    /// Constraints that contradict each other, by the first bound that fails.
    #[derive(Clone, PartialEq, Debug)]
    pub enum Contradiction;

    /// The tiers have none in common.
    Tier(clash: Clash<RangeInclusive<u8>>) = "contradiction": "No puzzle of the level can be as it is asked for.", Request,
        ("{}", told(clash, "of tier", one_or_range)), look(clash) => { "bound": "tier" };
    /// The scores have none in common.
    Score(clash: Clash<RangeInclusive<f64>>) = "contradiction", Request,
        ("{}", told(clash, "with a score of", scores)), look(clash) => { "bound": "score" };
    /// The ratings have none in common.
    Rating(clash: Clash<RangeInclusive<Score>>) = "contradiction", Request,
        ("{}", told(clash, "with an ER of", one_or_range)), [] => { "bound": "er" };
    /// The estimated minutes have none in common.
    Minutes(clash: Clash<RangeInclusive<f64>>) = "contradiction", Request,
        ("{}", told(clash, "estimated at", minutes)), [] => { "bound": "minutes" };
    /// The percentiles have none in common.
    Percentile(clash: Clash<RangeInclusive<f64>>) = "contradiction", Request,
        ("{}", told(clash, "of percentile", scores)), [] => { "bound": "percentile" };
    /// Both are estimates, but for different people.
    Scales = "contradiction", Request, "minutes are asked for twice, by two scales", [] => { "bound": "scale" };
    /// Nothing supports estimates of so many minutes.
    NoEstimate {
        asked: RangeInclusive<f64>,
        /// The least and the most that are estimated.
        takes: RangeInclusive<f64> => ends(takes),
    } = "contradiction", Request,
        ("there are estimates from {:.1} to {:.1} minutes, and {} are asked for", takes.start(), takes.end(), scores(asked)),
        [] => { "bound": "minutes" };
    /// No puzzle has the one and the other label.
    Labels(asked: String, takes: String) = "contradiction", Request,
        "no puzzle is labelled both {asked} and {takes}", [] => { "bound": "label" };
    /// Puzzles of these tiers do not have the labels.
    TierOfLabels {
        asked: RangeInclusive<u8>,
        /// The tiers of puzzles with these labels.
        takes: RangeInclusive<u8>,
    } = "contradiction", Request,
        ("puzzles that are labelled so are of tier {}, and tier {} is asked for", one_or_range(takes), one_or_range(asked)),
        [] => { "bound": "label" };
    /// Puzzles of this tier have no estimate.
    MinutesBeyond(tier: u8) = "contradiction", Request,
        "puzzles of tier {tier} have no estimate of minutes", [] => { "bound": "minutes" };
    /// The numbers of clues have none in common.
    Clues(clash: Clash<RangeInclusive<usize>>) = "contradiction", Request,
        ("{}", told(clash, "", counted).replace(" clues are", " are")), look(clash) => { "bound": "clues" };
    /// Neither symmetry has the other.
    Symmetry(clash: Clash<ClueSymmetry>) = "contradiction", Request,
        ("{}: a draw has one symmetry",
            told(clash, "with clues of symmetry", ToString::to_string).replace("are asked", "is asked")),
        [] => { "bound": "symmetry" };
    /// The steps at which the hardest is to come have none in common.
    HardestAt(clash: Clash<RangeInclusive<usize>>) = "contradiction", Request,
        ("{}", told(clash, "whose hardest step is", one_or_range)), [] => { "bound": "hardest-at" };
    /// Puzzles of these tiers have other ratings.
    TierOfRating {
        asked: RangeInclusive<Score>,
        tiers: RangeInclusive<u8>,
        /// The ratings that puzzles of these tiers have.
        takes: RangeInclusive<Score>,
    } = "contradiction", Request,
        ("an ER of {} and tier {} contradict each other: puzzles of tier {1} have an ER of {} to {}",
            one_or_range(asked), one_or_range(tiers), takes.start(), takes.end()),
        [] => { "bound": "er" };
    /// No pattern of this symmetry has such a number of cells.
    CluesOfSymmetry { asked: RangeInclusive<usize>, symmetry: ClueSymmetry } = "contradiction", Request,
        ("no puzzle whose clues have symmetry {symmetry} has {}", counted(asked)), [] => { "bound": "clues" };
    /// The pattern has fewer cells than any puzzle has clues.
    FewCells { cells: usize } = "contradiction", Request,
        ("a pattern of {cells} cells has no puzzle: none has fewer than {} clues", Puzzle::FEWEST_CLUES), [] => { "bound": "pattern" };
    /// Two lines without a clue that lie in one band or stack.
    EmptyLines(one: String, other: String) = "contradiction", Request,
        "{one} and {other} are to have no clue: then they can change places, and no puzzle has one solution",
        [] => { "bound": "pattern" };
    /// The clues of the pattern contradict each other.
    Clashing(clash: String) = "contradiction", Request,
        "the digits of the pattern contradict each other: {clash}", [] => { "bound": "pattern" };
    /// The pattern does not have so many clues.
    CluesOfPattern { asked: RangeInclusive<usize>, least: usize, most: usize } = "contradiction", Request,
        ("the pattern has {}, and {} are asked for", counted(&(*least..=*most)), clues(asked)),
        [] => { "bound": "clues" };
    /// The pattern says where the clues are.
    SymmetryOfPattern(symmetry: ClueSymmetry) = "contradiction", Request,
        "the pattern says where the clues are, and does not have symmetry {symmetry}", [LeaveOneOut] => { "bound": "symmetry" };
    /// The boxes have more clues than the puzzle.
    CluesOfBoxes {
        asked: RangeInclusive<usize>,
        /// The fewest of a box.
        of_box: u8 => (),
    } = "contradiction", Request,
        ("{of_box} clues in each box are {} in all, and {} are asked for", 9 * of_box, clues(asked)),
        [] => { "bound": "clues", "min-givens-a-box": of_box };
    /// Each of the techniques relies on there being one solution, and no step is to rely on it.
    Uniqueness(technique: String) = "contradiction", Request,
        "{technique} relies on there being one solution, which no step of these puzzles does",
        [] => { "bound": "technique" };
    /// Such a rating needs a step that is refused.
    Guessing {
        /// The least rating that is asked for.
        least: Score => least.to_string(),
    } = "contradiction", Request,
        "an ER of {least} and more needs a step above {MOST_WITHOUT_GUESSING}, which a puzzle without guessing does not have",
        [] => { "bound": "no-guessing" };
    /// One technique is to be needed and not to be needed.
    Technique(technique: String) = "contradiction", Request,
        "{technique} cannot be both needed and not needed", [] => { "bound": "technique" };
    /// The hardest step is asked for by two lists.
    Hardest(technique: String, other: String) = "contradiction", Request,
        "the hardest step is asked for twice, of {technique} and of {other}",
        [LeaveOneOut] => { "bound": "technique" };
    /// Puzzles of a rating are not asked what they can do without.
    RatingWithout = "contradiction", Request,
        "an ER does not go with techniques that are not needed (without)", [LeaveOneOut] => { "bound": "without" };
    /// No puzzle has such a rating or such minutes, which the aim is of as they are asked for.
    Aim { aim: f64 => (), of: &'static str => () } = "contradiction", Request,
        "the aim is of {of} asked for, and no puzzle comes near {aim}", [LeaveOneOut] => { "bound": "aim" };
    /// A technique that puzzles of a rating are not asked for.
    OfTiers(technique: String) = "contradiction", Request,
        ("an ER does not go with {technique}, a technique of the tiers: Sudoku Explainer has {}", in_explainer(technique)),
        [] => { "bound": "technique" };
    /// No puzzle of these ratings has such a hardest step.
    RatingOfTechnique { technique: String, asked: RangeInclusive<Score> } = "contradiction", Request,
        ("the hardest step cannot be of {technique} with an ER of {}", one_or_range(asked)),
        [] => { "bound": "er" };
    /// No step is of this technique.
    Never(technique: String) = "contradiction", Request,
        "no puzzle has a step of {technique}: Sudoku Explainer finds something simpler before it",
        [] => { "bound": "technique" };
    /// A technique that the ladder in use does not have.
    NoTechnique(technique: String) = "contradiction", Request, "the ladder in use has no technique {technique}",
        [] => { "bound": "technique" };
}

fn look<T>(clash: &Clash<T>) -> Vec<Suggestion> {
    clash.level.iter().map(|_| Suggestion::Look { list: List::Levels }).collect()
}

impl<T: Fact> Fact for Clash<T> {
    fn put(&self, _: &'static str, data: &mut Data) {
        self.level.put("level", data);
        self.takes.put("takes", data);
        self.asked.put("asked", data);
    }
}

// As the user writes it: `60` for 60 to below 61.
crate::facts!(|range| one::<Scores>(range).unwrap_or_else(|| ends(range)) => RangeInclusive<f64>);
crate::facts!(ends => RangeInclusive<Score>);

impl Contradiction {
    /// Sets the name of the level that the first bound is from.
    #[must_use]
    pub fn of_level(mut self, name: &str) -> Self {
        let level = Some(name.to_owned());
        match &mut self {
            Self::Tier(clash) => clash.level = level,
            Self::Score(clash) | Self::Minutes(clash) | Self::Percentile(clash) => {
                clash.level = level;
            }
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

/// Writes for example `level easy takes up to 35 clues, and 50 to 55 are asked for`.
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
