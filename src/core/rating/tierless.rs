//! A metric without tiers: an idea of Chang, Fan and Sun (2008), section 5.3, that they did not
//! try.
//!
//! "We considered modifying hsolve to search for all possible strategy applications, irrespective
//! of strategy tier. In this case, we would search for the strategy with the least number of
//! possible applications; this might allow us to remove our dependence on the tier system of
//! strategies."
//!
//! So in every state the possible applications p of each technique of the ladder are counted; the
//! techniques are searched one by one, the least p first, ties in the order of the ladder. A
//! technique without a valid application costs p + 1 checks (lemma 1 with v = 0), the first with v
//! valid ones (p + 1) / (v + 1); one of these, drawn at random, is applied, and the search begins
//! again. A technique with no possible application costs nothing. The score is the mean of some
//! runs, in canonical coordinates, from a generator seeded from the key.

use chacha20::ChaCha8Rng;
use rand::Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::sample::Sample;
use crate::board::{Puzzle, State};
use crate::kernel::pick::pick;
use crate::logic::{Applications, Effect, Ladder, find_all, grade};
use crate::symmetry::{GridForm, Image};

/// The default number of runs of a rating.
pub const RUNS: u32 = 20;

/// Returns the mean number of checks of `runs` runs, and its standard error; `None` if the ladder
/// does not solve the puzzle.
///
/// # Panics
/// On fewer than two runs.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::Puzzle;
/// use seeddb::logic::Ladder;
/// use seeddb::rating::tierless;
///
/// let line = "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";
/// let puzzle = Puzzle::new(&line.parse()?)?;
/// let (mean, error) = tierless::score(Ladder::hsolve(), &puzzle, 20).ok_or("not solved")?;
/// assert!(mean > 1.0 && error < mean);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score(ladder: &Ladder, puzzle: &Puzzle, runs: u32) -> Option<(f64, f64)> {
    assert!(runs > 1, "a standard error is of two runs or more");
    if !ladder.has_score(grade(ladder, puzzle).tier) {
        return None;
    }
    let form = GridForm::of(puzzle.solution());
    let image = Image::of(&form, puzzle.clues());
    let mut rng = ChaCha8Rng::from_seed(image.key.rng_seed());
    let start = State::of_clues(form.solution(), image.clues);
    let sample = Sample::of((0..runs).map(|_| run(ladder, start, &mut rng)));
    Some((sample.mean, (sample.spread() / f64::from(runs)).sqrt()))
}

/// Returns the checks of one run.
fn run(ladder: &Ladder, mut state: State, rng: &mut impl Rng) -> f64 {
    let mut checks = 0.0;
    while !state.is_solved() {
        let mut found: Vec<Applications> =
            ladder.techniques().map(|technique| find_all(&state, &[technique])).collect();
        found.retain(|found| found.possible > 0);
        found.sort_by_key(|found| found.possible);
        let searched = found.iter().position(|found| found.valid() > 0);
        let searched = searched.expect("only puzzles that the ladder solves are rated");
        for found in &found[..=searched] {
            checks += (found.possible + 1) as f64 / (found.valid() + 1) as f64;
        }
        let unit = found[searched].unit(pick(found[searched].valid(), rng));
        let Some(way) = unit.choose(rng) else { continue };
        if matches!(way.effect, Effect::Solve(..)) {
            break;
        }
        way.apply(&mut state);
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One technique has one possible application, which is valid: one check, counted by hand.
    #[test]
    fn a_last_cell_takes_one_check() {
        let puzzle = crate::puzzles::puzzle(
            "53467891267219534819834256785976142342685379171392485696153728428741963534528617.",
        );
        let (mean, error) = score(Ladder::hsolve(), &puzzle, 5).unwrap();
        assert_eq!((mean, error), (1.0, 0.0));
    }
}
