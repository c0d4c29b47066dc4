//! Missing Sudoku Explainer ratings, and those of earlier versions of the rater that need
//! correction.
//!
//! Draws from a database must not change by themselves, so ratings are added only on request.

use std::ops::RangeInclusive;

use rayon::prelude::*;
use seeddb_ledger::Store;
use seeddb_ledger::rules::{cards, seeds, texts};

use super::{Control, Database, Error, Unit};
use crate::draw::Request;
use crate::mine::{
    RATED_SINCE, count_by_rating, er_of_starter, rating_of_starter, starter_by_rating,
};
use crate::rating::{er, se};
use crate::record::{Grading, Origin, Seed};
use crate::refill::assess_again;

/// Adds the built-in ratings of starter seeds that a request by rating needs, if the database lacks
/// them. All seeds of a rating are added, so that draws do not depend on earlier requests.
pub(super) fn take_carried(store: &Store, request: &Request) -> Result<(), Error> {
    if request.asked().er.is_none() {
        return Ok(());
    }
    let tiers = request.tiers();
    let lacks_some = store.read(|from| {
        Ok(texts::editions(from)?.last().is_some_and(|last| *last >= RATED_SINCE)
            && cards::count_of(from, se::LADDER, &tiers, Origin::Starter)?
                < count_by_rating(&tiers))
    })?;
    if lacks_some {
        store.complete_seeds(&starter_by_rating(&tiers))?;
    }
    Ok(())
}

/// Returns the Sudoku Explainer rating of a seed, recorded or built in; `None` if unrated.
pub(super) fn er_of(seed: &Seed) -> Option<er::Score> {
    let on_record = seed.grading(se::LADDER).and_then(|own| se::score_of(own.tier));
    on_record.or_else(|| er_of_starter(&seed.puzzle))
}

/// The number of seeds that are graded at a time and stored with one commit.
const CHUNK: usize = 32;

impl Database {
    /// Returns the seeds without a Sudoku Explainer rating of this version, by key: unrated ones,
    /// and [outdated ones](Self::outdated_seeds).
    pub fn unrated_seeds(&self) -> Result<Vec<Seed>, Error> {
        let mut seeds = self.read()?.read(seeds::all)?;
        seeds.retain(|seed| seed.grading(se::LADDER).is_none_or(is_outdated));
        Ok(seeds)
    }

    /// Returns the number of seeds with a Sudoku Explainer rating in this range that must be
    /// recomputed, because an earlier version may have rated them too low.
    pub fn outdated_seeds(&self, ratings: &RangeInclusive<er::Score>) -> Result<u64, Error> {
        let tiers =
            se::scores().filter(|score| ratings.contains(score) && *score > se::LAST_UNCHANGED);
        let mut tiers = tiers.filter_map(se::tier_of);
        let Some(first) = tiers.next() else { return Ok(0) };
        let seeds = self.read()?.read(|from| {
            seeds::graded(from, se::LADDER, first..=tiers.next_back().unwrap_or(first))
        })?;
        Ok(seeds
            .iter()
            .filter_map(|seed| seed.grading(se::LADDER))
            .filter(|own| is_outdated(own))
            .count() as u64)
    }

    /// Rates seeds of the database as Sudoku Explainer does, measures what they give by that
    /// rating, and stores the results, some at a time; returns the number rated. `control` receives
    /// the number done. After a stop the rest is left.
    ///
    /// # Errors
    /// Failures of the store; results stored before stay.
    pub fn rate_seeds(&self, seeds: &[Seed], control: &Control) -> Result<u64, Error> {
        let (mut done, mut rated) = (0, 0);
        for chunk in seeds.chunks(CHUNK) {
            let left = chunk.par_iter().filter(|_| !control.is_stopped());
            let graded: Vec<Seed> = left
                // Starter seeds have built-in gradings.
                .map(|seed| match rating_of_starter(&seed.puzzle) {
                    Some(grading) => Seed { gradings: vec![grading], ..seed.clone() },
                    None => assess_again(se::ladder(), seed),
                })
                .collect();
            if !graded.is_empty() {
                rated += self.write()?.complete_seeds(&graded)?;
            }
            if control.is_stopped() {
                break;
            }
            done += chunk.len() as u64;
            control.done_of(Unit::Seeds, done, Some(seeds.len() as u64));
        }
        Ok(rated)
    }
}

fn is_outdated(grading: &Grading) -> bool {
    se::is_outdated(grading.tier, grading.version)
}
