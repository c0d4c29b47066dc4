//! [`Mined`]: the result of a search for seeds.

use std::collections::{BTreeMap, HashSet};

use seeddb_ledger::Added;

use super::unrated::{crux_of, er_of};
use crate::plural::counted;
use crate::rating::er;
use crate::record::Seed;
use crate::symmetry::{Crux, Key};
use seeddb_mine::Progress;

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mined {
    /// The statistics of the search.
    pub progress: Progress,
    /// The counts of added seeds.
    pub added: Added,
    /// Their properties.
    pub finds: Finds,
}

/// The properties of the seeds of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Finds {
    /// The number of seeds of each tier.
    pub tiers: BTreeMap<u8, u64>,
    /// Their least and greatest score; `None` if no seed has a score.
    pub scores: Option<(f64, f64)>,
    /// The rating of each that has one.
    ers: BTreeMap<Key, er::Score>,
    /// Puzzles that they give, at least.
    pub capacity: u64,
    cruxes: HashSet<Crux>,
}

impl Finds {
    /// Counts a seed by the ladder with this id.
    pub(super) fn add(&mut self, seed: &Seed, ladder: &str) {
        let Some(grading) = seed.grading(ladder) else { return };
        *self.tiers.entry(grading.tier).or_default() += 1;
        self.capacity += u64::from(grading.capacity);
        if let Some(score) = grading.score.map(|score| score.mean) {
            let (least, greatest) = self.scores.unwrap_or((score, score));
            self.scores = Some((least.min(score), greatest.max(score)));
        }
        self.cruxes.insert(crux_of(seed));
        self.rated(seed);
    }

    /// Its rating, which may come later.
    pub(super) fn rated(&mut self, seed: &Seed) {
        if let Some(er) = er_of(seed) {
            self.ers.insert(seed.key, er);
        }
    }

    /// Returns the number of seeds.
    pub fn seeds(&self) -> u64 {
        self.tiers.values().sum()
    }

    /// Returns the number of seeds without a rating.
    pub fn unrated(&self) -> u64 {
        self.seeds() - self.ers.len() as u64
    }

    /// Returns the least and the greatest rating; `None` if no seed is rated.
    pub fn ers(&self) -> Option<(er::Score, er::Score)> {
        Some((*self.ers.values().min()?, *self.ers.values().max()?))
    }

    /// Returns the number of their cruxes; several seeds may share one.
    pub fn cruxes(&self) -> u64 {
        self.cruxes.len() as u64
    }

    /// Returns a summary in words; `None` if no seed was found.
    pub fn words(&self) -> Option<String> {
        if self.tiers.is_empty() {
            return None;
        }
        let tiers: Vec<String> =
            self.tiers.iter().map(|(tier, seeds)| format!("{seeds} of tier {tier}")).collect();
        let mut words = vec![tiers.join(", ")];
        words.extend(self.scores.map(|(least, most)| format!("scores {least:.0} to {most:.0}")));
        let unrated = match self.unrated() {
            0 => String::new(),
            left => format!(" ({} not rated yet: seeddb seeds grade)", counted(left, "seed")),
        };
        words.push(match self.ers() {
            Some((least, most)) => format!("ER {least} to {most}{unrated}"),
            None => format!("no ER{unrated}"),
        });
        words.push(format!("capacity {}", self.capacity));
        words.push(counted(self.cruxes(), "crux"));
        Some(words.join("; "))
    }
}
