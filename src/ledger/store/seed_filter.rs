//! Selection of seeds, and counts of them: types shared by the rules and their callers.

use std::collections::BTreeMap;
use std::ops::{Bound, RangeBounds as _, RangeInclusive};

use super::record::{Group, Numbered, SeedSummary};
use crate::record::{Origin, Outline, Seed};
use crate::symmetry::{ClueSymmetry, Fraction, GridClass, Key};

/// The result of adding seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Added {
    /// Seeds that are new.
    pub new: usize,
    /// Seeds that existed with all of these gradings, or had a twin at least as good.
    pub known: usize,
    /// Seeds that replaced a worse twin, and existing seeds that got further gradings.
    pub better: usize,
}

/// The amount of content in a database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Seeds.
    pub seeds: u64,
    /// The number of seeds by ladder id and tier; tiers without seeds are absent.
    pub gradings: BTreeMap<String, BTreeMap<u8, u64>>,
    /// Puzzles in the ledger, without lost ones.
    pub issued: u64,
    /// Batches.
    pub batches: u64,
}

impl Counts {
    /// Returns the number of seeds that this ladder graded into this tier.
    pub fn of_tier(&self, ladder: &str, tier: u8) -> u64 {
        self.gradings.get(ladder).and_then(|tiers| tiers.get(&tier)).copied().unwrap_or(0)
    }
}

/// A selection of seeds by their cards. All bounds must hold.
#[derive(Clone, PartialEq, Debug)]
pub struct SeedFilter {
    /// The id of the ladder whose gradings count.
    pub ladder: String,
    /// The tiers.
    pub tiers: RangeInclusive<u8>,
    /// Bounds that the range of recorded scores must intersect. Excludes seeds without scores.
    pub scores: Option<(Bound<f64>, Bound<f64>)>,
    /// The clue symmetry that it was mined for; a seed of tier 0 serves every symmetry.
    pub symmetry: Option<ClueSymmetry>,
    /// The origin.
    pub origin: Option<Origin>,
    /// Only the seed with this key.
    pub key: Option<Key>,
    /// Restricts to seeds whose class of solution grids this partition owns; `None` for all.
    pub part: Option<Fraction>,
}

impl SeedFilter {
    /// Selects all seeds that this ladder graded.
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

    /// Whether the seed of the card, which must be of this ladder, is wanted.
    pub(super) fn admits_card(&self, card: &SeedSummary) -> bool {
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

/// Whether the range from `least` to `greatest` intersects the bounds.
fn meets((from, to): (Bound<f64>, Bound<f64>), (least, greatest): (f64, f64)) -> bool {
    (from, Bound::Unbounded).contains(&greatest) && (Bound::Unbounded, to).contains(&least)
}
