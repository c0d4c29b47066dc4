//! Ratings that nobody has worked out yet, or that a version of the rater worked out which later ones correct.
//!
//! Draws from a database do not change by themselves, so nothing here happens unless somebody asks for it.

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

/// Enters the ratings that the program carries of the starter seeds that a request by rating asks for, if they are not in the database
/// yet: what a database draws does not depend on who asked before, as it takes all of a rating.
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

/// The Sudoku Explainer rating of a seed, on record or carried by the program; none if nobody has rated it.
pub(super) fn er_of(seed: &Seed) -> Option<er::Score> {
    let on_record = seed.grading(se::LADDER).and_then(|own| se::score_of(own.tier));
    on_record.or_else(|| er_of_starter(&seed.puzzle))
}

/// Seeds graded at a time, and kept with one commit.
const CHUNK: usize = 32;

impl Database {
    /// The seeds that have no Sudoku Explainer rating of this version yet, by key: those that nobody has rated, and those
    /// [rated anew](Self::outdated_seeds).
    pub fn unrated_seeds(&self) -> Result<Vec<Seed>, Error> {
        let mut seeds = self.read()?.read(seeds::all)?;
        seeds.retain(|seed| seed.grading(se::LADDER).is_none_or(is_outdated));
        Ok(seeds)
    }

    /// How many seeds have a Sudoku Explainer rating among these that is to be worked out again, since an earlier version may have rated
    /// them too low.
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

    /// Rates seeds of the database as Sudoku Explainer does, measures what they give by that rating, and keeps it, some at a time;
    /// `control` is told how many are done. Once a stop is asked for, the rest is left. How many were rated.
    ///
    /// # Errors
    /// Failures of the store; what was kept before stays.
    pub fn rate_seeds(&self, seeds: &[Seed], control: &Control) -> Result<u64, Error> {
        let (mut done, mut rated) = (0, 0);
        for chunk in seeds.chunks(CHUNK) {
            let left = chunk.par_iter().filter(|_| !control.is_stopped());
            let graded: Vec<Seed> = left
                // Those that come with the program are measured already.
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
