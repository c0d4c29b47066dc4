//! [`Metric`]: the measures of difficulty of several papers and programs, one number per puzzle.

use serde::Serialize;

use super::branch::{Choice, branches};
use super::minutes::{self, Scale};
use super::percentile::Among;
use super::stop::{Interrupted, Stop};
use super::technique::{Weights, uses};
use super::{box_norm, hsolve, restarts, tierless};
#[cfg(feature = "se")]
use super::{common, se};
use crate::board::Puzzle;
use crate::logic::{Ladder, Technique, grade};

crate::named_enum! {
    /// A measure of difficulty.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Metric {
        /// m(B) of Chang, Fan and Sun, in checks.
        #[default]
        Hsolve = "hsolve",
        /// 100 B + open cells, of Beer.
        Branch = "branch",
        /// 2-norm of the clue counts of the boxes, of Joncus and Yun: the one that falls with
        /// difficulty.
        BoxNorm = "box-norm",
        /// D of the technique formula of an MCM paper.
        Technique = "technique",
        /// Mean restart cycles of random filling, of Chen and Elamri, worked out.
        Restarts = "restarts",
        /// Mean checks of a person who takes the technique with the fewest possible applications,
        /// whatever its tier, of Chang, Fan and Sun.
        Tierless = "tierless",
        /// Estimated minutes of people, by the effort of a race of singles.
        Minutes = "minutes",
        /// Percentile of m(B) among all minimal puzzles.
        Percentile = "percentile",
        /// ER of Sudoku Explainer 1.2.1, the grid as it is given.
        #[cfg(feature = "se")]
        Se = "se",
        /// Score by the techniques that people name: the costs of the steps of
        /// [`common`], the grid as it is given.
        #[cfg(feature = "se")]
        Common = "common",
    }
}

/// Parameters that a metric leaves open.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// [`Metric::Technique`]: the parameters.
    pub weights: Weights,
    /// [`Metric::Technique`]: techniques that the solver does not use.
    pub without: Vec<Technique>,
    /// [`Metric::Minutes`]: the scale of the solvers.
    pub scale: Scale,
}

impl Metric {
    /// The metrics of papers that take a few milliseconds at most; others may take longer.
    pub const QUICK: [Self; 5] =
        [Self::Hsolve, Self::Branch, Self::BoxNorm, Self::Technique, Self::Restarts];

    /// Returns the unit, for people.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Hsolve => "m(B), checks",
            Self::Branch => "branch score, 100 B + open cells",
            Self::BoxNorm => "box norm, clues",
            Self::Technique => "technique formula, D",
            Self::Restarts => "restarts, mean cycles",
            Self::Tierless => "checks without tiers",
            Self::Minutes => "minutes, estimated",
            Self::Percentile => "percentile among all minimal puzzles",
            #[cfg(feature = "se")]
            Self::Se => "ER of Sudoku Explainer 1.2.1",
            #[cfg(feature = "se")]
            Self::Common => "score of the ladder common",
        }
    }

    /// Whether a higher score means an easier puzzle.
    pub const fn falls(self) -> bool {
        matches!(self, Self::BoxNorm)
    }

    /// Whether the metric has no score for some puzzles of any tier: those that its techniques do
    /// not solve, or that have no estimate.
    pub const fn may_be_none(self) -> bool {
        match self {
            Self::Technique | Self::Tierless | Self::Minutes => true,
            #[cfg(feature = "se")]
            Self::Common => true,
            _ => false,
        }
    }

    /// Returns the score of `puzzle`; `None` where the metric has none (tier 6, what five
    /// techniques do not solve).
    pub fn score(self, puzzle: &Puzzle, settings: &Settings) -> Option<f64> {
        self.score_unless(puzzle, settings, Stop::NEVER).ok()?
    }

    /// [`score`](Self::score), with a `stop` that is polled; `Err` if it interrupts the
    /// computation.
    pub fn score_unless(
        self,
        puzzle: &Puzzle,
        settings: &Settings,
        stop: Stop,
    ) -> Result<Option<f64>, Interrupted> {
        stop.check()?;
        Ok(match self {
            Self::Hsolve => {
                let ladder = Ladder::hsolve();
                hsolve::score(ladder, puzzle, &grade(ladder, puzzle)).map(|score| score.mean)
            }
            Self::Branch => Some(f64::from(branches(puzzle, Choice::default()).score())),
            Self::BoxNorm => Some(box_norm::box_norm(puzzle.clues())),
            Self::Technique => uses(puzzle, &settings.without).difficulty(&settings.weights),
            Self::Restarts => Some(restarts::expected(puzzle)),
            Self::Tierless => {
                tierless::score(Ladder::hsolve(), puzzle, tierless::RUNS).map(|score| score.0)
            }
            Self::Minutes => {
                let ladder = Ladder::hsolve();
                let found =
                    minutes::estimate(ladder, &settings.scale, puzzle, &grade(ladder, puzzle));
                found.map(|estimate| estimate.minutes)
            }
            Self::Percentile => {
                let score = Self::Hsolve.score(puzzle, settings);
                score.map(|score| Among::Score.percentile(score).percent)
            }
            #[cfg(feature = "se")]
            Self::Se => Some(se::rate(&puzzle.grid(), stop)?.er.value()),
            #[cfg(feature = "se")]
            Self::Common => {
                common::Walk::of(puzzle, common::Techniques::ALL).score().map(f64::from)
            }
        })
    }
}

/// Returns the estimated minutes of solvers of this scale for a puzzle; `None` where no estimate is
/// supported.
pub fn minutes_of(puzzle: &Puzzle, scale: Scale) -> Option<f64> {
    Metric::Minutes.score(puzzle, &Settings { scale, ..Settings::default() })
}

crate::read_by_name! {
    /// No metric has this name.
    Metric, UnknownMetric:
    "no metric is named {0:?}: there are {names}", names = Metric::NAMES.join(", ")
}
