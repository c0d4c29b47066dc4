//! [`Survey`]: estimates the number of puzzles that a draw to the end would get, from repeats.
//!
//! A fixed number of attempts is made per seed, as in a draw. Some give a puzzle within the
//! request, and some of these repeat an earlier one: n puzzles drawn at random from N equally
//! likely ones are N (1 - e^(-n/N)) different ones, which gives N (capture and recapture). A draw
//! does not get all N: the more it has, the fewer attempts give a new one, and after [`PATIENCE`]
//! failures it abandons the seed. Refills are not equally likely, so the true number is higher:
//! complete draws got up to 1.4 times the estimate. Therefore the unseen part counts as uncertain
//! by [`UNEVEN`] of it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chacha20::ChaCha8Rng;
use rand::SeedableRng as _;

use super::lazy_seed::LazySeed;
use super::request::Request;
use super::schedule::PATIENCE;
use crate::record::Seed;
use crate::refill::{Rejection, WrongSeed};
use crate::symmetry::{Key, Transform};

/// Attempts with one seed, and their results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    /// The number of attempts.
    pub tried: u32,
    /// Attempts that gave a puzzle as wished.
    pub met: u32,
    /// The keys of the different puzzles.
    pub keys: Vec<Key>,
    /// Whether no attempt can succeed.
    pub is_vain: bool,
}

impl Survey {
    /// Makes attempts with a seed that the request may use; request and seed determine the result.
    ///
    /// # Errors
    /// The claim of its record that is wrong.
    pub fn of(request: &Request, seed: Seed, tried: u32) -> Result<Self, WrongSeed> {
        let source = LazySeed::new(seed.key);
        let mut rng = ChaCha8Rng::from_seed(seed.key.rng_seed());
        source.open(seed);
        let opened = source.opened()?;
        let prepared = opened.prepared(request)?;
        let wish = request.aim(prepared.grade().tier);
        let mut survey = Self { tried, ..Self::default() };
        // Whether the puzzle of a key is as wished.
        let mut known: HashMap<Key, bool> = HashMap::new();
        for attempt in 0..u64::from(tried) {
            rng.set_stream(attempt);
            let refill = match prepared.aimed(&wish, &mut rng) {
                Ok(refill) => refill,
                Err(Rejection::Symmetry) => {
                    survey.is_vain = true;
                    break;
                }
                Err(_) => continue,
            };
            let is_met = match known.entry(refill.image.key) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    let transform = Transform::random_keeping(wish.symmetry, &mut rng);
                    let is_met = opened.drawn(request, &refill, transform)?.is_some();
                    survey.keys.extend(is_met.then_some(*new.key()));
                    *new.insert(is_met)
                }
            };
            survey.met += u32::from(is_met);
        }
        Ok(survey)
    }

    /// Returns the number of attempts that repeated a puzzle.
    fn repeats(&self) -> u32 {
        self.met - self.keys.len() as u32
    }

    /// Estimates the number of puzzles as wished that the seed has, if any was repeated.
    fn different(&self) -> Option<f64> {
        if self.repeats() == 0 {
            return None;
        }
        let (met, keys) = (f64::from(self.met), self.keys.len() as f64);
        // As n/N falls from infinity to 0, the share of different ones rises from 0 to 1.
        let (mut low, mut high) = (0.0, 1.0e3);
        for _ in 0..60 {
            let at = f64::midpoint(low, high);
            let share = -f64::exp_m1(-at) / at;
            if share > keys / met { low = at } else { high = at }
        }
        Some((met / low).max(keys))
    }

    /// Returns the share of the attempts that gave a puzzle as wished.
    fn chance(&self) -> f64 {
        f64::from(self.met) / f64::from(self.tried)
    }

    /// Returns the number of pairs of attempts that gave a puzzle as wished.
    fn pairs(&self) -> f64 {
        f64::from(self.met) * (f64::from(self.met) - 1.0) / 2.0
    }
}

/// The average number of puzzles of a seed, with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Yield {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean: from the seeds not tried, and from the small number of
    /// repeats.
    pub error: f64,
}

/// The relative error of the unseen part of a seed's puzzles: half the deviation of most complete
/// draws.
const UNEVEN: f64 = 0.25;
/// With this many puzzles or fewer, the survey of a single seed is not informative.
const FEW: u32 = 2;

