//! The order in which a draw uses its seeds.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::share::{Share, with_slack};
use crate::symmetry::Crux;

/// Failed attempts in a row after which a seed is used up.
pub const PATIENCE: u32 = 100;
/// Failed attempts in a row after which others need not wait for the rest of a seed's share; a
/// failed attempt counts as at least this many.
const WEAK: u32 = 8;
/// Failed attempts in a row, of any seeds, after which seeds that gave their share may give more.
const BARREN: u32 = 512;

/// The seeds of a run in the order of use: each once, then always the one with the least
/// issued/capacity, ties at random. An attempt counts as issued as soon as it is handed out. A
/// failed attempt counts as eight more, or as the number of failures in a row, so that productive
/// seeds get more attempts. Seeds of which most attempts are expected to fail start as if eight had
/// failed, and are not used before the others. A seed that has given its share of the run rests as
/// long as others may give puzzles. Seeds of one crux may also have a limit together.
pub struct Schedule {
    seeds: Vec<Account>,
    queue: BinaryHeap<Reverse<Entry>>,
    share: Share,
    limit: Option<Limit>,
    cruxes: Option<Cruxes>,
    /// Whether all seeds are known.
    is_closed: bool,
    /// Seeds in the queue that are not poor and were not used in this run.
    fresh: usize,
    /// The number of seeds that may give more and have not failed too often.
    strong: usize,
    /// Attempts that failed since the last success.
    barren: u32,
}

/// The most that a seed may give in the run.
struct Limit {
    most: u32,
    /// The share before the limit was raised, or twice an equal share if that is less.
    share: u32,
    /// Whether the limit is raised when no strong seed is below it.
    is_soft: bool,
}

/// The number of puzzles from the seeds of one crux.
struct Cruxes {
    /// The most.
    most: u32,
    /// Whether the limit is raised, one by one, when no strong seed is below it.
    is_soft: bool,
    places: HashMap<Crux, usize>,
    /// For each crux, the number of puzzles of its seeds, and the indices of the seeds.
    all: Vec<(u32, Vec<usize>)>,
}

/// Both limits.
#[derive(Clone, Copy)]
struct Limits<'a> {
    of_seeds: Option<&'a Limit>,
    of_cruxes: Option<&'a Cruxes>,
}

struct Account {
    /// Puzzles issued before this run.
    before: u64,
    /// Puzzles issued before, and attempts in this run with the weight of failures.
    used: u64,
    capacity: u64,
    /// Attempts that failed since the last success.
    failed: u32,
    /// The number of puzzles of this batch, and of attempts not judged yet.
    given: u32,
    /// Whether most attempts are expected to fail.
    is_poor: bool,
    /// Whether it is out of the queue because it has given its share.
    rests: bool,
    /// The place of its crux, if there is a limit for that.
    crux: Option<usize>,
    tie: u64,
}

/// A seed in the queue: first those not used in this run, then by share used, in millionths.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    again: bool,
    share: u64,
    tie: u64,
    seed: usize,
}

impl Account {
    fn entry(&self, seed: usize, again: bool) -> Reverse<Entry> {
        let share = self.used.saturating_mul(1_000_000) / self.capacity;
        Reverse(Entry { again, share, tie: self.tie, seed })
    }

    const fn is_used_up(&self) -> bool {
        self.failed >= PATIENCE
    }

    fn is_strong(&self, limits: Limits<'_>) -> bool {
        self.failed < WEAK && !self.is_full(limits)
    }

    fn is_full(&self, limits: Limits<'_>) -> bool {
        limits.of_seeds.is_some_and(|limit| self.given >= limit.most)
            || limits.of_cruxes.is_some_and(|cruxes| cruxes.given(self) >= cruxes.most)
    }
}

impl Cruxes {
    /// Returns the number of puzzles from the seeds that share the crux of this seed.
    fn given(&self, part: &Account) -> u32 {
        part.crux.map_or(0, |crux| self.all[crux].0)
    }
}

