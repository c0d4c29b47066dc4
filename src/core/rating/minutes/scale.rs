//! [`Scale`]: the conversion of effort to minutes, for one audience.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::super::quantile::quantile;

/// The estimated time of solvers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The middle of the times of puzzles with this effort.
    pub minutes: f64,
    /// A quarter of the puzzles take less.
    pub low: f64,
    /// A quarter of the puzzles take more.
    pub high: f64,
}

/// Minutes by effort: `factor` times the effort to the power of `power`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Scale {
    /// The minutes of effort 1.
    pub factor: f64,
    /// The power of the effort, above 0.
    pub power: f64,
    /// The lower quartile of the times of puzzles, as a share of the minutes; at most 1.
    pub low: f64,
    /// The upper quartile, as a share of the minutes; at least 1.
    pub high: f64,
    /// The least and the greatest timed effort.
    pub timed: [f64; 2],
}

impl Default for Scale {
    fn default() -> Self {
        Self::BUILT_IN
    }
}

/// The factor by which estimates extend beyond the timed efforts.
const BEYOND: f64 = 1.5;

/// The fewest timed puzzles with meaningful quartiles.
const FEWEST: usize = 20;

/// The number of standard errors by which the power must exceed 0: by chance this happens in one of
/// forty lists unrelated to effort.
const CERTAIN: f64 = 2.0;

/// The reason why no scale fits these times.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// There are too few puzzles.
    #[error(
        "{0} timed puzzles that have an estimate are too few: a scale takes {FEWEST} or more, so that each quarter of them has five"
    )]
    Few(usize),
    /// A time is not above 0.
    #[error("a time is not above 0")]
    Time,
    /// Times and efforts are not connected, or inversely.
    #[error(
        "these times do not grow with the effort of the puzzles, or not by more than chance: there is no scale of them"
    )]
    Flat,
}

/// The error of a text that is no scale.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{0}: a scale is six numbers above 0 with commas, as {built_in}: factor, power, lower quartile up to 1, upper one from 1 on, and \
     the least and the greatest effort that was timed",
    built_in = Scale::BUILT_IN
)]
pub struct NoScale(String);

impl Scale {
    /// The scale of 344 puzzles and their mean times in minutes, each of ten people or more (Wang
    /// 2024; `tests/data/timed.tsv`).
    pub const BUILT_IN: Self =
        Self { factor: 1.294, power: 0.584, low: 0.828, high: 1.135, timed: [8.4, 234.0] };

    /// Fits the scale of these puzzles, each an effort and the minutes that people took: a line
    /// through the logarithms by least squares, and the quartiles of the residuals.
    ///
    /// # Errors
    /// Too few puzzles, an invalid time, or no growth with the effort.
    pub fn fit(timed: &[(f64, f64)]) -> Result<Self, Unfit> {
        if timed.len() < FEWEST {
            return Err(Unfit::Few(timed.len()));
        }
        if timed.iter().any(|&(effort, minutes)| !(effort.ln() + minutes.ln()).is_finite()) {
            return Err(Unfit::Time);
        }
        let n = timed.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| timed.iter().map(of).sum::<f64>() / n;
        let (x, y) = (mean(&|pair| pair.0.ln()), mean(&|pair| pair.1.ln()));
        let both = mean(&|pair| (pair.0.ln() - x) * (pair.1.ln() - y));
        let width = mean(&|pair| (pair.0.ln() - x).powi(2));
        let power = both / width;
        let line = |effort: f64| y + power * (effort.ln() - x);
        let mut left: Vec<f64> = timed.iter().map(|pair| pair.1.ln() - line(pair.0)).collect();
        let error =
            (left.iter().map(|left| left * left).sum::<f64>() / (n - 2.0) / (n * width)).sqrt();
        if !(power.is_finite() && power > CERTAIN * error) || power <= 0.0 {
            return Err(Unfit::Flat);
        }
        left.sort_unstable_by(f64::total_cmp);
        let efforts = || timed.iter().map(|pair| pair.0);
        Ok(Self {
            factor: line(1.0).exp(),
            power,
            // The range always includes the estimate itself.
            low: quantile(&left, 0.25).exp().min(1.0),
            high: quantile(&left, 0.75).exp().max(1.0),
            timed: [efforts().fold(f64::INFINITY, f64::min), efforts().fold(0.0, f64::max)],
        })
    }

