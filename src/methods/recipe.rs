//! [`Recipe`]: what an attempt is, and what of it counts.

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
    /// What makes them.
    pub source: Source,
    /// The ladder of their tiers.
    pub ladder: Ladder,
    /// How many clues they have.
    pub clues: Option<RangeInclusive<usize>>,
    /// Their level.
    pub level: Option<Target>,
    /// Their level by restart cycles.
    pub cycles: Option<String>,
    /// The levels of the box norm, if not those of the paper.
    pub norms: Option<Levels>,
    /// The table that names their levels if none is asked for.
    pub levels: LevelTable,
}

/// Where puzzles come from.
pub enum Source {
    /// The method of a paper, on a grid that is filled so.
    Paper(Method, Filler),
    /// A puzzle that is made harder.
    Harden(Climb, Puzzle),
    /// Seeds that are refilled.
    Seeds(Stock),
}

/// Why an attempt gives nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Failure {
    /// The method came to no puzzle.
    Method,
    /// It has another number of clues.
    Clues,
    /// It is of another level.
    Level,
}

/// A puzzle that was made, and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its top tier.
    pub tier: u8,
    /// m(B); none at tier 6.
    pub score: Option<f64>,
    /// Its level by the table.
    pub level: Option<String>,
    /// What the method goes by.
    pub measure: Measure,
}

/// What a method goes by.
#[derive(Clone, PartialEq, Debug)]
pub enum Measure {
    /// Nothing.
    Nothing,
    /// The box norm and its level.
    BoxNorm(f64, Option<String>),
    /// The branch score.
    Branch(u32),
    /// The technique formula and its level; none if its techniques do not solve the puzzle.
    Technique(Option<(f64, &'static str)>),
    /// Restart cycles on average, and their level.
    Restarts(f64, &'static str),
    /// The seed.
    Seed(Id),
}

impl Recipe {
    /// One attempt. What takes long listens to `stop`.
    ///
    /// # Errors
    /// Why it gives nothing.
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

    /// What the method goes by.
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
