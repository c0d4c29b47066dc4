//! [`Stats`]: the content of a database, and the puzzles that it can still give.

use std::collections::HashMap;

use rayon::prelude::*;
use seeddb_ledger::rules::{seed_cursor, texts};
use seeddb_ledger::{SeedFilter, Sum};

use super::eligible::chosen;
use super::list::with_puzzles;
use super::unrated::cruxes_by_outline;
use super::{Database, Error, ListedSeed, Part};
use crate::rating::levels::LevelTable;
use crate::record::Outline;
use crate::symmetry::{self, Crux};

/// Totals of a database.
#[derive(Clone, PartialEq, Debug)]
pub struct Stats {
    /// The level table.
    pub table: LevelTable,
    /// The totals by tier.
    pub tiers: Vec<(u8, Sum)>,
    /// The totals by level; a seed whose scores touch two levels counts in both.
    pub levels: Vec<(String, Sum)>,
    /// The totals of everything. They count all puzzles of the ledger, also those printed elsewhere
    /// or drawn from seeds since replaced.
    pub all: Sum,
    /// The number of cruxes of the seeds of each tier, of each level, and of all; an unknown one
    /// counts as its own.
    pub cruxes: (Vec<u64>, Vec<u64>, u64),
    /// The number of batches.
    pub batches: u64,
    /// The partition that the database draws in; the totals are over the seeds that it owns.
    pub partition: Option<symmetry::Fraction>,
}

impl Database {
    /// Returns the totals of the database.
    pub fn stats(&self) -> Result<Stats, Error> {
        self.stats_of(None)
    }

    /// [`stats`](Self::stats), for the seeds that themselves meet the requirements of a part, and
    /// the puzzles issued from them; for all seeds if `None`.
    pub fn stats_of(&self, part: Option<&Part>) -> Result<Stats, Error> {
        let store = self.read()?;
        let partition = store.read(texts::partition)?;
        let mut outlines = store.read(|from| seed_cursor::outlines(from, &self.own(partition)))?;
        if let Some(part) = part {
            outlines = chosen(&store, &outlines, &mut self.chooser(&store, part)?)?;
        }
        let (table, counts) = (store.read(texts::levels)?, store.read(seed_cursor::counts)?);
        let batches = with_puzzles(&store)?.len() as u64;
        let of_tier = |tier| (tier, sum(&outlines, |one| one.tier == tier));
        let targets = table.targets(self.ladder());
        let levels = targets.iter().map(|level| {
            let sum = sum(&outlines, |one| level.may_admit(one.tier, one.scores));
            (level.level().name.clone(), sum)
        });
        let all = sum(&outlines, |_| true);
        let mut by_crux: Vec<(Crux, &Outline)> = cruxes_by_outline(&store, &outlines)?
            .into_iter()
            .zip(outlines.iter().map(|one| &one.0))
            .collect();
        by_crux.par_sort_unstable_by_key(|one| one.0);
        let cruxes = |is_in: &dyn Fn(&Outline) -> bool| {
            let own = by_crux.chunk_by(|one, other| one.0 == other.0);
            own.filter(|seeds| seeds.iter().any(|one| is_in(one.1))).count() as u64
        };
        let tiers = self.ladder().tiers();
        let cruxes = (
            tiers.map(|tier| cruxes(&|one| one.tier == tier)).collect(),
            targets.iter().map(|own| cruxes(&|one| own.may_admit(one.tier, one.scores))).collect(),
            cruxes(&|_| true),
        );
        let issued = if part.is_none() { counts.issued } else { all.issued };
        Ok(Stats {
            tiers: self.ladder().tiers().map(of_tier).collect(),
            levels: levels.collect(),
            all: Sum { issued, ..all },
            cruxes,
            batches,
            partition,
            table,
        })
    }

    /// Returns the seeds counted by [`stats`](Self::stats), by tier, then by score.
    pub fn used_seeds(&self) -> Result<Vec<ListedSeed>, Error> {
        let own = self.own(self.partition()?);
        let mut seeds = self.seeds(None)?;
        seeds.retain(|listed| own.admits(&listed.seed));
        Ok(seeds)
    }

    /// Selects the seeds of the ladder that the partition owns.
    fn own(&self, part: Option<symmetry::Fraction>) -> SeedFilter {
        SeedFilter {
            tiers: self.ladder().tiers(),
            part,
            ..SeedFilter::graded_by(self.ladder().id())
        }
    }

    /// Returns the number of puzzles issued under each label; `None` is for puzzles without a
    /// label.
    pub fn issued_by_level(&self) -> Result<HashMap<Option<String>, u64>, Error> {
        let store = self.read()?;
        let mut issued: HashMap<Option<String>, u64> = HashMap::new();
        for batch in with_puzzles(&store)? {
            for puzzle in store.issued(batch.id) {
                *issued.entry(puzzle?.level.clone()).or_default() += 1;
            }
        }
        Ok(issued)
    }
}

fn sum(outlines: &[(Outline, u64)], is_in: impl Fn(&Outline) -> bool) -> Sum {
    let mut sum = Sum::default();
    for (outline, issued) in outlines.iter().filter(|(outline, _)| is_in(outline)) {
        sum.add(Sum::of(outline.capacity, *issued));
    }
    sum
}
