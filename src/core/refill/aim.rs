//! Aim: choosing a refill within bounds on the *way* from a thinned refill to all unreserved cells.
//!
//! A thinned refill is the hardest of its kind. Unreserved cells that are added to it keep the
//! stuck state, so that every place on the way is a refill too, and the score falls along it, on
//! average, down to the rest that all refills share (`THEORY.md`). So a refill outside the bounds
//! is not discarded, but moved along its way, a random order of the other orbits:
//!
//! - With bounds on the clues, the place is drawn from those with a number of clues within the
//!   bounds, each number equally likely. A thinned refill with one or two clues too many is first
//!   thinned again a few times, each time with other cells in place of some clues, so that few
//!   clues are less rare than at random.
//! - With bounds on the score, the place is found by random bisection: a place is chosen among those
//!   that are expected to be within, by the last score seen, or at first by the scores recorded for
//!   the seed; if it is too hard, it bounds the search from below, if too easy, from above. If the
//!   score rises in between, some places are missed.
//! - Bounds on the effort, which falls along the way, too, are searched in the same way, but all
//!   places are equally likely to be chosen: a place is too hard or too easy by the score first, and
//!   then by the effort.
//! - With bounds on score or effort alone, the thinned refill itself is taken if it is within them.
//! - A refill that is to be [near](Near) a value is found by the same bisection, which continues
//!   until it is within 1 %, and takes the nearest place that it met. If the thinned refill is
//!   easier than the value, no place is nearer.

use std::ops::{Bound, RangeBounds as _};

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::foresight::{Foresight, is_far};
use super::{Prepared, RefillTarget};
use crate::board::{Cell, CellSet, Puzzle};
use crate::generate::is_minimal;
use crate::rating::hsolve::Score;
use crate::symmetry::{ClueSymmetry, Image};

/// Bounds on a score.
pub type Scores = (Bound<f64>, Bound<f64>);

/// The goals of a refill.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Near {
    /// This score m(B).
    Score(f64),
    /// This [effort](crate::rating::minutes::effort).
    Effort(f64),
}

/// A refill that meets a wish.
#[derive(Clone, Copy, Debug)]
pub struct Refill {
    /// The clues.
    pub clues: CellSet,
    /// The canonical image of the puzzle that shows them.
    pub image: Image,
    /// Its score, if the wish bounds it.
    pub score: Option<Score>,
}

/// The reason why an attempt gave no refill. (The order is that of the list shown to users.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rejection {
    /// The seed has no refill with this clue symmetry.
    Symmetry,
    /// The seed has no score.
    NoScore,
    /// The thinned refill already has too many clues.
    ManyClues {
        /// Its number of clues.
        fewest: usize,
    },
    /// No place on the way has enough clues, even if all unreserved cells are shown.
    FewClues {
        /// The most clues of a place on the way.
        most: usize,
    },
    /// The score is too low at all places with the right number of clues.
    LowScore,
    /// The score is too high at all places with the right number of clues.
    HighScore,
    /// The estimated minutes are too few, or there is no estimate, at all places that fit
    /// otherwise.
    LowMinutes,
    /// The estimated minutes are too many, or there is no estimate, at all places that fit
    /// otherwise.
    HighMinutes,
    /// Some clue can be removed.
    Redundant,
}

impl Rejection {
    /// Returns its name, in small letters with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Symmetry => "symmetry",
            Self::NoScore => "no-score",
            Self::ManyClues { .. } => "many-clues",
            Self::FewClues { .. } => "few-clues",
            Self::LowScore => "low-score",
            Self::HighScore => "high-score",
            Self::LowMinutes => "low-minutes",
            Self::HighMinutes => "high-minutes",
            Self::Redundant => "not-minimal",
        }
    }
}

/// The relative distance from the goal that counts as near enough.
const CLOSE: f64 = 0.01;
/// Clues too many for a thinned refill to be thinned again. From further away it seldom comes.
const NEAR: usize = 2;
/// The number of times it is thinned again.
const AGAIN: usize = 16;
/// Orbits added each time.
const OTHERS: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Low,
    Within,
    High,
}

