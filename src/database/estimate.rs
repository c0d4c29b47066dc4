//! [`Estimate`]: the number of puzzles that a draw could give; [`Cures`]: remedies for too few.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use seeddb_ledger::rules::{ledger, seed_cursor, seeds, texts};
use seeddb_ledger::{SeedFilter, Store};

use super::eligible::{DatabaseSeeds, outlines, unmet};
use super::unrated::cruxes_by_outline;
use super::whole::of_part;
use super::{Database, DrawOptions, Error, Part};
use crate::ask::keyed::Keyed;
use crate::record::{Origin, Outline, Seed};
use crate::symmetry::{self, Key};
use seeddb_draw::{Draw, MemorySeeds, Request, SeedSource as _, Share, Survey, Unmet, average};

/// The number of seeds in a survey, and of attempts with each.
const SURVEYED: (usize, u32) = (192, 48);
/// [`SURVEYED`] for ratings, which take milliseconds per attempt.
const SURVEYED_BY_RATING: (usize, u32) = (8, 16);
/// The maximum number of rounds of surveys, each of other seeds, until `ENOUGH` attempts succeeded.
/// The attempts together are nearly as many as a draw makes before it ends.
const ROUNDS: usize = 2;
const ENOUGH: u64 = 40;
/// The maximum number of attempts until one succeeds; `RATED` by rating.
const TRIALS: u64 = 1_024;
const RATED: u64 = 128;
/// If no attempt succeeds, the number of seeds to try until a draw would end, too.
const MORE_TRIED: usize = 4_096;

/// The maximum capacity of a seed.
const MOST_CAPACITY: f64 = 1_000.0;

/// The estimated number of puzzles, from measured capacities of seeds and from trials.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// Puzzles left that meet the request.
    pub puzzles: u64,
    /// The range of that number (about 95 %); both `puzzles` where no trial was needed.
    pub span: (u64, u64),
    /// Seeds that fit by their records; 0 if no trial gave such a puzzle.
    pub seeds: usize,
    /// Different puzzles that these can give, including issued ones: at least `puzzles`.
    pub capacity: u64,
    /// Puzzles issued from them.
    pub issued: u64,
    /// The number of trials; 0 if none was needed.
    pub tried: u64,
    /// The number of successful trials. If it is small, the estimate may be far off.
    pub made: u64,
    /// The bound that no seed meets, if there are no puzzles because of it: why a draw fails.
    pub unmet: Option<Unmet>,
}

/// Verified remedies for a draw that gives too few puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cures {
    /// Keys of the part, such as `clues`: without any one the seeds give such puzzles.
    pub without: Vec<&'static str>,
    /// Tiers of which more seeds would help, each with the number of fitting seeds and of all
    /// seeds. Omits tiers that have seeds with the symmetry, none of which gives such a puzzle.
    pub mine: Vec<(u8, usize, usize)>,
}

/// The tiers of 100,000 random minimal puzzles by the hsolve ladder: the chances of a search.
const FOUND: [usize; 7] = [41_750, 18_400, 530, 30, 1, 39_100, 200];

impl Cures {
    /// Returns the tier, among those where more seeds would help, with the quickest search.
    pub fn soonest(&self) -> Option<u8> {
        let fits = |all: bool| {
            let chance = move |&&(tier, fitting, seeds): &&(u8, usize, usize)| {
                let found = FOUND.get(usize::from(tier)).copied().unwrap_or(1);
                // If no seed fits, or none exists, any new seed may fit.
                if all { found as f64 } else { found as f64 * fitting as f64 / seeds.max(1) as f64 }
            };
            let best = self.mine.iter().max_by(|a, b| chance(a).total_cmp(&chance(b)));
            best.filter(|one| chance(one) > 0.0).map(|one| one.0)
        };
        fits(false).or_else(|| fits(true))
    }
}

/// A supply of this multiple of the request allows more than half the attempts to fail.
const PLENTY: u64 = 8;
/// The number of seeds read at a time for that.
const AT_ONCE: usize = 256;

/// Returns the number of puzzles that a seed has left.
fn left(request: &Request, per_seed: Option<u32>, (outline, uses): &(Outline, u64)) -> u64 {
    let left = u64::from(request.capacity(outline)).saturating_sub(*uses);
    left.min(per_seed.map_or(u64::MAX, u64::from))
}

struct Trial {
    made: u64,
    tried: u64,
    unmet: Option<Unmet>,
}

impl Database {
    /// Estimates the number of puzzles of each part that a draw could give, and of the seeds.
    /// Nothing is drawn. Tries refills of some seeds by the request of the draw; the estimate is 0
    /// only where the draw would end without puzzles, too.
    ///
    /// # Errors
    /// As [`Database::check_draw`].
    pub fn estimate(&self, options: &DrawOptions) -> Result<Vec<Estimate>, Error> {
        let store = self.write()?;
        let partition = store.read(texts::partition)?.or(options.partition);
        // Equal requests have equal trials, whatever the RNG seed of the draw.
        let of = |part: &Part| {
            if part.ask.pattern.is_some() {
                return Err(Error::Uncounted);
            }
            let request = part.request(self.ladder(), &store, 0)?;
            estimate(&store, &request, part.most_of_seed(), partition)
        };
        let parts = options.part.iter().enumerate();
        parts
            .map(|(place, part)| match options.piecemeal() {
                Some(part) => of(part),
                None => of_part(place, of(part)),
            })
            .collect()
    }

