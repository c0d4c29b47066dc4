//! Estimated minutes of solvers: the effort of a race of singles, and a scale that was fitted to
//! timed solvers.
//!
//! # The effort
//!
//! A solver of this model looks for singles everywhere at once and writes the one seen first. Each
//! possible placement is seen after a random time with a rate by its easiest kind; so the mean wait
//! for the next digit is
//!
//! ```text
//! wait = 1/15 + (open cells / 50)^(1/2) / (boxes + lines / 4 + naked / 16)
//! ```
//!
//! where *boxes* counts the cells whose digit has no other place in their box, *lines* the other
//! cells whose digit has no other place in their row or column, and *naked* the remaining cells
//! with one candidate. The placement seen first is random in proportion to the rates. If there is
//! no single, the solver searches the tiers like the solver of m(B) ([`super::hsolve`]), and each
//! check above tier 0 takes 1/22.4. The *effort* is the mean over all runs, to 1.6 % ([`effort`]);
//! its plain definition is in [`plain`].
//!
//! # The minutes
//!
//! A [`Scale`] converts effort to minutes: a factor times a power of it, by least squares of
//! logarithms. The [built-in scale](Scale::BUILT_IN) was fitted to the mean times of 344 puzzles;
//! an editor with other solvers can fit another ([`Scale::fit`]). [METHODS](crate::rating)
//! describes the accuracy of the estimate; there is none for puzzles of tier 6, or with an effort
//! far from those of the timed puzzles.

pub mod plain;
mod scale;

pub use scale::{Estimate, NoScale, Scale, Unfit};

use std::ops::RangeInclusive;

use super::hsolve::Score;
use super::mean;
use super::walk::Charge;
use crate::board::Puzzle;
use crate::logic::{self, Grade, Ladder};

/// Returns the effort of `puzzle`, equal for all puzzles of its class; `None` beyond the techniques
/// of the ladder, or if the ladder has no costs.
pub fn effort(ladder: &Ladder, puzzle: &Puzzle, grade: &Grade) -> Option<Score> {
    mean::score(ladder, Charge::Wait, puzzle, grade)
}

/// Returns the [`effort`] by the steps of the ladder that it was fitted with, of a puzzle that
/// `ladder` graded.
pub fn effort_as_fitted(ladder: &Ladder, puzzle: &Puzzle, grade: Grade) -> Option<Score> {
    let fitted = Ladder::hsolve();
    let grade = if ladder.id() == fitted.id() { grade } else { logic::grade(fitted, puzzle) };
    effort(fitted, puzzle, &grade)
}

/// Returns the minutes of `puzzle` by this scale; `None` if the data support no estimate.
pub fn estimate(
    ladder: &Ladder,
    scale: &Scale,
    puzzle: &Puzzle,
    grade: &Grade,
) -> Option<Estimate> {
    scale.estimate(effort(ladder, puzzle, grade)?.mean)
}

