//! The fit of the minutes: the parameters of the effort, and the scale, for a list of timed
//! puzzles.

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rayon::prelude::*;
use seeddb::board::Puzzle;
use seeddb::logic::{Ladder, grade};
use seeddb::rating::agreement::Agreement;
use seeddb::rating::hsolve;
use seeddb::rating::minutes::plain::{Memory, Parameters};
use seeddb::rating::minutes::{Scale, effort};
use seeddb::symmetry::Key;

use super::lists::read;

/// The number of folds of the cross-validation; all puzzles of a class are in one.
const FOLDS: usize = 10;
/// The number of runs per puzzle for each choice of rates.
const RUNS: u64 = 100;

/// A timed puzzle, and its fold.
struct Timed {
    puzzle: Puzzle,
    minutes: f64,
    fold: usize,
}

/// Returns all parameters to be tried. The writing, the root and the check are those of the
/// program: of these 344 puzzles only 24 need more than singles, so they cannot determine the cost
/// of a check, and the first two hardly change a rank.
fn grid() -> Vec<Parameters> {
    let mut grid = Vec::new();
    for line in [0.5, 0.25, 0.125] {
        for naked in [0.125, 0.0625, 0.03125] {
            grid.push(Parameters { line, naked, ..Parameters::default() });
        }
    }
    grid
}

/// Returns the efforts of a puzzle by these parameters, none of which changes a run.
fn efforts(puzzle: &Puzzle, parameters: &[Parameters]) -> Vec<f64> {
    let mut memory = Memory::new();
    let mut sums = vec![0.0; parameters.len()];
    for run in 0..RUNS {
        let mut rng = ChaCha8Rng::seed_from_u64(run);
        let steps = parameters[0].run(Ladder::hsolve(), puzzle, &mut memory, &mut rng);
        for (sum, parameters) in sums.iter_mut().zip(parameters) {
            *sum += steps.iter().map(|&step| parameters.cost(step)).sum::<f64>();
        }
    }
    sums.into_iter().map(|sum| sum / RUNS as f64).collect()
}

fn words(parameters: &Parameters) -> String {
    format!("line 1/{}, naked 1/{}", 1.0 / parameters.line, 1.0 / parameters.naked)
}

fn rho(pairs: &[(f64, f64)]) -> f64 {
    Agreement::of(pairs).rho.unwrap_or_default()
}

fn told(name: &str, pairs: &[(f64, f64)]) {
    let found = Agreement::of(pairs);
    let tau_b = found.tau_b().unwrap_or_default();
    println!("{name:<32} tau-b {tau_b:.3}, rho {:.3}", found.rho.unwrap_or_default());
}

/// Prints the cross-validation and the scale of the puzzles of `file`, which has seconds in
/// `column`; and the agreement of ratings in `others` with these.
pub fn print(file: &str, column: &str, others: &[String]) -> anyhow::Result<()> {
    let ladder = Ladder::hsolve();
    let timed: Vec<Timed> = read(file, Some(column))?
        .into_iter()
        .map(|(puzzle, seconds)| {
            let fold = usize::from(Key::of(&puzzle).rng_seed()[0]) % FOLDS;
            Timed { puzzle, minutes: seconds / 60.0, fold }
        })
        .collect();
    let grid = grid();
    let same_runs = |a: &Parameters, b: &Parameters| (a.line, a.naked) == (b.line, b.naked);
    // By puzzle, by parameters.
    let table: Vec<Vec<f64>> = timed
        .par_iter()
        .map(|timed| {
            grid.chunk_by(same_runs).flat_map(|some| efforts(&timed.puzzle, some)).collect()
        })
        .collect();
    let pairs = |number: usize, in_fold: &dyn Fn(usize) -> bool| -> Vec<(f64, f64)> {
        let wanted = timed.iter().zip(&table).filter(|(timed, _)| in_fold(timed.fold));
        wanted.map(|(timed, efforts)| (efforts[number], timed.minutes)).collect()
    };
    let best = |in_fold: &dyn Fn(usize) -> bool| {
        (0..grid.len()).max_by(|&a, &b| rho(&pairs(a, in_fold)).total_cmp(&rho(&pairs(b, in_fold))))
    };

    println!(
        "{} puzzles, {} choices of parameters, {FOLDS} folds by class",
        timed.len(),
        grid.len()
    );
    let (mut held_out, mut rhos, mut inside, mut off) = (Vec::new(), Vec::new(), 0, Vec::new());
    for fold in 0..FOLDS {
        let Some(number) = best(&|other| other != fold) else { continue };
        let scale = Scale::fit(&pairs(number, &|other| other != fold))?;
        let own = pairs(number, &|other| other == fold);
        let estimates: Vec<(f64, f64)> = own
            .iter()
            .map(|&(effort, minutes)| (scale.factor * effort.powf(scale.power), minutes))
            .collect();
        for (estimate, minutes) in &estimates {
            inside += usize::from((estimate * scale.low..=estimate * scale.high).contains(minutes));
            off.push((minutes / estimate).ln());
        }
        rhos.push(rho(&own));
        println!(
            "fold {fold}: {} puzzles, rho {:.3}, {}",
            own.len(),
            rho(&own),
            words(&grid[number])
        );
        held_out.extend(estimates);
    }
    told("held out, all folds together", &held_out);
    let mean = rhos.iter().sum::<f64>() / rhos.len() as f64;
    let spread = rhos.iter().map(|rho| (rho - mean).powi(2)).sum::<f64>() / (rhos.len() - 1) as f64;
    println!("folds: mean rho {mean:.3}, standard deviation {:.3}", spread.sqrt());
    println!("held out, within the range: {:.1} %", 100.0 * inside as f64 / held_out.len() as f64);
    let square = off.iter().map(|off| off * off).sum::<f64>() / off.len() as f64;
    println!("held out, standard deviation of the logarithm: {:.3}", square.sqrt());
    if let Some(number) = best(&|_| true) {
        println!(
            "best for all: {}, rho {:.3}",
            words(&grid[number]),
            rho(&pairs(number, &|_| true))
        );
    }

    let rated: Vec<(f64, Option<f64>, f64)> = timed
        .par_iter()
        .filter_map(|timed| {
            let grade = grade(ladder, &timed.puzzle);
            let effort = effort(ladder, &timed.puzzle, &grade)?.mean;
            let score = hsolve::score(ladder, &timed.puzzle, &grade).map(|score| score.mean);
            Some((effort, score, timed.minutes))
        })
        .collect();
    let pairs: Vec<(f64, f64)> =
        rated.iter().map(|&(effort, _, minutes)| (effort, minutes)).collect();
    told("in the program", &pairs);
    let scores = rated.iter().filter_map(|&(_, score, minutes)| Some((score?, minutes)));
    told("m(B)", &scores.collect::<Vec<_>>());
    for other in others {
        let ratings = read(file, Some(other))?;
        let rated = ratings.iter().zip(&timed).map(|((_, rating), timed)| (*rating, timed.minutes));
        told(other, &rated.collect::<Vec<_>>());
    }
    println!("the scale of all: {:?}", Scale::fit(&pairs)?);
    Ok(())
}
