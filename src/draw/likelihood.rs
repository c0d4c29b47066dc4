//! The likelihood that refills of a seed meet the bounds of a [`Request`] on the score, estimated
//! from thinned refills seen before.

use std::ops::{Bound, RangeBounds as _};

use super::request::{Request, is_above};
use crate::board::Puzzle;
use crate::logic::{self, Grade};
use crate::rating::se;
use crate::record::Outline;
use crate::refill::{KEPT, Prepared, RefillTarget, USUAL_CLUES};

/// The least chance of a hard enough refill at which attempts with a seed are expected to succeed.
const LIKELY: f64 = 0.75;
/// [`LIKELY`] at tier 0, where the scores of one seed differ most. It is lower so that puzzles of a
/// level with tier 0 and others do not all come from the other tiers.
const LIKELY_AT_0: f64 = 0.25;
/// The range of scores of 25 refills, the number seen of a seed, in standard deviations.
const SPREAD: f64 = 3.9;

/// Of the scores of refills one is seldom more than so many times another.
const APART: f64 = 1.6;

impl Request {
    /// Whether a puzzle just graded may be a seed of such puzzles, by its techniques, its rating and
    /// its score, which are measured sooner than what it gives: refills share the rating, and the
    /// rest of the score.
    pub fn may_come_of(&self, puzzle: &Puzzle, grade: &Grade) -> bool {
        if self.asks_for_common() && self.steps_to_common(puzzle) > 0 {
            return false;
        }
        let ladder = self.refilled_by();
        if let Some((from, to)) = self.aim(grade.tier).scores {
            let prepared = Prepared::new(ladder, puzzle, grade);
            let Some(rest) = prepared.rest() else { return false };
            let Some(score) = prepared.score(puzzle.clues()) else { return false };
            let is_hard_enough = (from, Bound::Unbounded).contains(&(APART * score.mean));
            if !is_hard_enough || !is_above((from, to), rest.mean) {
                return false;
            }
        }
        let is_so_rated = |tiers: &[u8]| tiers.contains(&logic::grade(se::ladder(), puzzle).tier);
        self.is_by_rating() || self.rated.as_deref().is_none_or(is_so_rated)
    }

    /// The chance that a refill of the seed with as few clues as are allowed is not too easy for
    /// the bounds on the score, by the thinned ones that were seen; `aim` is that of its tier.
    pub(super) fn chance(&self, seed: &Outline, aim: &RefillTarget) -> f64 {
        let from = match aim.scores {
            None | Some((Bound::Unbounded, _)) => return 1.0,
            Some((Bound::Included(from) | Bound::Excluded(from), _)) => from,
        };
        let fewest = aim.clues.as_ref().map_or(0, |clues| *clues.start());
        let kept = KEPT.powf((fewest as f64 - USUAL_CLUES).max(0.0));
        let rest = seed.rest.unwrap_or(0.0);
        let from = rest + (from - rest) / kept;
        self.thinned(seed).map_or(0.0, |seen| share_above(seen, from))
    }

    /// Whether an attempt with a seed [in reach](Self::sieve) is likely to meet the bounds on the
    /// score: three of four thinned refills (at tier 0 one of four) are not too easy, and some are
    /// not too hard, or clues may be added until all unreserved cells are shown. `aim` is the
    /// target of its tier.
    pub(super) fn is_likely(&self, seed: &Outline, aim: &RefillTarget) -> bool {
        let RefillTarget { clues, scores: Some(bounds), .. } = aim else { return true };
        let is_all_shown =
            clues.as_ref().is_none_or(|clues| *clues.end() >= usize::from(seed.unreserved));
        let is_easy_enough =
            |seen: (f64, f64)| is_above(*bounds, seen.0) || is_all_shown && !self.asked().minimal;
        let likely = if seed.tier == 0 { LIKELY_AT_0 } else { LIKELY };
        self.chance(seed, aim) >= likely && self.thinned(seed).is_some_and(is_easy_enough)
    }
}

/// Returns the share of thinned refills with this score or more, given the least and greatest score
/// seen. Their logarithms are nearly normally distributed; here the closest logistic distribution
/// is used.
fn share_above((least, greatest): (f64, f64), score: f64) -> f64 {
    let [least, greatest, score] = [least, greatest, score].map(|one| one.max(1.0).ln());
    let deviation = ((greatest - least) / SPREAD).max(0.01);
    let off = (score - f64::midpoint(least, greatest)) / deviation;
    1.0 / (1.0 + (1.702 * off).exp())
}