impl Schedule {
    /// Creates a schedule without seeds, which may be added until it is [closed](Self::close).
    pub fn new(share: Share) -> Self {
        // A fair share depends on all seeds. Until all are known, none is used twice.
        let limit = match share {
            Share::Most(most) => Some(Limit { most, share: most, is_soft: false }),
            Share::Any | Share::Fair(_) => None,
        };
        let (seeds, queue) = (Vec::new(), BinaryHeap::new());
        let (cruxes, is_closed) = (None, false);
        Self { seeds, queue, share, limit, cruxes, is_closed, fresh: 0, strong: 0, barren: 0 }
    }

    /// Limits the puzzles from seeds with a common crux; a soft limit can be raised.
    pub fn per_crux(mut self, most: u32, is_soft: bool) -> Self {
        self.cruxes = Some(Cruxes { most, is_soft, places: HashMap::new(), all: Vec::new() });
        self
    }

    /// Adds a seed at the next index, with the number of puzzles it gave before, the number of them
    /// that count for its share of this run, its capacity, and whether most attempts are expected
    /// to fail.
    pub fn add(&mut self, used: u64, given: u32, capacity: u16, is_poor: bool, tie: u64) {
        let failed = if is_poor { WEAK } else { 0 };
        let part = Account {
            before: used.saturating_sub(given.into()),
            used: used.saturating_add(failed.into()),
            capacity: u64::from(capacity.max(1)),
            failed,
            given,
            is_poor,
            rests: false,
            crux: None,
            tie,
        };
        self.strong += usize::from(part.is_strong(self.limits()));
        self.queue.push(part.entry(self.seeds.len(), is_poor));
        self.seeds.push(part);
        self.fresh += usize::from(!is_poor);
    }

    /// Sets the crux of the seed added last. `before` is the number of puzzles that seeds of this
    /// crux gave before; only the call for the first seed of a crux uses it.
    pub fn tell_crux(&mut self, crux: Crux, before: u32) {
        let Some(seed) = self.seeds.len().checked_sub(1) else { return };
        let was_strong = self.seeds[seed].is_strong(self.limits());
        let (Some(cruxes), Some(part)) = (&mut self.cruxes, self.seeds.last_mut()) else { return };
        let place = *cruxes.places.entry(crux).or_insert(cruxes.all.len());
        if place == cruxes.all.len() {
            cruxes.all.push((before, Vec::new()));
        }
        part.crux = Some(place);
        cruxes.all[place].0 = cruxes.all[place].0.saturating_add(part.given);
        cruxes.all[place].1.push(seed);
        self.strong -= usize::from(was_strong && !self.seeds[seed].is_strong(self.limits()));
    }

    /// Returns the number of puzzles from the seeds of each crux.
    pub fn of_cruxes(&self) -> impl Iterator<Item = (Crux, u32)> {
        let cruxes = self.cruxes.iter();
        cruxes.flat_map(|own| own.places.iter().map(|(crux, place)| (*crux, own.all[*place].0)))
    }

