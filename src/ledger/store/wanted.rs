//! Which seeds are wanted, and what is told of them: what the rules and those who ask the store share.

use std::collections::BTreeMap;
use std::ops::{Bound, RangeBounds as _, RangeInclusive};

use super::record::{Card, Group, Numbered};
use crate::record::{Origin, Outline, Seed};
use crate::symmetry::{ClueSymmetry, Fraction, GridClass, Key};

/// What became of seeds that were added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Added {
    /// Seeds that are new.
    pub new: usize,
    /// Seeds that were there with all of this, or had a twin at least as good.
    pub known: usize,
    /// Seeds that took the place of a worse twin, and those that were there without all of these ratings.
    pub better: usize,
}

/// How much a database holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Seeds.
    pub seeds: u64,
    /// By the id of each ladder that has graded seeds, those of each tier that has any.
    pub gradings: BTreeMap<String, BTreeMap<u8, u64>>,
    /// Puzzles in the ledger, without those that are lost.
    pub issued: u64,
    /// Batches.
    pub batches: u64,
}

impl Counts {
    /// The seeds that the ladder of this id has graded into this tier.
    pub fn of_tier(&self, ladder: &str, tier: u8) -> u64 {
        self.gradings.get(ladder).and_then(|tiers| tiers.get(&tier)).copied().unwrap_or(0)
    }
}

/// Which seeds may give what is asked for, by their cards. All bounds hold together.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    /// The id of the ladder whose gradings count.
    pub ladder: String,
    /// Tiers.
    pub tiers: RangeInclusive<u8>,
    /// Bounds that some score from the least to the greatest recorded must meet. With them, a seed without scores is not
    /// wanted.
    pub scores: Option<(Bound<f64>, Bound<f64>)>,
    /// The clue symmetry it was mined for; a seed of tier 0 serves every symmetry.
    pub symmetry: Option<ClueSymmetry>,
    /// Where it comes from.
    pub origin: Option<Origin>,
    /// Only the seed of this key.
    pub key: Option<Key>,
    /// Only seeds of which this part owns the class of the solution grid.
    pub part: Option<Fraction>,
}

impl Wanted {
    /// All seeds that the ladder of this id has graded.
    pub fn graded_by(ladder: &str) -> Self {
        Self {
            ladder: ladder.to_owned(),
            tiers: 0..=u8::MAX,
            scores: None,
            symmetry: None,
            origin: None,
            key: None,
            part: None,
        }
    }

    /// Whether the seed is wanted.
    pub fn admits(&self, seed: &Seed) -> bool {
        seed.outline(&self.ladder).is_some_and(|outline| self.admits_outline(&outline))
            && self.owns(GridClass::of(seed.puzzle.solution()))
    }

    /// Whether seeds of the group may be wanted.
    pub(super) fn admits_group(&self, group: &Group) -> bool {
        let symmetry = self.symmetry.map(Numbered::number);
        let origin = self.origin.map(Numbered::number);
        self.ladder == group.ladder
            && self.tiers.contains(&group.tier)
            && symmetry.is_none_or(|wanted| wanted == group.symmetry || group.tier == 0)
            && origin.is_none_or(|wanted| wanted == group.origin)
    }

    /// Whether the seed of the card, which is of the ladder, is wanted.
    pub(super) fn admits_card(&self, card: &Card) -> bool {
        self.admits_outline(&card.outline) && self.owns(card.class)
    }

    fn owns(&self, class: GridClass) -> bool {
        self.part.is_none_or(|part| part.owns(class))
    }

    fn admits_outline(&self, outline: &Outline) -> bool {
        let Outline { tier, scores, symmetry, origin, key, .. } = outline;
        self.tiers.contains(tier)
            && self.scores.is_none_or(|bounds| scores.is_some_and(|range| meets(bounds, range)))
            && self.symmetry.is_none_or(|wanted| wanted == *symmetry || *tier == 0)
            && self.origin.is_none_or(|wanted| wanted == *origin)
            && self.key.is_none_or(|wanted| wanted == *key)
    }
}

/// Whether a score from `least` to `greatest` is within the bounds.
fn meets((from, to): (Bound<f64>, Bound<f64>), (least, greatest): (f64, f64)) -> bool {
    (from, Bound::Unbounded).contains(&greatest) && (Bound::Unbounded, to).contains(&least)
}