fn side((from, to): Scores, score: f64) -> Side {
    if !(from, Bound::Unbounded).contains(&score) {
        Side::Low
    } else if (Bound::Unbounded, to).contains(&score) {
        Side::Within
    } else {
        Side::High
    }
}

/// Returns the bounds to aim at if the number of clues is unbounded. Without a lower bound on the
/// score, almost all cells could be shown, which is hardly a puzzle: so half of the upper bound
/// becomes the lower one.
fn preferred(scores: Scores) -> Scores {
    match scores {
        (Bound::Unbounded, Bound::Included(most) | Bound::Excluded(most)) => {
            (Bound::Included(most / 2.0), scores.1)
        }
        scores => scores,
    }
}

/// A place on the way, with its image and score if computed.
type Waypoint = (CellSet, Option<(Image, Score)>);

/// The bounds on score and effort of a place.
#[derive(Clone, Copy)]
struct Goal {
    scores: Option<Scores>,
    efforts: Option<Scores>,
}

/// The side on which a place misses the bounds, and which bound; `Ok` if within.
type Judged = Result<(), (Side, Rejection)>;

impl Goal {
    /// Judges a place with this score and effort; values without bounds are not computed.
    fn judge(&self, score: Option<Score>, effort: impl FnOnce() -> Option<Score>) -> Judged {
        if let (Some(bounds), Some(score)) = (self.scores, score) {
            match side(bounds, score.mean) {
                Side::Low => return Err((Side::Low, Rejection::LowScore)),
                Side::High => return Err((Side::High, Rejection::HighScore)),
                Side::Within => {}
            }
        }
        let Some(bounds) = self.efforts else { return Ok(()) };
        // Seeds without any effort never reach this.
        match effort().map_or(Side::High, |effort| side(bounds, effort.mean)) {
            Side::Low => Err((Side::Low, Rejection::LowMinutes)),
            Side::High => Err((Side::High, Rejection::HighMinutes)),
            Side::Within => Ok(()),
        }
    }
}

impl RefillTarget {
    /// Whether the wish bounds the score or names a score to be near to.
    fn is_scored(&self) -> bool {
        self.scores.is_some() || matches!(self.near, Some(Near::Score(_)))
    }
}

impl Prepared {
    /// Returns random clues that fill the unreserved cells, and so are [`valid`](Self::is_valid):
    /// thinned so that none can be removed (with a clue symmetry: no orbit), and then moved to
    /// where they meet the target. `None` if the seed or this attempt cannot meet it.
    pub fn refill(&self, wish: &RefillTarget, rng: &mut impl Rng) -> Option<CellSet> {
        self.place(wish, rng).ok().map(|(clues, _)| clues)
    }

    /// Returns a [`refill`](Self::refill) with its image and, if the target bounds it, its score.
    ///
    /// # Errors
    /// The bound that was missed.
    pub fn aimed(&self, wish: &RefillTarget, rng: &mut impl Rng) -> Result<Refill, Rejection> {
        let (clues, scored) = self.place(wish, rng)?;
        let score = scored.map(|(_, score)| score);
        let image = scored.map_or_else(|| self.image(clues), |(image, _)| image);
        Ok(Refill { clues, image, score })
    }

    fn place(&self, wish: &RefillTarget, rng: &mut impl Rng) -> Result<Waypoint, Rejection> {
        if wish.is_scored() && self.rest.is_none() {
            return Err(Rejection::NoScore);
        }
        let mut orbits = self.orbits(wish.symmetry);
        orbits.shuffle(rng);
        let mut thinned = self.thinned(&orbits).ok_or(Rejection::Symmetry)?;
        if let Some(range) = &wish.clues {
            thinned = self.thinned_to(*range.end(), thinned, &mut orbits, rng);
        }
        let (clues, scored) = self.aim(wish, thinned, orbits, rng)?;
        if wish.minimal && !is_minimal(&Puzzle::proved(clues, *self.solution())) {
            return Err(Rejection::Redundant);
        }
        Ok((clues, scored))
    }

