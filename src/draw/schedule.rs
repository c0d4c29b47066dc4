//! The order in which a draw uses its seeds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::share::{Share, with_slack};

/// Failed attempts in a row after which a seed is used up.
pub const PATIENCE: u32 = 100;
/// Failed attempts in a row after which others need not wait for the rest of a seed's share; a
/// failed attempt counts as at least this many.
const WEAK: u32 = 8;
/// Failed attempts in a row, of any seeds, after which seeds that gave their share may give more.
const BARREN: u32 = 512;

/// The seeds of a run in their order of use: each once, then always the one with the least
/// issued/capacity; ties at random. An attempt counts as issued once it is handed out; a failed one
/// counts as eight more, or as the number of failures in a row, so that attempts go to productive
/// seeds. Poor seeds, for which most attempts are expected to fail, begin as if eight had failed,
/// and come after the others. A seed that has given its share of the run rests as long as others
/// may give something.
pub struct Schedule {
    seeds: Vec<Account>,
    queue: BinaryHeap<Reverse<Entry>>,
    share: Share,
    limit: Option<Limit>,
    /// Seeds in the queue that are not poor and were not used in this run.
    fresh: usize,
    /// Seeds that may give more and have not failed too often.
    strong: usize,
    /// Attempts that failed since the last success.
    barren: u32,
}

/// The most that a seed may give in the run.
struct Limit {
    most: u32,
    /// The limit before it gave way.
    share: u32,
    /// Whether it gives way when no strong seed is below it.
    is_soft: bool,
}

struct Account {
    /// Puzzles issued before this run.
    before: u64,
    /// Puzzles issued before, and attempts in this run with the weight of failures.
    used: u64,
    capacity: u64,
    /// Attempts that failed since the last success.
    failed: u32,
    /// Puzzles of this batch, and attempts not judged yet.
    given: u32,
    /// Whether most attempts are expected to fail.
    is_poor: bool,
    /// Whether it is out of the queue because it has given its share.
    rests: bool,
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

    fn is_strong(&self, limit: Option<&Limit>) -> bool {
        self.failed < WEAK && !self.is_full(limit)
    }

    fn is_full(&self, limit: Option<&Limit>) -> bool {
        limit.is_some_and(|limit| self.given >= limit.most)
    }
}

impl Schedule {
    /// Creates a schedule without seeds, which may be added until it is [closed](Self::close).
    pub fn new(share: Share) -> Self {
        // A fair share depends on all seeds. Until they are known none is used twice.
        let limit = match share {
            Share::Most(most) => Some(Limit { most, share: most, is_soft: false }),
            Share::Any | Share::Fair(_) => None,
        };
        let (seeds, queue) = (Vec::new(), BinaryHeap::new());
        Self { seeds, queue, share, limit, fresh: 0, strong: 0, barren: 0 }
    }

    /// Adds a seed at the next place, with the puzzles it gave, those of them that count for its
    /// share of this run, its capacity, and whether most attempts are expected to fail.
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
            tie,
        };
        self.strong += usize::from(part.is_strong(self.limit.as_ref()));
        self.queue.push(part.entry(self.seeds.len(), is_poor));
        self.seeds.push(part);
        self.fresh += usize::from(!is_poor);
    }

    /// Ends the adding of seeds, and computes their share.
    pub fn close(&mut self) {
        let all_poor = self.seeds.iter().all(|part| part.is_poor);
        let giving = self.seeds.iter().filter(|part| all_poor || !part.is_poor);
        let most = self.share.limit(giving.map(|part| part.capacity.saturating_sub(part.before)));
        self.limit = most.map(|most| Limit { most, share: most, is_soft: self.share.is_soft() });
        let limit = self.limit.as_ref();
        self.strong = self.seeds.iter().filter(|part| part.is_strong(limit)).count();
    }

    /// Returns the number of seeds that are not poor and were not used in this run.
    pub fn fresh(&self) -> usize {
        self.fresh
    }

    /// Returns the most that a seed may give as long as others can give enough; `None` means any
    /// number.
    pub fn share(&self) -> Option<u32> {
        self.limit.as_ref().map(|limit| limit.share)
    }

    /// Whether no seed may give anything more.
    pub fn is_empty(&self) -> bool {
        let hard = self.limit.as_ref().filter(|limit| !limit.is_soft);
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
                // It has failed since it was queued.
                self.fresh += usize::from(!entry.again);
                self.queue.push(now);
                continue;
            }
            if part.is_full(self.limit.as_ref()) {
                part.rests = true;
                continue;
            }
            part.used = part.used.saturating_add(1);
            let was_strong = part.is_strong(self.limit.as_ref());
            part.given += 1;
            if was_strong && !part.is_strong(self.limit.as_ref()) {
                self.strong -= 1;
            }
            next.push(entry.seed);
            self.queue.push(part.entry(entry.seed, true));
        }
        next
    }

    /// Raises a soft limit for seeds that gave their share, as those below it have little left.
    fn give_way(&mut self) {
        let Some(limit) = self.limit.as_mut().filter(|limit| limit.is_soft) else { return };
        let most = limit.most;
        let able = self.seeds.iter().filter(|part| part.failed < WEAK && part.given >= most);
        let Some(least) = able.map(|part| part.given).min() else { return };
        while limit.most <= least {
            limit.most = with_slack(limit.most);
        }
        self.barren = 0;
        let limit = self.limit.as_ref();
        self.strong = self.seeds.iter().filter(|part| part.is_strong(limit)).count();
        for (i, part) in self.seeds.iter_mut().enumerate() {
            if part.rests && !part.is_full(limit) {
                part.rests = false;
                self.queue.push(part.entry(i, true));
            }
        }
    }

    /// Marks a seed as used up, after an attempt of it was judged: no other can be better.
    pub fn drop(&mut self, seed: usize) {
        let part = &mut self.seeds[seed];
        if part.is_strong(self.limit.as_ref()) {
            self.strong -= 1;
        }
        part.failed = PATIENCE;
        self.barren = self.barren.saturating_sub(1);
    }

    /// Records the result of an attempt.
    pub fn judge(&mut self, seed: usize, good: bool) {
        let limit = self.limit.as_ref();
        let part = &mut self.seeds[seed];
        let was_strong = part.is_strong(limit);
        // A seed stays used up even if a pending attempt succeeds.
        if !part.is_used_up() {
            part.failed = if good { 0 } else { part.failed + 1 };
            if !good {
                part.used = part.used.saturating_add(part.failed.max(WEAK).into());
            }
        }
        self.barren = if good { 0 } else { self.barren + 1 };
        if !good {
            part.given -= 1;
        }
        match (was_strong, part.is_strong(limit)) {
            (false, true) => self.strong += 1,
            (true, false) => self.strong -= 1,
            _ => {}
        }
        if part.rests && !part.is_full(limit) {
            part.rests = false;
            self.queue.push(part.entry(seed, true));
        }
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

    /// Seeds with one success in five attempts are used once the others have given much.
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

    /// Some seeds never succeed, some rarely: none exceeds a hard limit, and a soft one holds as
    /// long as productive seeds are below it.
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
