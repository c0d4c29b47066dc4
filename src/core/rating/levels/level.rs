//! [`Level`]: a named difficulty.

use std::ops::{Range, RangeInclusive};

use super::facts::Facts;
use crate::board::Cell;
use crate::error::{Suggestion, listed};
use crate::errors;
use crate::logic::{Ladder, Technique};
#[cfg(feature = "se")]
use crate::rating::er::Score;
use crate::rating::metric::Metric;
#[cfg(feature = "se")]
use crate::rating::se;
use crate::symmetry::ClueSymmetry;

/// A named difficulty: takes puzzles within all its bounds. A level without bounds takes every
/// puzzle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Level {
    /// Its name, without spaces.
    pub name: String,
    /// The metric of `score`.
    pub metric: Metric,
    /// Takes scores from the start to below the end, and no puzzle without a score; `None` takes
    /// all.
    pub score: Option<Range<f64>>,
    /// Takes ratings of Sudoku Explainer (ER) from the start to below the end; `None` takes all.
    #[cfg(feature = "se")]
    pub er: Option<Range<f64>>,
    /// Takes these tiers, both ends included; `None` takes all.
    pub tiers: Option<RangeInclusive<u8>>,
    /// Takes these numbers of clues, both ends included; `None` takes all.
    pub clues: Option<RangeInclusive<usize>>,
    /// Takes clues that have this symmetry; `ClueSymmetry::None` takes all.
    pub symmetry: ClueSymmetry,
    /// Takes puzzles whose hardest step is one of these; empty takes all.
    pub techniques: Vec<Technique>,
    /// The numbers of clues of draws without bounds on them. No bound of the level.
    pub usual_clues: Option<RangeInclusive<usize>>,
    /// Its description; may be empty.
    pub about: String,
}

impl Level {
    /// Creates a level of this name that takes every puzzle.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Whether it takes a puzzle. The slowest checks come last.
    pub fn admits(&self, facts: &Facts) -> bool {
        let takes = |(metric, range): (Metric, &Range<f64>)| {
            facts.score(metric).is_some_and(|score| contains(range, score))
        };
        self.tiers.as_ref().is_none_or(|tiers| tiers.contains(&facts.tier()))
            && self.clues.as_ref().is_none_or(|clues| clues.contains(&facts.clues().len()))
            && self.symmetry.holds(facts.clues())
            && (self.techniques.is_empty()
                || facts.hardest().is_some_and(|technique| self.techniques.contains(&technique)))
            && self.bounds().all(takes)
    }

    /// Returns the metrics by which it bounds puzzles, each with its range; the slowest is last.
    pub fn bounds(&self) -> impl Iterator<Item = (Metric, &Range<f64>)> {
        let score = self.score.iter().map(|score| (self.metric, score));
        #[cfg(feature = "se")]
        let score = score.chain(self.er.iter().map(|er| (Metric::Se, er)));
        score
    }

    /// Returns the ratings of Sudoku Explainer (ER) within its bounds; `None` if it has no bound on
    /// them.
    #[cfg(feature = "se")]
    pub fn ratings(&self) -> Option<RangeInclusive<Score>> {
        let (_, bound) = self.bounds().find(|(metric, _)| *metric == Metric::Se)?;
        let mut within = se::scores().filter(|own| contains(bound, own.value()));
        let first = within.next()?;
        Some(first..=within.next_back().unwrap_or(first))
    }

    /// Whether it takes every puzzle.
    pub fn is_unbounded(&self) -> bool {
        let Self { tiers, clues, symmetry, techniques, .. } = self;
        self.bounds().next().is_none()
            && tiers.is_none()
            && clues.is_none()
            && *symmetry == ClueSymmetry::None
            && techniques.is_empty()
    }

    fn wrong(&self, key: &'static str, what: String) -> Result<(), LevelError> {
        Err(LevelError::Value { level: self.name.clone(), key, what })
    }

    pub(super) fn check(&self) -> Result<(), LevelError> {
        let Self { name, tiers, clues, usual_clues, .. } = self;
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return self.wrong("name", format!("{name:?} is empty or has spaces"));
        }
        for (at, (metric, Range { start, end })) in self.bounds().enumerate() {
            // The second bound is that of the rating.
            let key = if at == 0 && self.score.is_some() { "score" } else { "er" };
            if start.is_nan() || end.is_nan() || start >= end {
                return self.wrong(key, format!("nothing lies from {start} to below {end}"));
            }
            if at == 1 && metric == self.metric {
                return self.wrong(key, "the score is that rating already".to_owned());
            }
        }
        if let Some(tiers) = tiers.as_ref().filter(|tiers| tiers.is_empty()) {
            let what = format!("no tier lies from {} to {}", tiers.start(), tiers.end());
            return self.wrong("tiers", what);
        }
        for (key, clues) in [("clues", clues), ("usual_clues", usual_clues)] {
            let Some(clues) = clues else { continue };
            if clues.is_empty() {
                let what = format!("no number lies from {} to {}", clues.start(), clues.end());
                return self.wrong(key, what);
            }
            if *clues.end() > Cell::COUNT {
                return self.wrong(key, format!("{}: a grid has 81 cells", clues.end()));
            }
        }
        if let (Some(clues), Some(usual)) = (clues, usual_clues)
            && !(clues.contains(usual.start()) && clues.contains(usual.end()))
        {
            let what = format!(
                "{} to {} is not within clues, {} to {}",
                usual.start(),
                usual.end(),
                clues.start(),
                clues.end()
            );
            return self.wrong("usual_clues", what);
        }
        Ok(())
    }

    pub(super) fn check_ladder(&self, ladder: &Ladder) -> Result<(), LevelError> {
        let beyond = ladder.beyond();
        if let Some(last) = self.tiers.as_ref().map(|tiers| *tiers.end()).filter(|&t| t > beyond) {
            return self.wrong("tiers", format!("there is no tier {last}, the last is {beyond}"));
        }
        match self.techniques.iter().find(|&&technique| ladder.tier_of(technique).is_none()) {
            Some(other) => {
                self.wrong("techniques", format!("{} is not one of the ladder's", other.name()))
            }
            None => Ok(()),
        }
    }
}

/// Whether a score is within a range; an infinite score, if the range has no end.
pub(super) fn contains(range: &Range<f64>, score: f64) -> bool {
    range.contains(&score) || (score >= range.start && range.end == f64::INFINITY)
}

errors! {
    /// Why something is no level table, or a name no level.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum LevelError;

    /// No level has this name.
    Unknown {
        /// The name asked for.
        name: String,
        /// The name it is nearest to, if it is near to one.
        meant: Option<String>,
        /// The names there are, with commas.
        known: String => listed(known),
    } = "no-such-level", NotFound, "no level named '{name}' (there are {known})", Suggestion::meant(meant.as_ref());
    /// Two levels have one name.
    Duplicate(level: String) = "bad-levels": "A level table cannot be used: a name twice, a bad value, or no level.",
        Request, "two levels are named '{level}'";
    /// A level has a bad value.
    Value { level: String, key: &'static str, what: String } = "bad-levels", Request, "level '{level}', {key}: {what}";
    /// There is no level at all.
    Empty = "bad-levels", Request, "a level table has at least one [[level]]";
}
