//! [`Region`]: puzzles within bounds on all properties that levels can bound.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use super::facts::Facts;
use super::level::{Level, contains};
use crate::board::Cell;
use crate::logic::{Ladder, Technique};
use crate::rating::metric::Metric;
use crate::rating::minutes;
use crate::symmetry::ClueSymmetry;

/// Above this number, regions are not split any further.
const MOST: usize = 4096;

/// All puzzles of one or several tiers, within bounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Region {
    /// Their top tiers.
    pub tiers: RangeInclusive<u8>,
    /// The techniques allowed for their hardest step; `None` is for puzzles without a hardest step.
    hardest: Vec<Option<Technique>>,
    /// Their numbers of clues.
    clues: RangeInclusive<usize>,
    /// By symmetry: whether puzzles may have it, and whether they may lack it.
    symmetries: [(bool, bool); ClueSymmetry::ALL.len()],
    /// Their scores, by metric.
    scores: [Reach; Metric::ALL.len()],
}

/// Scores by a metric.
#[derive(Clone, PartialEq, Debug)]
pub struct Reach {
    /// From the start to below the end; `None` if no score is included.
    pub range: Option<Range<f64>>,
    /// Whether puzzles without a score are included.
    pub none: bool,
}

impl Reach {
    const ALL: Self = Self { range: Some(0.0..f64::INFINITY), none: false };
    const NO_SCORE: Self = Self { range: None, none: true };

    const fn is_empty(&self) -> bool {
        self.range.is_none() && !self.none
    }

    fn is_all(&self) -> bool {
        self.range == Self::ALL.range
    }

    fn has(&self, score: Option<f64>) -> bool {
        score.map_or(self.none, |score| {
            self.range.as_ref().is_some_and(|range| contains(range, score))
        })
    }

    /// Whether some score from the least to the greatest of `scores` is included. Unknown scores
    /// (`None`) are if puzzles without a score are, or all scores.
    pub fn meets(&self, scores: Option<(f64, f64)>) -> bool {
        match scores {
            None => self.none || *self == Self::ALL,
            Some((least, greatest)) => {
                self.range.as_ref().is_some_and(|r| r.start <= greatest && least < r.end)
            }
        }
    }
}

/// The part of a region within a level's bound, and the parts outside.
type Split = (Option<Region>, Vec<Region>);

impl Region {
    /// Returns all puzzles, one region per tier.
    pub(super) fn all(ladder: &Ladder) -> Vec<Self> {
        let of_tier = |tier| {
            let rows = ladder.rows(tier);
            let scores = Metric::ALL.map(|metric| match metric {
                Metric::Hsolve | Metric::Percentile if !ladder.has_score(tier) => Reach::NO_SCORE,
                Metric::Minutes if !minutes::tiers(ladder).contains(&tier) => Reach::NO_SCORE,
                metric if metric.may_be_none() => Reach { none: true, ..Reach::ALL },
                _ => Reach::ALL,
            });
            Self {
                tiers: tier..=tier,
                hardest: if rows.is_empty() {
                    vec![None]
                } else {
                    rows.iter().copied().map(Some).collect()
                },
                clues: 0..=Cell::COUNT,
                symmetries: [(true, true); ClueSymmetry::ALL.len()],
                scores,
            }
        };
        ladder.tiers().map(of_tier).collect()
    }

    /// Returns its scores by a metric.
    pub const fn scores(&self, metric: Metric) -> &Reach {
        &self.scores[metric as usize]
    }

    /// Returns its numbers of clues.
    pub const fn clues(&self) -> &RangeInclusive<usize> {
        &self.clues
    }

    /// Whether it contains the puzzle.
    pub fn contains(&self, facts: &Facts) -> bool {
        let has = |(symmetry, (with, without)): (&ClueSymmetry, _)| {
            if symmetry.holds(facts.clues()) { with } else { without }
        };
        let scored = |metric: &Metric| {
            let reach = self.scores(*metric);
            // Skip scores without bounds, which need not be computed.
            (reach.is_all() && (reach.none || !metric.may_be_none()))
                || reach.has(facts.score(*metric))
        };
        self.tiers.contains(&facts.tier())
            && self.clues.contains(&facts.clues().len())
            && ClueSymmetry::ALL.iter().zip(self.symmetries).all(has)
            && self.hardest.contains(&facts.hardest())
            && Metric::ALL.iter().all(scored)
    }

    /// Returns the part of it that a level takes, and the parts that it does not.
    pub(super) fn split(&self, level: &Level) -> Split {
        let mut beside = Vec::new();
        let mut within = self.clone();
        let mut take = |(inner, outer): Split| {
            beside.extend(outer);
            inner
        };
        let whole = || (None, vec![self.clone()]);
        for split in [Self::by_tier, Self::by_technique, Self::by_clues, Self::by_symmetry] {
            let Some(inner) = take(split(within, level)) else { return whole() };
            within = inner;
        }
        for (metric, bound) in level.bounds() {
            let Some(inner) = take(within.by_score(metric, bound)) else { return whole() };
            within = inner;
        }
        (Some(within), beside)
    }

    fn by_tier(self, level: &Level) -> Split {
        // A region that is split has one tier.
        let is_in = level.tiers.as_ref().is_none_or(|tiers| tiers.contains(self.tiers.start()));
        if is_in { (Some(self), Vec::new()) } else { (None, vec![self]) }
    }

