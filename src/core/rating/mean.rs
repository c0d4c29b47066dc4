//! The mean of what a run of hsolve is charged, by parts: [`super::hsolve`] says what a run is, and tells the parts.
//!
//! Both metrics that are such a mean come from here: m(B), in checks, and the [effort](super::minutes), in waits.

use chacha20::ChaCha8Rng;
use rand::SeedableRng;

use super::sample::{Sample, Score};
use super::stop_graph;
use super::walk::{Charge, Walks};
use crate::board::{DigitSet, Puzzle, State};
use crate::kernel::lanes::Phase;
use crate::logic::{Grade, Ladder};
use crate::symmetry::{GridForm, Image, Key};

impl Charge {
    /// The standard errors asked of a mean and of the rest of one, as shares of them.
    const fn errors(self) -> [f64; 2] {
        match self {
            Self::Checks => [0.0098, 0.008],
            // The minutes grow with a power of the wait below 0.6: so they are within 1 %.
            Self::Wait => [0.016, 0.012],
        }
    }
}

/// Fewest runs of an own part after its first singles phase.
const FEWEST_RUNS: u32 = 6;
/// The standard deviation of one run of an own part, as a share of its mean: 0.04 to 0.13 for 80 % of 400
/// random minimal puzzles and their refills.
const USUAL_SPREAD: f64 = 0.1;
/// As many runs as knowing this is worth, before the runs made say more.
const USUAL_RUNS: u32 = 6;
/// Most samples of an own part after the first. Puzzles take a few dozen; only a rest that is impossible takes more.
const MOST_SAMPLES: u32 = 10_000;

/// The mean of `puzzle`; none beyond the techniques of the ladder, or if that has no costs.
pub fn score(ladder: &Ladder, charge: Charge, puzzle: &Puzzle, grade: &Grade) -> Option<Score> {
    let form = GridForm::of(puzzle.solution());
    let rest = rest(ladder, charge, &form, grade)?;
    let image = Image::of(&form, puzzle.clues());
    let stuck = image.transform.apply_state(&grade.stuck);
    Some(of_image(ladder, charge, &form, &image, grade, &stuck, rest))
}

/// The part of it from the stuck state on; zero at tier 0, none beyond the techniques of the ladder, or if that has no
/// costs. `form` is that of the solution.
pub fn rest(ladder: &Ladder, charge: Charge, form: &GridForm, grade: &Grade) -> Option<Score> {
    if !ladder.has_score(grade.tier) {
        return None;
    }
    if grade.tier == 0 {
        return Some(Score::default());
    }
    let (candidates, transform) = form.smallest_candidates(&grade.stuck.candidates);
    let stuck = State { candidates, open: transform.apply_cells(grade.stuck.open) };
    let mut walks = Walks::new(ladder, charge, &stuck, None, form.solution());
    let mut rng = ChaCha8Rng::from_seed(Key::of_state(form, &grade.stuck.candidates).rng_seed());
    let [_, error] = charge.errors();
    Some(stop_graph::mean(&mut walks, error, &mut rng).rounded())
}

/// The mean of the puzzle with this `image` in `form`, given its grade, the `stuck` state of that as it is in the
/// image, and the rest. A rest that [is impossible](Score::is_possible) may keep the standard error above what is asked: after
/// 10,000 samples the score is what it is by then.
pub fn of_image(
    ladder: &Ladder,
    charge: Charge,
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
    let mut singles = Sample::of_all(&charge.phase(&phase, &mut rng));
    let mut beyond_singles = (stop != *stuck).then(|| {
        let mut walks = Walks::new(ladder, charge, &stop, Some(stuck), form.solution());
        let runs = Sample::of((0..FEWEST_RUNS).map(|_| walks.run_from_start(&mut rng)));
        (walks, runs)
    });
    let [error, _] = charge.errors();
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
        if score.standard_error <= error * score.mean || samples == MOST_SAMPLES {
            return score.rounded();
        }
        samples += 1;
        match &mut beyond_singles {
            Some((walks, runs)) if of_others > of_singles => {
                runs.push(walks.run_from_start(&mut rng));
            }
            _ => singles.add(&Sample::of_all(&charge.phase(&phase, &mut rng))),
        }
    }
}
