//! Missing Sudoku Explainer ratings, and those of earlier versions of the rater that need
//! correction.
//!
//! Draws from a database must not change by themselves, so ratings are added only on request.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use rayon::prelude::*;
use seeddb_ledger::Store;
use seeddb_ledger::rules::{seed_cursor, seeds, texts};

use super::{Control, Database, Error, Unit, eligible};
use crate::rating::{er, se};
use crate::record::{Grading, Origin, Outline, Particulars, Seed};
use crate::refill::{assess_again, particulars};
use crate::symmetry::{Crux, Key};
use seeddb_draw::Request;
use seeddb_mine::{
    RATED_SINCE, count_by_rating, er_of_starter, particulars_of_starter, rating_of_starter,
    starter_by_rating,
};

/// Adds the built-in ratings of starter seeds that a request by rating needs, if the database lacks
/// them. All seeds of a rating are added, so that draws do not depend on earlier requests.
pub(super) fn take_carried(store: &Store, request: &Request) -> Result<(), Error> {
    let Some(tiers) = request.rated_tiers().filter(|_| request.asked().er.is_some()) else {
        return Ok(());
    };
    let lacks_some = store.read(|from| {
        Ok(texts::editions(from)?.last().is_some_and(|last| *last >= RATED_SINCE)
            && seed_cursor::count_of(from, se::LADDER, &tiers, Origin::Starter)?
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

/// Returns the particulars of a seed, recorded or built into the program.
pub(super) fn particulars_of(seed: &Seed) -> Particulars {
    let own = seed.particulars.clone();
    if own.ep.is_some() {
        return own;
    }
    own.or(particulars_of_starter(&seed.puzzle).unwrap_or_default())
}

/// Returns the crux of a seed, recorded or built in; otherwise a substitute.
pub(super) fn crux_of(seed: &Seed) -> Crux {
    let carried = || particulars_of_starter(&seed.puzzle)?.crux;
    seed.crux().or_else(carried).unwrap_or(Crux::in_place_of(seed.key))
}

/// Returns the crux of each of these seeds. Seeds whose cards lack it are read.
pub(super) fn cruxes_by_outline(
    store: &Store,
    outlines: &[(Outline, u64)],
) -> Result<Vec<Crux>, Error> {
    let unknown = outlines.iter().filter(|one| one.0.crux.is_none()).map(|one| one.0.key);
    let read = cruxes_by_seed(store, &unknown.collect::<Vec<_>>())?;
    let crux = |Outline { key, crux, .. }: &Outline| crux.or_else(|| read.get(key).copied());
    Ok(outlines.iter().map(|(own, _)| crux(own).unwrap_or(Crux::in_place_of(own.key))).collect())
}

/// Returns the number of these seeds, with repeats, that share the crux of an earlier one.
pub(super) fn shared_cruxes(store: &Store, of: impl Iterator<Item = Key>) -> Result<u64, Error> {
    let mut keys: Vec<Key> = of.collect();
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    Ok((all - cruxes_of(store, &keys)?.len()) as u64)
}

/// Returns the cruxes of the seeds of these keys.
pub(super) fn cruxes_of(store: &Store, keys: &[Key]) -> Result<HashSet<Crux>, Error> {
    Ok(cruxes_by_seed(store, keys)?.into_values().collect())
}

/// Returns the crux of each of these seeds that is in the database, by its key.
pub(super) fn cruxes_by_seed(store: &Store, keys: &[Key]) -> Result<HashMap<Key, Crux>, Error> {
    let mut cruxes = HashMap::new();
    for keys in keys.chunks(eligible::CHUNK) {
        let seeds = store.read(|from| seeds::of_keys(from, keys))?;
        let each = seeds.par_iter().flatten().map(|seed| (seed.key, crux_of(seed)));
        cruxes.extend(each.collect::<Vec<_>>());
    }
    Ok(cruxes)
}

/// Returns a seed with its Sudoku Explainer rating, its grading by that, and its particulars.
pub(super) fn rated(mut seed: Seed) -> Seed {
    let missing = missing(&seed);
    seed.gradings.extend(missing.gradings);
    seed.particulars = seed.particulars.or(missing.particulars);
    seed
}

/// Returns the gradings and particulars that a seed lacks, or that only an earlier version of the
/// rater computed. Built-in data are not computed again, and built-in EP and ED are not entered.
pub(super) fn missing(seed: &Seed) -> Seed {
    let rating = rating_of_starter(&seed.puzzle);
    let known = particulars_of(seed);
    let particulars = match known.ep {
        // Cards have the built-in crux.
        Some(_) => Particulars { crux: known.crux, ..Particulars::default() },
        None => particulars(&seed.puzzle),
    };
    let gradings = match (rating, is_rated(seed)) {
        (_, true) => Vec::new(),
        (Some(grading), _) => vec![grading],
        (None, _) => assess_again(se::ladder(), seed).gradings,
    };
    Seed { gradings, particulars, ..seed.clone() }
}

/// Whether the seed has a Sudoku Explainer rating that no later version corrects.
pub fn is_rated(seed: &Seed) -> bool {
    seed.grading(se::LADDER).is_some_and(|own| !is_outdated(own))
}

/// Seeds graded at a time, and kept with one commit.
const CHUNK: usize = 32;

impl Database {
    /// Returns the seeds without a Sudoku Explainer rating of this version, by key: unrated seeds,
    /// and those [to be rated anew](Self::outdated_seeds); and those without crux, EP and ED.
    pub fn unrated_seeds(&self) -> Result<Vec<Seed>, Error> {
        let mut seeds = self.read()?.read(seeds::all)?;
        seeds.retain(|seed| {
            !is_rated(seed) || particulars_of(seed).ep.is_none() || seed.crux().is_none()
        });
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

    /// Rates seeds of the database as Sudoku Explainer does, measures their refills by that rating,
    /// and stores the results, some at a time; returns the number rated. `control` receives the
    /// number done. After a stop the rest is not rated. Cards of earlier versions get the recorded
    /// cruxes first.
    ///
    /// # Errors
    /// Failures of the store; results stored before stay.
    pub fn rate_seeds(&self, seeds: &[Seed], control: &Control) -> Result<u64, Error> {
        self.write()?.renew_cards()?;
        self.rate_each(seeds, control, &mut |_| ())
    }

    /// [`rate_seeds`](Self::rate_seeds), which passes the results for each seed to `take`.
    pub(super) fn rate_each(
        &self,
        seeds: &[Seed],
        control: &Control,
        take: &mut dyn FnMut(&Seed),
    ) -> Result<u64, Error> {
        let (mut done, mut rated) = (0, 0);
        for chunk in seeds.chunks(CHUNK) {
            let left = chunk.par_iter().filter(|_| !control.is_stopped());
            let graded: Vec<Seed> = left.map(missing).collect();
            if !graded.is_empty() {
                rated += self.write()?.complete_seeds(&graded)?;
                graded.iter().for_each(&mut *take);
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