    /// Returns `thinned` if it has at most `most` clues, or far more; else the refill with the
    /// fewest clues on a random walk from there, which ends at `most`. A step adds a few other
    /// orbits first, and thins the clues before them.
    fn thinned_to(
        &self,
        most: usize,
        mut thinned: CellSet,
        orbits: &mut [CellSet],
        rng: &mut impl Rng,
    ) -> CellSet {
        for _ in 0..AGAIN {
            if !(most + 1..=most + NEAR).contains(&thinned.len()) {
                break;
            }
            orbits.shuffle(rng);
            // A few others first, to keep them, then the clues, then all the rest.
            orbits.sort_by_key(|orbit| !orbit.intersects(thinned));
            let clues = orbits.partition_point(|orbit| orbit.intersects(thinned));
            let first = orbits.len().min(clues + OTHERS);
            orbits[..first].rotate_left(clues);
            if let Some(again) = self.thinned(orbits).filter(|again| again.len() <= thinned.len()) {
                thinned = again;
            }
        }
        thinned
    }

    /// Returns the place on a random way from `thinned` over `orbits`.
    fn aim(
        &self,
        wish: &RefillTarget,
        thinned: CellSet,
        mut orbits: Vec<CellSet>,
        rng: &mut impl Rng,
    ) -> Result<Waypoint, Rejection> {
        let wished = Goal { scores: wish.scores, efforts: wish.efforts };
        let mut target = wished;
        let mut foresight = self.usual.filter(|_| wish.clues.is_some());
        if wish.clues.is_none() {
            let scored = self.scored(thinned, wish)?;
            foresight = self.foresight(thinned, scored);
            match self.judged(wished, thinned, scored) {
                Ok(()) if wish.minimal || !self.is_above(wish, thinned, scored) => {
                    return Ok((thinned, scored));
                }
                Ok(()) => {}
                Err((Side::High, _)) if !wish.minimal => {
                    if wish.near.is_none() {
                        target.scores = wish.scores.map(preferred);
                    }
                }
                Err((_, miss)) => return Err(miss),
            }
        }
        orbits.shuffle(rng);
        if wish.minimal {
            // Any clue added to a valid refill can be removed again.
            orbits.clear();
        }
        let places = places(wish, thinned, orbits)?;
        let mut hardest = None;
        if wish.clues.is_some() && foresight.is_none() && self.may_be_too_easy(wish) {
            // Most that miss such a bound miss it everywhere.
            hardest = self.scored(places[0], wish)?;
            if let Err((Side::Low, miss)) = self.judged(wished, places[0], hardest) {
                return Err(miss);
            }
            foresight = self.foresight(places[0], hardest);
        }
        // Neither leads to a goal.
        let bounds = target.scores.filter(|_| wish.near.is_none() && wish.efforts.is_none());
        let (mut from, mut to) = (0, places.len());
        let (mut miss, mut easier) = (Rejection::HighScore, None);
        let mut nearest: Option<(f64, Waypoint)> = None;
        while from < to {
            let at = match (foresight, bounds) {
                _ if to - from == 1 => from,
                (Some(known), Some(bounds)) => known.choose(&places, from..to, bounds, rng),
                _ => rng.random_range(from..to),
            };
            let clues = places[at];
            let scored = match hardest {
                Some(_) if at == 0 => hardest,
                _ => self.scored(clues, wish)?,
            };
            foresight = self.foresight(clues, scored).or(foresight);
            match self.judged(target, clues, scored) {
                Ok(()) => {
                    let Some(off) = self.off(wish, clues, scored) else {
                        return Ok((clues, scored));
                    };
                    if nearest.is_none_or(|(least, _)| off.abs() < least) {
                        nearest = Some((off.abs(), (clues, scored)));
                    }
                    if off.abs() <= CLOSE {
                        break;
                    }
                    if off > 0.0 { from = at + 1 } else { to = at }
                }
                Err((Side::High, own)) => (from, miss) = (at + 1, own),
                Err((_, own)) => {
                    (to, miss) = (at, own);
                    if own == Rejection::LowScore && self.judged(wished, clues, scored).is_ok() {
                        easier = Some((clues, scored));
                    }
                }
            }
        }
        nearest.map(|(_, found)| found).or(easier).ok_or(miss)
    }

