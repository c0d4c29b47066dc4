//! [`SolvePathFilter`]: constraints on the steps that Sudoku Explainer takes.

use std::ops::RangeInclusive;

use super::name::Name;
use crate::rating::er::Score;
use crate::rating::levels::Facts;
use crate::rating::se::{
    MOST_WITHOUT_GUESSING, Rating, Technique, Without, all_named, is_named, rate_without,
    ratings_of, scores,
};
use crate::rating::stop::Stop;

/// Constraints on the steps that Sudoku Explainer takes through a puzzle as printed; all of them
/// hold together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SolvePathFilter {
    pub no_uniqueness: bool,
    pub no_guessing: bool,
    /// The techniques allowed for the hardest step, the first of its rating; empty for any.
    pub hardest: Vec<Name>,
    /// The techniques that must all be used.
    pub used: Vec<Name>,
}

impl SolvePathFilter {
    /// Whether the puzzle, as given, fits. An unknown rating is computed, which takes a millisecond
    /// or two.
    pub fn admits(&self, facts: &Facts) -> bool {
        if *self == Self::default() {
            return true;
        }
        if let Some(rating) = facts.rating() {
            return self.takes(rating);
        }
        // Steps are the same up to the first that is too hard, and the later ones do not matter.
        let without = Without { guessing: self.no_guessing, ..Without::NOTHING };
        let rating = rate_without(&facts.puzzle().grid(), without, Stop::NEVER);
        rating.is_ok_and(|rating| self.takes(&rating))
    }

    fn takes(&self, rating: &Rating) -> bool {
        let is_used =
            |name: &Name| rating.steps.iter().any(|step| is_named(step.technique, name.as_ref()));
        rating.is_solved()
            && (!self.no_guessing || rating.er <= MOST_WITHOUT_GUESSING)
            && (!self.no_uniqueness
                || !rating.steps.iter().any(|step| step.technique.needs_uniqueness()))
            && self.used.iter().all(is_used)
            && (self.hardest.is_empty()
                || rating.technique().is_some_and(|technique| self.is_hardest(technique)))
    }

    /// Whether the hardest step may be of this technique.
    pub fn is_hardest(&self, technique: Technique) -> bool {
        self.hardest.iter().any(|name| is_named(technique, name.as_ref()))
    }

    /// Returns the first technique that is asked for but refused because it relies on uniqueness.
    pub fn refused(&self) -> Option<&Name> {
        let relies = |name: &&Name| {
            let mut own = all_named(name.as_ref());
            own.all(Technique::needs_uniqueness)
        };
        let all_rely = !self.hardest.is_empty() && self.hardest.iter().all(|name| relies(&name));
        let hardest = self.hardest.first().filter(|_| all_rely);
        hardest.or_else(|| self.used.iter().find(relies)).filter(|_| self.no_uniqueness)
    }

    /// Returns the ratings within `asked`, rising, that puzzles with such steps can have.
    pub fn ratings(&self, asked: Option<&RangeInclusive<Score>>) -> Vec<Score> {
        let may_be = |score: &Score| {
            let is_of = |name: &Name| ratings_of(name.as_ref()).any(|own| own == *score);
            let is_from = |name: &Name| ratings_of(name.as_ref()).any(|own| own <= *score);
            (!self.no_guessing || *score <= MOST_WITHOUT_GUESSING)
                && (self.hardest.is_empty() || self.hardest.iter().any(is_of))
                && self.used.iter().all(is_from)
        };
        scores()
            .filter(|score| asked.is_none_or(|range| range.contains(score)) && may_be(score))
            .collect()
    }
}
