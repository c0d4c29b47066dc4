//! [`Prepared::of_seed`]: a recorded seed, checked before puzzles are made of it.

use super::{Foresight, Prepared, USUAL_CLUES};
use crate::error::{Data, Fact};
use crate::logic::{self, Ladder, Matching};
use crate::rating::hsolve::Score;
use crate::record::{Grading, Seed};
use crate::symmetry::{Id, Key};

/// A seed whose record does not agree with its puzzle: the database is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the record of seed {} is wrong ({what}), so no puzzle was made of it",
    Id::seed(*.key)
)]
pub struct WrongSeed {
    /// Its recorded key.
    pub key: Key,
    /// The claim that is wrong.
    pub what: Wrong,
}

impl Fact for WrongSeed {
    fn put(&self, _: &'static str, data: &mut Data) {
        Id::seed(self.key).put("seed", data);
        self.what.to_string().put("what", data);
    }
}

/// The wrong claim of a [`WrongSeed`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// The ladder has not graded it.
    #[error("the ladder has not graded it")]
    Ungraded,
    /// The key is not that of its puzzle.
    #[error("its key is that of another puzzle")]
    Key,
    /// The puzzle has another top tier.
    #[error("its tier is {found}, not {recorded}")]
    Tier {
        /// The tier of the puzzle.
        found: u8,
        /// The recorded tier.
        recorded: u8,
    },
    /// Other cells are open in the stuck state.
    #[error("its reserved cells are others")]
    Reserved,
    /// The seed differs from its outline, or is missing.
    #[error("it is not what the catalog of seeds says")]
    Outline,
    /// The rest is impossible for this tier and score.
    #[error("its score from the stuck state on is impossible")]
    Rest,
}

impl Prepared {
    /// Prepares a recorded seed. Values that its refills take from the record are computed again:
    /// key, tier, stuck state and reserved cells, in a few microseconds once per seed. (Checking
    /// each refill would cost more.) Only the rest of the score is trusted if it is possible,
    /// because sampling it takes several times as long as making a puzzle; `seeddb verify` samples
    /// it.
    ///
    /// # Errors
    /// The claim of the record that is wrong.
    pub fn of_seed(ladder: &Ladder, seed: &Seed) -> Result<Self, WrongSeed> {
        let wrong = |what| WrongSeed { key: seed.key, what };
        let grading = seed.grading(ladder.id()).ok_or_else(|| wrong(Wrong::Ungraded))?;
        let matching = Matching::of(seed.puzzle.solution());
        let grade = logic::grade_matched(ladder, &seed.puzzle, &matching);
        let expect = |holds: bool, what| if holds { Ok(()) } else { Err(wrong(what)) };
        let (found, recorded) = (grade.tier, grading.tier);
        expect(found == recorded, Wrong::Tier { found, recorded })?;
        expect(grade.reserved() == grading.reserved, Wrong::Reserved)?;
        let mut prepared = Self::of_matching(ladder, matching, &grade, grading.rest);
        expect(prepared.key(seed.puzzle.clues()) == seed.key, Wrong::Key)?;
        expect(has_possible_rest(ladder, grading), Wrong::Rest)?;
        prepared.usual = grading.rest.zip(grading.scores).map(|(rest, (least, greatest))| {
            Foresight::new(rest.mean, USUAL_CLUES, (least * greatest).sqrt())
        });
        Ok(prepared)
    }
}

/// Whether there is a rest exactly where the ladder has a score: 0 at tier 0, else a part of the
/// score.
fn has_possible_rest(ladder: &Ladder, grading: &Grading) -> bool {
    match (grading.tier, grading.rest, grading.score) {
        (tier, rest, score) if !ladder.has_score(tier) => rest.is_none() && score.is_none(),
        (0, Some(rest), Some(_)) => rest == Score::default(),
        (_, Some(rest), Some(score)) => {
            let checks = 1.0..=score.mean;
            rest.is_possible() && checks.contains(&rest.mean)
        }
        _ => false,
    }
}
