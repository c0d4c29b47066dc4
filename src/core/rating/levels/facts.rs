//! [`Facts`]: the properties of a puzzle that levels check.

use std::cell::OnceCell;

use crate::board::{CellSet, Puzzle};
use crate::logic::{Ladder, Technique, explain, grade, hardest};
use crate::rating::hsolve;
use crate::rating::metric::{Metric, Settings};
use crate::rating::percentile::Among;
#[cfg(feature = "se")]
use crate::rating::se::Rating;

/// The properties of a puzzle, for levels to check. Slow ones are computed at their first use.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    ladder: &'a Ladder,
    puzzle: &'a Puzzle,
    settings: Option<&'a Settings>,
    tier: OnceCell<u8>,
    scores: [OnceCell<Option<f64>>; Metric::ALL.len()],
    hardest: OnceCell<Option<Technique>>,
    #[cfg(feature = "se")]
    rating: Option<&'a Rating>,
}

impl<'a> Facts<'a> {
    /// Creates the facts of a puzzle, none of them computed yet. Tiers are those of the ladder.
    pub fn of(ladder: &'a Ladder, puzzle: &'a Puzzle) -> Self {
        let (tier, scores, hardest) = Default::default();
        Self {
            ladder,
            puzzle,
            settings: None,
            tier,
            scores,
            hardest,
            #[cfg(feature = "se")]
            rating: None,
        }
    }

    /// Creates the facts of a puzzle with known top tier and m(B).
    pub fn graded(ladder: &'a Ladder, puzzle: &'a Puzzle, tier: u8, score: Option<f64>) -> Self {
        Self { tier: tier.into(), ..Self::of(ladder, puzzle) }.with_score(score)
    }

    /// Sets m(B).
    #[must_use]
    pub fn with_score(self, score: Option<f64>) -> Self {
        self.with(Metric::Hsolve, score)
    }

    /// Sets the score by a metric.
    #[must_use]
    pub fn with(mut self, metric: Metric, score: Option<f64>) -> Self {
        self.scores[metric as usize] = score.into();
        self
    }

    /// Sets the Sudoku Explainer rating of the puzzle as given.
    #[cfg(feature = "se")]
    #[must_use]
    pub fn with_rating(self, rating: &'a Rating) -> Self {
        Self { rating: Some(rating), ..self.with(Metric::Se, Some(rating.er.value())) }
    }

    /// Sets other parameters of the metrics than the default ones.
    #[must_use]
    pub fn with_settings(self, settings: &'a Settings) -> Self {
        Self { settings: Some(settings), ..self }
    }

    /// Returns the top tier.
    pub fn tier(&self) -> u8 {
        *self.tier.get_or_init(|| grade(self.ladder, self.puzzle).tier)
    }

    /// Returns the score by a metric; `None` if the puzzle has none.
    pub fn score(&self, metric: Metric) -> Option<f64> {
        *self.scores[metric as usize].get_or_init(|| match metric {
            Metric::Hsolve => {
                let grade = grade(self.ladder, self.puzzle);
                hsolve::score(self.ladder, self.puzzle, &grade).map(|score| score.mean)
            }
            Metric::Percentile => {
                let score = self.score(Metric::Hsolve);
                score.map(|score| Among::Score.percentile(score).percent)
            }
            _ => match self.settings {
                Some(settings) => metric.score(self.puzzle, settings),
                None => metric.score(self.puzzle, &Settings::default()),
            },
        })
    }

    /// Returns the Sudoku Explainer rating, if it is known.
    #[cfg(feature = "se")]
    pub const fn rating(&self) -> Option<&'a Rating> {
        self.rating
    }

    /// Returns the ladder of the tiers.
    pub const fn ladder(&self) -> &'a Ladder {
        self.ladder
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// Returns the clues.
    pub fn clues(&self) -> CellSet {
        self.puzzle.clues()
    }

    /// Returns the technique of the hardest step, see [`hardest`]; `None` if the techniques of the
    /// ladder do not solve the puzzle.
    pub fn hardest(&self) -> Option<Technique> {
        *self.hardest.get_or_init(|| match self.ladder.rows(self.tier()) {
            // Only a step of the top tier can be the hardest.
            [] => None,
            [only] => Some(*only),
            [first, ..] => {
                let steps = explain(self.ladder, self.puzzle);
                // A puzzle without open cells has no step.
                Some(hardest(self.ladder, &steps).map_or(*first, |i| steps[i].technique()))
            }
        })
    }
}
