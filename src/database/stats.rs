//! [`Stats`]: what is in a database, and what it can still give.

use std::collections::HashMap;

use super::list::with_puzzles;
use super::parts::retain_own;
use super::{Database, Error};
use crate::rating::levels::{LevelTable, Target};
use crate::record::Seed;
use crate::symmetry::Part;

/// Sums over some of the seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// How many they are.
    pub seeds: u64,
    /// Different puzzles that they can give, at least.
    pub capacity: u64,
    /// Puzzles issued from them.
    pub issued: u64,
    /// Capacity left.
    pub left: u64,
}

/// A seed and how often it was used.
#[derive(Clone, PartialEq, Debug)]
pub struct UsedSeed {
    /// The seed.
    pub seed: Seed,
    /// Puzzles issued from it.
    pub issued: u64,
}

/// What is in a database.
#[derive(Clone, PartialEq, Debug)]
pub struct Stats {
    /// The seeds, by tier, then by score.
    pub seeds: Vec<UsedSeed>,
    /// The level table.
    pub table: LevelTable,
    /// The sums of each tier.
    pub tiers: Vec<(u8, Sum)>,
    /// The sums of each level; a seed whose scores touch two levels counts in both.
    pub levels: Vec<(String, Sum)>,
    /// The sums of all. It counts all puzzles of the ledger, also those printed elsewhere or drawn from seeds since
    /// replaced.
    pub all: Sum,
    /// How many batches there are.
    pub batches: u64,
    /// The partition that the database draws in; the seeds are those that it owns.
    pub partition: Option<Part>,
}

impl Database {
    /// What is in the database and what it can still give.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn stats(&self) -> Result<Stats, Error> {
        self.stats_of(None)
    }

    /// The same of the seeds that `is_wanted` takes, and of the puzzles that were issued from them; all seeds without one.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn stats_of(&self, is_wanted: Option<&dyn Fn(&Seed) -> bool>) -> Result<Stats, Error> {
        let store = self.read()?;
        let (mut seeds, uses) =
            (store.seeds(self.ladder().id(), self.ladder().tiers())?, store.seed_uses()?);
        let partition = store.partition()?;
        retain_own(partition, &mut seeds, |seed| seed);
        let (table, counts) = (store.levels()?, store.counts()?);
        let batches = with_puzzles(&store)?.len() as u64;
        drop(store);
        let with_uses = |seed: Seed| {
            let issued = uses.get(&seed.key).copied().unwrap_or(0);
            UsedSeed { seed, issued }
        };
        let takes = |seed: &Seed| is_wanted.is_none_or(|is_wanted| is_wanted(seed));
        let seeds: Vec<UsedSeed> = seeds.into_iter().filter(takes).map(with_uses).collect();
        let sum = |is_in: &dyn Fn(&Seed) -> bool| self.sum(&seeds, is_in);
        let ladder = self.ladder().id();
        let of_tier = |tier| {
            let is_in = |seed: &Seed| seed.grading(ladder).is_some_and(|own| own.tier == tier);
            (tier, sum(&is_in))
        };
        let of_level = |level: &Target| {
            (level.level().name.clone(), sum(&|seed| can_give(ladder, seed, level)))
        };
        Ok(Stats {
            tiers: self.ladder().tiers().map(of_tier).collect(),
            levels: table.targets(self.ladder()).iter().map(of_level).collect(),
            all: match is_wanted {
                None => Sum { issued: counts.issued, ..sum(&|_| true) },
                Some(_) => sum(&|_| true),
            },
            batches,
            partition,
            seeds,
            table,
        })
    }

    /// How many puzzles were issued under each label; none for those without one.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn issued_by_level(&self) -> Result<HashMap<Option<String>, u64>, Error> {
        let store = self.read()?;
        let mut issued: HashMap<Option<String>, u64> = HashMap::new();
        for batch in with_puzzles(&store)? {
            for puzzle in store.issued(batch.id) {
                *issued.entry(puzzle?.level).or_default() += 1;
            }
        }
        Ok(issued)
    }

    fn sum(&self, seeds: &[UsedSeed], is_in: &dyn Fn(&Seed) -> bool) -> Sum {
        let id = self.ladder().id();
        let seeds = seeds.iter().filter(|used| is_in(&used.seed));
        seeds.fold(Sum::default(), |sum, UsedSeed { seed, issued }| {
            let capacity = seed.grading(id).map_or(0, |grading| u64::from(grading.capacity));
            Sum {
                seeds: sum.seeds + 1,
                capacity: sum.capacity + capacity,
                issued: sum.issued + issued,
                left: sum.left + capacity.saturating_sub(*issued),
            }
        })
    }
}

/// Whether refills of `seed` may lie in `level`.
fn can_give(ladder: &str, seed: &Seed, level: &Target) -> bool {
    let grading = seed.grading(ladder);
    grading.is_some_and(|grading| level.may_admit(grading.tier, grading.scores))
}
