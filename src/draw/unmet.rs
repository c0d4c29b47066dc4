//! [`Unmet`]: the bound of a request that no seed can meet.

use seeddb_core::error::Suggestion;
use seeddb_core::errors;

use super::request::{FEWEST_CLUES, Request, is_above, is_below};
use crate::rating::er::Score;
use crate::rating::se::score_of;
use crate::record::Outline;
use crate::symmetry::ClueSymmetry;

errors! {
    /// The first bound of a request that none of the seeds left by those before it can meet, by
    /// their records.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Unmet;

    /// No seed has such a tier.
    Tier = "nothing-fits": "No seed can give what is asked for.", Fewer, "no seed has such a tier",
        mine() => { "bound": "tier" };
    /// No seed has such a Sudoku Explainer rating.
    Rating {
        /// The least and the greatest that seeds have, if any is rated.
        known: Option<(Score, Score)> => (),
    } = "nothing-fits", Fewer, ("no seed has such an ER{}", there_are(*known)), mine() => {
        "bound": "er",
        "least": known.map(|(least, _)| least.value()),
        "most": known.map(|(_, most)| most.value()),
    };
    /// No seed of such a tier comes from there.
    Origin = "nothing-fits", Fewer, "no seed of such a tier has this origin", mine() => { "bound": "origin" };
    /// No seed of such a tier has refills with this symmetry.
    Symmetry(symmetry: ClueSymmetry) = "nothing-fits", Fewer,
        "no seed of such a tier serves the symmetry {symmetry}",
        [MineMore { tier: None, symmetry: *symmetry }, AskForOther] => { "bound": "symmetry" };
    /// Fewer clues are asked for than any puzzle has.
    Clues = "nothing-fits", Fewer, "no puzzle has fewer than {FEWEST_CLUES} clues",
        [AskForOther] => { "bound": "clues" };
    /// No refill that was tried has so few clues: no proof that there is none.
    FewClues {
        /// The fewest clues.
        least: usize,
        /// The number of tried ones.
        trials: u64,
    } = "nothing-fits", Fewer, "none of {trials} trials has fewer than {least} clues",
        [AskForOther] => { "bound": "clues" };
    /// No refill that was tried has so many clues: no proof that there is none.
    ManyClues { most: usize, trials: u64 } = "nothing-fits", Fewer,
        "none of {trials} trials has more than {most} clues", mine() => { "bound": "clues" };
    /// More clues are asked for than the seeds have cells that may be shown.
    CluesAbove {
        /// The most cells that may be shown.
        most: usize,
    } = "nothing-fits", Fewer, "no puzzle of the seeds that fit has more than {most} clues",
        mine() => { "bound": "clues" };
    /// The seeds that fit have no score.
    NoScore = "nothing-fits", Fewer, "the seeds that fit have no score", [AskForOther] => { "bound": "score" };
    /// The upper bound on the score is too low.
    LowScore {
        /// The least score.
        least: f64,
    } = "nothing-fits", Fewer, "no seed that fits is known to give a score below {least}",
        [AskForOther] => { "bound": "score" };
    /// The lower bound on the score is too high.
    HighScore {
        /// The greatest score seen.
        most: f64,
    } = "nothing-fits", Fewer, "no seed that fits is known to give a score above {most}",
        mine() => { "bound": "score" };
    /// Each bound can be met by some seed, but not all by one.
    Together = "nothing-fits", Fewer, "no seed meets all the bounds together", mine() => { "bound": "together" };
}

fn mine() -> Vec<Suggestion> {
    vec![Suggestion::MineMore { tier: None, symmetry: ClueSymmetry::None }, Suggestion::AskForOther]
}

/// Returns the range of the ratings, in words.
fn there_are(known: Option<(Score, Score)>) -> String {
    known.map(|(least, greatest)| format!(": they have {least} to {greatest}")).unwrap_or_default()
}

impl Request {
    /// Returns the bound that no seed meets, from the outlines of all seeds, none of which may be
    /// used.
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

    /// Returns the bound on clues or score that the seeds cannot meet.
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
            (_, false) => Unmet::HighScore { most: greatest },
            _ => Unmet::Together,
        }
    }
}
