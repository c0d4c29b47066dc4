//! The metric m(B) of hsolve (Chang, Fan, Sun 2008), sections 3.1 and 3.2 and appendix A.
//!
//! A solver works in the lowest tier that has a valid application. A tier with p possible and v
//! valid ones costs E(p, v) = (p + 1) / (v + 1) checks (lemma 1); one valid application, chosen at
//! random, is applied, and the search begins again at tier 0. The cost is summed until the puzzle
//! is solved; m(B) is the mean over runs. [`crate::logic::Applications`] defines p and v.
//!
//! Every run passes the stuck state of the puzzle's top tier, so the mean is a sum: the *own part*
//! up to there and the *rest* from there on, which is equal for all puzzles with this stuck state.
//! The rest, which varies much from run to run, is summed over the graph of the states that a run
//! can meet. The own part begins with a singles phase (at tiers 0 and 1 it is nothing else), which
//! is run 64 times side by side; the remainder varies little and is the mean of a few plain runs.
//! The definition is the simulation, run by run, in [`super::runs`]; a test compares both parts
//! with it.
//!
//! Both are computed in canonical coordinates with a generator seeded from the key, so that a score
//! is a function of the puzzle's class alone.

pub(crate) use super::mean::of_image as score_of_image;
pub use super::mean::rest;
pub use super::sample::Score;
use super::walk::Charge;
use crate::board::Puzzle;
use crate::logic::{Grade, Ladder, grade};
use crate::symmetry::Crux;

/// Returns m(B) of `puzzle`; `None` beyond the techniques of the ladder, or if that has no costs.
pub fn score(ladder: &Ladder, puzzle: &Puzzle, grade: &Grade) -> Option<Score> {
    super::mean::score(ladder, Charge::Checks, puzzle, grade)
}

/// Returns the crux of a puzzle: that of its stuck state by the hsolve ladder. `None` at tier 0.
pub fn crux(puzzle: &Puzzle) -> Option<Crux> {
    Crux::of(&grade(Ladder::hsolve(), puzzle).stuck)
}
