//! [`Facts`]: what levels ask of a puzzle.

use std::cell::OnceCell;

use crate::board::{CellSet, Puzzle};
use crate::logic::{Ladder, Technique, explain, grade, hardest};
use crate::rating::hsolve;
use crate::rating::metric::{Metric, Settings};
#[cfg(feature = "se")]
use crate::rating::se::Rating;

/// What is known of a puzzle, for levels to ask. What takes work is worked out when it is asked for first.
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
    /// Of a puzzle of which nothing is known yet. Tiers are those of the ladder.
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

    /// Of a puzzle whose top tier and m(B) are known.
    pub fn graded(ladder: &'a Ladder, puzzle: &'a Puzzle, tier: u8, score: Option<f64>) -> Self {
        Self { tier: tier.into(), ..Self::of(ladder, puzzle) }.with_score(score)
    }

    /// These facts with this m(B).
    #[must_use]
    pub fn with_score(self, score: Option<f64>) -> Self {
        self.with(Metric::Hsolve, score)
    }

    /// These facts with this score by a metric.
    #[must_use]
    pub fn with(mut self, metric: Metric, score: Option<f64>) -> Self {
        self.scores[metric as usize] = score.into();
        self
    }

    /// These facts with this Sudoku Explainer rating of the puzzle as it lies.
    #[cfg(feature = "se")]
    #[must_use]
    pub fn with_rating(self, rating: &'a Rating) -> Self {
        Self { rating: Some(rating), ..self.with(Metric::Se, Some(rating.er.value())) }
    }

    /// These facts with parameters of the metrics that are not the usual ones.
    #[must_use]
    pub fn with_settings(self, settings: &'a Settings) -> Self {
        Self { settings: Some(settings), ..self }
    }

    /// The top tier.
    pub fn tier(&self) -> u8 {
        *self.tier.get_or_init(|| grade(self.ladder, self.puzzle).tier)
    }

    /// The score by a metric; none where it has none.
    pub fn score(&self, metric: Metric) -> Option<f64> {
        *self.scores[metric as usize].get_or_init(|| match metric {
            Metric::Hsolve => {
                let grade = grade(self.ladder, self.puzzle);
                hsolve::score(self.ladder, self.puzzle, &grade).map(|score| score.mean)
            }
            _ => match self.settings {
                Some(settings) => metric.score(self.puzzle, settings),
                None => metric.score(self.puzzle, &Settings::default()),
            },
        })
    }

    /// The Sudoku Explainer rating, if it is known.
    #[cfg(feature = "se")]
    pub const fn rating(&self) -> Option<&'a Rating> {
        self.rating
    }

    /// The ladder of the tiers.
    pub const fn ladder(&self) -> &'a Ladder {
        self.ladder
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The clues.
    pub fn clues(&self) -> CellSet {
        self.puzzle.clues()
    }

    /// The technique of the hardest step, as [`hardest`] has it; none if the techniques of the ladder do not solve the
    /// puzzle.
    pub fn hardest(&self) -> Option<Technique> {
        *self.hardest.get_or_init(|| match self.ladder.rows(self.tier()) {
            // Only a step of the top tier can be the hardest.
            [] => None,
            [only] => Some(*only),
            [first, ..] => {
                let steps = explain(self.ladder, self.puzzle);
                // Where nothing is open there is no step.
                Some(hardest(self.ladder, &steps).map_or(*first, |i| steps[i].technique()))
            }
        })
    }
}
