//! Labels for editors: the hard places of a puzzle, and whether it has any.
//!
//! # Rounds
//!
//! Runs of solvers differ, because the order of their steps is random; labels should depend on the
//! puzzle alone. So they are defined by *rounds*: the lowest tier that has an application is taken,
//! and all its applications are made at once. No order is chosen, so a symmetry maps the rounds of
//! one puzzle to those of the other. An assumption that fills the grid ends the last round.
//!
//! ```text
//! round      1  2  3  4  5  6  7  8
//! tier       0  0  0  1  0  3  0  0      two hard steps, in rounds 4 and 6
//! in sight   5  9  2  .  1  .  6 12      one bottleneck, round 5
//! ```
//!
//! A round of tier 0 writes the digits that are *in sight*. A round above it, with no digit in
//! sight, is a *hard step*.
//!
//! # Labels
//!
//! - A *bottleneck* is a round with one digit in sight, while more than one cell is open: every
//!   solver has to find this one.
//! - A puzzle is a *spike* if it has one hard step, of tier [`SPIKE_TIER`] or above: all others are
//!   singles.
//! - It is *tedious* if it has [`MANY`] hard steps or more.
//! - It is *steady* if it is neither and has no bottleneck.
//!
//! [`crate::rating`] gives the numbers of puzzles with each label.

use std::str::FromStr;

use crate::board::{Puzzle, State};
use crate::logic::{Effect, Ladder, find};

/// The least tier of the only hard step of a spike: puzzles whose only hard step is of tier 1 are
/// the usual ones of medium.
pub const SPIKE_TIER: u8 = 2;
/// The fewest hard steps of a tedious puzzle: about the upper third of puzzles drawn as expert have
/// as many.
pub const MANY: usize = 4;

/// A round: all applications of the lowest tier that has any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// The tier.
    pub tier: u8,
    /// The number of open cells before it.
    pub open: usize,
    /// The number of digits in sight: 0 above tier 0.
    pub sight: usize,
}

/// Returns the rounds of `puzzle`; `None` if the techniques of the ladder do not solve it.
pub fn rounds(ladder: &Ladder, puzzle: &Puzzle) -> Option<Vec<Round>> {
    let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
    let mut rounds = Vec::new();
    while !state.is_solved() {
        let (tier, found) = ladder.searched().find_map(|tier| {
            let found = find(ladder, &state, tier);
            (found.valid() > 0).then_some((tier, found))
        })?;
        let open = state.open;
        let mut is_completed = false;
        for application in found.all() {
            application.apply(&mut state);
            is_completed |= matches!(application.effect, Effect::Solve(..));
        }
        let sight = if tier == 0 { (open - state.open).len() } else { 0 };
        rounds.push(Round { tier, open: open.len(), sight });
        if is_completed {
            break;
        }
    }
    Some(rounds)
}

crate::named_enum! {
    /// The labels of a puzzle, where editors ask for them.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Label {
        /// One hard step, of tier [`SPIKE_TIER`] or above.
        Spike = "spike",
        /// [`MANY`] hard steps or more.
        Tedious = "tedious",
        /// A bottleneck or more.
        Bottleneck = "bottleneck",
        /// None of the others.
        Steady = "steady",
    }
}

impl Label {
    /// Returns the least tier of puzzles that have it.
    pub const fn least_tier(self) -> u8 {
        match self {
            Self::Spike => SPIKE_TIER,
            Self::Tedious => 1,
            Self::Bottleneck | Self::Steady => 0,
        }
    }

    /// Whether no puzzle has both.
    pub fn excludes(self, other: Self) -> bool {
        let is_one = |one| self == one || other == one;
        self != other && (is_one(Self::Steady) || is_one(Self::Spike) && is_one(Self::Tedious))
    }
}

impl AsRef<str> for Label {
    fn as_ref(&self) -> &str {
        self.name()
    }
}

/// The error of an unknown name of a label.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no label is named {0:?}: there are spike, tedious, bottleneck, steady")]
pub struct UnknownLabel(String);

impl FromStr for Label {
    type Err = UnknownLabel;

    fn from_str(name: &str) -> Result<Self, UnknownLabel> {
        let name = name.trim();
        let named = Self::ALL.into_iter().find(|label| label.name().eq_ignore_ascii_case(name));
        named.ok_or_else(|| UnknownLabel(name.to_owned()))
    }
}

/// The hard places of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Labels {
    /// The number of hard steps.
    pub hard_steps: usize,
    /// The number of digits written before the first hard step; `None` if there is none.
    pub first_hard: Option<usize>,
    /// The number of bottlenecks.
    pub bottlenecks: usize,
    /// Whether it has one hard step, of tier [`SPIKE_TIER`] or above.
    pub is_spike: bool,
    /// Whether it has [`MANY`] hard steps or more.
    pub is_tedious: bool,
}

