//! Percentiles: the share of a population of puzzles that is easier than a puzzle, in percent.
//!
//! For *all minimal puzzles* the percentiles of m(B), ER and estimated minutes are known, from a
//! controlled-bias collection whose puzzles are weighted
//! ([`controlled_bias_weight`](super::calibrate::controlled_bias_weight)); for *puzzles that
//! newspapers print* those of m(B), from the quantiles of 13 of their levels with equal weights.
//! `METHODS.md` lists the sources, and the command that made the table.
//!
//! A percentile is uncertain, since the table is from a sample: its standard error is that of a
//! share among as many puzzles as the sample is worth.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// The table: a row for each point of a scale, and for each scale a row without a percentile for
/// the number of puzzles that its sample is worth.
const TABLE: &str = include_str!("percentiles.tsv");

crate::named_enum! {
    /// The measure whose percentile is meant.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Among {
        /// m(B) among all minimal puzzles that have one: tier 6 has none.
        Score = "score",
        /// ER among all minimal puzzles.
        Er = "er",
        /// Minutes among all minimal puzzles that have an estimate.
        Minutes = "minutes",
        /// m(B) among what newspapers print.
        Printed = "printed",
    }
}

/// A percentile, with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Percentile {
    /// From 0 to 100.
    pub percent: f64,
    /// The standard error.
    pub error: f64,
}

/// A scale, read from its rows of the table.
#[derive(Default)]
struct Scale {
    /// Values and their percentiles, rising.
    points: Vec<[f64; 2]>,
    /// The number of independent puzzles that the sample is worth.
    worth: f64,
}

static SCALES: LazyLock<[Scale; Among::ALL.len()]> = LazyLock::new(|| Among::ALL.map(read));

fn read(among: Among) -> Scale {
    let mut scale = Scale::default();
    for line in TABLE.lines() {
        let mut fields = line.split('\t');
        if fields.next() != Some(among.name()) {
            continue;
        }
        let mut numbers = fields.map(|field| field.parse::<f64>().ok());
        match (numbers.next().flatten(), numbers.next().flatten()) {
            (Some(value), Some(percent)) => scale.points.push([value, percent]),
            (Some(worth), None) => scale.worth = worth,
            _ => {}
        }
    }
    scale
}

/// Returns the second coordinate at the value `at` of the first, linear between the points; beyond
/// them that of the first or last point.
fn between(points: &[[f64; 2]], at: f64, [x, y]: [usize; 2]) -> f64 {
    let next = points.partition_point(|point| point[x] < at);
    match (next.checked_sub(1).map(|last| points[last]), points.get(next)) {
        (Some(low), Some(high)) => low[y] + (high[y] - low[y]) * (at - low[x]) / (high[x] - low[x]),
        (_, Some(first)) => first[y],
        (last, None) => last.map_or(0.0, |last| last[y]),
    }
}

impl Among {
    fn scale(self) -> &'static Scale {
        &SCALES[self as usize]
    }

    /// Returns the percentile of a value.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::rating::percentile::Among;
    ///
    /// let hard = Among::Score.percentile(5000.0);
    /// assert!((70.0..90.0).contains(&hard.percent) && hard.error < 1.0);
    /// // Newspapers print easier ones.
    /// assert!(Among::Printed.percentile(5000.0).percent > hard.percent);
    /// ```
    pub fn percentile(self, value: f64) -> Percentile {
        let Scale { points, worth } = self.scale();
        let percent = between(points, value, [0, 1]);
        let share = percent / 100.0;
        Percentile { percent, error: 100.0 * (share * (1.0 - share) / worth.max(1.0)).sqrt() }
    }

    /// Returns the values whose percentiles are in a range; unbounded at an end where the range
    /// ends at 0 or 100.
    pub fn values(self, percents: &RangeInclusive<f64>) -> RangeInclusive<f64> {
        let value = |percent: f64| between(&self.scale().points, percent, [1, 0]);
        let (from, to) = (*percents.start(), *percents.end());
        let least = if from <= 0.0 { 0.0 } else { value(from) };
        let most = if to >= 100.0 { f64::INFINITY } else { value(to) };
        least..=most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_percentiles_are_each_other_s_inverse() {
        for among in Among::ALL {
            let Scale { points, worth } = among.scale();
            assert!(points.len() > 20 && *worth > 500.0, "{among}");
            for pair in points.windows(2) {
                assert!(pair[0][0] < pair[1][0] && pair[0][1] < pair[1][1], "{among} {pair:?}");
            }
            for percent in (1..100).map(f64::from) {
                let [first, last] = [points[0][1], points[points.len() - 1][1]];
                let percent = percent.clamp(first, last);
                let value = *among.values(&(percent..=percent)).start();
                let again = among.percentile(value).percent;
                assert!((again - percent).abs() < 1e-6, "{among} {percent} {again}");
            }
            assert_eq!(among.values(&(0.0..=100.0)), 0.0..=f64::INFINITY);
        }
    }
}
