//! The tables of Beer; of the MCM paper; of Chen and Elamri; and their common functions.

use std::time::Instant;

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use seeddb::board::{CellSet, Puzzle, Solution};
use seeddb::generate::{Climb, Cycles, Filler, Remove, fill_with_restarts};
use seeddb::rating::agreement::Agreement;
use seeddb::rating::branch::{Choice, branches};
use seeddb::rating::technique::{LEVELS, Weights, level, uses, uses_by_pseudo_code};
use seeddb::search::is_unique;
use seeddb::symmetry::ClueSymmetry;

/// Returns the generator of work number `i`.
pub fn stream(rng_seed: u64, i: usize) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    rng.set_stream(i as u64);
    rng
}

/// Returns the mean and its standard error.
pub fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}

/// Returns the value below which a share of the values lies.
pub fn at(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[(share * (sorted.len() - 1) as f64) as usize]
}

fn score(puzzle: &Puzzle) -> u32 {
    branches(puzzle, Choice::CellsAndHouses).score()
}

pub fn climb(count: usize, rng_seed: u64) {
    let climb = Climb::default();
    let start = Instant::now();
    let scores: Vec<f64> = (0..count)
        .filter_map(|i| {
            let mut rng = stream(rng_seed, i);
            let grid = Filler::TopBand.solution(&mut rng);
            climb.attempt(&grid, &|| false, &mut rng)
        })
        .map(|puzzle| f64::from(score(&puzzle)))
        .collect();
    let seconds = start.elapsed().as_secs_f64();
    let (mean, error) = mean(&scores);
    println!(
        "{count} puzzles of {} iterations: mean score {mean:.0} +- {error:.0}",
        climb.iterations
    );
    println!(
        "seconds a puzzle, on one core: {:.4} [0.596 on a 1.66 GHz Atom N450]",
        seconds / count as f64
    );
    println!(
        "   score  puzzles   (the paper prints its histogram as a picture; its four samples: 253, 451, 551, 953)"
    );
    for hundred in 0..=scores.iter().fold(0.0, |a: f64, &b| a.max(b)) as usize / 100 {
        let puzzles = scores.iter().filter(|&&score| score as usize / 100 == hundred).count();
        let bar = "#".repeat((60 * puzzles).div_ceil(count));
        println!("{:>4}..{:<4} {puzzles:>5}   {bar}", 100 * hundred, 100 * hundred + 99);
    }
}

/// Climbs as Beer's program does: a walk passes through boards with several solutions, which are
/// not scored.
fn climb_through(solution: &Solution, pairs: u32, rng: &mut ChaCha8Rng) -> u32 {
    let (mut best, mut top) = (CellSet::ALL, 0);
    for _ in 0..Climb::default().iterations {
        let mut clues = best;
        for _ in 0..20 {
            let adds = rng.random_bool(0.5);
            for _ in 0..if pairs > 1 && rng.random_bool(0.5) { 2 } else { 1 } {
                let from = if adds { !clues } else { clues };
                let Some(cell) = from.iter().nth(rng.random_range(0..from.len().max(1))) else {
                    continue;
                };
                let orbit: CellSet = ClueSymmetry::Rot180.orbit(cell);
                clues = if adds { clues | orbit } else { clues - orbit };
            }
            if is_unique(solution, clues) {
                let here = score(&Puzzle::proved(clues, *solution));
                if here > top {
                    (best, top) = (clues, here);
                }
            }
        }
    }
    top
}

pub fn climb_steps(count: usize, rng_seed: u64) {
    println!("{count} puzzles of 200 iterations, mean score by the reading of a step");
    for pairs in [2, 1] {
        let climb = Climb { pairs, ..Climb::default() };
        let made = |through: bool| -> Vec<f64> {
            let one = |i| {
                let mut rng = stream(rng_seed, i);
                let grid = Filler::TopBand.solution(&mut rng);
                let top = if through {
                    climb_through(&grid, pairs, &mut rng)
                } else {
                    climb.attempt(&grid, &|| false, &mut rng).map_or(0, |puzzle| score(&puzzle))
                };
                f64::from(top)
            };
            (0..count).into_par_iter().map(one).collect()
        };
        for (through, words) in
            [(false, "stays at puzzles"), (true, "walks through boards with several solutions")]
        {
            let (mean, error) = mean(&made(through));
            println!("up to {pairs} pairs, {words}: {mean:.0} +- {error:.0}");
        }
    }
}

