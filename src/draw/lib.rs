//! Draws: puzzles made of seeds, never issued before.
//!
//! A [`Draw`] makes numbered attempts in rounds ([`Draw::more`]), each in three steps, so that the
//! ledger is not open meanwhile: seeds are picked and refilled, the caller asks the ledger which
//! keys are new, and those puzzles are scored, verified and moved by a random symmetry. All threads
//! of the rayon pool work; attempt i has the generator stream (RNG seed, batch, i) and is judged in
//! the order of i, so that the result does not depend on the number of threads.
//!
//! Without a ledger one call is enough: [`one`], or with a label [`unrecorded`]. [`several`] serves
//! several requests together.

use seeddb_core::{ask, board, generate, logic, rating, record, refill, search, symmetry};

mod er;
mod lazy_seed;
mod likelihood;
mod masked;
pub mod methods;
mod pattern;
mod request;
mod schedule;
mod seed_source;
mod several;
mod share;
mod survey;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
mod tests;
mod unmet;
mod unrecorded;

use std::collections::{HashMap, HashSet};
use std::mem::discriminant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use chacha20::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use seeddb_ledger::Ask;

use lazy_seed::LazySeed;
pub use lazy_seed::prepared;
pub use request::{FEWEST_CLUES, Request};
use schedule::Schedule;
pub use seed_source::{MemorySeeds, SeedSource};
pub use several::{Several, several};
pub use share::{PerCrux, Share};
pub use survey::{Survey, average};
pub use unmet::Unmet;
pub use unrecorded::{Missed, found, unrecorded};

use crate::board::Puzzle;
use crate::logic::Ladder;
use crate::rating::er::Score;
use crate::rating::levels::Facts;
use crate::record::{Outline, Seed};
use crate::refill::{Prepared, Refill, RefillTarget, Rejection, Wrong, WrongSeed};
use crate::symmetry::{Crux, Key, Transform};
use seeddb_ledger::ordered::{self, Ended};
pub use seeddb_ledger::{Drawn, Unrecorded};

/// Returns a new puzzle of this seed, moved by a random symmetry; it is not recorded. `None` if the
/// seed cannot meet the wish, or this attempt does not.
pub fn one(seed: &Prepared, wish: &RefillTarget, rng: &mut impl Rng) -> Option<Puzzle> {
    let clues = seed.refill(wish, rng)?;
    // Proved by the refill theorem: a check would take longer than the making.
    let puzzle = Puzzle::proved(clues, *seed.solution());
    Some(Transform::random_keeping(wish.symmetry, rng).apply_puzzle(&puzzle))
}

/// Attempts that a thread makes in one go: few, so that none waits long for another at the end.
const AT_ONCE: usize = 16;
/// The upper limit of the fewest attempts in a round. The first round makes as many as puzzles are
/// wanted, as most attempts succeed; each round that leaves some missing makes the next one larger.
const LEAST: usize = 64;
/// A bound missed by at most this many clues may still be met by later attempts.
const NEAR: usize = 2;
/// The growth of that minimum: rounds of at least 1, 8 and 64 attempts.
const GROWTH: usize = 8;

/// One run of `draw`.
pub struct Draw {
    request: Request,
    /// The aims of refills, by tier.
    wishes: Vec<RefillTarget>,
    seeds: Vec<LazySeed>,
    /// The keys of `seeds`.
    known: HashSet<Key>,
    /// Puzzles of the batch before this run, by seed.
    given: HashMap<Key, u32>,
    schedule: Schedule,
    /// Breaks ties among the seeds: a stream counted from the other end, which no attempt uses.
    ties: ChaCha8Rng,
    /// Whether all seeds are known.
    is_closed: bool,
    /// Keys of puzzles found in this run.
    seen: HashSet<Key>,
    batch: u32,
    /// The attempts made for the batch, and the number of them before this run.
    attempts: u64,
    before: u64,
    /// Fewest attempts in the next round.
    least: usize,
    /// Attempts that missed a bound: the nearest miss of each bound and their number; then the
    /// number of failures since the last puzzle.
    misses: Vec<(Rejection, u64)>,
    /// The attempts that gave a puzzle outside the request.
    unlike: u64,
    fruitless: u32,
    /// The time when the last puzzle of a pattern was found, or the run began.
    found: Instant,
}

