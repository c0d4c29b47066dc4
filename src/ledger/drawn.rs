//! [`Drawn`]: a new puzzle that is in no ledger yet.

use crate::board::Puzzle;
use crate::logic::{Ladder, grade};
use crate::rating::hsolve;
use crate::rating::levels::Facts;
use crate::rating::metric::minutes_of;
use crate::rating::minutes::Scale;
use crate::rating::stop::Stop;
use crate::rating::{er, se};
use crate::refill::{Prepared, Refill};
use crate::search::is_unique;
use crate::symmetry::{Key, Transform};

/// The requirements of a request, which a new puzzle must meet.
pub trait Ask {
    /// Returns the ladder that the tiers and scores on the label belong to.
    fn ladder(&self) -> &Ladder;

    /// Returns the Sudoku Explainer ratings of which a refill must have one, as printed; `None` if
    /// refills are not rated.
    fn ratings(&self) -> Option<&[er::Score]> {
        None
    }

    /// Whether a puzzle with these facts is within the bounds of the request.
    fn admits(&self, facts: &Facts) -> bool;

    /// Whether a puzzle with these facts meets requirements that are slower to check.
    fn likes(&self, facts: &Facts) -> bool;

    /// Returns the level printed on the puzzle's label.
    fn label(&self, facts: &Facts) -> Option<String>;
}

/// A new puzzle with one solution and its proved label. It has no number, is not in the ledger, and
/// must not be shown: a commit turns it into an [`Issued`](super::Issued) puzzle.
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

/// A puzzle that meets a request and is recorded in no ledger.
#[derive(Clone, PartialEq, Debug)]
pub struct Unrecorded {
    /// The key of its canonical form.
    pub key: Key,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The highest tier needed to solve it.
    pub tier: u8,
    /// The score m(B); `None` at tier 6.
    pub score: Option<f64>,
    /// The level on its label.
    pub level: Option<String>,
}

/// Prints the type's name only, because the puzzle must not be shown.
impl std::fmt::Debug for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Drawn")
    }
}

impl Drawn {
    /// Returns the refill of the seed `seed`, moved by `transform`, if it meets `ask`. Its tier is
    /// that of the seed, because the closure of its clues fills all unreserved cells (THEORY.md).
    /// Checks that, and that the solution is unique.
    pub fn refill(
        seed: Key,
        prepared: &Prepared,
        refill: &Refill,
        ask: &impl Ask,
        transform: Transform,
    ) -> Option<Self> {
        let Refill { clues, image, score } = *refill;
        let tier = prepared.grade().tier;
        let score = score.or_else(|| prepared.score_of(&image)).map(|score| score.mean);
        // Graded as it will be printed, because a level may depend on the orientation.
        let puzzle = transform.apply_puzzle(&Puzzle::proved(clues, *prepared.solution()));
        let rating = match ask.ratings() {
            Some(wanted) => {
                let rating = se::rate(&puzzle.grid(), Stop::NEVER).ok();
                Some(rating.filter(|rating| wanted.contains(&rating.er))?)
            }
            None => None,
        };
        let facts = Facts::graded(ask.ladder(), &puzzle, tier, score);
        let facts = match &rating {
            Some(rating) => facts.with_rating(rating),
            None => facts,
        };
        if !ask.admits(&facts) {
            return None;
        }
        // The refill theorem implies both; they are checked all the same for every puzzle.
        if !prepared.is_valid(clues) || !is_unique(prepared.solution(), clues) {
            return None;
        }
        if !ask.likes(&facts) {
            return None;
        }
        let level = ask.label(&facts);
        let er = rating.map(|rating| rating.er);
        Some(Self { key: image.key, puzzle, seed: Some(seed), tier, score, level, er })
    }

    /// Returns the refill `puzzle`, already solved and graded by the request's ladder, in the first
    /// of the orientations `turns` in which its Sudoku Explainer rating is `er`. `None` if there is
    /// no such orientation, or the puzzle does not meet `ask`.
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

    /// Returns a puzzle found by search if it meets `ask`. It has no seed.
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

    /// Returns the ledger's record of a puzzle printed elsewhere, which keeps it from being drawn.
    pub fn printed_elsewhere(ladder: &Ladder, puzzle: Puzzle) -> Self {
        let grade = grade(ladder, &puzzle);
        let score = hsolve::score(ladder, &puzzle, &grade).map(|score| score.mean);
        let key = Key::of(&puzzle);
        Self { key, puzzle, seed: None, tier: grade.tier, score, level: None, er: None }
    }

    /// Returns the puzzle for a caller without a ledger. No commit can take it afterwards.
    pub fn unrecorded(self) -> Unrecorded {
        let Self { key, puzzle, tier, score, level, .. } = self;
        Unrecorded { key, puzzle, tier, score, level }
    }

    /// Returns its key, from which the puzzle cannot be read.
    pub fn key(&self) -> Key {
        self.key
    }

    /// Returns the key of its seed; `None` if it was found by search or printed elsewhere.
    pub fn seed(&self) -> Option<Key> {
        self.seed
    }

    /// Returns the score m(B); `None` at tier 6.
    pub fn score(&self) -> Option<f64> {
        self.score
    }

    /// Returns the estimated minutes for solvers on this scale; `None` if no estimate is supported.
    pub fn minutes(&self, scale: Scale) -> Option<f64> {
        minutes_of(&self.puzzle, scale)
    }

    /// Returns the ledger entry of this puzzle at this place. The entry alone does not issue it.
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
