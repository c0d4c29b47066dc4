//! Sets of equally hard puzzles, round by round, for tournaments.

use std::ops::RangeInclusive;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use seeddb_ledger::StoreError;

use super::export::find;
use super::{BatchRef, Database, DrawOptions, Error, Issued};
use crate::rating::metric::minutes_of;
use crate::rating::minutes::Scale;
use seeddb_draw::Drawn;

/// The maximum difference between the sums of two sets of a round, relative to the smaller.
const APART: f64 = 0.02;
/// Pool sizes as multiples of the puzzles needed, tried in this order until sets agree.
pub(super) const POOLS: [u32; 4] = [4, 16, 64, 512];
/// The maximum pool of a round, unless more puzzles are needed: the pool is in memory.
pub(super) const MOST_POOL: u32 = 200_000;
/// The number of starts of a search; `CHANGES` is the number of swaps tried from each.
const TRIES: usize = 60;
const CHANGES: usize = 3_000;
/// The number of puzzles considered around one of them, as a multiple of those needed.
const NEAR: usize = 6;

/// The puzzles of one set in one round, which is a part of the request.
#[derive(Clone, PartialEq, Debug)]
pub struct SetOfRound {
    /// The round, from 1.
    pub round: u32,
    /// The set, from 1.
    pub set: u32,
    /// The level of the round, if it has one.
    pub level: Option<String>,
    /// Their numbers in the batch.
    pub numbers: RangeInclusive<u32>,
    /// The sum of their scores; `None` if one has no score.
    pub score: Option<f64>,
    /// The sum of their estimated minutes; `None` if one has no estimate.
    pub minutes: Option<f64>,
}

/// Chooses `sets` sets of `each` puzzles from a pool, one after the other, whose sums of scores,
/// and of minutes, differ by at most [`APART`]. `None` if no such choice was found.
pub(super) fn choose(
    pool: Vec<Drawn>,
    (sets, each): (u32, u32),
    scale: Scale,
    rng_seed: u64,
) -> Option<Vec<Drawn>> {
    let measure = |drawn: &Drawn| [drawn.score(), drawn.minutes(scale)];
    let measured: Vec<[Option<f64>; 2]> = pool.par_iter().map(measure).collect();
    // A measure that most puzzles lack is ignored; otherwise puzzles that lack it are excluded.
    let is_usual = |axis: usize| {
        let has = measured.iter().filter(|measures| measures[axis].is_some()).count();
        2 * has >= measured.len()
    };
    let axes: Vec<usize> = (0..2).filter(|&axis| is_usual(axis)).collect();
    let point = |(place, all): (usize, &[Option<f64>; 2])| {
        Some((place, axes.iter().map(|&axis| all[axis]).collect::<Option<Vec<f64>>>()?))
    };
    let (places, points): (Vec<usize>, Vec<Vec<f64>>) =
        measured.iter().enumerate().filter_map(point).unzip();
    let chosen = even(&points, sets as usize, each as usize, rng_seed)?;
    let mut pool: Vec<Option<Drawn>> = pool.into_iter().map(Some).collect();
    chosen.into_iter().map(|place| pool[places[place]].take()).collect()
}

/// Returns the indices of the points of `sets` sets of `each`, one after the other, whose sums
/// agree on every axis.
fn even(points: &[Vec<f64>], sets: usize, each: usize, rng_seed: u64) -> Option<Vec<usize>> {
    if points.len() < sets * each || points[0].is_empty() {
        return None;
    }
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
    let tries = if each == 1 { points.len() } else { TRIES };
    for _ in 0..tries {
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.shuffle(&mut rng);
        // Points close to one of them give even sets most easily; sets of one puzzle need that.
        let middle = &points[order[0]];
        let off = |place: &usize| distance(middle, &points[*place]);
        order.sort_by(|one, other| off(one).total_cmp(&off(other)));
        order.truncate(NEAR * sets * each);
        let mut off = apart(points, &order[..sets * each], each);
        for _ in 0..if each == 1 { 0 } else { CHANGES } {
            if off <= APART {
                break;
            }
            let one = rng.random_range(0..sets * each);
            let other = rng.random_range(0..order.len());
            if one / each == other / each {
                continue;
            }
            order.swap(one, other);
            let changed = apart(points, &order[..sets * each], each);
            if changed <= off {
                off = changed;
            } else {
                order.swap(one, other);
            }
        }
        if off <= APART {
            order.truncate(sets * each);
            return Some(order);
        }
    }
    None
}

