//! Which seed next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rand::Rng;

/// Failed attempts in a row after which a seed is used up.
const PATIENCE: u32 = 100;

/// The seeds of a run in the order in which they are used: each once, then always the one with the least issued/capacity; ties at
/// random. An attempt counts as issued as soon as it is handed out.
pub struct Schedule {
    seeds: Vec<Share>,
    queue: BinaryHeap<Reverse<Entry>>,
}

struct Share {
    /// Puzzles issued before, and attempts in this run.
    used: u64,
    capacity: u64,
    /// Attempts that failed since the last that did not.
    failed: u32,
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

impl Share {
    fn entry(&self, seed: usize, again: bool) -> Reverse<Entry> {
        let share = self.used.saturating_mul(1_000_000) / self.capacity;
        Reverse(Entry { again, share, tie: self.tie, seed })
    }
}

impl Schedule {
    /// The seeds by place, each with the puzzles it gave before and its capacity.
    pub fn new(shares: impl Iterator<Item = (u64, u16)>, rng: &mut impl Rng) -> Self {
        let seeds: Vec<Share> = shares
            .map(|(used, capacity)| Share {
                used,
                capacity: u64::from(capacity.max(1)),
                failed: 0,
                tie: rng.next_u64(),
            })
            .collect();
        let queue = seeds.iter().enumerate().map(|(i, share)| share.entry(i, false)).collect();
        Self { seeds, queue }
    }

    /// Whether all seeds are used up.
    pub fn is_empty(&self) -> bool {
        self.seeds.iter().all(|seed| seed.failed >= PATIENCE)
    }

    /// The next `count` seeds.
    pub fn next(&mut self, count: usize) -> Vec<usize> {
        let mut next = Vec::with_capacity(count);
        while next.len() < count {
            let Some(Reverse(entry)) = self.queue.pop() else { break };
            let seed = &mut self.seeds[entry.seed];
            if seed.failed >= PATIENCE {
                continue;
            }
            seed.used = seed.used.saturating_add(1);
            next.push(entry.seed);
            self.queue.push(seed.entry(entry.seed, true));
        }
        next
    }

    /// What came of an attempt.
    pub fn judge(&mut self, seed: usize, good: bool) {
        let seed = &mut self.seeds[seed];
        // Used up is used up, also if an attempt already on its way turns out well.
        if seed.failed < PATIENCE {
            seed.failed = if good { 0 } else { seed.failed + 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn each_once_then_by_share() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let mut schedule = Schedule::new([(0, 10), (0, 30), (5, 10)].into_iter(), &mut rng);
        let mut first = schedule.next(3);
        assert_eq!(first[2], 2, "the one used before comes last");
        first.sort_unstable();
        assert_eq!(first, [0, 1, 2]);
        let later = schedule.next(8);
        assert!(later.iter().filter(|&&seed| seed == 1).count() >= 6, "{later:?}");
    }

    #[test]
    fn no_count_of_uses_is_too_large() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let uses = [(u64::MAX, 10), (u64::MAX / 1_000_000 + 1, 10), (0, 1)];
        let mut schedule = Schedule::new(uses.into_iter(), &mut rng);
        assert_eq!(schedule.next(1), [2], "the one never used comes first");
        let mut rest = schedule.next(2);
        rest.sort_unstable();
        assert_eq!(rest, [0, 1]);
        assert_eq!(schedule.next(100), [2; 100], "millions of uses are more than a hundred");
    }

    #[test]
    fn a_seed_that_only_fails_is_used_up() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let mut schedule = Schedule::new([(0, 10)].into_iter(), &mut rng);
        for _ in 0..PATIENCE {
            assert_eq!(schedule.next(1), [0]);
            schedule.judge(0, false);
        }
        assert!(schedule.is_empty());
        assert!(schedule.next(1).is_empty());
    }
}
