//! Means of random numbers, and their standard errors.

use serde::{Deserialize, Serialize};

/// A mean number of checks, with its standard error; both to the hundredth, so that their text is
/// exact.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean, at most 1 % of it.
    pub standard_error: f64,
}

impl Score {
    /// Whether such a score is possible: finite, not negative, and with a standard error of at most
    /// 1 % of it. A damaged record may hold others.
    pub fn is_possible(self) -> bool {
        self.mean.is_finite() && (0.0..=0.01 * self.mean).contains(&self.standard_error)
    }

    /// Rounds to the hundredth.
    pub(super) fn rounded(self) -> Self {
        let hundredths = |checks: f64| (checks * 100.0).round() / 100.0;
        Self { mean: hundredths(self.mean), standard_error: hundredths(self.standard_error) }
    }
}

#[derive(Clone, Copy, Default)]
pub struct Sample {
    pub runs: u32,
    pub mean: f64,
    /// The sum of the squared distances of the values from the mean.
    squares: f64,
}

impl Sample {
    pub fn of(values: impl IntoIterator<Item: Into<f64>>) -> Self {
        let mut sample = Self::default();
        values.into_iter().for_each(|value| sample.push(value.into()));
        sample
    }

    /// Makes a sample of all values at once: the same but for rounding, in fewer steps.
    pub fn of_all(values: &[f64]) -> Self {
        /// Adds up four independent sums, for speed.
        fn sum(values: &[f64], term: impl Fn(f64) -> f64) -> f64 {
            let mut sums = [0.0; 4];
            for four in values.chunks(4) {
                for (sum, &value) in sums.iter_mut().zip(four) {
                    *sum += term(value);
                }
            }
            sums.into_iter().sum()
        }
        let mean = sum(values, |value| value) / values.len() as f64;
        let squares = sum(values, |value| (value - mean) * (value - mean));
        Self { runs: values.len() as u32, mean, squares }
    }

    /// Makes a systematic sample: the values were drawn in an order in which neighbours are alike,
    /// so the variance is that between neighbours.
    pub fn in_order(values: &[f64]) -> Self {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let squares = values.windows(2).map(|two| (two[0] - two[1]).powi(2)).sum::<f64>() / 2.0;
        Self { runs: values.len() as u32, mean, squares }
    }

    /// Merges another sample (Chan, Golub and `LeVeque` 1983, equation 2.1).
    pub fn add(&mut self, other: &Self) {
        let [own, more] = [self.runs, other.runs].map(f64::from);
        let off = other.mean - self.mean;
        let share = more / (own + more);
        self.runs += other.runs;
        self.mean += off * share;
        self.squares += other.squares + off * off * own * share;
    }

    pub fn push(&mut self, value: f64) {
        self.runs += 1;
        let off = value - self.mean;
        self.mean += off / f64::from(self.runs);
        self.squares += off * (value - self.mean);
    }

    /// Returns the variance of one value; there must be two or more.
    pub fn spread(&self) -> f64 {
        self.squares / f64::from(self.runs - 1)
    }

    /// Returns the variance of `times` the mean; 0 if there are no values.
    pub fn variance_of(&self, times: f64) -> f64 {
        if self.runs == 0 { 0.0 } else { times * times * self.spread() / f64::from(self.runs) }
    }

    /// Returns the variance of one value, if a variance of `usual` counts as `runs` further values.
    pub fn spread_with(&self, usual: f64, runs: u32) -> f64 {
        (self.squares + f64::from(runs) * usual) / f64::from(self.runs - 1 + runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// If neighbours are not alike, the variance between neighbours is the variance.
    #[test]
    fn samples_in_order_have_the_variance_of_neighbours() {
        let rng_seed = 20_261_126;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut values: Vec<f64> = (0..20_000).map(|_| rng.random_range(100.0..130.0)).collect();
        let (all, in_order) = (Sample::of_all(&values), Sample::in_order(&values));
        assert_eq!(all.runs, in_order.runs);
        let off = (all.mean - in_order.mean).abs() + (all.spread() / in_order.spread() - 1.0).abs();
        assert!(off < 0.05, "{off}, RNG seed {rng_seed}");
        values.sort_unstable_by(f64::total_cmp);
        assert!(Sample::in_order(&values).spread() < 0.001 * all.spread(), "RNG seed {rng_seed}");
    }

    #[test]
    fn added_samples_are_a_sample_of_all() {
        let rng_seed = 20_261_123;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        for _ in 0..1_000 {
            let values: Vec<f64> =
                (0..rng.random_range(2..200)).map(|_| rng.random_range(100.0..130.0)).collect();
            let one_by_one = Sample::of(values.iter().copied());
            let mut rest = &values[..];
            let mut added = Sample::default();
            while !rest.is_empty() {
                let (next, others) = rest.split_at(rng.random_range(1..=rest.len()));
                added.add(&Sample::of_all(next));
                rest = others;
            }
            assert_eq!(added.runs, one_by_one.runs);
            let off = (added.mean - one_by_one.mean).abs()
                + (added.spread() / one_by_one.spread() - 1.0).abs();
            assert!(off < 1e-9, "{off}, RNG seed {rng_seed}");
        }
    }
}
