//! [`Request`]: what is to be drawn.

use std::ops::{Bound, Range, RangeBounds as _, RangeInclusive};

use super::demand::Demand;
use super::share::Share;
use crate::board::Cell;
use crate::logic::Ladder;
use crate::rating::levels::{Facts, LevelTable, Target};
use crate::rating::metric::Metric;
use crate::rating::se;
use crate::record::{Origin, Outline, Seed, Turned};
use crate::refill::{Scores, Wish};
use crate::symmetry::{ClueSymmetry, Key};

/// No puzzle has fewer clues.
pub const FEWEST_CLUES: usize = 17;

/// What is to be drawn: all bounds given hold together.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The ladder whose gradings count.
    pub ladder: Ladder,
    /// A level of a table. Its bounds on the clues are [part of the wish](super::within).
    pub level: Option<Target>,
    /// The top tier, both ends included.
    pub tier: Option<RangeInclusive<u8>>,
    /// m(B), both ends included.
    pub score: Option<RangeInclusive<f64>>,
    /// Sudoku Explainer ratings, as tiers of their [`ladder`](se::ladder): then that ladder says which seeds are refilled, and how.
    pub se: Option<RangeInclusive<u8>>,
    /// Only this seed.
    pub from: Option<Key>,
    /// Only seeds that come from here.
    pub origin: Option<Origin>,
    /// Symmetry and number of the clues, minimality.
    pub wish: Wish,
    /// What they are to be like beyond that.
    pub demand: Demand,
    /// How many one seed may give.
    pub share: Share,
    /// The levels in force: what puzzles are labelled by if no level was asked for.
    pub levels: LevelTable,
    /// Where randomness begins.
    pub rng_seed: u64,
}

impl Request {
    /// The ladder whose gradings say what seeds can give.
    pub fn refilled_by(&self) -> &Ladder {
        if self.se.is_some() { se::ladder() } else { &self.ladder }
    }

    /// The tiers of that ladder that puzzles can have; seeds of others need not be read.
    pub fn tiers(&self) -> RangeInclusive<u8> {
        if let Some(tiers) = &self.se {
            return tiers.clone();
        }
        let of_level = self.level.as_ref().and_then(Target::tiers);
        self.tier.clone().or(of_level).unwrap_or(self.ladder.tiers())
    }

    /// Whether a puzzle is within the bounds on tier, score and level.
    pub fn admits(&self, facts: &Facts) -> bool {
        let score_fits = |range: &RangeInclusive<f64>| {
            facts.score(Metric::Hsolve).is_some_and(|score| range.contains(&score))
        };
        self.tier.as_ref().is_none_or(|wanted| wanted.contains(&facts.tier()))
            && self.score.as_ref().is_none_or(score_fits)
            && self.level.as_ref().is_none_or(|level| level.admits(facts))
    }

    /// The bounds on m(B) by level, range and wish together; none if there are none. What a level names may have a hole within
    /// them, and be less at some tiers. Where refills are made by rating, no seed knows their scores: then they are no
    /// bounds on seeds, and nothing is aimed at them.
    pub fn scores(&self) -> Option<Scores> {
        self.scores_with(self.level.as_ref().and_then(Target::scores))
    }

    fn scores_with(&self, of_level: Option<Range<f64>>) -> Option<Scores> {
        if self.se.is_some() {
            return None;
        }
        let of_level = of_level.filter(|range| range.start > 0.0 || range.end < f64::INFINITY);
        let of_level =
            of_level.map(|range| (Bound::Included(range.start), Bound::Excluded(range.end)));
        let of_request = self.score.as_ref();
        let of_request = of_request
            .map(|range| (Bound::Included(*range.start()), Bound::Included(*range.end())));
        of_level.into_iter().chain(of_request).chain(self.wish.scores).reduce(both)
    }

