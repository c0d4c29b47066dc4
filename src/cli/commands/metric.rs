//! [`Metric`]: the metrics by their names on the command line, and the flags of their parameters.

use clap::ValueEnum;
use seeddb_core::logic::Technique;
use seeddb_core::rating::metric::{self, Settings};
use seeddb_core::rating::minutes::Scale;
use seeddb_core::rating::technique::{self, Weights};

use crate::terminal::parse;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Metric {
    /// m(B) of Chang, Fan and Sun (2008)
    #[default]
    Hsolve,
    /// Branches of a set-oriented search, of Beer (2011)
    Branch,
    /// 2-norm of the clue counts of the boxes, of Joncus and Yun; falls with difficulty
    BoxNorm,
    /// Technique formula of an MCM paper
    Technique,
    /// Restart cycles of random filling, of Chen and Elamri
    Restarts,
    /// Checks of a person who tries what has the fewest applications first, without tiers (hsolve
    /// paper, 5.3)
    Tierless,
    /// Minutes that people take, estimated from the times of one audience
    Minutes,
    /// How many of a hundred minimal puzzles are easier, by m(B)
    Percentile,
    /// ER of Sudoku Explainer 1.2.1; of hard puzzles it takes up to a second
    #[value(alias = "er")]
    Se,
    /// Score by the techniques that people name, as `explain --ladder common` solves
    Common,
    /// All of them but tierless, minutes, percentile, se and common
    All,
}

impl Metric {
    /// The metric; `None` means all.
    pub fn one(self) -> Option<metric::Metric> {
        metric::Metric::ALL.get(self as usize).copied()
    }

    /// The distinct metrics of a list, in the order of their first mention; `all` replaces the name
    /// of all.
    pub fn each(list: &[Self], all: &[metric::Metric]) -> Vec<metric::Metric> {
        let mut each = Vec::new();
        for metric in list {
            let named = metric.one().map_or(all.to_vec(), |one| vec![one]);
            let new: Vec<_> = named.into_iter().filter(|metric| !each.contains(metric)).collect();
            each.extend(new);
        }
        each
    }
}

/// Flags of the parameters that the papers leave open.
#[derive(clap::Args, Debug)]
pub struct Flags {
    /// technique: a technique that the solver does not use (may be repeated)
    #[arg(long, value_enum, value_name = "TECHNIQUE")]
    without: Vec<Simple>,
    /// technique: how many techniques the solver knows
    #[arg(long, value_name = "N", default_value_t = Weights::default().known, value_parser = parse::whole::<u32>)]
    known: u32,
    /// minutes: by the times of your own solvers: a file that `levels calibrate --times` wrote
    #[arg(long, value_name = "FILE", value_parser = parse::scale)]
    pub scale: Option<Scale>,
}

impl Flags {
    /// The settings for the library, with these times of the technique formula.
    pub fn settings(&self, times: [f64; 5]) -> Settings {
        Settings {
            weights: Weights { times, known: self.known },
            without: self.without.iter().map(|name| name.technique()).collect(),
            scale: self.scale.unwrap_or_default(),
        }
    }
}

/// The five techniques of the technique formula by their names on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Simple {
    /// The only candidate of a cell
    NakedSingle,
    /// The only place of a digit in a house
    HiddenSingle,
    /// Two cells of a house with the same two candidates
    NakedPair,
    /// A digit of a box in one line of it, or of a line in one box
    LockedCandidates,
    /// Two digits of a house with the same two places
    HiddenPair,
}

impl Simple {
    pub fn technique(self) -> Technique {
        technique::TECHNIQUES[self as usize]
    }
}

/// Parses five times, separated by commas.
pub fn times(text: &str) -> Result<[f64; 5], String> {
    let times: Option<Vec<f64>> = text.split(',').map(|time| time.trim().parse().ok()).collect();
    let times: Option<[f64; 5]> = times.and_then(|times| times.try_into().ok());
    times.filter(|times| times.iter().all(|time| time.is_finite() && *time >= 0.0)).ok_or_else(
        || format!("{text}: give five times from 0 up with commas between, as 1,2,3,4,5"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_library() {
        for metric in Metric::value_variants() {
            let name = metric.to_possible_value().unwrap().get_name().to_owned();
            assert_eq!(metric.one().map_or("all", metric::Metric::name), name);
        }
        let each =
            Metric::each(&[Metric::Branch, Metric::All, Metric::Hsolve], &metric::Metric::QUICK);
        assert_eq!((each.len(), each[0]), (5, metric::Metric::Branch));
    }
}
