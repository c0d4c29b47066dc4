//! [`Request`]: the goal of a search; [`Progress`]: its progress.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::board::Puzzle;
use crate::generate::{Cycles, Dig, Method, Remove, Standard};
use crate::logic::{Grade, Ladder, Technique};
use crate::rating::{restarts, technique};
use crate::record::Seed;
use crate::symmetry::ClueSymmetry;

/// A test of a puzzle with its grade.
pub type GradedTest = dyn Fn(&Puzzle, &Grade) -> bool + Send + Sync;

/// Decides which seeds are kept.
#[derive(Clone)]
pub struct Choice {
    /// Whether a puzzle just graded may be one of them, before anything else of it is measured.
    pub may_be: Arc<GradedTest>,
    /// Whether a measured seed is.
    pub is: Arc<dyn Fn(&Seed) -> bool + Send + Sync>,
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Choice")
    }
}

/// The goal and the limits of a search.
#[derive(Clone, Debug)]
pub struct Request {
    /// The ladder that grades the puzzles.
    pub ladder: Ladder,
    /// The lowest wanted top tier.
    pub tier: u8,
    /// The highest wanted top tier.
    pub last: u8,
    /// Further ladders that grade the seeds found.
    pub others: Vec<Ladder>,
    /// The strategy of the search.
    pub strategy: Strategy,
    /// The symmetry of the clues.
    pub symmetry: ClueSymmetry,
    /// The least capacity of a seed; `None` for [`Request::default_min_capacity`].
    pub min_capacity: Option<u16>,
    /// Decides which seeds are kept; `None` keeps all with enough capacity.
    pub choice: Option<Choice>,
    /// Stop after this number of seeds; `None` for no limit.
    pub count: Option<usize>,
    /// Stop after this time; `None` for no limit.
    pub time: Option<Duration>,
    /// The RNG seed.
    pub rng_seed: u64,
    /// The most seeds of the tier on a solution grid (up to symmetry), known ones included.
    pub per_grid: usize,
}

impl Request {
    /// Returns a search for seeds of this tier, without end, with the usual limits: four seeds per
    /// grid.
    pub fn new(ladder: &Ladder, tier: u8) -> Self {
        Self {
            ladder: ladder.clone(),
            tier,
            last: tier,
            others: Vec::new(),
            strategy: Strategy::Auto,
            symmetry: ClueSymmetry::None,
            min_capacity: None,
            choice: None,
            count: None,
            time: None,
            rng_seed: 0,
            per_grid: 4,
        }
    }

    /// Refuses a search that can never find anything, with the reason.
    pub fn check(&self) -> Result<(), Unable> {
        let &Self { strategy, tier, symmetry, .. } = self;
        let most = strategy.highest_tier(&self.ladder);
        if tier > most {
            return Err(Unable::Tier { strategy, most });
        }
        if strategy == Strategy::Standard && symmetry != ClueSymmetry::None {
            return Err(Unable::Symmetry(strategy));
        }
        Ok(())
    }

    /// Returns the default least capacity: 16 puzzles; 4 in the tiers that the ladder calls poor,
    /// and with a clue symmetry.
    pub fn default_min_capacity(ladder: &Ladder, tier: u8, symmetry: ClueSymmetry) -> u16 {
        // Every refill of a symmetric seed takes whole orbits, so few are possible: the median is 2
        // patterns at tier 1 and 3 at tier 5.
        if ladder.is_poor(tier) || symmetry != ClueSymmetry::None { 4 } else { 16 }
    }

    /// Whether more is wanted of seeds than a tier, so that they are found among the neighbours of
    /// such seeds sooner than at random.
    pub(super) fn is_aimed(&self) -> bool {
        self.choice.is_some() || self.min_capacity.is_some() || !self.others.is_empty()
    }

    /// Whether the search wants puzzles of this top tier.
    pub(super) fn takes(&self, tier: u8) -> bool {
        (self.tier..=self.last).contains(&tier)
    }

