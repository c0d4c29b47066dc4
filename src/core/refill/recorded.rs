//! [`Prepared::of_seed`]: a seed of a database, worked out again before anything is made of it.

use super::Prepared;
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
    /// Its key, as it is on record.
    pub key: Key,
    /// What does not hold.
    pub what: Wrong,
}

impl Fact for WrongSeed {
    fn put(&self, _: &'static str, data: &mut Data) {
        Id::seed(self.key).put("seed", data);
        self.what.to_string().put("what", data);
    }
}

/// What does not hold of a [`WrongSeed`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// The ladder has not graded it.
    #[error("the ladder has not graded it")]
    Ungraded,
    /// The key is not that of the puzzle.
    #[error("its key is that of another puzzle")]
    Key,
    /// The top tier is another.
    #[error("its tier is {found}, not {recorded}")]
    Tier {
        /// That of the puzzle.
        found: u8,
        /// That on record.
        recorded: u8,
    },
    /// The cells open in the stuck state are others.
    #[error("its reserved cells are others")]
    Reserved,
    /// It is another one than its outline says, or is not there.
    #[error("it is not what the catalog of seeds says")]
    Outline,
    /// Nothing of this tier and score has such a rest.
    #[error("its score from the stuck state on is impossible")]
    Rest,
}

impl Prepared {
    /// Prepares a seed of a database. What its refills take over from the record is worked out
    /// again: key, tier, stuck state and reserved cells, in a few microseconds once a seed. (To
    /// work out each refill costs more than that, and for good.) Only the rest of the score is
    /// believed as long as it is possible: to sample it again takes several times as long as to
    /// make a puzzle. `seeddb verify` does it.
    ///
    /// # Errors
    /// What does not hold of the record.
    pub fn of_seed(ladder: &Ladder, seed: &Seed) -> Result<Self, WrongSeed> {
        let wrong = |what| WrongSeed { key: seed.key, what };
        let grading = seed.grading(ladder.id()).ok_or_else(|| wrong(Wrong::Ungraded))?;
        let matching = Matching::of(seed.puzzle.solution());
        let grade = logic::grade_matched(ladder, &seed.puzzle, &matching);
        let expect = |holds: bool, what| if holds { Ok(()) } else { Err(wrong(what)) };
        let (found, recorded) = (grade.tier, grading.tier);
        expect(found == recorded, Wrong::Tier { found, recorded })?;
        expect(grade.reserved() == grading.reserved, Wrong::Reserved)?;
        let prepared = Self::of_matching(ladder, matching, &grade, grading.rest);
        expect(prepared.key(seed.puzzle.clues()) == seed.key, Wrong::Key)?;
        expect(has_possible_rest(ladder, grading), Wrong::Rest)?;
        Ok(prepared)
    }
}

/// There is a rest where the ladder has a score; it is nothing at tier 0, and a part of the score.
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