/// The most frequent outcome of a draw's attempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Attempts gave puzzles, or no failure prevails.
    None,
    /// The attempts missed a bound that is aimed at.
    Missed(Rejection),
    /// The attempts gave puzzles outside the request, in properties that are not aimed at.
    Unlike,
}

struct Proposal {
    seed: usize,
    refill: Result<Refill, Rejection>,
    transform: Transform,
}

impl Proposal {
    /// Returns the key of the puzzle; `None` if the attempt failed already.
    fn key(&self) -> Option<Key> {
        self.refill.ok().map(|refill| refill.image.key)
    }
}

impl Draw {
    /// Most attempts in a round.
    pub const ROUND: usize = 4_096;
    /// The number of attempts in a row that miss the bounds before a run ends: a second or two.
    pub const FRUITLESS: u32 = 20_000;
    /// Attempts after which a run may end if none came [near](Self::out_of_reach) a bound: some
    /// milliseconds.
    pub const LOOKED_AT: u64 = 1_024;

    /// Begins a run for this batch, after `attempts` attempts of earlier runs, 0 for the first.
    /// The run starts without seeds, and takes them from its [`SeedSource`] as needed.
    pub fn new(request: Request, batch: u32, attempts: u64) -> Self {
        let wishes = request.refilled_by().tiers().map(|tier| request.aim(tier)).collect();
        let mut ties = stream(request.rng_seed, batch, u64::MAX - attempts);
        // The first 16 bytes of the stream are the key of `start`.
        ties.fill_bytes(&mut [0; 16]);
        let mut schedule = Schedule::new(request.share);
        if let Some(PerCrux { most, is_soft, .. }) = request.per_crux {
            schedule = schedule.per_crux(most, is_soft);
        }
        Self {
            wishes,
            seeds: Vec::new(),
            known: HashSet::new(),
            given: HashMap::new(),
            schedule,
            ties,
            is_closed: false,
            seen: HashSet::new(),
            batch,
            attempts,
            before: attempts,
            least: 1,
            misses: Vec::new(),
            unlike: 0,
            fruitless: 0,
            found: Instant::now(),
            request,
        }
    }

    /// Returns the key at which such a run starts among equally used seeds.
    pub fn start(request: &Request, batch: u32, attempts: u64) -> Key {
        let mut start = [0; 16];
        stream(request.rng_seed, batch, u64::MAX - attempts).fill_bytes(&mut start);
        Key(start)
    }

    /// Counts the puzzles, by seed, that the batch has already, for the share of their seeds. Call
    /// it before seeds are taken.
    pub fn goes_on(&mut self, given: HashMap<Key, u32>) {
        self.given = given;
    }

    /// Returns the number of puzzles that the seeds of each crux have given, if that is limited.
    pub fn of_cruxes(&self) -> impl Iterator<Item = (Crux, u32)> {
        self.schedule.of_cruxes()
    }

    /// Sets the number of the batch, if it is another than expected. Call it before the first
    /// attempt.
    pub fn renumber(&mut self, batch: u32) {
        self.batch = batch;
    }

