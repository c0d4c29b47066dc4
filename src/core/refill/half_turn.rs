//! Symmetric refills of seeds that have no symmetry: the half turn with the most usable cells.
//!
//! A clue's partner must be unreserved too, so the *usable* cells of a seed under a half turn are
//! the unreserved cells whose image is unreserved. If showing all of them fills the unreserved
//! cells, refills can be made of pairs. There are 2,916 half turns of the board up to the order of
//! its lines, and a reordering maps each to the plain one.

use std::cmp::Reverse;

use chacha20::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::{CAPACITY_SCORES, Prepared};
use crate::board::CellSet;
use crate::generate::swaps;
use crate::logic::{Closure, Grade, Ladder, Matching};
use crate::record::{Seed, Turned};
use crate::symmetry::{ClueSymmetry, HalfTurn};

impl Prepared {
    /// Returns the cells that can be clues of refills with this half turn.
    pub fn usable(&self, turn: HalfTurn) -> CellSet {
        let unreserved = !self.grade.reserved();
        unreserved & turn.apply_cells(unreserved)
    }

    /// Returns the half turn with the most usable cells that has refills, the first of equals;
    /// `None` if none has.
    pub fn half_turn(&self) -> Option<HalfTurn> {
        let mut turns: Vec<(CellSet, HalfTurn)> =
            HalfTurn::all().map(|turn| (self.usable(turn), turn)).collect();
        turns.sort_by_key(|(usable, turn)| (Reverse(usable.len()), *turn));
        // Sets that clues must hit, as in `witnesses`: left open by some usable cells, they stay
        // open for all others without any of these cells.
        let sets = swaps(self.solution()).into_iter();
        let mut must_hit: Vec<CellSet> = sets.map(|set| set - self.grade.reserved()).collect();
        turns.into_iter().find_map(|(usable, turn)| {
            if must_hit.iter().any(|set| !set.intersects(usable)) {
                return None;
            }
            let mut closure = Closure::new(&self.ladder, usable, &self.matching);
            closure.close(self.closed_tier());
            let left = closure.state().open - self.grade.reserved();
            if left.is_empty() {
                return Some(turn);
            }
            must_hit.push(left);
            None
        })
    }

    /// Reorders the seed so that `turn` is the plain half turn.
    #[must_use]
    pub fn upright(&self, turn: HalfTurn) -> Self {
        let upright = turn.upright();
        let grade = Grade { tier: self.grade.tier, stuck: upright.apply_state(&self.grade.stuck) };
        let matching = Matching::of(&upright.apply_solution(self.solution()));
        let upright = Self::of_matching(&self.ladder, matching, &grade, self.rest);
        Self { usual: self.usual, ..upright }
    }

    /// Measures a seed without reserved cells, which can be refilled with every symmetry: the
    /// plain half turn, and the capacity without a half turn. Only scores are measured, as they are
    /// lower with pairs of clues.
    fn scores_of_half_turn(&self, capacity: u16, rng: &mut impl Rng) -> Turned {
        let found = self.capacity_of(CAPACITY_SCORES, 0, ClueSymmetry::Rot180, rng);
        Turned { turn: HalfTurn::plain().number(), capacity, scores: found.scores }
    }

    /// Measures the refills of the seed with a half turn, with this generator.
    fn measure_turned(&self, rng: &mut impl Rng) -> Turned {
        let Some(turn) = self.half_turn() else { return Turned::NOTHING };
        let found = self.upright(turn).capacity(ClueSymmetry::Rot180, rng);
        Turned { turn: turn.number(), capacity: found.different, scores: found.scores }
    }
}

/// Records the refills of `seed` with a half turn; `grade` is its grade by `ladder`. They are
/// measured with a generator seeded from its key. Seeds mined for the half turn need no record; for
/// seeds without reserved cells only the scores are measured.
pub fn record_turned(ladder: &Ladder, seed: &mut Seed, grade: &Grade) {
    if seed.symmetry == ClueSymmetry::Rot180 {
        return;
    }
    let own = seed.grading(ladder.id()).map(|grading| (grading.rest, grading.capacity));
    let Some((rest, capacity)) = own else { return };
    let prepared = Prepared::graded(ladder, &seed.puzzle, grade, rest);
    let mut rng = ChaCha8Rng::from_seed(seed.key.rng_seed());
    let turned = match grade.tier {
        0 => prepared.scores_of_half_turn(capacity, &mut rng),
        _ => prepared.measure_turned(&mut rng),
    };
    let own = seed.gradings.iter_mut().find(|grading| grading.ladder == ladder.id());
    if let Some(grading) = own {
        grading.turned = Some(turned);
    }
}
