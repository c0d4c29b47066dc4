//! The mean charge of a run of hsolve, in parts; [`super::hsolve`] defines runs and their parts.
//!
//! Both metrics of this kind are computed here: m(B), in checks, and the [effort](super::minutes),
//! in waits.

use chacha20::ChaCha8Rng;
use rand::SeedableRng;

use super::phases;
use super::races::Races;
use super::sample::{Sample, Score};
use super::walk::{Charge, Walks};
use crate::board::{DigitSet, Puzzle, State};
use crate::kernel::lanes::Phase;
use crate::logic::{Grade, Ladder};
use crate::symmetry::{GridForm, Image, Key};

impl Charge {
    /// Returns the wanted standard error of a mean, as a share of it.
    const fn error(self) -> f64 {
        match self {
            Self::Checks => 0.0098,
            // The minutes grow with a power of the wait below 0.6: so they are within 1 %.
            Self::Wait => 0.016,
        }
    }

    /// Returns the standard deviation of one run of an own part, as a share of its mean: of the
    /// checks 0.04 to 0.13 for 80 % of 400 random minimal puzzles and their refills; of the waits
    /// from the clues to the end of the singles, 0.13 for timed puzzles and 0.19 for medium ones.
    const fn usual_spread(self) -> f64 {
        match self {
            Self::Checks => 0.1,
            Self::Wait => 0.15,
        }
    }
}

/// The wanted standard error of a rest that many puzzles share.
const ERROR_OF_REST: f64 = 0.008;

/// The fewest runs of an own part after its first singles phase.
const FEWEST_RUNS: u32 = 6;
/// The number of runs that the usual spread counts as, together with the runs made.
const USUAL_RUNS: u32 = 6;
/// The most samples of an own part after the first. Puzzles take a few dozen; only an impossible
/// rest takes more.
const MOST_SAMPLES: u32 = 10_000;

/// The mean from the stuck state on.
enum Rest<'a, 'l> {
    Known(Score),
    /// Still being sampled.
    Sampled(Box<Races<'a, 'l>>),
}

/// Returns the state that every run passes, the stuck state in canonical coordinates, and the
/// generator for the rest from it.
fn stuck(form: &GridForm, grade: &Grade) -> (State, ChaCha8Rng) {
    let (candidates, transform) = form.smallest_candidates(&grade.stuck.candidates);
    let stuck = State { candidates, open: transform.apply_cells(grade.stuck.open) };
    let rng_seed = Key::of_state(form, &grade.stuck.candidates).rng_seed();
    (stuck, ChaCha8Rng::from_seed(rng_seed))
}

/// Returns the mean of `puzzle`; `None` beyond the techniques of the ladder, or if that has no
/// costs.
pub fn score(ladder: &Ladder, charge: Charge, puzzle: &Puzzle, grade: &Grade) -> Option<Score> {
    if !ladder.has_score(grade.tier) {
        return None;
    }
    let form = GridForm::of(puzzle.solution());
    let image = Image::of(&form, puzzle.clues());
    let own_stuck = image.transform.apply_state(&grade.stuck);
    let of_image =
        |rest| of_image_and(ladder, charge, &form, &image, grade, &own_stuck, rest, &|_| false);
    if charge == Charge::Checks || grade.tier == 0 {
        return rest(ladder, &form, grade).map(|rest| of_image(Rest::Known(rest)));
    }
    let (stuck, rng) = stuck(&form, grade);
    let mut walks = Walks::new(ladder, charge, &stuck, None, form.solution());
    Some(of_image(Rest::Sampled(Box::new(Races::new(&mut walks, rng)))))
}

/// Returns the part of m(B) from the stuck state on; zero at tier 0. `None` beyond the techniques
/// of the ladder, or if the ladder has no costs. `form` is that of the solution.
pub fn rest(ladder: &Ladder, form: &GridForm, grade: &Grade) -> Option<Score> {
    if !ladder.has_score(grade.tier) {
        return None;
    }
    if grade.tier == 0 {
        return Some(Score::default());
    }
    let (stuck, mut rng) = stuck(form, grade);
    let mut walks = Walks::new(ladder, Charge::Checks, &stuck, None, form.solution());
    Some(phases::mean(&mut walks, ERROR_OF_REST, &mut rng).rounded())
}

/// Returns m(B) of the puzzle with this `image` in `form`, given its grade, its `stuck` state
/// mapped to the image, and the rest. An [impossible](Score::is_possible) rest may keep the
/// standard error above the wanted one: sampling ends after 10,000 samples, or as soon as a rough
/// score is `enough`.
pub fn of_image(
    ladder: &Ladder,
    form: &GridForm,
    image: &Image,
    grade: &Grade,
    stuck: &State,
    rest: Score,
    enough: &dyn Fn(Score) -> bool,
) -> Score {
    of_image_and(ladder, Charge::Checks, form, image, grade, stuck, Rest::Known(rest), enough)
}

/// Returns the mean of the puzzle with this `image` and a rest, which is sampled further if that
/// reduces the error of the mean most, until that is as wanted or the mean is `enough`.
#[allow(clippy::too_many_arguments, reason = "what a puzzle and its mean depend on")]
fn of_image_and(
    ladder: &Ladder,
    charge: Charge,
    form: &GridForm,
    image: &Image,
    grade: &Grade,
    stuck: &State,
    mut rest: Rest<'_, '_>,
    enough: &dyn Fn(Score) -> bool,
) -> Score {
    let start = State::of_clues(form.solution(), image.clues);
    // The end of the singles alone.
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
    let mut samples = 0;
    loop {
        let of_singles = singles.spread() / f64::from(singles.runs);
        let (mean, of_others) = beyond_singles.as_ref().map_or((0.0, 0.0), |(_, runs)| {
            let usual = charge.usual_spread() * runs.mean;
            (runs.mean, runs.spread_with(usual * usual, USUAL_RUNS) / f64::from(runs.runs))
        });
        let of_rest = match &rest {
            Rest::Known(rest) => *rest,
            Rest::Sampled(races) => races.score(),
        };
        let variance = of_singles + of_others + of_rest.standard_error * of_rest.standard_error;
        let score =
            Score { mean: singles.mean + mean + of_rest.mean, standard_error: variance.sqrt() };
        let is_exact = score.standard_error <= charge.error() * score.mean;
        if is_exact || samples == MOST_SAMPLES || enough(score) {
            return score.rounded();
        }
        samples += 1;
        if let Rest::Sampled(races) = &mut rest
            && of_rest.standard_error.powi(2) > of_singles.max(of_others)
        {
            races.refine();
            continue;
        }
        match &mut beyond_singles {
            Some((walks, runs)) if of_others > of_singles => {
                runs.push(walks.run_from_start(&mut rng));
            }
            _ => singles.add(&Sample::of_all(&charge.phase(&phase, &mut rng))),
        }
    }
}