    /// Whether each number is within its bounds.
    pub fn is_sound(&self) -> bool {
        let Self { factor, power, low, high, timed: [least, greatest] } = *self;
        [factor, power, low, high, least, greatest].iter().all(|one| one.is_finite() && *one > 0.0)
            && low <= 1.0
            && high >= 1.0
            && least <= greatest
    }

    /// Returns the scale with numbers of four digits, as displayed.
    #[must_use]
    pub fn rounded(&self) -> Self {
        let round = |number: f64| {
            let unit = 10f64.powi(number.log10().floor() as i32 - 3);
            let rounded = (number / unit).round() * unit;
            // Without the digits of the rounding error of the unit.
            format!("{rounded:.12e}").parse().unwrap_or(rounded)
        };
        Self {
            factor: round(self.factor),
            power: round(self.power),
            low: round(self.low),
            high: round(self.high),
            timed: self.timed.map(round),
        }
    }

    /// Returns the least and the most minutes with estimates, to the hundredth.
    pub fn reach(&self) -> RangeInclusive<f64> {
        let minutes = |effort: f64| hundredths(self.minutes(effort));
        minutes(self.timed[0] / BEYOND)..=minutes(self.timed[1] * BEYOND)
    }

    /// Returns the least and the greatest effort of puzzles with an estimate within `minutes`,
    /// apart from rounding.
    pub fn efforts(&self, minutes: &RangeInclusive<f64>) -> RangeInclusive<f64> {
        let [least, greatest] = [self.timed[0] / BEYOND, self.timed[1] * BEYOND];
        let effort = |minutes: f64| (minutes / self.factor).powf(1.0 / self.power);
        effort(*minutes.start()).max(least)..=effort(*minutes.end()).min(greatest)
    }

    fn minutes(&self, effort: f64) -> f64 {
        self.factor * effort.powf(self.power)
    }

    /// Returns the minutes of a puzzle with this effort, to the hundredth; `None` if that is far
    /// from the timed efforts.
    pub fn estimate(&self, effort: f64) -> Option<Estimate> {
        let [least, greatest] = self.timed;
        if !(least / BEYOND..=greatest * BEYOND).contains(&effort) {
            return None;
        }
        let minutes = self.minutes(effort);
        Some(Estimate {
            minutes: hundredths(minutes),
            low: hundredths(minutes * self.low),
            high: hundredths(minutes * self.high),
        })
    }
}

/// Displays six numbers with commas, as [`FromStr`] reads them.
impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { factor, power, low, high, timed: [least, greatest] } = self;
        write!(f, "{factor},{power},{low},{high},{least},{greatest}")
    }
}

/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::rating::minutes::Scale;
/// assert_eq!("1.294,0.584,0.828,1.135,8.4,234".parse(), Ok(Scale::BUILT_IN));
/// assert!("1.294,0.584".parse::<Scale>().is_err());
/// ```
impl FromStr for Scale {
    type Err = NoScale;

    fn from_str(text: &str) -> Result<Self, NoScale> {
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|number| number.trim().parse().ok()).collect();
        let numbers = numbers.and_then(|numbers| <[f64; 6]>::try_from(numbers).ok());
        let scale = numbers.map(|[factor, power, low, high, least, greatest]| Self {
            factor,
            power,
            low,
            high,
            timed: [least, greatest],
        });
        scale.filter(Self::is_sound).ok_or_else(|| NoScale(text.to_owned()))
    }
}