    fn limits(&self) -> Limits<'_> {
        Limits { of_seeds: self.limit.as_ref(), of_cruxes: self.cruxes.as_ref() }
    }

    /// Returns all seeds that share the crux of this seed, itself included.
    fn of_one_crux(&self, seed: usize) -> Vec<usize> {
        match (&self.cruxes, self.seeds[seed].crux) {
            (Some(cruxes), Some(crux)) => cruxes.all[crux].1.clone(),
            _ => vec![seed],
        }
    }

    /// Changes a seed, and updates other seeds of its crux that become strong or full, or may give
    /// more.
    fn change(&mut self, seed: usize, change: impl FnOnce(&mut Account)) {
        if self.cruxes.is_none() {
            let limits = Limits { of_seeds: self.limit.as_ref(), of_cruxes: None };
            let part = &mut self.seeds[seed];
            let was_strong = part.is_strong(limits);
            change(part);
            match (was_strong, part.is_strong(limits)) {
                (false, true) => self.strong += 1,
                (true, false) => self.strong -= 1,
                _ => {}
            }
            self.wake(seed);
            return;
        }
        let all = self.of_one_crux(seed);
        let strong =
            |own: &Self| all.iter().filter(|one| own.seeds[**one].is_strong(own.limits())).count();
        let before = strong(self);
        let part = &mut self.seeds[seed];
        let given = part.given;
        change(part);
        if let (Some(cruxes), Some(crux)) = (&mut self.cruxes, part.crux) {
            let own = &mut cruxes.all[crux].0;
            *own = own.saturating_add(part.given).saturating_sub(given);
        }
        self.strong = self.strong + strong(self) - before;
        for seed in all {
            self.wake(seed);
        }
    }

    /// Returns a resting seed to the queue if it may give more.
    fn wake(&mut self, seed: usize) {
        if self.seeds[seed].rests && !self.seeds[seed].is_full(self.limits()) {
            self.seeds[seed].rests = false;
            self.queue.push(self.seeds[seed].entry(seed, true));
        }
    }

    /// Counts the strong seeds again, and wakes resting seeds, after a change of a limit.
    fn count_again(&mut self) {
        self.strong = self.seeds.iter().filter(|part| part.is_strong(self.limits())).count();
        (0..self.seeds.len()).for_each(|seed| self.wake(seed));
    }

    /// Ends the supply: no more seeds follow.
    pub fn close(&mut self) {
        self.is_closed = true;
        let all_poor = self.seeds.iter().all(|part| part.is_poor);
        let giving = self.seeds.iter().filter(|part| all_poor || !part.is_poor);
        let left: Vec<u64> = giving.map(|part| part.capacity.saturating_sub(part.before)).collect();
        let equal = self.share.equal(left.len());
        let most = self.share.limit(left.into_iter());
        self.limit = most.map(|most| Limit {
            most,
            share: equal.map_or(most, |equal| most.min(equal.saturating_mul(2))),
            is_soft: self.share.is_soft(),
        });
        self.strong = self.seeds.iter().filter(|part| part.is_strong(self.limits())).count();
    }

    /// Returns the number of seeds that are not poor and were not used in this run.
    pub fn fresh(&self) -> usize {
        self.fresh
    }

    /// Returns the maximum number of puzzles from one seed: the limit before it was raised, or
    /// twice an equal share if seeds with little capacity left increase the limit from the start;
    /// `None` means unlimited.
    pub fn share(&self) -> Option<u32> {
        self.limit.as_ref().map(|limit| limit.share)
    }

    /// Whether no seed may give anything more.
    pub fn is_empty(&self) -> bool {
        let of_cruxes = self.cruxes.as_ref().filter(|cruxes| !cruxes.is_soft);
        let of_seeds = self.limit.as_ref().filter(|limit| !limit.is_soft);
        let hard = Limits { of_seeds, of_cruxes };
        self.seeds.iter().all(|part| part.is_used_up() || part.is_full(hard))
    }

    /// Returns the next `count` seeds; fewer if no more are left, or if all that are left wait for
    /// results of the attempts handed out.
    pub fn next(&mut self, count: usize) -> Vec<usize> {
        let mut next = Vec::with_capacity(count);
        while next.len() < count {
            if next.is_empty() && (self.strong == 0 || self.barren >= BARREN) {
                self.give_way();
            }
            let Some(Reverse(entry)) = self.queue.pop() else { break };
            self.fresh -= usize::from(!entry.again);
            let part = &mut self.seeds[entry.seed];
            if part.is_used_up() {
                continue;
            }
            let now = part.entry(entry.seed, entry.again);
            if now.0.share > entry.share {
                // The seed has failed since it was queued.
                self.fresh += usize::from(!entry.again);
                self.queue.push(now);
                continue;
            }
            let limits = Limits { of_seeds: self.limit.as_ref(), of_cruxes: self.cruxes.as_ref() };
            if part.is_full(limits) {
                part.rests = true;
                continue;
            }
            self.change(entry.seed, |part| {
                part.used = part.used.saturating_add(1);
                part.given += 1;
            });
            next.push(entry.seed);
            self.queue.push(self.seeds[entry.seed].entry(entry.seed, true));
        }
        next
    }

    /// Raises a soft limit for seeds that gave their share, as those below it have little left.
    fn give_way(&mut self) {
        if let Some(cruxes) = self.cruxes.as_mut().filter(|own| own.is_soft && self.is_closed) {
            let able = self.seeds.iter().filter(|part| part.failed < WEAK && part.crux.is_some());
            let given = able.map(|part| cruxes.given(part)).filter(|given| *given >= cruxes.most);
            if let Some(least) = given.min() {
                cruxes.most = least.saturating_add(1);
                self.barren = 0;
                self.count_again();
                return;
            }
        }
        let Some(limit) = self.limit.as_mut().filter(|limit| limit.is_soft) else { return };
        let most = limit.most;
        let able = self.seeds.iter().filter(|part| part.failed < WEAK && part.given >= most);
        let Some(least) = able.map(|part| part.given).min() else { return };
        while limit.most <= least {
            limit.most = with_slack(limit.most);
        }
        self.barren = 0;
        self.count_again();
    }

    /// Marks a seed as used up, after an attempt of it was judged: no other can be better.
    pub fn drop(&mut self, seed: usize) {
        self.change(seed, |part| part.failed = PATIENCE);
        self.barren = self.barren.saturating_sub(1);
    }

    /// Records the result of an attempt.
    pub fn judge(&mut self, seed: usize, good: bool) {
        self.barren = if good { 0 } else { self.barren + 1 };
        self.change(seed, |part| {
            // A seed that is used up stays so, even if an attempt in progress succeeds.
            if !part.is_used_up() {
                part.failed = if good { 0 } else { part.failed + 1 };
                if !good {
                    part.used = part.used.saturating_add(part.failed.max(WEAK).into());
                }
            }
            if !good {
                part.given -= 1;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};

    /// Returns a schedule of seeds, each with its uses and its capacity.
    fn schedule(
        seeds: impl IntoIterator<Item = (u64, u16)>,
        share: Share,
        rng: &mut impl Rng,
    ) -> Schedule {
        let mut schedule = Schedule::new(share);
        for (used, capacity) in seeds {
            schedule.add(used, 0, capacity, false, rng.next_u64());
        }
        schedule.close();
        schedule
    }

    #[test]
    fn each_once_then_by_share() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        let mut schedule = schedule([(0, 10), (0, 30), (5, 10)], Share::Any, &mut rng);
        let mut first = schedule.next(3);
        assert_eq!(first[2], 2, "the one used before comes last");
        first.sort_unstable();
        assert_eq!(first, [0, 1, 2]);
        let later = schedule.next(8);
        assert!(later.iter().filter(|&&seed| seed == 1).count() >= 6, "{later:?}");
    }

    /// The reported share is at most twice an equal one, even if seeds with little capacity left
    /// allow one seed to give most of a run from the start.
    #[test]
    fn a_share_is_at_most_twice_an_equal_one() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        let seeds = |rich: usize| (0..14).map(move |i| (0, if i < rich { 1000 } else { 5 }));
        assert_eq!(schedule(seeds(1), Share::Fair(200), &mut rng).share(), Some(30));
        assert_eq!(schedule(seeds(14), Share::Fair(200), &mut rng).share(), Some(19));
        assert_eq!(schedule(seeds(1), Share::Most(40), &mut rng).share(), Some(40));
    }

    /// Seeds of which one attempt in five succeeds are used once the reliable seeds have given
    /// much.
    #[test]
    fn poor_seeds_come_after_the_others() {
        for rng_seed in 0..50 {
            let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
            let mut schedule = Schedule::new(Share::Fair(2_000));
            for seed in 0..100 {
                schedule.add(0, 0, 1000, seed < 50, rng.next_u64());
            }
            assert_eq!(schedule.fresh(), 50);
            schedule.close();
            assert_eq!(schedule.share(), Some(50), "of those that give, and a quarter more");
            assert!(schedule.next(50).iter().all(|&seed| seed >= 50), "RNG seed {rng_seed}");
            let (mut missing, mut attempts, mut of_poor) = (1_950, 0, 0);
            while missing > 0 {
                for seed in schedule.next(64) {
                    attempts += 1;
                    let good = seed >= 50 || rng.random_bool(0.2);
                    schedule.judge(seed, good);
                    missing -= u32::from(good && missing > 0);
                    of_poor += u32::from(good && seed < 50);
                }
            }
            assert!(attempts < 2_600 && of_poor > 0, "{attempts}, {of_poor}, RNG seed {rng_seed}");
        }
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        let mut schedule = Schedule::new(Share::Fair(10));
        (0..2).for_each(|_| schedule.add(0, 0, 1000, true, rng.next_u64()));
        schedule.close();
        assert_eq!((schedule.share(), schedule.next(2).len()), (Some(7), 2), "where all are poor");
    }

    #[test]
    fn no_count_of_uses_is_too_large() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        let uses = [(u64::MAX, 10), (u64::MAX / 1_000_000 + 1, 10), (0, 1)];
        let mut schedule = schedule(uses, Share::Any, &mut rng);
        assert_eq!(schedule.next(1), [2], "the one never used comes first");
        let mut rest = schedule.next(2);
        rest.sort_unstable();
        assert_eq!(rest, [0, 1]);
        assert_eq!(schedule.next(100), [2; 100], "millions of uses are more than a hundred");
    }

    #[test]
    fn a_seed_that_only_fails_is_used_up() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        let mut schedule = schedule([(0, 10)], Share::Any, &mut rng);
        for _ in 0..PATIENCE {
            assert_eq!(schedule.next(1), [0]);
            schedule.judge(0, false);
        }
        assert!(schedule.is_empty());
        assert!(schedule.next(1).is_empty());
    }

    /// Seeds that rarely succeed are tried seldom, but given up only after the usual patience.
    #[test]
    fn attempts_go_to_seeds_that_give_something() {
        for rng_seed in 0..50 {
            let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
            let odds = |seed: usize| if seed < 10 { 1.0 } else { 0.02 };
            let parts = (0..100).map(|_| (0, 1000));
            let mut schedule = schedule(parts, Share::Any, &mut rng);
            let (mut missing, mut attempts) = (1_000, 0);
            while missing > 0 {
                for seed in schedule.next(64) {
                    attempts += 1;
                    let good = rng.random_bool(odds(seed));
                    schedule.judge(seed, good);
                    missing -= u32::from(good && missing > 0);
                }
            }
            assert!(attempts < 4_000, "{attempts} attempts, RNG seed {rng_seed}");
        }
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        let mut schedule = schedule([(0, 4), (0, 1000)], Share::Any, &mut rng);
        let mut asked = [0; 2];
        while !schedule.is_empty() {
            for seed in schedule.next(64) {
                schedule.judge(seed, false);
                asked[seed] += 1;
            }
        }
        assert!(asked.iter().all(|&asked| asked >= PATIENCE), "{asked:?}");
    }

    /// Whatever seeds give, no crux exceeds a hard limit; a soft limit holds as long as others give
    /// puzzles, and is then raised.
    #[test]
    fn cruxes_are_kept_to_their_limit() {
        for rng_seed in 0..300 {
            let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
            let (seeds, cruxes) = (rng.random_range(1..40), rng.random_range(1..20));
            let (most, is_soft) = (rng.random_range(1..4), rng.random());
            let share = if rng.random() { Share::Fair(200) } else { Share::Any };
            let mut schedule = Schedule::new(share).per_crux(most, is_soft);
            let (mut of, mut odds) = (Vec::new(), Vec::new());
            for _ in 0..seeds {
                schedule.add(0, 0, 1000, false, rng.next_u64());
                of.push(rng.random_range(0..cruxes));
                odds.push([0.0, 0.4, 1.0][rng.random_range(0..3)]);
                schedule.tell_crux(Crux(of[of.len() - 1]), 0);
            }
            schedule.close();
            let mut given = HashMap::<u64, u32>::new();
            for _ in 0..2_000 {
                for seed in schedule.next(rng.random_range(1..32)) {
                    let good = rng.random_bool(odds[seed]);
                    schedule.judge(seed, good);
                    if good {
                        let has_room = of.iter().zip(&odds).any(|(crux, odds)| {
                            *odds > 0.9 && given.get(crux).is_none_or(|own| *own < most)
                        });
                        let own = given.entry(of[seed]).or_default();
                        *own += 1;
                        assert!(*own <= most || is_soft && !has_room, "RNG seed {rng_seed}");
                    }
                }
            }
            let giving = of.iter().zip(&odds).filter(|(_, odds)| **odds > 0.0);
            let able: std::collections::HashSet<u64> = giving.map(|(crux, _)| *crux).collect();
            let all: u32 = given.values().sum();
            assert!(is_soft || all <= able.len() as u32 * most, "RNG seed {rng_seed}");
            let sure = of.iter().zip(&odds).filter(|(_, odds)| **odds > 0.9);
            let sure: std::collections::HashSet<u64> = sure.map(|(crux, _)| *crux).collect();
            for crux in &sure {
                assert!(given.get(crux).is_some_and(|own| *own >= most), "RNG seed {rng_seed}");
            }
            assert!(!is_soft || sure.is_empty() || all > sure.len() as u32 * most);
            let told: HashMap<Crux, u32> = schedule.of_cruxes().collect();
            assert!(
                given.iter().all(|(crux, own)| told[&Crux(*crux)] == *own),
                "RNG seed {rng_seed}"
            );
        }
    }

    /// Some seeds never give anything, some rarely: no seed exceeds a hard limit, and a soft limit
    /// holds as long as productive seeds are below it.
    #[test]
    fn shares_are_kept_as_long_as_others_give() {
        for rng_seed in 0..300 {
            let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
            let count = rng.random_range(1..400);
            let seeds = rng.random_range(1..30);
            let share = match rng_seed % 3 {
                0 => Share::Any,
                1 => Share::Fair(count),
                _ => Share::Most(rng.random_range(1..9)),
            };
            let odds: Vec<f64> =
                (0..seeds).map(|_| [0.0, 0.3, 1.0, 1.0][rng.random_range(0..4)]).collect();
            let parts = (0..seeds).map(|_| (0, 1000));
            let mut schedule = schedule(parts, share, &mut rng);
            let limit = schedule.share();
            let mut given = vec![0; seeds];
            let mut missing = count;
            while missing > 0 && !schedule.is_empty() {
                let round = schedule.next((missing as usize).max(64));
                assert!(!round.is_empty(), "it goes on, RNG seed {rng_seed}");
                for seed in round {
                    let good = rng.random_bool(odds[seed]);
                    schedule.judge(seed, good);
                    if good && missing > 0 {
                        given[seed] += 1;
                        missing -= 1;
                    }
                }
            }
            let most = given.iter().copied().max().unwrap_or(0);
            match share {
                Share::Any => {}
                Share::Most(limit) => {
                    assert!(most <= limit, "{most} > {limit}, RNG seed {rng_seed}");
                    if missing > 0 {
                        let full = |(&given, &odds): (&u32, &f64)| odds < 1.0 || given == limit;
                        assert!(given.iter().zip(&odds).all(full), "RNG seed {rng_seed}");
                    }
                }
                Share::Fair(_) => {
                    let able = odds.iter().filter(|&&odds| odds > 0.9).count() as u32;
                    assert!(
                        missing == 0 || able == 0,
                        "a soft limit gives way, RNG seed {rng_seed}"
                    );
                    let limit = limit.unwrap_or(u32::MAX);
                    if able * limit >= count {
                        assert!(most <= limit, "{most} > {limit}, RNG seed {rng_seed}");
                    }
                }
            }
        }
    }
}
