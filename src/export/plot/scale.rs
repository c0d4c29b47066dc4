//! [`Scale`]: an axis, with its ticks.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

/// An axis: the mapping of values to positions, and the ticks.
#[derive(Clone, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    ticks: Vec<(f64, String)>,
}

impl Scale {
    /// Returns an axis for these values: logarithmic if they are positive and the largest is more
    /// than 30 times the smallest.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        if low > 0.0 && high > 30.0 * low {
            Self::logarithmic(low, high)
        } else {
            Self::linear(low, high)
        }
    }

    /// Returns a linear axis that covers `low` to `high`, extended to the next ticks.
    pub fn linear(low: f64, high: f64) -> Self {
        let (low, high) = if low < high { (low, high) } else { wide(low) };
        let step = nice_step((high - low) / 8.0);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let ticks = (0..=(last - first) as usize).map(|i| (first + i as f64) * step);
        let ticks: Vec<(f64, String)> = ticks.map(|tick| (tick, number(tick))).collect();
        Self { low: first * step, high: last * step, logarithmic: false, ticks }
    }

    /// Returns a logarithmic axis from a 1, 2 or 5 at or below `low` to one at or above `high`.
    fn logarithmic(low: f64, high: f64) -> Self {
        let decades = (high / low).log10();
        let digits: &[f64] = if decades < 4.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let every = (decades / 8.0).ceil().max(1.0) as usize;
        let exponents = low.log10().floor() as i32..=high.log10().ceil() as i32;
        let steps = exponents.step_by(every);
        let ticks: Vec<f64> =
            steps.flat_map(|e| digits.iter().map(move |digit| digit * 10f64.powi(e))).collect();
        let first = ticks.iter().rposition(|&tick| tick <= low).unwrap_or(0);
        let last = ticks.iter().position(|&tick| tick >= high).unwrap_or(ticks.len() - 1);
        let (low, high) = (ticks[first].min(low), ticks[last].max(high));
        let ticks = ticks[first..=last].iter().map(|&tick| (tick, number(tick))).collect();
        Self { low, high, logarithmic: true, ticks }
    }

    /// Returns an axis with names at 0, 1, 2 …, and half a step of room at the ends.
    pub fn names<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let ticks: Vec<(f64, String)> =
            names.enumerate().map(|(i, name)| (i as f64, name.to_owned())).collect();
        Self { low: -0.5, high: ticks.len() as f64 - 0.5, logarithmic: false, ticks }
    }

    /// Returns the ends of `count` adjacent ranges that fill the axis, in order.
    pub fn bins(&self, count: usize) -> Vec<f64> {
        let (low, high) = (self.bend(self.low), self.bend(self.high));
        let end = |i: usize| low + (high - low) * i as f64 / count as f64;
        (0..=count).map(|i| if self.logarithmic { 10f64.powf(end(i)) } else { end(i) }).collect()
    }

    pub fn range_end(&self) -> f64 {
        self.high
    }

    /// Maps a value to a number that is linear along the axis.
    fn bend(&self, value: f64) -> f64 {
        if self.logarithmic { value.log10() } else { value }
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let (low, high) = (self.bend(self.low), self.bend(self.high));
        let share = (self.bend(value.clamp(self.low, self.high)) - low) / (high - low);
        limit.0 + (f64::from(limit.1 - limit.0) * share).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|tick| tick.0).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Scale {
    fn format_ext(&self, value: &f64) -> String {
        let named = self.ticks.iter().find(|tick| tick.0.total_cmp(value).is_eq());
        named.map(|tick| tick.1.clone()).unwrap_or_default()
    }
}

/// Returns a range around a single value.
fn wide(value: f64) -> (f64, f64) {
    if value.is_finite() { (value - 0.5, value + 0.5) } else { (0.0, 1.0) }
}

/// Returns the smallest 1, 2 or 5 times a power of ten that is at least about `least`, which must
/// be positive.
pub fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= least * 0.999);
    digit.unwrap_or(10.0) * power
}

/// Returns a number in its shortest notation.
fn number(value: f64) -> String {
    // Steps are multiples of powers of ten: digits after the sixth are rounding errors.
    let digits = format!("{value:.5e}");
    let value: f64 = digits.parse().unwrap_or(value);
    if value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(scale: &Scale) -> Vec<&str> {
        scale.ticks.iter().map(|tick| tick.1.as_str()).collect()
    }

    #[test]
    fn ticks_are_round() {
        let scale = |values: &[f64]| Scale::of(values.iter().copied());
        assert_eq!(named(&scale(&[1.2, 9.0])), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        assert_eq!(named(&scale(&[-1.0, 1.0])), ["-1", "-0.5", "0", "0.5", "1"]);
        assert_eq!(
            named(&scale(&[320.0, 21_000.0])),
            ["200", "500", "1000", "2000", "5000", "10000", "20000", "50000"]
        );
        let wide = scale(&[1.0, 3e30]);
        assert!(named(&wide).len() <= 10 && named(&wide)[1] == "10000", "{:?}", named(&wide));
        assert_eq!(named(&scale(&[0.0, 1.5e6]))[4..], ["800000", "1e6", "1.2e6", "1.4e6", "1.6e6"]);
        assert_eq!(named(&scale(&[5.0, 5.0])).len(), 7);
        assert_eq!(named(&scale(&[])).first(), Some(&"0"));
    }

    #[test]
    fn every_value_has_its_place() {
        for values in [vec![320.0, 900.0, 21_000.0], vec![1.2, 3.4, 9.0], vec![1e-3, 1e40]] {
            let scale = Scale::of(values.iter().copied());
            assert!(values.iter().all(|value| (scale.low..=scale.high).contains(value)));
            assert_eq!(scale.map(&scale.low, (100, 500)), 100);
            assert_eq!(scale.map(&scale.high, (100, 500)), 500);
            let bins = scale.bins(40);
            assert!(bins.is_sorted() && bins.len() == 41);
        }
    }
}