    /// Returns the least capacity of seeds of this tier.
    pub(super) fn least_capacity(&self, tier: u8) -> u16 {
        let usual = || Self::default_min_capacity(&self.ladder, tier, self.symmetry);
        self.min_capacity.unwrap_or_else(usual)
    }
}

/// The reason why a strategy cannot serve a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unable {
    /// Its puzzles are too easy.
    #[error("{strategy} makes puzzles of tiers up to {most} only")]
    Tier {
        /// The strategy.
        strategy: Strategy,
        /// The highest tier of its puzzles.
        most: u8,
    },
    /// Its puzzles have no symmetry.
    #[error("{0} makes no symmetric puzzles")]
    Symmetry(Strategy),
}

seeddb_core::facts!(Unable);

seeddb_core::named_enum! {
    /// The strategy of the search.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Strategy {
        /// A mix of the others, as the tier needs.
        #[default]
        Auto = "auto",
        /// Random minimal puzzles.
        Random = "random",
        /// Hill climbing towards the tier.
        Climb = "climb",
        /// Changes to known seeds of the tier; until there is one, climb at rare tiers and random
        /// else.
        Vicinity = "vicinity",
        /// Stuck states of known seeds on other solution grids; until there is a seed, as vicinity.
        Transplant = "transplant",
        /// Digging down to the box norm of the hardest level of its paper.
        Dig = "dig",
        /// Mirrored pairs removed as long as five techniques solve the rest; of the hsolve ladder
        /// tiers 0 and 1 only.
        Remove = "remove",
        /// The standard generator of hsolve.
        Standard = "standard",
        /// Single cells dug that keep one candidate; of the hsolve ladder tier 0 only.
        Cycles = "cycles",
    }
}

impl Strategy {
    /// Returns the highest tier that its puzzles can need.
    fn highest_tier(self, ladder: &Ladder) -> u8 {
        let solved_by: &[Technique] = match self {
            Self::Cycles => &restarts::TECHNIQUES,
            Self::Remove => &technique::TECHNIQUES,
            _ => return ladder.beyond(),
        };
        let tiers = solved_by.iter().map(|&technique| ladder.tier_of(technique));
        tiers
            .collect::<Option<Vec<_>>>()
            .and_then(|tiers| tiers.into_iter().max())
            .unwrap_or(ladder.beyond())
    }

    /// Returns the method of the literature that makes its puzzles; `None` for our own searches.
    pub(super) fn method(self, symmetry: ClueSymmetry) -> Option<Method> {
        match self {
            Self::Auto | Self::Random | Self::Climb | Self::Vicinity | Self::Transplant => None,
            Self::Dig => {
                let (_, expert) = Dig::LEVELS[3];
                Some(Method::Dig(Dig { symmetry, ..Dig::to(expert) }))
            }
            // With the 41 clues of the paper all would be of tier 0.
            Self::Remove => {
                Some(Method::Remove(Remove { clues: 0..=28, symmetry, ..Remove::default() }))
            }
            Self::Standard => Some(Method::Standard(Standard)),
            Self::Cycles => Some(Method::Cycles(Cycles { symmetry, ..Cycles::default() })),
        }
    }
}

/// The error of a text that is not the name of a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no strategy is called {0:?}: write {all}", all = all_names())]
pub struct ParseStrategyError(String);

fn all_names() -> String {
    let [first @ .., last] = Strategy::NAMES;
    format!("{} or {last}", first.join(", "))
}

impl FromStr for Strategy {
    type Err = ParseStrategyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|strategy| strategy.name() == text);
        named.ok_or_else(|| ParseStrategyError(text.to_owned()))
    }
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Puzzles made and graded.
    pub tried: u64,
    /// Puzzles of the wanted tier.
    pub of_tier: u64,
    /// Puzzles measured because they are new and on a grid with room.
    pub measured: u64,
    /// Puzzles that became seeds.
    pub found: usize,
    /// Time since the start.
    pub elapsed: Duration,
}