/// Returns the tiers of `ladder` whose puzzles can have an estimate.
pub fn tiers(ladder: &Ladder) -> RangeInclusive<u8> {
    let all = ladder.tiers();
    // Estimates use this ladder, whatever the tiers of another one are.
    let last = if ladder.id() == Ladder::HSOLVE { ladder.beyond() - 1 } else { *all.end() };
    *all.start()..=last
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;

    use super::plain::{Memory, Parameters};
    use super::*;
    use crate::cases::cases;
    use crate::logic::grade;
    use crate::puzzles::{known, puzzle};
    use crate::rating::agreement::Agreement;
    use crate::rating::sample::Sample;
    use crate::symmetry::Transform;

    const RNG_SEED: u64 = 20_261_125;

    /// Compares the fast effort of each `step`-th puzzle with the mean of `runs` plain runs;
    /// returns the differences in units of their standard errors.
    fn off_plain_runs(step: usize, runs: u32) -> Sample {
        let mut off_by = Sample::default();
        let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
        let ladder = Ladder::hsolve();
        for puzzle in known().step_by(step) {
            let Some(fast) = effort(ladder, &puzzle, &grade(ladder, &puzzle)) else { continue };
            let (mut memory, parameters) = (Memory::new(), Parameters::default());
            let sample = Sample::of((0..runs).map(|_| {
                let steps = parameters.run(ladder, &puzzle, &mut memory, &mut rng);
                steps.into_iter().map(|step| parameters.cost(step)).sum::<f64>()
            }));
            let error = sample.variance_of(1.0).sqrt().hypot(fast.standard_error);
            let off = (fast.mean - sample.mean) / error;
            assert!(off.abs() < 4.5, "{puzzle}: {fast:?}, {}, RNG seed {RNG_SEED}", sample.mean);
            off_by.push(off);
        }
        off_by
    }

    #[test]
    fn it_is_the_mean_of_plain_runs() {
        let off_by = off_plain_runs(4, 150);
        let spread = off_by.spread();
        assert!(off_by.runs > 30 && (0.5..1.7).contains(&spread), "{spread}, RNG seed {RNG_SEED}");
    }

    /// Compared with long means, nearly all errors are within the reported standard error.
    #[test]
    #[ignore = "takes seconds"]
    fn its_standard_error_is_honest() {
        let off_by = off_plain_runs(1, 1_500);
        let (mean, spread) = (off_by.mean, off_by.spread());
        assert!(
            off_by.runs > 150 && mean.abs() < 0.3 && (0.7..1.4).contains(&spread),
            "{mean}, {spread}, RNG seed {RNG_SEED}"
        );
    }

    /// All of them are 6,016 pairs.
    #[test]
    fn a_symmetry_keeps_it() {
        let rng_seed = 20_261_126;
        let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
        let ladder = Ladder::hsolve();
        let effort = |puzzle: &Puzzle| effort(ladder, puzzle, &grade(ladder, puzzle));
        for puzzle in known().take(cases(40, 188)) {
            let known = effort(&puzzle);
            for _ in 0..cases(3, 32) {
                let turned = Transform::random(&mut rng).apply_puzzle(&puzzle);
                assert_eq!(effort(&turned), known, "{turned} of {puzzle}, RNG seed {rng_seed}");
            }
        }
    }

    /// Returns the efforts of the timed puzzles, and the minutes that people took.
    fn timed() -> Vec<(f64, f64)> {
        let ladder = Ladder::hsolve();
        let lines = include_str!("../../../../tests/data/timed.tsv").lines().skip(2);
        let timed = lines.map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let puzzle = puzzle(fields[0]);
            let effort = effort(ladder, &puzzle, &grade(ladder, &puzzle)).unwrap();
            (effort.mean, fields[2].parse::<f64>().unwrap() / 60.0)
        });
        timed.collect()
    }

    /// Plots the number of puzzles by estimate (to the right) and time (upwards), on logarithmic
    /// axes from 3 to 48 minutes; dots where both are equal.
    fn plot(timed: &[(f64, f64)]) -> String {
        const SIZE: [usize; 2] = [64, 24];
        let place = |minutes: f64, of: usize| {
            let at = (minutes / 3.0).log2() / 4.0 * of as f64;
            (at >= 0.0 && at < of as f64).then_some(at as usize)
        };
        let mut counts = [[0; SIZE[0]]; SIZE[1]];
        let mut shown = 0;
        for &(effort, minutes) in timed {
            let estimate = Scale::BUILT_IN.estimate(effort).unwrap().minutes;
            if let (Some(column), Some(row)) = (place(estimate, SIZE[0]), place(minutes, SIZE[1])) {
                counts[row][column] += 1;
                shown += 1;
            }
        }
        let mut text = String::new();
        for (row, counts) in counts.iter().enumerate().rev() {
            let equal = (row * SIZE[0] / SIZE[1])..((row + 1) * SIZE[0] / SIZE[1]);
            let sign = |(at, count): (usize, &u8)| match count {
                0 if equal.contains(&at) => '.',
                0 => ' ',
                1..=9 => char::from(b'0' + *count),
                _ => '+',
            };
            let line: String = counts.iter().enumerate().map(sign).collect();
            let name = if row % 6 == 0 { (3 << (row / 6)).to_string() } else { String::new() };
            text = text + format!("{name:>3} |{line}").trim_end() + "\n";
        }
        let axis = "-".repeat(SIZE[0]);
        let names = "     3               6               12              24            48";
        let all = timed.len();
        text + &format!(
            "    +{axis}\n{names}\n{shown} of {all} puzzles; minutes: times upwards, estimates to the right\n"
        )
    }

    /// The plot in METHODS is of the built-in scale.
    #[test]
    fn the_plot_is_of_the_timed_puzzles() {
        let plot = plot(&timed());
        let shown = include_str!("../../../../tests/data/minutes_plot.txt");
        assert!(shown.contains(&plot), "tests/data/minutes_plot.txt is to show:\n{plot}");
    }

    /// The scale and the rank agreement that METHODS prints are computed from the times again.
    #[test]
    fn the_scale_is_that_of_the_timed_puzzles() {
        let timed = timed();
        assert_eq!(timed.len(), 344);
        let (own, fit) = (Scale::BUILT_IN, Scale::fit(&timed).unwrap());
        for (own, fit) in [
            (own.factor, fit.factor),
            (own.power, fit.power),
            (own.low, fit.low),
            (own.high, fit.high),
            (own.timed[0], fit.timed[0]),
            (own.timed[1], fit.timed[1]),
        ] {
            assert!((own / fit - 1.0).abs() < 0.005, "{own} {fit}");
        }
        let rho = Agreement::of(&timed).rho.unwrap();
        assert!((rho - 0.741).abs() < 0.002, "{rho}");
        let is_inside = |&&(effort, minutes): &&(f64, f64)| {
            let Estimate { low, high, .. } = own.estimate(effort).unwrap();
            (low..=high).contains(&minutes)
        };
        let inside = timed.iter().filter(is_inside).count();
        assert!((165..=179).contains(&inside), "{inside} of 344");
    }
}