    /// Whether the records of the seeds show quickly that there are many more puzzles than
    /// requested; otherwise [`Database::estimate`] is needed. Reads seeds only until they can give
    /// eight times as many, so it is fast even with millions of seeds.
    ///
    /// # Errors
    /// As [`Database::check_draw`].
    pub fn has_plenty(&self, options: &DrawOptions) -> Result<bool, Error> {
        let store = self.write()?;
        let partition = store.read(texts::partition)?.or(options.partition);
        for part in &options.part {
            if part.ask.pattern.is_some() {
                return Ok(true);
            }
            let request = part.request(self.ladder(), &store, options.rng_seed)?;
            if request.is_rare() {
                return Ok(false);
            }
            let (mut seeds, sieve) =
                (DatabaseSeeds::new(self, &request, partition, 0, 0), request.sieve());
            let wanted = PLENTY * u64::from(part.count);
            let mut found = 0;
            while found < wanted {
                let some = seeds.next(AT_ONCE)?;
                if some.is_empty() {
                    return Ok(false);
                }
                let some = some.iter().filter(|one| sieve(&one.0));
                found += some.map(|one| left(&request, part.most_of_seed(), one)).sum::<u64>();
            }
        }
        Ok(true)
    }

    /// Returns remedies for a part that gives too few puzzles: keys to drop, and tiers to mine.
    ///
    /// # Errors
    /// As [`Database::check_draw`].
    pub fn cures(&self, part: &Part) -> Result<Cures, Error> {
        if part.ask.pattern.is_some() {
            return Ok(Cures::default());
        }
        let store = self.write()?;
        let request = part.request(self.ladder(), &store, 0)?;
        let mut cures = Cures::default();
        for key in Part::keys() {
            let mut other = part.clone();
            other.inherit(key, &Part::default());
            if key == "count" || other == *part {
                continue;
            }
            // Without one bound, others may still contradict each other.
            let Ok(request) = other.request(self.ladder(), &store, 0) else { continue };
            if gives(&store, &request, &outlines(&store, &request, None)?)? {
                cures.without.push(key);
            }
        }
        let is_mined = part.from.is_none() && part.origin.is_none_or(|from| from == Origin::Mined);
        if request.is_rated() || !is_mined {
            return Ok(cures);
        }
        let request = Part { origin: None, ..part.clone() }.request(self.ladder(), &store, 0)?;
        let fitting = outlines(&store, &request, None)?;
        let all =
            SeedFilter { tiers: request.tiers(), ..SeedFilter::graded_by(self.ladder().id()) };
        let serving = store.read(|from| seed_cursor::outlines(from, &all))?;
        for tier in self.ladder().tiers().filter(|&tier| request.takes(tier)) {
            let own = |all: &[(Outline, u64)]| -> Vec<(Outline, u64)> {
                all.iter().filter(|one| one.0.tier == tier).copied().collect()
            };
            let (fitting, all) = (own(&fitting), own(&serving));
            let none_serves = !all.iter().any(|one| request.serves(&one.0));
            if none_serves || gives(&store, &request, &fitting)? {
                cures.mine.push((tier, fitting.len(), all.len()));
            }
        }
        Ok(cures)
    }
}

/// Whether a trial on these seeds gives a puzzle that meets the request.
fn gives(store: &Store, request: &Request, seeds: &[(Outline, u64)]) -> Result<bool, Error> {
    if request.is_told_by_outlines() {
        return Ok(!seeds.is_empty());
    }
    let most = if request.is_rated() { RATED } else { 4 * TRIALS };
    Ok(first_of(store, request, seeds, most)?.made > 0)
}

