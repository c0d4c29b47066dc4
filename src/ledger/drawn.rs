//! [`Drawn`]: a new puzzle that is in no ledger yet.

use crate::board::Puzzle;
use crate::logic::{Ladder, grade};
use crate::rating::hsolve;
use crate::rating::levels::Facts;
use crate::rating::metric::minutes_of;
use crate::rating::minutes::Scale;
use crate::rating::stop::Stop;
use crate::rating::{er, se};
use crate::refill::{Aimed, Prepared};
use crate::search::is_unique;
use crate::symmetry::{Key, Transform};

/// What is asked of a puzzle.
pub trait Ask {
    /// The ladder whose tiers and scores are on the label.
    fn ladder(&self) -> &Ladder;

    /// Whether a puzzle with these facts is within the bounds.
    fn admits(&self, facts: &Facts) -> bool;

    /// Whether a puzzle with these facts is as asked for beyond its bounds, which takes longer to find out.
    fn likes(&self, facts: &Facts) -> bool;

    /// The level on its label.
    fn label(&self, facts: &Facts) -> Option<String>;
}

/// A new puzzle with one solution, and the label that was proved of it. It has no number, it is in no ledger, and nobody may see it: a
/// commit makes an [`Issued`](super::Issued) one of it.
#[derive(PartialEq)]
pub struct Drawn {
    key: Key,
    puzzle: Puzzle,
    seed: Option<Key>,
    tier: u8,
    score: Option<f64>,
    level: Option<String>,
    er: Option<er::Score>,
}

/// A puzzle as a request wants it, which nobody remembers but who asked for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Unrecorded {
    /// Its key.
    pub key: Key,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Top tier.
    pub tier: u8,
    /// m(B); none at tier 6.
    pub score: Option<f64>,
    /// Its level.
    pub level: Option<String>,
}

/// It shows nothing of itself.
impl std::fmt::Debug for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Drawn")
    }
}

impl Drawn {
    /// A refill of the seed of this key, moved by `transform`, if it is as asked for: the tier is that of the seed, since the closure
    /// of its clues fills all unreserved cells (THEORY.md), which is looked at here, as is that it has one solution.
    pub fn refill(
        seed: Key,
        prepared: &Prepared,
        refill: &Aimed,
        ask: &impl Ask,
        transform: Transform,
    ) -> Option<Self> {
        let Aimed { clues, image, score } = *refill;
        let tier = prepared.grade().tier;
        let score = score.or_else(|| prepared.score_of(&image)).map(|score| score.mean);
        // As it will be shown: a level may ask for what depends on that.
        let puzzle = transform.apply_puzzle(&Puzzle::proved(clues, *prepared.solution()));
        let facts = Facts::graded(ask.ladder(), &puzzle, tier, score);
        if !ask.admits(&facts) {
            return None;
        }
        // The refill theorem says both; no puzzle leaves on its word alone.
        if !prepared.is_valid(clues) || !is_unique(prepared.solution(), clues) {
            return None;
        }
        if !ask.likes(&facts) {
            return None;
        }
        let level = ask.label(&facts);
        Some(Self { key: image.key, puzzle, seed: Some(seed), tier, score, level, er: None })
    }

    /// A refill whose clues were solved and graded by the ladder of the request, and which has the Sudoku Explainer rating `er` as it
    /// is printed in one of the ways that `turns` has, tried in their order.
    pub fn rated(
        seed: Key,
        (puzzle, key): (&Puzzle, Key),
        (tier, score): (u8, Option<f64>),
        er: er::Score,
        ask: &impl Ask,
        turns: impl IntoIterator<Item = Transform>,
    ) -> Option<Self> {
        if !is_unique(puzzle.solution(), puzzle.clues()) {
            return None;
        }
        let rated = |turn: Transform| {
            let printed = turn.apply_puzzle(puzzle);
            let rating = se::rate(&printed.grid(), Stop::NEVER).ok()?;
            (rating.er == er).then_some((printed, rating))
        };
        let (puzzle, rating) = turns.into_iter().find_map(rated)?;
        let facts = Facts::graded(ask.ladder(), &puzzle, tier, score).with_rating(&rating);
        if !ask.admits(&facts) || !ask.likes(&facts) {
            return None;
        }
        let level = ask.label(&facts);
        Some(Self { key, puzzle, seed: Some(seed), tier, score, level, er: Some(er) })
    }

    /// A puzzle that a search found, if it is as asked for. It has no seed.
    pub fn found(puzzle: Puzzle, ask: &impl Ask) -> Option<Self> {
        let ladder = ask.ladder();
        let own = grade(ladder, &puzzle);
        let score = hsolve::score(ladder, &puzzle, &own).map(|score| score.mean);
        let facts = Facts::graded(ladder, &puzzle, own.tier, score);
        if !ask.admits(&facts)
            || !ask.likes(&facts)
            || !is_unique(puzzle.solution(), puzzle.clues())
        {
            return None;
        }
        let level = ask.label(&facts);
        let key = Key::of(&puzzle);
        Some(Self { key, puzzle, seed: None, tier: own.tier, score, level, er: None })
    }

    /// A puzzle that was printed elsewhere, as it will stand in the ledger, so that it is never drawn.
    pub fn printed_elsewhere(ladder: &Ladder, puzzle: Puzzle) -> Self {
        let grade = grade(ladder, &puzzle);
        let score = hsolve::score(ladder, &puzzle, &grade).map(|score| score.mean);
        let key = Key::of(&puzzle);
        Self { key, puzzle, seed: None, tier: grade.tier, score, level: None, er: None }
    }

    /// The puzzle for somebody who has no ledger: no commit can take it any more.
    pub fn unrecorded(self) -> Unrecorded {
        let Self { key, puzzle, tier, score, level, .. } = self;
        Unrecorded { key, puzzle, tier, score, level }
    }

    /// Its key, which does not tell the puzzle.
    pub fn key(&self) -> Key {
        self.key
    }

    /// The key of its seed; none if it was printed elsewhere.
    pub fn seed(&self) -> Option<Key> {
        self.seed
    }

    /// m(B); none at tier 6.
    pub fn score(&self) -> Option<f64> {
        self.score
    }

    /// The minutes that people of this scale take; none where nothing supports an estimate.
    pub fn minutes(&self, scale: Scale) -> Option<f64> {
        minutes_of(&self.puzzle, scale)
    }

    /// What the ledger will have of it at this place. It is no word that it is there.
    #[cfg(feature = "file")]
    pub(crate) fn entry(self, batch: u32, number: u32) -> crate::record::Entry {
        let Self { key, puzzle, seed, tier, score, level, er } = self;
        crate::record::Entry {
            key,
            puzzle,
            seed,
            tier,
            score,
            level,
            er,
            batch,
            number,
            void: false,
        }
    }
}
