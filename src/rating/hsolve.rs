//! The metric m(B) of hsolve (Chang, Fan, Sun 2008), sections 3.1 and 3.2 and appendix A.
//!
//! A solver works in the lowest tier that has a valid application. A tier with p possible and v valid
//! ones costs E(p, v) = (p + 1) / (v + 1) checks (lemma 1); one valid application, chosen at random,
//! is applied, and the search begins again at tier 0. The cost is summed until the puzzle is solved;
//! m(B) is the mean over runs. What p and v count is said at [`crate::logic::Found`].
//!
//! Every run passes the stuck state of the puzzle's top tier, so the mean is a sum: the *own part* up
//! to there and the *rest* from there on, which is the same for all puzzles with this stuck state.
//!
//! Both are worked out in canonical coordinates with a generator seeded from the key, so that a score
//! is a function of the puzzle's class alone.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use super::walk::Walks;
use crate::board::{CellSet, Puzzle, State};
use crate::logic::{BEYOND, Grade};
use crate::symmetry::{GridForm, Key};

/// A mean number of checks, with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean, at most 1 % of it.
    pub standard_error: f64,
}

/// The standard error asked of a whole score, as a share of it.
const WHOLE_ERROR: f64 = 0.0095;
/// The same of the rest, which is measured once a seed.
const REST_ERROR: f64 = 0.006;
/// Fewest runs: with fewer the spread itself is not known.
const FEWEST_RUNS: u32 = 24;

/// m(B) of `puzzle`; none beyond the ladder.
pub fn score(puzzle: &Puzzle, grade: &Grade) -> Option<Score> {
    let form = GridForm::of(puzzle.solution());
    let rest = rest(&form, grade)?;
    Some(whole(&form, puzzle.clues(), grade, rest))
}

/// The part of m(B) from the stuck state on; zero at tier 0, none beyond the ladder. `form` is that of
/// the solution.
pub fn rest(form: &GridForm, grade: &Grade) -> Option<Score> {
    match grade.tier {
        0 => Some(Score::default()),
        BEYOND.. => None,
        _ => {
            let (candidates, way) = form.smallest_candidates(&grade.stuck.candidates);
            let stuck = State { candidates, open: way.apply_cells(grade.stuck.open) };
            let mut walks = Walks::new(stuck, None);
            Some(mean(&mut walks, Key::of_state(&candidates), Score::default(), REST_ERROR))
        }
    }
}

/// The whole m(B) of the puzzle that shows `clues` of a solution, given its form, the grade and the rest.
pub fn whole(form: &GridForm, clues: CellSet, grade: &Grade, rest: Score) -> Score {
    let (clues, way) = form.smallest(clues);
    let puzzle = Puzzle::proved(clues, *form.solution());
    let stuck = State {
        candidates: way.apply_candidates(&grade.stuck.candidates),
        open: way.apply_cells(grade.stuck.open),
    };
    let start = State::of_clues(puzzle.solution(), clues);
    mean(&mut Walks::new(start, Some(stuck)), Key::of_canonical(&puzzle), rest, WHOLE_ERROR)
}

/// The mean of runs plus `rest`, made until the standard error of the sum is at most `error` of it.
fn mean(walks: &mut Walks, key: Key, rest: Score, error: f64) -> Score {
    let mut rng = ChaCha8Rng::from_seed(key.rng_seed());
    let (mut runs, mut average, mut squares) = (0u32, 0.0, 0.0);
    loop {
        let cost = walks.run(&mut rng);
        runs += 1;
        let off = cost - average;
        average += off / f64::from(runs);
        squares += off * (cost - average);
        if runs < FEWEST_RUNS {
            continue;
        }
        let variance = squares / f64::from(runs - 1) / f64::from(runs);
        let score = Score {
            mean: average + rest.mean,
            standard_error: (variance + rest.standard_error * rest.standard_error).sqrt(),
        };
        if score.standard_error <= error * score.mean {
            return score;
        }
    }
}