    fn by_technique(self, level: &Level) -> Split {
        if level.techniques.is_empty() {
            return (Some(self), Vec::new());
        }
        let is_in =
            |one: &Option<Technique>| one.is_some_and(|one| level.techniques.contains(&one));
        let (own, others): (Vec<_>, Vec<_>) = self.hardest.iter().copied().partition(is_in);
        let with =
            |hardest: Vec<_>| (!hardest.is_empty()).then(|| Self { hardest, ..self.clone() });
        (with(own), with(others).into_iter().collect())
    }

    fn by_clues(self, level: &Level) -> Split {
        let Some(bound) = &level.clues else { return (Some(self), Vec::new()) };
        let (first, last) = (*self.clues.start(), *self.clues.end());
        let with = |from: usize, to: usize| {
            let clues = from.max(first)..=to.min(last);
            (!clues.is_empty()).then(|| Self { clues, ..self.clone() })
        };
        let below = bound.start().checked_sub(1).and_then(|to| with(first, to));
        let above = with(bound.end() + 1, last);
        (with(*bound.start(), *bound.end()), [below, above].into_iter().flatten().collect())
    }

    fn by_symmetry(self, level: &Level) -> Split {
        let place = level.symmetry as usize;
        let (has, lacks) = self.symmetries[place];
        let with = |of_it| {
            let mut region = self.clone();
            region.symmetries[place] = of_it;
            region
        };
        match level.symmetry {
            ClueSymmetry::None => (Some(self), Vec::new()),
            _ => (
                has.then(|| with((true, false))),
                lacks.then(|| with((false, true))).into_iter().collect(),
            ),
        }
    }

    fn by_score(self, metric: Metric, bound: &Range<f64>) -> Split {
        let place = metric as usize;
        let with = |reach: Reach| {
            let mut region = self.clone();
            region.scores[place] = reach;
            (!region.scores[place].is_empty()).then_some(region)
        };
        let own = self.scores[place].range.as_ref();
        let part = |from: f64, to: f64| {
            let range = own.map(|own| own.start.max(from)..own.end.min(to));
            with(Reach { range: range.filter(|range| range.start < range.end), none: false })
        };
        let none = self.scores[place].none.then_some(Reach::NO_SCORE).and_then(with);
        let beside = [part(0.0, bound.start), part(bound.end, f64::INFINITY), none];
        (part(bound.start, bound.end), beside.into_iter().flatten().collect())
    }
}

/// Returns the parts of `regions` that the levels do not take; more than these if there are too
/// many regions.
pub(super) fn without<'a>(
    mut regions: Vec<Region>,
    levels: impl IntoIterator<Item = &'a Level>,
) -> Vec<Region> {
    for level in levels {
        if regions.len() > MOST {
            break;
        }
        regions = regions.iter().flat_map(|region| region.split(level).1).collect();
    }
    regions
}

pub(super) fn within(regions: &[Region], level: &Level) -> Vec<Region> {
    regions.iter().filter_map(|region| region.split(level).0).collect()
}

/// Merges regions that differ in nothing but adjacent tiers.
pub(super) fn merged(regions: Vec<Region>) -> Vec<Region> {
    let mut merged: Vec<Region> = Vec::new();
    for region in regions {
        let is_next = |last: &&mut Region| {
            let unsplit =
                |region: &Region| Region { tiers: 0..=0, hardest: Vec::new(), ..region.clone() };
            last.tiers.end() + 1 == *region.tiers.start() && unsplit(last) == unsplit(&region)
        };
        match merged.iter_mut().find(is_next) {
            Some(last) => {
                last.tiers = *last.tiers.start()..=*region.tiers.end();
                last.hardest.extend(region.hardest);
            }
            None => merged.push(region),
        }
    }
    merged
}

/// Displays for example `tiers 0 to 1, score 929 and more`.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.tiers.start(), self.tiers.end());
        if first == last {
            write!(f, "tier {first}")?;
        } else {
            write!(f, "tiers {first} to {last}")?;
        }
        for metric in Metric::ALL {
            let name = if metric == Metric::Hsolve { "score" } else { metric.name() };
            match &self.scores[metric as usize] {
                all if all.is_all() => {}
                // Tiers without m(B) are always without a score.
                Reach { range: None, .. } if self.scores(Metric::Hsolve).range.is_none() => {}
                Reach { range: None, .. } => write!(f, ", no {name}")?,
                Reach { range: Some(range), .. } => write!(f, ", {name} {}", Scores(range))?,
            }
        }
        let clues = &self.clues;
        match (*clues.start(), *clues.end()) {
            (0, Cell::COUNT) => {}
            (0, last) => write!(f, ", up to {last} clues")?,
            (first, Cell::COUNT) => write!(f, ", {first} clues and more")?,
            (first, last) => write!(f, ", {first} to {last} clues")?,
        }
        for symmetry in ClueSymmetry::ALL {
            match self.symmetries[symmetry as usize] {
                (true, false) => write!(f, ", {symmetry}")?,
                (false, true) => write!(f, ", not {symmetry}")?,
                _ => {}
            }
        }
        Ok(())
    }
}

struct Scores<'a>(&'a Range<f64>);

impl fmt::Display for Scores<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.0;
        match (*start <= 0.0, *end == f64::INFINITY) {
            (true, _) => write!(f, "below {end}"),
            (_, true) => write!(f, "{start} and more"),
            _ => write!(f, "{start} to below {end}"),
        }
    }
}
