//! Aim: the place within the bounds on the *way* from a thinned refill to all unreserved cells shown.
//!
//! A thinned refill is the hardest of its kind. Unreserved cells that are added to it keep the stuck state, so that every place on
//! the way is a refill too, and the score falls along it, on average, down to the rest that all refills share (`THEORY.md`). So a
//! refill outside the bounds is not thrown away, but moved along a way of its own, a random order of the orbits left:
//!
//! - With bounds on the clues the place is any of those with so many clues, each number of clues as likely. A thinned refill
//!   with one or two clues too many is first thinned again a few times, each time with other cells in place of some clues: so
//!   that few clues are not as rare as they are at random.
//! - With bounds on the score it is looked for by halving at random: a place is chosen, each as likely; one too hard bounds the
//!   search from below, one too easy from above. Where the score falls all along, this gives every place within the
//!   bounds the same chance; where it rises, some are passed over.
//! - Bounds on the effort are looked for in the same way, as it falls along the way, too: a place is too hard or too easy by the score
//!   first, and then by the effort.
//! - With bounds on score or effort alone, the thinned refill itself is taken if it lies within them.

use std::ops::{Bound, RangeBounds as _};

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::{Prepared, Wish};
use crate::board::{Cell, CellSet, Puzzle};
use crate::generate::is_minimal;
use crate::rating::hsolve::Score;
use crate::symmetry::{ClueSymmetry, Image};

/// Bounds on a score.
pub type Scores = (Bound<f64>, Bound<f64>);

/// A refill that meets a wish.
#[derive(Clone, Copy, Debug)]
pub struct Aimed {
    /// The clues.
    pub clues: CellSet,
    /// The canonical image of the puzzle that shows them.
    pub image: Image,
    /// Its score, if the wish asked for it.
    pub score: Option<Score>,
}

/// Why an attempt gave no refill: what it missed. (The order is that of the list told to a user.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Miss {
    /// The seed has no refill with this clue symmetry.
    Symmetry,
    /// The seed has no score.
    NoScore,
    /// The thinned refill has too many clues already.
    ManyClues {
        /// How many it has.
        fewest: usize,
    },
    /// No place on the way has so many clues, even if all unreserved cells are shown.
    FewClues {
        /// The most that a place on the way has.
        most: usize,
    },
    /// The score is too low wherever the clues are right.
    LowScore,
    /// The score is too high wherever the clues are right.
    HighScore,
    /// The estimated minutes are too few, or there is no estimate, wherever all else is right.
    LowMinutes,
    /// The estimated minutes are too many, or there is no estimate, wherever all else is right.
    HighMinutes,
    /// Some clue can go.
    Redundant,
}

impl Miss {
    /// Its name, in small letters with hyphens.
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

/// Clues too many for a thinned refill to be thinned again. From further away it seldom comes.
const NEAR: usize = 2;
/// How often it is thinned again.
const AGAIN: usize = 16;
/// Orbits shown in addition each time.
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

/// The bounds to aim for where nothing bounds the clues. Without a lower bound nearly everything shown would do, which is hardly
/// a puzzle: so the upper half comes first.
fn preferred(scores: Scores) -> Scores {
    match scores {
        (Bound::Unbounded, Bound::Included(most) | Bound::Excluded(most)) => {
            (Bound::Included(most / 2.0), scores.1)
        }
        scores => scores,
    }
}

/// A place on the way, with its image and score if they were worked out.
type Waypoint = (CellSet, Option<(Image, Score)>);

/// The bounds on score and effort that a place is to be within.
#[derive(Clone, Copy)]
struct Goal {
    scores: Option<Scores>,
    efforts: Option<Scores>,
}

/// Where a place lies, and what it misses if not within.
type Judged = Result<(), (Side, Miss)>;

impl Goal {
    /// Whether a place with this score and effort is within; those that nothing bounds are not looked at.
    fn judge(&self, score: Option<Score>, effort: impl FnOnce() -> Option<Score>) -> Judged {
        if let (Some(bounds), Some(score)) = (self.scores, score) {
            match side(bounds, score.mean) {
                Side::Low => return Err((Side::Low, Miss::LowScore)),
                Side::High => return Err((Side::High, Miss::HighScore)),
                Side::Within => {}
            }
        }
        let Some(bounds) = self.efforts else { return Ok(()) };
        // Seeds that have no effort at all are not asked.
        match effort().map_or(Side::High, |effort| side(bounds, effort.mean)) {
            Side::Low => Err((Side::Low, Miss::LowMinutes)),
            Side::High => Err((Side::High, Miss::HighMinutes)),
            Side::Within => Ok(()),
        }
    }
}

impl Prepared {
    /// Random clues that fill the unreserved cells, and so are [`valid`](Self::is_valid), thinned so that none can go (with a clue
    /// symmetry: no orbit), and then moved to where the wish wants them. None if the seed cannot, or if this one does not meet it.
    pub fn refill(&self, wish: &Wish, rng: &mut impl Rng) -> Option<CellSet> {
        self.place(wish, rng).ok().map(|(clues, _)| clues)
    }