fn hundredths(minutes: f64) -> f64 {
    (minutes * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Times that lie on a power of the effort, a quarter above and below it.
    #[test]
    fn a_scale_is_found_again() {
        let timed: Vec<(f64, f64)> = (0..400)
            .map(|i| {
                let effort = 8.0 * 1.01f64.powi(i / 4);
                (effort, 2.0 * effort.powf(0.5) * [0.8, 1.0, 1.0, 1.25][i as usize % 4])
            })
            .collect();
        let found = Scale::fit(&timed).unwrap();
        for (found, known) in [
            (found.factor, 2.0),
            (found.power, 0.5),
            (found.timed[0], 8.0),
            (found.estimate(16.0).unwrap().minutes, 8.0),
        ] {
            assert!((found / known - 1.0).abs() < 1e-9, "{found} {known}");
        }
        assert!((0.8..=1.0).contains(&found.low) && (1.0..=1.25).contains(&found.high));
        assert_eq!(found.estimate(8.0 / 1.51), None);
        assert_eq!(found.estimate(found.timed[1] * 1.51), None);
    }

    #[test]
    fn what_says_too_little_is_refused() {
        let pairs = |of: fn(f64) -> f64| -> Vec<(f64, f64)> {
            (1..=30).map(f64::from).map(|effort| (effort, of(effort))).collect()
        };
        assert_eq!(Scale::fit(&pairs(|x| x)[..19]), Err(Unfit::Few(19)));
        assert_eq!(Scale::fit(&pairs(|x| x - 1.0)), Err(Unfit::Time));
        assert_eq!(Scale::fit(&pairs(|x| 1.0 / x)), Err(Unfit::Flat));
        assert_eq!(Scale::fit(&[(2.0, 3.0); 30]), Err(Unfit::Flat));
        assert_eq!(Scale::fit(&pairs(|_| 12.5)), Err(Unfit::Flat));
    }

    /// For logarithms of times distributed normally about a known scale, each number is found
    /// within four of its standard errors, and half of other times of the same people are within
    /// the range.
    #[test]
    fn the_scale_of_people_is_recovered() {
        let rng_seed = 20_261_127;
        let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
        // The quartiles of a standard normal distribution, and its density there.
        let (quartile, density) = (0.674_49f64, 0.317_78f64);
        for round in 0..40 {
            let (factor, power) = (rng.random_range(0.2..8.0f64), rng.random_range(0.3..1.2f64));
            let (spread, count) = (rng.random_range(0.05..0.5f64), rng.random_range(200..900));
            let people = Scale {
                factor,
                power,
                low: (-quartile * spread).exp(),
                high: (quartile * spread).exp(),
                timed: [8.0, 240.0],
            };
            let mut time = || {
                let effort = 8.0 * 30f64.powf(rng.random::<f64>());
                let polar = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
                let normal = polar * (std::f64::consts::TAU * rng.random::<f64>()).cos();
                (effort, people.minutes(effort) * (spread * normal).exp())
            };
            let timed: Vec<(f64, f64)> = (0..count).map(|_| time()).collect();
            let found = Scale::fit(&timed).unwrap();
            let told = || format!("{found:?} of {people:?}, round {round}, RNG seed {rng_seed}");
            let n = f64::from(count);
            // Efforts are uniform in their logarithms, over a width of ln 30.
            let of_power = spread / (n / 12.0).sqrt() / 30f64.ln();
            let of_quartile = spread * (0.25 * 0.75 / n).sqrt() / density;
            let middle = (8.0 * 240.0f64).sqrt();
            for (found, known, error) in [
                (found.power, power, of_power),
                (found.minutes(middle).ln(), people.minutes(middle).ln(), spread / n.sqrt()),
                (found.low.ln(), people.low.ln(), of_quartile),
                (found.high.ln(), people.high.ln(), of_quartile),
            ] {
                // The width of the efforts that were chosen differs by some percent.
                assert!((found - known).abs() < 4.4 * error, "{found} {known}: {}", told());
            }
            let others: Vec<(f64, f64)> = (0..4_000).map(|_| time()).collect();
            let is_inside = |&&(effort, minutes): &&(f64, f64)| {
                (found.low..=found.high).contains(&(minutes / found.minutes(effort)))
            };
            let inside = others.iter().filter(is_inside).count() as f64 / 4_000.0;
            let error = (0.25 / n + 0.25 / 4_000.0).sqrt();
            assert!((inside - 0.5).abs() < 4.4 * error, "{inside} inside: {}", told());
        }
    }

    #[test]
    fn a_scale_is_read_as_it_is_written() {
        let scale = Scale { factor: 0.012_345_678, timed: [8.437, 233.62], ..Scale::BUILT_IN };
        assert_eq!(scale.to_string().parse(), Ok(scale));
        assert_eq!(scale.rounded().to_string(), "0.01235,0.584,0.828,1.135,8.437,233.6");
        assert_eq!(scale.rounded().rounded(), scale.rounded());
        for wrong in [
            "",
            "1,2,3",
            "1,1,1,1,1,x",
            "1,1,1.1,1,1,2",
            "1,1,1,0.9,1,2",
            "1,1,1,1,3,2",
            "-1,1,1,1,1,2",
            "1,inf,1,1,1,2",
        ] {
            let words = wrong.parse::<Scale>().unwrap_err().to_string();
            assert!(words.contains("six numbers"), "{words}");
        }
    }
}