fn estimate(
    store: &Store,
    request: &Request,
    per_seed: Option<u32>,
    partition: Option<symmetry::Fraction>,
) -> Result<Estimate, Error> {
    let mut outlines = outlines(store, request, partition)?;
    if request.per_crux.is_some() {
        // Only one of the seeds that share a crux counts.
        let (mut seen, mut cruxes) =
            (HashSet::new(), cruxes_by_outline(store, &outlines)?.into_iter());
        outlines.retain(|_| cruxes.next().is_some_and(|crux| seen.insert(crux)));
    }
    let seeds = outlines.len();
    let issued = outlines.iter().map(|one| one.1).sum();
    if request.is_told_by_outlines() || seeds == 0 {
        let puzzles = outlines.iter().map(|one| left(request, per_seed, one)).sum();
        let capacity = outlines.iter().map(|one| u64::from(request.capacity(&one.0))).sum();
        let unmet = if seeds == 0 { Some(unmet(store, request)?) } else { None };
        let span = (puzzles, puzzles);
        return Ok(Estimate { puzzles, span, seeds, capacity, issued, tried: 0, made: 0, unmet });
    }
    let (surveyed, attempts) = if request.is_rated() { SURVEYED_BY_RATING } else { SURVEYED };
    let every = seeds.div_ceil(surveyed).max(1);
    let (mut surveys, mut tried, mut made) = (Vec::new(), 0, 0);
    for offset in (0..every).step_by(every.div_ceil(ROUNDS)) {
        let some: Vec<Key> =
            outlines.iter().skip(offset).step_by(every).map(|one| one.0.key).collect();
        surveys.extend(surveys_of(store, request, &some, attempts)?);
        tried = surveys.iter().map(|one| u64::from(one.tried)).sum();
        made = surveys.iter().map(|one| u64::from(one.met)).sum();
        if made >= ENOUGH {
            break;
        }
        if made == 0 && offset == 0 {
            // Attempts that mostly fail the same requirement end it, as they end a draw.
            let Trial { tried: more, unmet, .. } = first_of(store, request, &outlines, TRIALS)?;
            if unmet.is_some() {
                let tried = tried + more;
                return Ok(Estimate { issued, tried, unmet, ..Estimate::default() });
            }
        }
    }
    let Some(each) = average(&surveys, seeds, MOST_CAPACITY) else {
        return Ok(Estimate { issued, tried, ..Estimate::default() });
    };
    // The share of new puzzles among successful trials.
    let keys: Vec<Key> = surveys.iter().flat_map(|one| one.keys.iter().copied()).collect();
    let new =
        store.read(|from| ledger::are_new(from, &keys))?.into_iter().filter(|new| *new).count();
    let share = new as f64 / keys.len() as f64;
    let limited = |each: f64| per_seed.map_or(each, |most| each.min(f64::from(most)));
    let of = |each: f64| (seeds as f64 * limited(each * share)).round() as u64;
    let puzzles = of(each.mean).max(new as u64);
    let span = (of(each.mean - 2.0 * each.error).max(new as u64), of(each.mean + 2.0 * each.error));
    let capacity = ((seeds as f64 * each.mean) as u64).max(issued).max(puzzles);
    Ok(Estimate { puzzles, span, seeds, capacity, issued, tried, made, unmet: None })
}

/// Surveys each of these seeds with `attempts` attempts.
fn surveys_of(
    store: &Store,
    request: &Request,
    seeds: &[Key],
    attempts: u32,
) -> Result<Vec<Survey>, Error> {
    let seeds: Vec<Seed> =
        store.read(|from| seeds::of_keys(from, seeds))?.into_iter().flatten().collect();
    let surveys = seeds.into_par_iter().map(|seed| Survey::of(request, seed, attempts));
    Ok(surveys.collect::<Result<_, _>>()?)
}

/// Makes refills until one meets the request, at most `most` attempts.
fn first_of(
    store: &Store,
    request: &Request,
    seeds: &[(Outline, u64)],
    most: u64,
) -> Result<Trial, Error> {
    let mut request = request.clone();
    (request.share, request.per_crux) = (Share::Any, None);
    let every = seeds.len().div_ceil(MORE_TRIED).max(1);
    let some: Vec<Key> = seeds.iter().step_by(every).map(|one| one.0.key).collect();
    let some: Vec<Seed> =
        store.read(|from| seeds::of_keys(from, &some))?.into_iter().flatten().collect();
    let all_new = |keys: &[Key]| Ok::<_, Error>(vec![true; keys.len()]);
    let mut supply = MemorySeeds::new(&request, &some, |_| 0, all_new);
    let (mut draw, never) = (Draw::new(request.clone(), 0, 0), AtomicBool::new(false));
    let mut made = 0;
    while made == 0 && draw.attempts() < most && !draw.is_used_up() {
        made += draw.more(1, &never, &mut supply)?.len() as u64;
    }
    Ok(Trial { made, tried: draw.attempts(), unmet: draw.out_of_reach() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cheapest(mine: &[(u8, usize, usize)]) -> Option<u8> {
        Cures { mine: mine.to_vec(), ..Cures::default() }.soonest()
    }

    #[test]
    fn what_is_mined_is_what_is_found_soonest() {
        // Tier 1 where it would help, but not where none of its seeds fits.
        assert_eq!(cheapest(&[(1, 900, 4000), (2, 3000, 3000)]), Some(1));
        assert_eq!(cheapest(&[(1, 0, 4000), (2, 3000, 3000)]), Some(2));
        assert_eq!(
            cheapest(&[(2, 90, 3000), (3, 2000, 3000), (4, 400, 400), (5, 900, 4000)]),
            Some(5)
        );
        assert_eq!(cheapest(&[(1, 0, 0), (4, 0, 9)]), Some(1));
        assert_eq!(cheapest(&[]), None);
    }
}