    /// Returns the relative distance of a place from its goal: |place - goal| / goal; `None`
    /// without a goal.
    fn off(
        &self,
        wish: &RefillTarget,
        clues: CellSet,
        scored: Option<(Image, Score)>,
    ) -> Option<f64> {
        let (wanted, found) = match wish.near? {
            Near::Score(wanted) => (wanted, scored?.1.mean),
            Near::Effort(wanted) => (wanted, self.effort(clues)?.mean),
        };
        Some((found - wanted) / wanted.max(f64::MIN_POSITIVE))
    }

    /// Returns what a place foretells of others.
    fn foresight(&self, clues: CellSet, scored: Option<(Image, Score)>) -> Option<Foresight> {
        let rest = self.rest?.mean;
        scored.map(|(_, score)| Foresight::new(rest, clues.len() as f64, score.mean))
    }

    /// Whether a place is harder than the goal of the wish.
    fn is_above(
        &self,
        wish: &RefillTarget,
        clues: CellSet,
        scored: Option<(Image, Score)>,
    ) -> bool {
        self.off(wish, clues, scored).is_some_and(|off| off > CLOSE)
    }

    /// Whether a place may have a score below the bounds: not if all that refills share is within
    /// them.
    fn may_be_too_easy(&self, wish: &RefillTarget) -> bool {
        let rest = self.rest.map_or(0.0, |rest| rest.mean);
        wish.scores.is_some_and(|scores| side(scores, rest) == Side::Low)
    }

    fn judged(&self, goal: Goal, clues: CellSet, scored: Option<(Image, Score)>) -> Judged {
        goal.judge(scored.map(|(_, score)| score), || self.effort(clues))
    }

    /// Returns the image and the score of a place; `None` if the wish does not ask for a score. Far
    /// from the bounds a rough one is enough, since such a place is never taken.
    fn scored(
        &self,
        clues: CellSet,
        wish: &RefillTarget,
    ) -> Result<Option<(Image, Score)>, Rejection> {
        if !wish.is_scored() {
            return Ok(None);
        }
        let image = self.image(clues);
        let is_far = |score: Score| wish.scores.is_some_and(|bounds| is_far(bounds, score));
        self.score_until(&image, &is_far)
            .map(|score| Some((image, score)))
            .ok_or(Rejection::NoScore)
    }
}

/// Returns the places on the way over `orbits`, in this order, with a number of clues within the
/// target, fewest first. For numbers that the way steps over, the places are those of the way with
/// small orbits first: with a half turn, for example, all numbers are even until the centre is
/// added.
fn places(
    wish: &RefillTarget,
    thinned: CellSet,
    mut orbits: Vec<CellSet>,
) -> Result<Vec<CellSet>, Rejection> {
    orbits.retain(|orbit| !orbit.intersects(thinned));
    let Some(range) = &wish.clues else { return Ok(way(thinned, &orbits).collect()) };
    if thinned.len() > *range.end() {
        return Err(Rejection::ManyClues { fewest: thinned.len() });
    }
    let mut by_count = [None; Cell::COUNT + 1];
    let mut small_first = Vec::new();
    if wish.symmetry != ClueSymmetry::None {
        small_first.extend_from_slice(&orbits);
        small_first.sort_by_key(|orbit| orbit.len());
    }
    for clues in way(thinned, &small_first).chain(way(thinned, &orbits)) {
        by_count[clues.len()] = Some(clues);
    }
    let most = by_count.iter().rposition(Option::is_some).unwrap_or(0);
    let wished = by_count.into_iter().enumerate().filter(|(count, _)| range.contains(count));
    let places: Vec<CellSet> = wished.filter_map(|(_, clues)| clues).collect();
    if places.is_empty() { Err(Rejection::FewClues { most }) } else { Ok(places) }
}

/// Returns `thinned`, and then with each orbit more.
fn way(thinned: CellSet, orbits: &[CellSet]) -> impl Iterator<Item = CellSet> {
    let more = orbits.iter().scan(thinned, |clues, &orbit| {
        *clues |= orbit;
        Some(*clues)
    });
    std::iter::once(thinned).chain(more)
}
