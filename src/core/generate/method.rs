//! [`Method`]: any of the published methods to make puzzles.

use rand::Rng;

use super::{Climb, Cycles, Dig, Filler, Remove, Standard};
use crate::board::Puzzle;

/// A published method to make puzzles, with its parameters.
#[derive(Clone, PartialEq, Debug)]
pub enum Method {
    /// Joncus and Yun.
    Dig(Dig),
    /// Beer.
    Climb(Climb),
    /// An MCM contest paper.
    Remove(Remove),
    /// Chang, Fan, Sun.
    Standard(Standard),
    /// Chen and Elamri.
    Cycles(Cycles),
}

impl Method {
    /// Makes one attempt: returns a puzzle on a new grid by `filler` (which the standard generator
    /// does not need), or `None`. The work is bounded; climbing, which can be long, polls `stop`.
    pub fn attempt(
        &self,
        filler: Filler,
        stop: &impl Fn() -> bool,
        rng: &mut impl Rng,
    ) -> Option<Puzzle> {
        match self {
            Self::Dig(dig) => dig.attempt(&filler.solution(rng), rng),
            Self::Climb(climb) => climb.attempt(&filler.solution(rng), stop, rng),
            Self::Remove(remove) => remove.attempt(&filler.solution(rng), rng),
            Self::Standard(standard) => standard.attempt(rng),
            Self::Cycles(cycles) => cycles.attempt(&filler.solution(rng), rng),
        }
    }
}