    /// The wish with all bounds on clues and score that there are at this tier: what refills are aimed at.
    pub fn aim(&self, tier: u8) -> Wish {
        // A rating is not of a tier that levels bound.
        let Some(level) = self.level.as_ref().filter(|_| self.se.is_none()) else {
            return Wish { scores: self.scores(), ..self.wish.clone() };
        };
        let scores = self.scores_with(level.scores_at(tier));
        let clues = level.clues_at(tier).filter(|own| *own != (0..=Cell::COUNT));
        let clues = match (clues, self.wish.clues.clone()) {
            (Some(own), Some(asked)) => {
                Some(*own.start().max(asked.start())..=*own.end().min(asked.end()))
            }
            (own, asked) => own.or(asked),
        };
        Wish { scores, clues, ..self.wish.clone() }
    }

    /// Whether the seed can give such puzzles, by its record: the ladder has graded it, its tier fits, it was mined for the clue
    /// symmetry (tier 0 serves every symmetry) or may have refills with a half turn, and on the way from its refills to all
    /// unreserved cells shown both clues and score can meet the bounds.
    pub fn may_use(&self, seed: &Seed) -> bool {
        let outline = seed.outline(self.refilled_by().id());
        outline.is_some_and(|outline| self.sieve()(&outline))
            && (!self.looks_at_seeds() || self.demand.may_give(&self.ladder, seed))
    }

    /// Whether an outline does not tell if the seed may be used.
    pub fn looks_at_seeds(&self) -> bool {
        self.se.is_none() && self.demand.looks_at_seeds()
    }

    /// [`may_use`](Self::may_use) by the outline of a seed that the ladder which refills has made, for many of them.
    pub fn sieve(&self) -> impl Fn(&Outline) -> bool {
        let tiers = self.tiers();
        let tiers = *tiers.start()..=(*tiers.end()).min(self.refilled_by().beyond());
        let first = *tiers.start();
        let aims: Vec<Wish> = tiers.map(|tier| self.aim(tier)).collect();
        move |outline| {
            let aim = outline.tier.checked_sub(first).and_then(|at| aims.get(usize::from(at)));
            aim.is_some_and(|aim| {
                self.is_among(outline) && self.serves(outline) && self.is_in_reach(outline, aim)
            })
        }
    }

    /// Whether the thinned refills of the seed, which are aimed nowhere, can be such puzzles: some score seen among them is within
    /// the bounds.
    pub fn may_use_thinned(&self, seed: &Seed) -> bool {
        let meets = |outline: &Outline| {
            self.scores().is_none_or(|scores| outline.scores.is_some_and(|seen| meet(scores, seen)))
        };
        let fits = |outline: Outline| {
            self.is_among(&outline) && self.serves_as_it_is(&outline) && meets(&outline)
        };
        seed.outline(self.refilled_by().id()).is_some_and(fits)
    }

    /// Whether it is one of the seeds asked for, and fits but for symmetry, clues and score.
    fn is_among(&self, seed: &Outline) -> bool {
        self.from.is_none_or(|key| key == seed.key)
            && self.origin.is_none_or(|origin| origin == seed.origin)
            && self.takes(seed.tier)
    }

    /// Whether puzzles may have this tier.
    pub fn takes(&self, tier: u8) -> bool {
        if let Some(tiers) = &self.se {
            return tiers.contains(&tier);
        }
        self.tier.as_ref().is_none_or(|wanted| wanted.contains(&tier))
            && self.level.as_ref().is_none_or(|level| level.names_of(tier))
    }

    /// Whether its refills can have the clue symmetry, as far as is known.
    pub(super) fn serves(&self, seed: &Outline) -> bool {
        self.serves_as_it_is(seed)
            || self.turns(seed) && seed.turned.is_none_or(|turned| turned.capacity > 0)
    }

    /// Whether its refills can have the clue symmetry without the seed being turned.
    fn serves_as_it_is(&self, seed: &Outline) -> bool {
        let symmetry = self.wish.symmetry;
        symmetry == ClueSymmetry::None || symmetry == seed.symmetry || seed.tier == 0
    }