pub fn remove(count: usize, rng_seed: u64) {
    println!(
        "clues  puzzles  D: least, quarter, median, three quarters, most   shares of the levels, in percent"
    );
    for most in [41, 30, 25] {
        let remove = Remove { clues: 0..=most, ..Remove::default() };
        let attempts = (0..4 * count).into_par_iter().filter_map(|i| {
            let mut rng = stream(rng_seed, i);
            let grid = Filler::Plain.solution(&mut rng);
            let puzzle = remove.attempt(&grid, &mut rng)?;
            uses(&puzzle, &[]).difficulty(&remove.weights).map(|d| (i, d))
        });
        let mut made: Vec<(usize, f64)> = attempts.collect();
        made.sort_by_key(|(i, _)| *i);
        let made: Vec<f64> = made.into_iter().take(count).map(|(_, d)| d).collect();
        let [least, quarter, median, three, greatest] =
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| at(&made, share));
        let share = |name: &str| {
            let of_level = made.iter().filter(|&&d| level(d) == name).count();
            format!("{name} {:.0}", 100.0 * of_level as f64 / made.len() as f64)
        };
        let shares = LEVELS.map(|(name, _)| share(name)).join(", ");
        println!(
            "..{most}   {:>6}   {least:.0} {quarter:.0} {median:.0} {three:.0} {greatest:.0}   {shares}",
            made.len()
        );
    }
    let start = Instant::now();
    let mut slowest: f64 = 0.0;
    for i in 0..count {
        let one = Instant::now();
        std::hint::black_box(Filler::Plain.solution(&mut stream(rng_seed, i)));
        slowest = slowest.max(one.elapsed().as_secs_f64());
    }
    let each = start.elapsed().as_secs_f64() / count as f64;
    println!("plain filler: {:.3} ms a grid, the slowest {:.1} ms", 1e3 * each, 1e3 * slowest);
}

/// Removes clues down to 30: prints D by the techniques that the solver knows, and in the order of
/// the pseudo code.
pub fn known(count: usize, rng_seed: u64) {
    let remove = Remove { clues: 0..=30, ..Remove::default() };
    let made = (0..4 * count).into_par_iter().filter_map(|i| {
        let mut rng = stream(rng_seed, i);
        let grid = Filler::Plain.solution(&mut rng);
        let puzzle = remove.attempt(&grid, &mut rng)?;
        (uses(&puzzle, &[]).open == 0).then_some((i, puzzle))
    });
    let mut made: Vec<(usize, Puzzle)> = made.collect();
    made.sort_by_key(|(i, _)| *i);
    made.truncate(count);
    println!("{} puzzles, D by Ks: least, median, most   easy, medium, hard, harder", made.len());
    let of = |known| -> Vec<f64> {
        let weights = Weights { known, ..Weights::default() };
        made.iter().filter_map(|(_, puzzle)| uses(puzzle, &[]).difficulty(&weights)).collect()
    };
    for known in (0..=5).rev() {
        let all = of(known);
        let share = LEVELS.map(|(name, _)| {
            let own = all.iter().filter(|&&d| level(d) == name).count();
            format!("{:.0}", 100.0 * own as f64 / all.len() as f64)
        });
        let [least, median, most] = [0.0, 0.5, 1.0].map(|share| at(&all, share));
        println!("Ks {known}   {least:.0} {median:.0} {most:.0}   {}", share.join(", "));
    }
    let own = of(5);
    let other = made.iter().map(|(_, puzzle)| {
        let other = uses_by_pseudo_code(puzzle);
        other.difficulty(&Weights::default()).unwrap_or(f64::NAN)
    });
    let other: Vec<f64> = other.collect();
    let pairs: Vec<(f64, f64)> = own.iter().copied().zip(other.iter().copied()).collect();
    let differ = pairs.iter().filter(|(own, other)| own.to_bits() != other.to_bits()).count();
    let rho = Agreement::of(&pairs).rho.unwrap_or(f64::NAN);
    println!(
        "in the order of the pseudo code: {differ} differ, median {:.0}, rho {rho:.3}; levels differ in {}",
        at(&other, 0.5),
        pairs.iter().filter(|(own, other)| level(*own) != level(*other)).count()
    );
}

pub fn cycles(count: usize, rng_seed: u64) {
    let cycles: Vec<f64> = (0..count)
        .into_par_iter()
        .map(|i| fill_with_restarts(&mut stream(rng_seed, i)).1 as f64)
        .collect();
    let (mean, error) = mean(&cycles);
    println!(
        "{count} grids: {mean:.1} +- {error:.1} cycles [257 in 76 grids: +- {:.0}]",
        257.0 / 76.0_f64.sqrt()
    );
}

pub fn fewest(count: usize, rng_seed: u64) {
    // The target is one clue, which no puzzle reaches: digging ends where no cell can be removed.
    let cycles = Cycles { clues: 0..=81, ..Cycles::default() };
    let dug = |i| {
        let mut rng = stream(rng_seed, i);
        let grid = Filler::Restarts.solution(&mut rng);
        cycles.deepest(&grid, &mut rng).len() as f64
    };
    let clues: Vec<f64> = (0..count).into_par_iter().map(dug).collect();
    let (mean, error) = mean(&clues);
    println!(
        "{count} grids dug as far as they go: {mean:.2} +- {error:.2} clues, least {:.0}, median {:.0}, most {:.0} [wanted: 17]",
        at(&clues, 0.0),
        at(&clues, 0.5),
        at(&clues, 1.0)
    );
}
