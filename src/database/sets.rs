//! Sets of puzzles that are as hard as one another, round by round, as a tournament needs them.

use std::ops::RangeInclusive;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use seeddb_ledger::StoreError;

use super::export::find;
use super::{BatchRef, Database, DrawOptions, Error, Issued};
use crate::draw::Drawn;
use crate::rating::metric::minutes_of;
use crate::rating::minutes::Scale;

/// How far the sums of two sets of a round may be apart, as a part of the smaller one.
const APART: f64 = 0.02;
/// How many times as many puzzles as it needs a round is chosen from: the first number that gives sets which agree.
pub(super) const POOLS: [u32; 4] = [4, 16, 64, 512];
/// The most puzzles of a round that sets are chosen from, if it needs no more: they are all in memory.
pub(super) const MOST_POOL: u32 = 200_000;
/// Beginnings of a search, and changes tried from each.
const TRIES: usize = 60;
const CHANGES: usize = 3_000;
/// So many times as many puzzles as are needed are tried around one of them.
const NEAR: usize = 6;

/// The puzzles of one set in one round: a part of what was asked for.
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
    /// The sum of their scores; none if one of them has none.
    pub score: Option<f64>,
    /// The sum of their estimated minutes; none if one of them has none.
    pub minutes: Option<f64>,
}

/// Chooses `sets` times `each` of the puzzles of a pool, a set after the other, so that the sums of scores, and of minutes, are at most
/// [`APART`]. None if no such choice was found.
pub(super) fn choose(
    pool: Vec<Drawn>,
    (sets, each): (u32, u32),
    scale: Scale,
    rng_seed: u64,
) -> Option<Vec<Drawn>> {
    let measure = |drawn: &Drawn| [drawn.score(), drawn.minutes(scale)];
    let measured: Vec<[Option<f64>; 2]> = pool.par_iter().map(measure).collect();
    // What most puzzles lack cannot be made even; where most have it, those that lack it are left out.
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

/// The places of the points of `sets` sets of `each`, a set after the other, whose sums agree on every axis.
fn even(points: &[Vec<f64>], sets: usize, each: usize, rng_seed: u64) -> Option<Vec<usize>> {
    if points.len() < sets * each || points[0].is_empty() {
        return None;
    }
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
    let tries = if each == 1 { points.len() } else { TRIES };
    for _ in 0..tries {
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.shuffle(&mut rng);
        // Those that are like one of them make even sets most easily; sets of one puzzle are even only so.
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

/// The largest of the distances on all axes, as parts.
fn distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a.max(*b) / a.min(*b) - 1.0).fold(0.0, f64::max)
}

/// How far the sums of the sets are apart on the worst axis.
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
    /// The sets of a batch that was drawn in sets, round by round; none of another one.
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

    /// Points as of puzzles of a level: scores within a factor of four, minutes that go with them by half.
    fn random(count: usize, rng_seed: u64) -> Vec<Vec<f64>> {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut point = || {
            let score: f64 = rng.random_range(100.0..400.0);
            vec![score, score.sqrt() * rng.random_range(0.7..1.4)]
        };
        (0..count).map(|_| point()).collect()
    }

    /// What is chosen agrees, and no puzzle is in two sets; a pool as large as the last gives sets of all usual sizes.
    #[test]
    fn sums_agree() {
        for rng_seed in 0..200 {
            let sets = 2 + (rng_seed % 7) as usize;
            let each = 1 + (rng_seed / 7 % 9) as usize;
            // Sums of few are hard to make even.
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

    /// Where nothing agrees, nothing is chosen.
    #[test]
    fn unlike_puzzles_make_no_sets() {
        let points: Vec<Vec<f64>> = (0..20).map(|power| vec![1.5_f64.powi(power)]).collect();
        assert_eq!(even(&points, 2, 1, 1), None);
        assert_eq!(even(&points[..3], 2, 2, 1), None);
    }
}