/// Returns the largest relative difference over all axes.
fn distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a.max(*b) / a.min(*b) - 1.0).fold(0.0, f64::max)
}

/// Returns the relative difference between the sums of the sets on the worst axis.
fn apart(points: &[Vec<f64>], chosen: &[usize], each: usize) -> f64 {
    (0..points[0].len())
        .map(|axis| {
            let sums = chosen
                .chunks(each)
                .map(|set| set.iter().map(|&place| points[place][axis]).sum::<f64>());
            let ends = sums
                .fold((f64::INFINITY, 0.0_f64), |(low, high), sum| (low.min(sum), high.max(sum)));
            ends.1 / ends.0 - 1.0
        })
        .fold(0.0, f64::max)
}

impl Database {
    /// Returns the sets of a batch that was drawn in sets, round by round; empty for other batches.
    ///
    /// # Errors
    /// [`Error::NoBatch`]; failures of the store.
    pub fn sets(&self, batch: BatchRef) -> Result<Vec<SetOfRound>, Error> {
        let store = self.read()?;
        let [batch] = &find(&store, &[batch])?[..] else { return Ok(Vec::new()) };
        let Some(options) = DrawOptions::of_batch(batch) else { return Ok(Vec::new()) };
        let Some(sets) = options.sets else { return Ok(Vec::new()) };
        let puzzles = store.issued(batch.id).collect::<Result<Vec<Issued>, StoreError>>()?;
        let scale = options.scale().unwrap_or_default();
        let minutes = |issued: &Issued| minutes_of(&issued.puzzle, scale);
        let minutes: Vec<Option<f64>> = puzzles.par_iter().map(minutes).collect();
        let rounds = options.part.iter().zip(1..);
        let all = rounds.flat_map(|(part, round)| (1..=sets).map(move |set| (part, round, set)));
        let mut next = 0;
        let of = |(part, round, set): (&super::Part, u32, u32)| {
            let first = next;
            next += part.count as usize;
            SetOfRound {
                round,
                set,
                level: part.level.clone(),
                numbers: first as u32 + 1..=next as u32,
                score: puzzles[first..next].iter().map(|issued| issued.score).sum(),
                minutes: minutes[first..next].iter().copied().sum(),
            }
        };
        Ok(all.map(of).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns points like puzzles of a level: scores within a factor of four, minutes that partly
    /// depend on them.
    fn random(count: usize, rng_seed: u64) -> Vec<Vec<f64>> {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut point = || {
            let score: f64 = rng.random_range(100.0..400.0);
            vec![score, score.sqrt() * rng.random_range(0.7..1.4)]
        };
        (0..count).map(|_| point()).collect()
    }

    /// Chosen sets agree and are disjoint; a pool of the last size gives sets of all usual sizes.
    #[test]
    fn sums_agree() {
        for rng_seed in 0..200 {
            let sets = 2 + (rng_seed % 7) as usize;
            let each = 1 + (rng_seed / 7 % 9) as usize;
            // Sums of few puzzles are hard to make even.
            let times = if each < 3 { POOLS[3] } else { POOLS[2] };
            let points = random(sets * each * times as usize, rng_seed);
            let chosen = even(&points, sets, each, rng_seed);
            let chosen =
                chosen.unwrap_or_else(|| panic!("{sets} sets of {each}, RNG seed {rng_seed}"));
            let mut once = chosen.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), sets * each, "RNG seed {rng_seed}");
            for axis in [0, 1] {
                let sum = |set: &[usize]| set.iter().map(|&place| points[place][axis]).sum::<f64>();
                let sums: Vec<f64> = chosen.chunks(each).map(sum).collect();
                for (one, other) in
                    sums.iter().flat_map(|one| sums.iter().map(move |other| (one, other)))
                {
                    assert!(one / other <= 1.0 + APART + 1e-9, "{sums:?}, RNG seed {rng_seed}");
                }
            }
        }
    }

    /// Puzzles whose sets cannot agree give no sets.
    #[test]
    fn unlike_puzzles_make_no_sets() {
        let points: Vec<Vec<f64>> = (0..20).map(|power| vec![1.5_f64.powi(power)]).collect();
        assert_eq!(even(&points, 2, 1, 1), None);
        assert_eq!(even(&points[..3], 2, 2, 1), None);
    }
}