    /// [`refill`](Self::refill) with its image and, if the wish bounds it, its score.
    ///
    /// # Errors
    /// What was missed.
    pub fn aimed(&self, wish: &Wish, rng: &mut impl Rng) -> Result<Aimed, Miss> {
        let (clues, scored) = self.place(wish, rng)?;
        let score = scored.map(|(_, score)| score);
        let image = scored.map_or_else(|| self.image(clues), |(image, _)| image);
        Ok(Aimed { clues, image, score })
    }

    fn place(&self, wish: &Wish, rng: &mut impl Rng) -> Result<Waypoint, Miss> {
        if wish.scores.is_some() && self.rest.is_none() {
            return Err(Miss::NoScore);
        }
        let mut orbits = self.orbits(wish.symmetry);
        orbits.shuffle(rng);
        let mut thinned = self.thinned(&orbits).ok_or(Miss::Symmetry)?;
        if let Some(range) = &wish.clues {
            thinned = self.thinned_to(*range.end(), thinned, &mut orbits, rng);
        }
        let (clues, scored) = self.aim(wish, thinned, orbits, rng)?;
        if wish.minimal && !is_minimal(&Puzzle::proved(clues, *self.solution())) {
            return Err(Miss::Redundant);
        }
        Ok((clues, scored))
    }

    /// `thinned` if it has at most `most` clues, or far more; else the one with the fewest on a random walk from there, which ends when
    /// it comes to `most`. A step shows a few other orbits and thins the clues before them.
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
            // A few others first, which stay, then the clues, then all else.
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

    /// The place on a random way from `thinned` over `orbits`.
    fn aim(
        &self,
        wish: &Wish,
        thinned: CellSet,
        mut orbits: Vec<CellSet>,
        rng: &mut impl Rng,
    ) -> Result<Waypoint, Miss> {
        let wished = Goal { scores: wish.scores, efforts: wish.efforts };
        let mut target = wished;
        if wish.clues.is_none() {
            let scored = self.scored(thinned, wish)?;
            match self.judged(wished, thinned, scored) {
                Ok(()) => return Ok((thinned, scored)),
                Err((Side::High, _)) if !wish.minimal => {
                    target.scores = wish.scores.map(preferred);
                }
                Err((_, miss)) => return Err(miss),
            }
        }
        orbits.shuffle(rng);
        if wish.minimal {
            // A clue added to one that is no longer ambiguous can go again.
            orbits.clear();
        }
        let places = places(wish, thinned, orbits)?;
        let (mut from, mut to) = (0, places.len());
        let (mut miss, mut easier) = (Miss::HighScore, None);
        while from < to {
            let at = if to - from == 1 { from } else { rng.random_range(from..to) };
            let clues = places[at];
            let scored = self.scored(clues, wish)?;
            match self.judged(target, clues, scored) {
                Ok(()) => return Ok((clues, scored)),
                Err((Side::High, own)) => (from, miss) = (at + 1, own),
                Err((_, own)) => {
                    (to, miss) = (at, own);
                    if own == Miss::LowScore && self.judged(wished, clues, scored).is_ok() {
                        easier = Some((clues, scored));
                    }
                }
            }
        }
        easier.ok_or(miss)
    }

    fn judged(&self, goal: Goal, clues: CellSet, scored: Option<(Image, Score)>) -> Judged {
        goal.judge(scored.map(|(_, score)| score), || self.effort(clues))
    }

    /// The image and the score, if the wish bounds that.
    fn scored(&self, clues: CellSet, wish: &Wish) -> Result<Option<(Image, Score)>, Miss> {
        if wish.scores.is_none() {
            return Ok(None);
        }
        let image = self.image(clues);
        self.score_of(&image).map(|score| Some((image, score))).ok_or(Miss::NoScore)
    }
}

/// The places on the way over `orbits`, in this order, that have as many clues as wished, fewest first. Where the way steps over a
/// number, it is that of the way on which small orbits come first: with a half turn, say, all numbers are even until the
/// centre is there.
fn places(wish: &Wish, thinned: CellSet, mut orbits: Vec<CellSet>) -> Result<Vec<CellSet>, Miss> {
    orbits.retain(|orbit| !orbit.intersects(thinned));
    let Some(range) = &wish.clues else { return Ok(way(thinned, &orbits).collect()) };
    if thinned.len() > *range.end() {
        return Err(Miss::ManyClues { fewest: thinned.len() });
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
    if places.is_empty() { Err(Miss::FewClues { most }) } else { Ok(places) }
}

/// `thinned`, and what it becomes with each orbit more.
fn way(thinned: CellSet, orbits: &[CellSet]) -> impl Iterator<Item = CellSet> {
    let more = orbits.iter().scan(thinned, |clues, &orbit| {
        *clues |= orbit;
        Some(*clues)
    });
    std::iter::once(thinned).chain(more)
}
