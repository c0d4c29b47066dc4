//! [`Unmet`]: which bound of a request no seed can meet.

use super::request::{FEWEST_CLUES, Request, is_above, is_below};
use crate::rating::er::Score;
use crate::rating::se::score_of;
use crate::record::Outline;
use crate::symmetry::ClueSymmetry;

/// The first bound of a request that none of the seeds left by those before it can meet, by their records.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum Unmet {
    /// No seed has such a tier.
    #[error("no seed has such a tier")]
    Tier,
    /// No seed has such a Sudoku Explainer rating.
    #[error("no seed has such an ER{}", there_are(*.known))]
    Rating {
        /// The least and the greatest that seeds have, if any is rated.
        known: Option<(Score, Score)>,
    },
    /// None comes from there.
    #[error("no seed of such a tier has this origin")]
    Origin,
    /// None has refills with this symmetry.
    #[error("no seed of such a tier serves the symmetry {0}")]
    Symmetry(ClueSymmetry),
    /// Fewer clues than any puzzle has.
    #[error("no puzzle has fewer than {FEWEST_CLUES} clues")]
    Clues,
    /// Fewer clues than any refill that was tried: no proof that there is none.
    #[error("none of {trials} trials has fewer than {fewest} clues")]
    FewClues {
        /// The fewest clues.
        fewest: usize,
        /// How many were tried.
        trials: u64,
    },
    /// More clues than any refill that was tried: no proof that there is none.
    #[error("none of {trials} trials has more than {most} clues")]
    ManyClues {
        /// The most clues.
        most: usize,
        /// How many were tried.
        trials: u64,
    },
    /// More clues than the seeds have cells that may be shown.
    #[error("no puzzle of the seeds that fit has more than {most} clues")]
    CluesAbove {
        /// The most cells that may be shown.
        most: usize,
    },
    /// They have no score.
    #[error("the seeds that fit have no score")]
    NoScore,
    /// The upper bound on the score is too low.
    #[error("no seed that fits is known to give a score below {least}")]
    LowScore {
        /// The least score.
        least: f64,
    },
    /// The lower bound on the score is too high.
    #[error("no seed that fits is known to give a score above {greatest}")]
    HighScore {
        /// The greatest score seen.
        greatest: f64,
    },
    /// Each bound can be met by some seed, but not all by one.
    #[error("no seed meets all the bounds together")]
    Together,
}

/// The ratings that there are, in words.
fn there_are(known: Option<(Score, Score)>) -> String {
    known.map(|(least, greatest)| format!(": they have {least} to {greatest}")).unwrap_or_default()
}

impl Request {
    /// Which bound none of these can meet, which are the outlines of all seeds, none of which may be used.
    pub fn unmet(&self, outlines: impl Iterator<Item = Outline>) -> Unmet {
        let mut left: Vec<Outline> =
            outlines.filter(|seed| self.from.is_none_or(|key| key == seed.key)).collect();
        let symmetry = self.asked().symmetry;
        let of_tier = if self.is_by_rating() {
            let ratings = || left.iter().filter_map(|seed| score_of(seed.tier));
            Unmet::Rating { known: ratings().min().zip(ratings().max()) }
        } else {
            Unmet::Tier
        };
        let mut narrow = |fits: &dyn Fn(&Outline) -> bool, unmet: Unmet| {
            left.retain(fits);
            if left.is_empty() { Err(unmet) } else { Ok(()) }
        };
        let narrowed = narrow(&|seed| self.takes(seed.tier), of_tier)
            .and_then(|()| {
                let is_from_there = |seed: &Outline| self.origin.is_none_or(|o| o == seed.origin);
                narrow(&is_from_there, Unmet::Origin)
            })
            .and_then(|()| narrow(&|seed| self.serves(seed), Unmet::Symmetry(symmetry)));
        narrowed.err().unwrap_or_else(|| self.unmet_in_reach(&left))
    }

    /// Which bound on clues or score the seeds cannot meet.
    fn unmet_in_reach(&self, left: &[Outline]) -> Unmet {
        if let Some(range) = &self.asked().clues {
            let most = left.iter().map(|seed| usize::from(seed.unreserved)).max().unwrap_or(0);
            if *range.end() < FEWEST_CLUES {
                return Unmet::Clues;
            }
            if *range.start() > most {
                return Unmet::CluesAbove { most };
            }
        }
        let Some(scores) = self.scores() else { return Unmet::Together };
        let reaches: Vec<(f64, f64)> = left.iter().filter_map(|seed| self.reach(seed)).collect();
        if reaches.is_empty() {
            return Unmet::NoScore;
        }
        let least = reaches.iter().fold(f64::INFINITY, |least, reach| least.min(reach.0));
        let greatest = reaches.iter().fold(0.0, |greatest, reach| reach.1.max(greatest));
        match (is_above(scores, least), is_below(scores, greatest)) {
            (false, _) => Unmet::LowScore { least },
            (_, false) => Unmet::HighScore { greatest },
            _ => Unmet::Together,
        }
    }
}