/// Estimates the average number of puzzles of a seed, at most `most` each, by surveys of some of
/// `seeds`. `None` if no attempt succeeded.
pub fn average(surveys: &[Survey], seeds: usize, most: f64) -> Option<Yield> {
    let sum = |of: fn(&Survey) -> u32| surveys.iter().map(|one| f64::from(of(one))).sum::<f64>();
    if surveys.iter().all(|one| one.met == 0) {
        return None;
    }
    // Where single seeds are not informative, all seeds together supply the missing pairs.
    let pairs: f64 = surveys.iter().map(Survey::pairs).sum();
    let repeats = sum(Survey::repeats);
    let usual = if repeats > 0.0 { (pairs / repeats).min(most) } else { most };
    // Chance decides which of these seeds gave a puzzle: they all count as alike.
    let few = || surveys.iter().filter(|one| one.met <= FEW && !one.is_vain);
    let of_few = few().map(Survey::chance).sum::<f64>() / few().count().max(1) as f64;
    let chance = |one: &Survey| if one.met <= FEW { of_few } else { one.chance() };
    let yields: Vec<f64> = surveys
        .iter()
        .map(|one| {
            if one.is_vain {
                return 0.0;
            }
            let all = one.different().unwrap_or_else(|| one.pairs() + usual).min(most);
            until_patience_ends(all, chance(one))
        })
        .collect();
    let count = yields.len() as f64;
    let mean = yields.iter().sum::<f64>() / count;
    let spread =
        yields.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let untried = 1.0 - (count / seeds as f64).min(1.0);
    let seen = surveys.iter().map(|one| one.keys.len() as f64).sum::<f64>() / count;
    let unseen = UNEVEN * (mean - seen).max(0.0);
    let of_trials = spread / count * untried + mean * mean / (repeats + 1.0);
    let error = (of_trials + unseen * unseen).sqrt();
    Some(Yield { mean, error })
}

/// Returns the expected number of puzzles found, of `all`, by attempts with this chance each, until
/// [`PATIENCE`] in a row give no new one.
fn until_patience_ends(all: f64, chance: f64) -> f64 {
    let (mut sum, mut reached) = (0.0, 1.0);
    for found in 0..all.ceil() as u32 {
        let new = chance * (1.0 - f64::from(found) / all).max(0.0);
        reached *= 1.0 - (1.0 - new).powi(PATIENCE.cast_signed());
        sum += reached;
    }
    sum.min(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt as _;
    use std::collections::HashSet;

    /// For seeds with known numbers of puzzles, the estimate is near the result of a draw.
    #[test]
    fn estimates_are_near_what_a_draw_gets() {
        let mut off = Vec::new();
        for rng_seed in 0..40 {
            let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
            let chance = [1.0, 0.3, 0.1, 0.03][rng.random_range(0..4)];
            let of_seed: Vec<u32> = (0..200).map(|_| rng.random_range(1..60)).collect();
            let attempt = |all: u32, rng: &mut ChaCha8Rng| {
                rng.random_bool(chance).then(|| Key([rng.random_range(0..all) as u8; 16]))
            };
            let surveys: Vec<Survey> = of_seed
                .iter()
                .step_by(6)
                .map(|&all| {
                    let mut survey = Survey { tried: 128, ..Survey::default() };
                    for key in (0..128).filter_map(|_| attempt(all, &mut rng)) {
                        survey.met += 1;
                        if !survey.keys.contains(&key) {
                            survey.keys.push(key);
                        }
                    }
                    survey
                })
                .collect();
            let got: usize = of_seed
                .iter()
                .map(|&all| {
                    let (mut keys, mut failed) = (HashSet::new(), 0);
                    while failed < PATIENCE {
                        let is_new = attempt(all, &mut rng).is_some_and(|key| keys.insert(key));
                        failed = if is_new { 0 } else { failed + 1 };
                    }
                    keys.len()
                })
                .sum();
            let told = average(&surveys, 200, 1000.0).map_or(0.0, |told| told.mean * 200.0);
            off.push((told / got as f64, rng_seed));
        }
        off.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(off[2].0 > 0.5 && off[37].0 < 2.0, "{off:?}");
    }
}
