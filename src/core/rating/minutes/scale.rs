//! [`Scale`]: minutes by effort, for one audience.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::super::quantile::quantile;

/// How long people take, as far as their times tell.
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
    /// Of a puzzle a quarter faster than most, as a share of the minutes; at most 1.
    pub low: f64,
    /// Of one a quarter slower, at least 1.
    pub high: f64,
    /// The least and the greatest effort that was timed.
    pub timed: [f64; 2],
}

impl Default for Scale {
    fn default() -> Self {
        Self::BUILT_IN
    }
}

/// The estimate goes as far beyond what was timed: by this factor of effort.
const BEYOND: f64 = 1.5;

/// Fewest timed puzzles of which quartiles mean anything.
const FEWEST: usize = 20;

/// Why no scale fits these times.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Too few.
    #[error("{0} timed puzzles with an effort are too few: a scale takes {FEWEST} or more")]
    Few(usize),
    /// A time that is none.
    #[error("a time is not above 0")]
    Time,
    /// No connection, or the wrong one.
    #[error("these times do not grow with the effort of the puzzles")]
    Flat,
}

impl Scale {
    /// Of 344 puzzles and their mean times in minutes, each of ten people or more (Wang 2024; `tests/data/timed.tsv`).
    pub const BUILT_IN: Self =
        Self { factor: 1.294, power: 0.584, low: 0.828, high: 1.135, timed: [8.4, 234.0] };

    /// The scale of these puzzles, each an effort and the minutes that people took: a line through the logarithms by least squares,
    /// and the quartiles of what is left.
    ///
    /// # Errors
    /// If they say too little.
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
        let power = both / mean(&|pair| (pair.0.ln() - x).powi(2));
        if !(power.is_finite() && power > 0.0) {
            return Err(Unfit::Flat);
        }
        let line = |effort: f64| y + power * (effort.ln() - x);
        let mut left: Vec<f64> = timed.iter().map(|pair| pair.1.ln() - line(pair.0)).collect();
        left.sort_unstable_by(f64::total_cmp);
        let efforts = || timed.iter().map(|pair| pair.0);
        Ok(Self {
            factor: line(1.0).exp(),
            power,
            // Never beside the estimate itself.
            low: quantile(&left, 0.25).exp().min(1.0),
            high: quantile(&left, 0.75).exp().max(1.0),
            timed: [efforts().fold(f64::INFINITY, f64::min), efforts().fold(0.0, f64::max)],
        })
    }

    /// The least and the most minutes that there are estimates of, to the hundredth.
    pub fn reach(&self) -> RangeInclusive<f64> {
        let minutes = |effort: f64| hundredths(self.minutes(effort));
        minutes(self.timed[0] / BEYOND)..=minutes(self.timed[1] * BEYOND)
    }

    /// The efforts of puzzles that have an estimate within `minutes`: the least and the greatest, up to what rounding adds.
    pub fn efforts(&self, minutes: &RangeInclusive<f64>) -> RangeInclusive<f64> {
        let [least, greatest] = [self.timed[0] / BEYOND, self.timed[1] * BEYOND];
        let effort = |minutes: f64| (minutes / self.factor).powf(1.0 / self.power);
        effort(*minutes.start()).max(least)..=effort(*minutes.end()).min(greatest)
    }

    fn minutes(&self, effort: f64) -> f64 {
        self.factor * effort.powf(self.power)
    }

    /// The minutes of a puzzle with this effort, to the hundredth; none if that is far from what was timed.
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

fn hundredths(minutes: f64) -> f64 {
    (minutes * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
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
    }
}