    /// Takes seeds that the request may use until `fresh` of them were not used in this run yet, or
    /// the supply ends. Returns whether there is any seed. Errors are those of the supply.
    pub fn prime<S: SeedSource>(
        &mut self,
        fresh: usize,
        stop: &AtomicBool,
        supply: &mut S,
    ) -> Result<bool, S::Error> {
        if self.request.demand().pattern().is_some() {
            return Ok(true);
        }
        // The nearest seeds are known only when all are known.
        let fresh = if self.request.is_aimed() { usize::MAX } else { fresh };
        let mut asked = fresh;
        while !self.is_closed && self.schedule.fresh() < fresh && !stop.load(Ordering::Relaxed) {
            let found = supply.next(asked.clamp(1, Self::ROUND))?;
            // Where few seeds fit, ask for more at once.
            asked = asked.saturating_mul(4);
            if found.is_empty() {
                self.is_closed = true;
                self.schedule.close();
            }
            let sieve = self.request.sieve();
            let mut fitting: Vec<(Outline, u64)> = found;
            fitting.retain(|(outline, _)| sieve(outline) && self.known.insert(outline.key));
            drop(sieve);
            let looks_at_seeds = self.request.looks_at_seeds();
            let per_crux = self.request.per_crux.as_ref();
            // For each seed, whether it may be used, and its crux if that matters.
            let is_unknown = |one: &(Outline, u64)| per_crux.is_some() && one.0.crux.is_none();
            let seen: Vec<(bool, Option<Crux>)> =
                if looks_at_seeds || fitting.iter().any(is_unknown) {
                    let keys: Vec<Key> = fitting.iter().map(|one| one.0.key).collect();
                    let seeds = supply.seeds(&keys)?;
                    let see = |(seed, one): (Option<Seed>, &(Outline, u64))| {
                        let Some(seed) = seed else { return (!looks_at_seeds, None) };
                        let may_use = !looks_at_seeds || self.request.may_use(&seed);
                        (may_use, one.0.crux.or_else(|| Some((per_crux?.of)(&seed))))
                    };
                    seeds.into_par_iter().zip(&fitting).map(see).collect()
                } else {
                    fitting.iter().map(|one| (true, one.0.crux)).collect()
                };
            for ((outline, uses), (_, crux)) in fitting.iter().zip(seen).filter(|one| one.1.0) {
                let capacity = self.request.capacity(outline);
                let given = self.given.get(&outline.key).copied().unwrap_or_default();
                let wish = &self.wishes[usize::from(outline.tier)];
                let is_shared = self.request.share != Share::Any;
                let is_poor = is_shared && !self.request.is_likely(outline, wish);
                // The share of its capacity that meets the request.
                let chance = if is_shared { self.request.chance(outline, wish) } else { 1.0 };
                let capacity = (f64::from(capacity) * chance).ceil() as u16;
                let tie =
                    u64::from(self.request.distance(outline)) << 32 | self.ties.next_u64() >> 32;
                self.schedule.add(*uses, given, capacity, is_poor, tie);
                if let (Some(crux), Some(per_crux)) = (crux, &self.request.per_crux) {
                    let before = per_crux.before.get(&crux).copied().unwrap_or_default();
                    self.schedule.tell_crux(crux, before);
                }
                self.seeds.push(LazySeed::new(outline.key));
            }
        }
        Ok(!self.seeds.is_empty())
    }

    /// Returns the maximum number of puzzles from one seed as long as the others can give enough;
    /// `None` means unlimited.
    pub fn share(&self) -> Option<u32> {
        self.schedule.share()
    }

    /// Whether no seed gives anything any more, [`FRUITLESS`](Self::FRUITLESS) attempts in a row
    /// missed the bounds, or a bound is [out of reach](Self::out_of_reach).
    pub fn is_used_up(&self) -> bool {
        if self.request.demand().pattern().is_some() {
            return self.found.elapsed() >= Self::PATIENCE;
        }
        self.fruitless >= Self::FRUITLESS
            || self.is_closed && self.schedule.is_empty()
            || self.out_of_reach().is_some()
    }

    /// Returns the bound that attempts missed most often, as its nearest miss, if most attempts of
    /// this run missed a bound.
    pub fn obstacle(&self) -> Option<Rejection> {
        let missed: u64 = self.misses.iter().map(|(_, times)| times).sum();
        let most = self.misses.iter().max_by_key(|(miss, times)| (times, miss));
        most.filter(|_| 2 * missed > self.attempts - self.before).map(|(miss, _)| *miss)
    }

    /// Returns the most frequent outcome of the attempts of this run, other than a puzzle.
    pub fn trouble(&self) -> Trouble {
        let all = self.attempts - self.before;
        match self.obstacle() {
            Some(miss) => Trouble::Missed(miss),
            None if 2 * self.unlike > all => Trouble::Unlike,
            None => Trouble::None,
        }
    }