impl Labels {
    /// Labels `puzzle`; `None` if the techniques of the ladder do not solve it.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::board::Puzzle;
    /// use seeddb::logic::Ladder;
    /// use seeddb::rating::labels::Labels;
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle = Puzzle::new(&line.parse()?)?;
    /// let labels = Labels::of(Ladder::hsolve(), &puzzle).ok_or("beyond the ladder")?;
    /// assert_eq!((labels.hard_steps, labels.first_hard), (0, None));
    /// assert!(labels.is_steady());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(ladder: &Ladder, puzzle: &Puzzle) -> Option<Self> {
        Some(Self::of_rounds(&rounds(ladder, puzzle)?))
    }

    fn of_rounds(rounds: &[Round]) -> Self {
        let hard: Vec<&Round> = rounds.iter().filter(|round| round.tier > 0).collect();
        let is_bottleneck = |round: &&Round| round.sight == 1 && round.open > 1;
        Self {
            hard_steps: hard.len(),
            first_hard: hard.first().map(|round| rounds[0].open - round.open),
            bottlenecks: rounds.iter().filter(is_bottleneck).count(),
            is_spike: matches!(hard[..], [only] if only.tier >= SPIKE_TIER),
            is_tedious: hard.len() >= MANY,
        }
    }

    /// Whether the puzzle has this label.
    pub const fn has(&self, label: Label) -> bool {
        match label {
            Label::Spike => self.is_spike,
            Label::Tedious => self.is_tedious,
            Label::Bottleneck => self.bottlenecks > 0,
            Label::Steady => self.is_steady(),
        }
    }

    /// Whether it is equally hard throughout: no spike, not tedious, without bottlenecks.
    pub const fn is_steady(&self) -> bool {
        !self.is_spike && !self.is_tedious && self.bottlenecks == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels rounds given by tier and digits in sight.
    fn labels(rounds: &[(u8, usize)]) -> Labels {
        let mut open: usize = rounds.iter().map(|round| round.1).sum();
        let round = |&(tier, sight): &(u8, usize)| {
            open -= sight;
            Round { tier, open: open + sight, sight }
        };
        Labels::of_rounds(&rounds.iter().map(round).collect::<Vec<_>>())
    }

    #[test]
    fn labels_by_hand() {
        let example = labels(&[(0, 5), (0, 9), (0, 2), (1, 0), (0, 1), (3, 0), (0, 6), (0, 12)]);
        let Labels { hard_steps, first_hard, bottlenecks, is_spike, is_tedious } = example;
        assert_eq!((hard_steps, first_hard, bottlenecks), (2, Some(16), 1));
        assert!(!is_spike && !is_tedious);
        // The last digit is no bottleneck.
        let easy = labels(&[(0, 40), (0, 1)]);
        assert!(easy.is_steady() && easy.bottlenecks == 0 && easy.first_hard.is_none());
        let usual = labels(&[(0, 20), (1, 0), (0, 30)]);
        assert!(!usual.is_spike && usual.is_steady());
        let spike = labels(&[(0, 20), (2, 0), (0, 30)]);
        assert!(spike.is_spike && !spike.is_steady() && spike.first_hard == Some(20));
        let hard = [(0, 20), (1, 0), (1, 0), (0, 2), (5, 0), (0, 8), (1, 0), (0, 20)];
        assert!(labels(&hard).is_tedious && !labels(&hard).is_spike);
        assert!(!labels(&hard[..6]).is_tedious && labels(&hard[..6]).is_steady());
        assert!(labels(&[]).is_steady());
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for label in Label::ALL {
            assert_eq!(label.name().parse(), Ok(label));
        }
        assert_eq!(" Steady".parse(), Ok(Label::Steady));
        let error = "fair".parse::<Label>().unwrap_err().to_string();
        assert!(Label::ALL.iter().all(|label| error.contains(label.name())), "{error}");
    }

    /// With rounds of all sorts, excluded labels never come together, and no puzzle has a tier
    /// below the least of its label.
    #[test]
    fn labels_exclude_what_they_say() {
        let all = [(0, 1), (0, 7), (1, 0), (2, 0), (5, 0)];
        let mut together = [[false; 4]; 4];
        for number in 0..all.len().pow(6) {
            let rounds: Vec<(u8, usize)> =
                (0..6).map(|place| all[number / all.len().pow(place) % all.len()]).collect();
            let (own, top) = (labels(&rounds), rounds.iter().map(|round| round.0).max().unwrap());
            for (i, one) in Label::ALL.into_iter().enumerate().filter(|one| own.has(one.1)) {
                assert!(top >= one.least_tier(), "{rounds:?}");
                for (j, other) in Label::ALL.into_iter().enumerate() {
                    together[i][j] |= own.has(other);
                }
            }
        }
        for (i, one) in Label::ALL.into_iter().enumerate() {
            for (j, other) in Label::ALL.into_iter().enumerate() {
                assert_eq!(together[i][j], !one.excludes(other), "{one:?} {other:?}");
            }
        }
    }
}
