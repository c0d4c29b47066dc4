//! [`Target`]: the puzzles that a level of a table names.

use std::ops::{Range, RangeInclusive};

use super::facts::Facts;
use super::level::Level;
use super::region::{Region, merged, within, without};
use crate::board::Cell;
use crate::logic::Ladder;
use crate::rating::metric::Metric;
use crate::rating::percentile::Among;

/// A level of a table: it names the puzzles that it takes and that no level above it takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    level: Level,
    above: Vec<Level>,
    regions: Vec<Region>,
}

impl Target {
    /// Creates the target of a level below those `above` it.
    pub(super) fn new(ladder: &Ladder, level: &Level, above: &[Level]) -> Self {
        let regions = within(&Region::all(ladder), level);
        let regions = without(regions, above);
        Self { level: level.clone(), above: above.to_vec(), regions }
    }

    /// Returns the level.
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// Whether the level names the puzzle.
    pub fn admits(&self, facts: &Facts) -> bool {
        self.level.admits(facts) && !self.above.iter().any(|level| level.admits(facts))
    }

    /// Whether it may name puzzles of this tier with a score from the least to the greatest of
    /// `scores`.
    pub fn may_admit(&self, tier: u8, scores: Option<(f64, f64)>) -> bool {
        let percents = scores.map(|(least, greatest)| {
            let percent = |score| Among::Score.percentile(score).percent;
            (percent(least), percent(greatest))
        });
        self.at(tier).any(|region| {
            region.scores(Metric::Hsolve).meets(scores)
                && region.scores(Metric::Percentile).meets(percents)
        })
    }

    /// Returns the range of tiers whose puzzles it may name; `None` if it names no puzzle.
    pub fn tiers(&self) -> Option<RangeInclusive<u8>> {
        let first = self.regions.iter().map(|region| *region.tiers.start()).min()?;
        let last = self.regions.iter().map(|region| *region.tiers.end()).max()?;
        Some(first..=last)
    }

    /// Whether it may name puzzles of this tier.
    pub fn names_of(&self, tier: u8) -> bool {
        self.at(tier).next().is_some()
    }

    fn at(&self, tier: u8) -> impl Iterator<Item = &Region> + Clone {
        self.regions.iter().filter(move |region| region.tiers.contains(&tier))
    }

    /// Returns the least range of m(B) with all puzzles that it may name; `None` if some have no
    /// score.
    pub fn scores(&self) -> Option<Range<f64>> {
        scores(self.regions.iter())
    }

    /// Returns the least range of m(B) with all puzzles of this tier that it may name; `None` if
    /// some have no score.
    pub fn scores_at(&self, tier: u8) -> Option<Range<f64>> {
        scores(self.at(tier))
    }

    /// Returns the least range of estimated minutes with all puzzles of this tier that it may name;
    /// `None` if some have no estimate, or if unbounded.
    pub fn minutes_at(&self, tier: u8) -> Option<Range<f64>> {
        hull(self.at(tier), Metric::Minutes)
    }

    /// Returns the fewest and the most clues of puzzles of this tier that it may name; `None` if
    /// there are no such puzzles.
    pub fn clues_at(&self, tier: u8) -> Option<RangeInclusive<usize>> {
        clues(self.at(tier))
    }

    /// Returns the fewest and the most clues of all puzzles that it may name; `None` for any
    /// number.
    pub fn clues(&self) -> Option<RangeInclusive<usize>> {
        clues(self.regions.iter()).filter(|clues| *clues != (0..=Cell::COUNT))
    }

    /// Returns the puzzles that it names, in few regions; empty if the levels above take them all.
    pub fn regions(&self) -> Vec<Region> {
        merged(self.regions.clone())
    }
}

/// Returns the fewest and the most clues of puzzles of these regions; `None` if there are none.
fn clues<'a>(regions: impl Iterator<Item = &'a Region> + Clone) -> Option<RangeInclusive<usize>> {
    let least = regions.clone().map(|region| *region.clues().start()).min()?;
    Some(least..=regions.map(|region| *region.clues().end()).max()?)
}

/// Returns the least range of m(B) of all puzzles of these regions, by the bounds on scores and on
/// percentiles; `None` if some puzzles have no score.
fn scores<'a>(regions: impl Iterator<Item = &'a Region> + Clone) -> Option<Range<f64>> {
    let scores = hull(regions.clone(), Metric::Hsolve)?;
    let percents = hull(regions, Metric::Percentile)?;
    let own = Among::Score.values(&(percents.start..=percents.end));
    Some(scores.start.max(*own.start())..scores.end.min(*own.end()))
}

/// Returns the least range of scores of all puzzles of these regions; `None` if some have no score.
fn hull<'a>(regions: impl Iterator<Item = &'a Region>, metric: Metric) -> Option<Range<f64>> {
    let mut hull: Option<Range<f64>> = None;
    for region in regions {
        let own = region.scores(metric);
        let range = own.range.as_ref().filter(|_| !own.none)?;
        let all = hull.unwrap_or_else(|| range.clone());
        hull = Some(all.start.min(range.start)..all.end.max(range.end));
    }
    hull
}
