//! [`Recipe`]: how an attempt is made, and which results count.

use std::ops::RangeInclusive;

use chacha20::ChaCha8Rng;

use super::stock::Stock;
use crate::board::Puzzle;
use crate::generate::{Climb, Filler, Method};
use crate::logic::{Ladder, grade};
use crate::rating::box_norm::{self, Levels, box_norm};
use crate::rating::branch::{Choice, branches};
use crate::rating::levels::{Facts, LevelTable, Target};
use crate::rating::technique::{self, uses};
use crate::rating::{hsolve, restarts};
use crate::symmetry::Id;

/// Makes puzzles.
pub struct Recipe {
    /// The method or seeds that make the puzzles.
    pub source: Source,
    /// The ladder of their tiers.
    pub ladder: Ladder,
    /// The wanted numbers of clues; `None` means any.
    pub clues: Option<RangeInclusive<usize>>,
    /// The wanted level; `None` means any.
    pub level: Option<Target>,
    /// The wanted level by restart cycles; `None` means any.
    pub cycles: Option<String>,
    /// The levels of the box norm; `None` means those of the paper.
    pub norms: Option<Levels>,
    /// The table that names the level of puzzles if no level is requested.
    pub levels: LevelTable,
}

/// The source of the puzzles.
pub enum Source {
    /// The method of a paper, on a grid filled by the filler.
    Paper(Method, Filler),
    /// A puzzle that is made harder.
    Harden(Climb, Puzzle),
    /// Seeds that are refilled.
    Seeds(Stock),
}

/// The reason why an attempt failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Failure {
    /// The method made no puzzle.
    Method,
    /// The puzzle has another number of clues.
    Clues,
    /// The puzzle has another level.
    Level,
}

/// A puzzle that was made, and its measures.
#[derive(Clone, PartialEq, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its top tier.
    pub tier: u8,
    /// m(B); `None` at tier 6.
    pub score: Option<f64>,
    /// Its level by the table.
    pub level: Option<String>,
    /// The measure of its method.
    pub measure: Measure,
}

/// The measure by which a method grades its puzzles.
#[derive(Clone, PartialEq, Debug)]
pub enum Measure {
    /// No measure.
    Nothing,
    /// The box norm and its level.
    BoxNorm(f64, Option<String>),
    /// The branch score.
    Branch(u32),
    /// The technique formula and its level; `None` if its techniques do not solve the puzzle.
    Technique(Option<(f64, &'static str)>),
    /// Restart cycles on average, and their level.
    Restarts(f64, &'static str),
    /// The seed.
    Seed(Id),
}

impl Recipe {
    /// Makes one attempt. Long computations poll `stop`.
    ///
    /// # Errors
    /// The reason why it failed.
    pub fn attempt(
        &self,
        stop: &impl Fn() -> bool,
        rng: &mut ChaCha8Rng,
    ) -> Result<Generated, Failure> {
        let (puzzle, seed) = match &self.source {
            Source::Paper(method, filler) => (method.attempt(*filler, stop, rng), None),
            Source::Harden(climb, from) => (climb.harden(*from, stop, rng), None),
            Source::Seeds(stock) => stock.attempt(&self.ladder, rng).unzip(),
        };
        let puzzle = puzzle.ok_or(Failure::Method)?;
        let clues = puzzle.clues().len();
        if self.clues.as_ref().is_some_and(|range| !range.contains(&clues)) {
            return Err(Failure::Clues);
        }
        let measure = seed.map_or_else(|| self.measure(&puzzle), Measure::Seed);
        if let (Measure::Restarts(_, level), Some(wanted)) = (&measure, &self.cycles)
            && wanted != level
        {
            return Err(Failure::Level);
        }
        let grade = grade(&self.ladder, &puzzle);
        let has_tier = |level: &Target| level.tiers().is_some_and(|t| t.contains(&grade.tier));
        if !self.level.as_ref().is_none_or(has_tier) {
            return Err(Failure::Level);
        }
        let score = hsolve::score(&self.ladder, &puzzle, &grade).map(|score| score.mean);
        let facts = Facts::graded(&self.ladder, &puzzle, grade.tier, score);
        let level = match &self.level {
            Some(level) if level.admits(&facts) => Some(level.level()),
            Some(_) => return Err(Failure::Level),
            None => self.levels.of(&facts),
        };
        let level = level.map(|level| level.name.clone());
        Ok(Generated { puzzle, tier: grade.tier, score, level, measure })
    }

    /// Returns the measure of the method.
    fn measure(&self, puzzle: &Puzzle) -> Measure {
        match &self.source {
            Source::Paper(Method::Dig(_), _) => {
                let norm = box_norm(puzzle.clues());
                let level = match &self.norms {
                    Some(own) => own.of(norm),
                    None => Some(box_norm::level(norm)),
                };
                Measure::BoxNorm(norm, level.map(str::to_owned))
            }
            Source::Paper(Method::Climb(_), _) | Source::Harden(..) => {
                Measure::Branch(branches(puzzle, Choice::CellsAndHouses).score())
            }
            Source::Paper(Method::Remove(remove), _) => {
                let difficulty = uses(puzzle, &remove.without).difficulty(&remove.weights);
                Measure::Technique(difficulty.map(|own| (own, technique::level(own))))
            }
            Source::Paper(Method::Cycles(_), _) => {
                let mean = restarts::expected(puzzle);
                Measure::Restarts(mean, restarts::level(mean))
            }
            Source::Paper(Method::Standard(_), _) | Source::Seeds(_) => Measure::Nothing,
        }
    }
}