    /// Returns the bound on the clues that this run is not likely to meet: of
    /// [hundreds](Self::LOOKED_AT) of attempts, which may be the first of a longer run, each missed
    /// it by more than two clues. A longer run may come nearer: refills with the fewest clues are
    /// rare.
    pub fn out_of_reach(&self) -> Option<Unmet> {
        let &[(miss, times)] = &self.misses[..] else { return None };
        let all = self.attempts - self.before;
        let asked = self.request.asked().clues.as_ref()?;
        if times < all || all < Self::LOOKED_AT {
            return None;
        }
        match miss {
            Rejection::ManyClues { fewest } if fewest > asked.end() + NEAR => {
                Some(Unmet::FewClues { least: fewest, trials: all })
            }
            Rejection::FewClues { most } if most + NEAR < *asked.start() => {
                Some(Unmet::ManyClues { most, trials: all })
            }
            _ => None,
        }
    }

    /// Returns the number of attempts so far, including those before this run.
    pub const fn attempts(&self) -> u64 {
        self.attempts
    }

    /// Makes one round of attempts, and returns at most `wanted` puzzles that are new in this run
    /// and in the ledger, which is queried once for all keys of the round. Each attempt checks
    /// `stop`: once it is set, the round ends and returns nothing.
    ///
    /// # Errors
    /// The first seed of the round that contradicts its record; errors of the supply. The attempts
    /// of the round are lost then.
    pub fn more<S: SeedSource>(
        &mut self,
        wanted: usize,
        stop: &AtomicBool,
        supply: &mut S,
    ) -> Result<Vec<Drawn>, S::Error> {
        if self.request.demand().pattern().is_some() {
            return self.more_of_pattern(wanted, stop, supply);
        }
        let most = if self.request.is_slow() { LEAST } else { Self::ROUND };
        let count = wanted.clamp(self.least, most);
        self.prime(count, stop, supply)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let mut places = self.schedule.next(count);
        self.open(&mut places, |keys| supply.seeds(keys))?;
        let Some(proposals) = self.propose(places, stop)? else { return Ok(Vec::new()) };
        self.least = (self.least * GROWTH).min(LEAST);
        let keys: Vec<Key> = proposals.iter().filter_map(Proposal::key).collect();
        let are_new = supply.are_new(&keys)?;
        Ok(self.finish(proposals, are_new, wanted, stop)?.unwrap_or_default())
    }

    /// Reads the seeds not read yet, and removes the places of seeds that no longer exist.
    fn open<E: From<WrongSeed>>(
        &mut self,
        places: &mut Vec<usize>,
        read: impl FnOnce(&[Key]) -> Result<Vec<Option<Seed>>, E>,
    ) -> Result<(), E> {
        let is_closed = |&at: &usize| self.seeds[at].is_closed();
        let mut closed: Vec<usize> = places.iter().copied().filter(is_closed).collect();
        if closed.is_empty() {
            return Ok(());
        }
        closed.sort_unstable();
        closed.dedup();
        let keys: Vec<Key> = closed.iter().map(|&at| self.seeds[at].key).collect();
        let (sieve, ladder) = (self.request.sieve(), self.request.refilled_by().id());
        for (at, seed) in closed.into_iter().zip(read(&keys)?) {
            let Some(seed) = seed else { continue };
            // The outline may promise more than the record holds.
            if !seed.outline(ladder).is_some_and(|outline| sieve(&outline)) {
                return Err(WrongSeed { key: seed.key, what: Wrong::Outline }.into());
            }
            self.seeds[at].open(seed);
        }
        // A better equivalent seed replaced it meanwhile.
        let Self { seeds, schedule, .. } = self;
        places.retain(|&at| {
            let is_open = !seeds[at].is_closed();
            if !is_open {
                schedule.judge(at, false);
                schedule.drop(at);
            }
            is_open
        });
        Ok(())
    }

