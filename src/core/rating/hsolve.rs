//! The metric m(B) of hsolve (Chang, Fan, Sun 2008), sections 3.1 and 3.2 and appendix A.
//!
//! A solver works in the lowest tier that has a valid application. A tier with p possible and v valid
//! ones costs E(p, v) = (p + 1) / (v + 1) checks (lemma 1); one valid application, chosen at random,
//! is applied, and the search begins again at tier 0. The cost is summed until the puzzle is solved;
//! m(B) is the mean over runs. What p and v count is said at [`crate::logic::Applications`].
//!
//! Every run passes the stuck state of the puzzle's top tier, so the mean is a sum: the *own part* up
//! to there and the *rest* from there on, which is the same for all puzzles with this stuck state. The
//! rest, which varies much from run to run, is summed over the graph of the states a run can meet. The
//! own part begins with a singles phase, at tiers 0 and 1 nothing else, which is run 64 times side by side;
//! what may follow varies little and is the mean of a few plain runs. The definition is the simulation, run by run, in
//! [`super::runs`]; a test holds both parts against it.
//!
//! Both are worked out in canonical coordinates with a generator seeded from the key, so that a score
//! is a function of the puzzle's class alone.

use chacha20::ChaCha8Rng;
use rand::SeedableRng;

use super::sample::Sample;
pub use super::sample::Score;
use super::stop_graph;
use super::walk::Walks;
use crate::board::{DigitSet, Puzzle, State};
use crate::kernel::lanes::Phase;
use crate::logic::{Grade, Ladder};
use crate::symmetry::{GridForm, Image, Key};

/// The standard error asked of a score, as a share of it.
const SCORE_ERROR: f64 = 0.0098;
/// The standard error asked of the rest of a score, as a share of it.
const REST_ERROR: f64 = 0.008;

/// Fewest runs of an own part after its first singles phase.
const FEWEST_RUNS: u32 = 6;
/// The standard deviation of one run of an own part, as a share of its mean: 0.04 to 0.13 for 80 % of 400
/// random minimal puzzles and their refills.
const USUAL_SPREAD: f64 = 0.1;
/// As many runs as knowing this is worth, before the runs made say more.
const USUAL_RUNS: u32 = 6;
/// Most samples of an own part after the first. Puzzles take a few dozen; only a rest that is impossible takes more.
const MOST_SAMPLES: u32 = 10_000;

/// m(B) of `puzzle`; none beyond the techniques of the ladder, or if that has no costs.
pub fn score(ladder: &Ladder, puzzle: &Puzzle, grade: &Grade) -> Option<Score> {
    let form = GridForm::of(puzzle.solution());
    let rest = rest(ladder, &form, grade)?;
    let image = Image::of(&form, puzzle.clues());
    let stuck = image.transform.apply_state(&grade.stuck);
    Some(score_of_image(ladder, &form, &image, grade, &stuck, rest))
}

/// The part of m(B) from the stuck state on; zero at tier 0, none beyond the techniques of the ladder, or if that has no
/// costs. `form` is that of the solution.
pub fn rest(ladder: &Ladder, form: &GridForm, grade: &Grade) -> Option<Score> {
    if !ladder.has_score(grade.tier) {
        return None;
    }
    if grade.tier == 0 {
        return Some(Score::default());
    }
    let (candidates, transform) = form.smallest_candidates(&grade.stuck.candidates);
    let stuck = State { candidates, open: transform.apply_cells(grade.stuck.open) };
    let mut walks = Walks::new(ladder, &stuck, None, form.solution());
    let mut rng = ChaCha8Rng::from_seed(Key::of_state(form, &grade.stuck.candidates).rng_seed());
    Some(stop_graph::mean(&mut walks, REST_ERROR, &mut rng).rounded())
}

/// m(B) of the puzzle with this `image` in `form`, given its grade, the `stuck` state of that as it is in the
/// image, and the rest. A rest that [is impossible](Score::is_possible) may keep the standard error above 1 %: after 10,000
/// samples the score is what it is by then.
pub(crate) fn score_of_image(
    ladder: &Ladder,
    form: &GridForm,
    image: &Image,
    grade: &Grade,
    stuck: &State,
    rest: Score,
) -> Score {
    let start = State::of_clues(form.solution(), image.clues);
    // Where singles alone lead.
    let mut stop = *stuck;
    if ladder.closed_tier(grade.tier) > 0 {
        stop = start;
        let consistent = stop.propagate::<false>(DigitSet::ALL);
        debug_assert!(consistent, "a board that keeps its solution has no contradiction");
    }
    let mut rng = ChaCha8Rng::from_seed(image.key.rng_seed());
    let phase = Phase::new(&start, &stop, form.solution());
    let mut singles = Sample::of_all(&phase.run(&mut rng));
    let mut beyond_singles = (stop != *stuck).then(|| {
        let mut walks = Walks::new(ladder, &stop, Some(stuck), form.solution());
        let runs = Sample::of((0..FEWEST_RUNS).map(|_| walks.run_from_start(&mut rng)));
        (walks, runs)
    });
    let mut samples = 0;
    loop {
        let of_singles = singles.spread() / f64::from(singles.runs);
        let (mean, of_others) = beyond_singles.as_ref().map_or((0.0, 0.0), |(_, runs)| {
            let usual = USUAL_SPREAD * runs.mean;
            (runs.mean, runs.spread_with(usual * usual, USUAL_RUNS) / f64::from(runs.runs))
        });
        let variance = of_singles + of_others + rest.standard_error * rest.standard_error;
        let score =
            Score { mean: singles.mean + mean + rest.mean, standard_error: variance.sqrt() };
        if score.standard_error <= SCORE_ERROR * score.mean || samples == MOST_SAMPLES {
            return score.rounded();
        }
        samples += 1;
        match &mut beyond_singles {
            Some((walks, runs)) if of_others > of_singles => {
                runs.push(walks.run_from_start(&mut rng));
            }
            _ => singles.add(&Sample::of_all(&phase.run(&mut rng))),
        }
    }
}