    /// Whether the seed has to be turned first, so that a half turn it has is the plain one.
    pub(super) fn turns(&self, seed: &Outline) -> bool {
        self.wish.symmetry == ClueSymmetry::Rot180 && !self.serves_as_it_is(seed)
    }

    /// What was measured of the seed with the half turn that is wished for; none if it was mined for that, or nobody has looked.
    fn turned(&self, seed: &Outline) -> Option<Turned> {
        let is_wished = self.wish.symmetry == ClueSymmetry::Rot180;
        seed.turned.filter(|_| is_wished && seed.symmetry != ClueSymmetry::Rot180)
    }

    /// The capacity of a seed for such puzzles, as far as it was measured: aim and turns that nobody looked for may give more, bounds less.
    pub fn capacity(&self, seed: &Outline) -> u16 {
        self.turned(seed).map_or(seed.capacity, |turned| turned.capacity)
    }

    /// The least and the greatest score in reach, none if there are none: from the rest, which is left where all unreserved
    /// cells are shown, to the greatest seen among thinned refills. What is added to a minimal puzzle can go again, so there is
    /// no way to the rest then.
    pub(super) fn reach(&self, seed: &Outline) -> Option<(f64, f64)> {
        let (least, greatest) = self.turned(seed).map_or(seed.scores, |turned| turned.scores)?;
        Some((if self.wish.minimal { least } else { seed.rest.unwrap_or(0.0) }, greatest))
    }

    /// Whether the way from the thinned refills to all unreserved cells shown meets the bounds of this aim, that of its tier.
    fn is_in_reach(&self, seed: &Outline, aim: &Wish) -> bool {
        let has_clues = |range: &RangeInclusive<usize>| {
            !range.is_empty()
                && *range.end() >= FEWEST_CLUES
                && *range.start() <= usize::from(seed.unreserved)
        };
        let has_score = |scores| self.reach(seed).is_some_and(|reach| meet(scores, reach));
        let Wish { clues, scores, .. } = aim;
        clues.as_ref().is_none_or(has_clues) && scores.is_none_or(has_score)
    }

    /// The level on the label: the one asked for, else the first that admits the puzzle.
    pub(super) fn label(&self, facts: &Facts) -> Option<String> {
        let level = self.level.as_ref().map(Target::level).or_else(|| self.levels.of(facts));
        level.map(|level| level.name.clone())
    }
}

/// Whether something from `least` to `greatest` is within the bounds.
fn meet(bounds: Scores, (least, greatest): (f64, f64)) -> bool {
    is_below(bounds, greatest) && is_above(bounds, least)
}

/// Whether the lower bound is not above this.
pub(super) fn is_below((from, _): Scores, score: f64) -> bool {
    (from, Bound::Unbounded).contains(&score)
}

/// Whether the upper bound is not below this.
pub(super) fn is_above((_, to): Scores, score: f64) -> bool {
    (Bound::Unbounded, to).contains(&score)
}

/// The bounds that hold where both do.
fn both(one: Scores, other: Scores) -> Scores {
    (stricter(one.0, other.0, f64::gt), stricter(one.1, other.1, f64::lt))
}

/// Of two bounds on the same side the one that excludes more; `excludes_more` says it of their values.
fn stricter(
    one: Bound<f64>,
    other: Bound<f64>,
    excludes_more: fn(&f64, &f64) -> bool,
) -> Bound<f64> {
    use Bound::{Excluded, Included, Unbounded};
    match (one, other) {
        (Unbounded, bound) | (bound, Unbounded) => bound,
        (Included(a) | Excluded(a), Included(b) | Excluded(b)) if excludes_more(&a, &b) => one,
        (Included(a) | Excluded(a), Included(b) | Excluded(b)) if excludes_more(&b, &a) => other,
        // They are at the same value.
        (Excluded(_), _) => one,
        _ => other,
    }
}
