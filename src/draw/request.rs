//! [`Request`]: what is to be drawn.

use std::ops::RangeInclusive;

use crate::logic::Ladder;
use crate::rating::levels::{Level, LevelTable};
use crate::record::{Origin, Seed};
use crate::refill::Wish;
use crate::symmetry::{ClueSymmetry, Key};

/// What is to be drawn: all bounds given hold together.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The ladder whose gradings count.
    pub ladder: Ladder,
    /// A level of the table.
    pub level: Option<Level>,
    /// The top tier.
    pub tier: Option<u8>,
    /// m(B), both ends included.
    pub score: Option<RangeInclusive<f64>>,
    /// Only this seed.
    pub from: Option<Key>,
    /// Only seeds that come from here.
    pub origin: Option<Origin>,
    /// Symmetry and number of the clues, minimality.
    pub wish: Wish,
    /// The levels in force: what puzzles are labelled by if no level was asked for.
    pub levels: LevelTable,
    /// Where randomness begins.
    pub rng_seed: u64,
}

impl Request {
    /// The tiers that puzzles can have; seeds of others need not be read.
    pub fn tiers(&self) -> RangeInclusive<u8> {
        let of_level = self.level.as_ref().and_then(|level| level.tiers.clone());
        self.tier.map(|tier| tier..=tier).or(of_level).unwrap_or(self.ladder.tiers())
    }

    /// Whether a puzzle with this top tier and score is within the bounds.
    pub fn admits(&self, tier: u8, score: Option<f64>) -> bool {
        self.tier.is_none_or(|wanted| wanted == tier)
            && self.level.as_ref().is_none_or(|level| level.admits(tier, score))
            && self.score.as_ref().is_none_or(|range| score.is_some_and(|s| range.contains(&s)))
    }

    /// Whether the seed can give such puzzles: the ladder has graded it, its tier fits, its recorded score range meets the bounds, and
    /// it was mined for the clue symmetry (tier 0 serves every symmetry).
    pub fn may_use(&self, seed: &Seed) -> bool {
        let Some(grading) = seed.grading(self.ladder.id()) else { return false };
        let symmetry = self.wish.symmetry;
        self.from.is_none_or(|key| key == seed.key)
            && self.origin.is_none_or(|origin| origin == seed.origin)
            && (symmetry == ClueSymmetry::None || symmetry == seed.symmetry || grading.tier == 0)
            && self.tier.is_none_or(|tier| tier == grading.tier)
            && self.meets(grading.tier, grading.scores)
    }

    /// Whether some score of the range is within the bounds.
    fn meets(&self, tier: u8, scores: Option<(f64, f64)>) -> bool {
        let tier_fits = |level: &Level| level.tiers.as_ref().is_none_or(|t| t.contains(&tier));
        if !self.level.as_ref().is_none_or(tier_fits) {
            return false;
        }
        let level = self.level.as_ref().and_then(|level| level.score.as_ref());
        if self.score.is_none() && level.is_none() {
            return true;
        }
        scores.is_some_and(|(least, greatest)| {
            self.score.as_ref().is_none_or(|s| *s.start() <= greatest && least <= *s.end())
                && level.is_none_or(|s| s.start <= greatest && least < s.end)
        })
    }

    /// The level on the label: the one asked for, else the first that admits the puzzle.
    pub(super) fn label(&self, tier: u8, score: Option<f64>) -> Option<String> {
        let level = self.level.as_ref().or_else(|| self.levels.of(tier, score));
        level.map(|level| level.name.clone())
    }
}