    /// Makes an attempt at each place: a refill of its seed. `None` if stopped.
    fn propose(
        &mut self,
        places: Vec<usize>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Proposal>>, WrongSeed> {
        let first = self.attempts;
        self.attempts += places.len() as u64;
        let Self { request, wishes, seeds, batch, .. } = self;
        let attempt = |(i, place): (usize, usize)| {
            let mut rng = stream(request.rng_seed, *batch, first + i as u64);
            let prepared = seeds[place].opened()?.prepared(request)?;
            let wish = &wishes[usize::from(prepared.grade().tier)];
            let refill = prepared.aimed(wish, &mut rng);
            // Drawn now, as a generator is ten times as large as a transform.
            let transform = Transform::random_keeping(wish.symmetry, &mut rng);
            Ok(Proposal { seed: place, refill, transform })
        };
        unless_stopped(places.into_par_iter().enumerate(), stop, attempt)
    }

    /// Returns the puzzles of `proposals`, at most `most`, in order: new in the ledger (`are_new`,
    /// for those with a key) and in this run, verified, within the request's bounds, moved by their
    /// transforms. `None` if stopped.
    fn finish(
        &mut self,
        proposals: Vec<Proposal>,
        are_new: Vec<bool>,
        most: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Drawn>>, WrongSeed> {
        let mut are_new = are_new.into_iter();
        let mut is_fresh = |key| are_new.next() == Some(true) && self.seen.insert(key);
        let fresh: Vec<bool> =
            proposals.iter().map(|proposal| proposal.key().is_some_and(&mut is_fresh)).collect();
        let Self { request, seeds, .. } = &*self;
        let finish = |(Proposal { seed: place, refill, transform }, is_fresh): (_, bool)| {
            let fresh = refill.as_ref().ok().filter(|_| is_fresh);
            let drawn =
                fresh.map(|refill| seeds[place].opened()?.drawn(request, refill, transform));
            let drawn = drawn.transpose()?.flatten();
            Ok((place, refill.err(), fresh.is_some(), drawn))
        };
        let made = unless_stopped(proposals.into_par_iter().zip(fresh), stop, finish)?;
        let Some(made) = made else { return Ok(None) };
        let mut ready = Vec::new();
        for (seed, miss, is_fresh, drawn) in made {
            self.schedule.judge(seed, drawn.is_some());
            if let Some(miss) = miss {
                self.misses_one(miss);
                if miss == Rejection::Symmetry {
                    // No other attempt will do better.
                    self.schedule.drop(seed);
                    continue;
                }
                self.fruitless = self.fruitless.saturating_add(1);
            } else if drawn.is_some() {
                self.fruitless = 0;
            } else if is_fresh {
                self.unlike += 1;
                self.fruitless = self.fruitless.saturating_add(1);
            }
            if ready.len() < most {
                ready.extend(drawn);
            }
        }
        Ok(Some(ready))
    }

    fn misses_one(&mut self, miss: Rejection) {
        let is_alike = |own: &&mut (Rejection, u64)| discriminant(&own.0) == discriminant(&miss);
        let Some((nearest, times)) = self.misses.iter_mut().find(is_alike) else {
            self.misses.push((miss, 1));
            return;
        };
        *times += 1;
        match (nearest, miss) {
            (Rejection::ManyClues { fewest }, Rejection::ManyClues { fewest: own }) => {
                *fewest = own.min(*fewest);
            }
            (Rejection::FewClues { most }, Rejection::FewClues { most: own }) => {
                *most = own.max(*most);
            }
            _ => {}
        }
    }
}

/// Applies `work` to all `items`, in order; `None` if `stop` was set.
fn unless_stopped<T: Send, R: Send, E: Send>(
    items: impl IndexedParallelIterator<Item = T>,
    stop: &AtomicBool,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Option<Vec<R>>, E> {
    match ordered::map(items.with_max_len(AT_ONCE), stop, work) {
        (results, None) => Ok(Some(results)),
        (_, Some(Ended::Stopped)) => Ok(None),
        (_, Some(Ended::Failed(error))) => Err(error),
    }
}

impl Ask for Request {
    fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    fn ratings(&self) -> Option<&[Score]> {
        self.demand().ratings().filter(|_| !self.is_by_rating())
    }

    fn admits(&self, facts: &Facts) -> bool {
        Request::admits(self, facts)
    }

    fn likes(&self, facts: &Facts) -> bool {
        self.demand().is_empty() || self.demand().admits(facts)
    }

    fn label(&self, facts: &Facts) -> Option<String> {
        Request::label(self, facts)
    }
}

/// Returns the generator of attempt `i` of a batch.
fn stream(rng_seed: u64, batch: u32, i: u64) -> ChaCha8Rng {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&rng_seed.to_le_bytes());
    seed[8..12].copy_from_slice(&batch.to_le_bytes());
    let mut rng = ChaCha8Rng::from_seed(seed);
    rng.set_stream(i);
    rng
}
