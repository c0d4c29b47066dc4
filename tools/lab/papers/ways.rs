//! Joncus and Yun, "Deletion of nodes" and "Time vs. count": their ways of deleting cells and of
//! giving a grid up, side by side. As in [`dig`](super::dig) time is counted in trials, the digits
//! that their two solvers try.

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use seeddb::board::{Cell, CellSet, Solution};
use seeddb::generate::{Dig, Filler};
use seeddb::rating::box_norm::box_norm;
use seeddb::symmetry::ClueSymmetry;

use super::dig::{PATIENCE, solvers_agree};
use super::others::mean;

/// Deletes cells of a grid down to a norm; calls its last argument to check that each step leaves
/// one solution.
type Way<'a> =
    &'a dyn Fn(&Solution, &mut ChaCha8Rng, &mut dyn FnMut(CellSet) -> bool) -> Option<CellSet>;

/// The cost of a puzzle, including abandoned grids.
struct Cost {
    grids: f64,
    /// The number of steps checked: x of their O(x n^e).
    steps: f64,
    trials: f64,
    norm: f64,
    open: f64,
}

/// Makes a puzzle. A grid is abandoned after `patience` trials.
fn cost(way: Way<'_>, patience: u64, rng: &mut ChaCha8Rng) -> Cost {
    let mut cost = Cost { grids: 0.0, steps: 0.0, trials: 0.0, norm: 0.0, open: 0.0 };
    loop {
        let solution = Filler::Pattern.solution(rng);
        let (mut trials, mut steps) = (0, 0);
        let clues = way(&solution, rng, &mut |clues| {
            steps += 1;
            trials < patience && solvers_agree(&solution, clues, patience, &mut trials)
        });
        cost.grids += 1.0;
        cost.steps += f64::from(steps);
        cost.trials += trials as f64;
        if let Some(clues) = clues {
            (cost.norm, cost.open) = (box_norm(clues), 81.0 - clues.len() as f64);
            return cost;
        }
    }
}

/// Goes through the cells row by row, and deletes each with this chance.
fn coin(
    target: f64,
    chance: f64,
    rng: &mut ChaCha8Rng,
    is_unique: &mut dyn FnMut(CellSet) -> bool,
) -> Option<CellSet> {
    let mut clues = CellSet::ALL;
    for cell in Cell::all() {
        if box_norm(clues) <= target {
            break;
        }
        let fewer = clues - CellSet::of(cell);
        if rng.random_bool(chance) && is_unique(fewer) {
            clues = fewer;
        }
    }
    (box_norm(clues) <= target).then_some(clues)
}

/// Prints a line of means over `count` puzzles.
fn line(name: &str, count: usize, rng_seed: u64, patience: u64, way: Way<'_>) {
    let rng = &mut ChaCha8Rng::seed_from_u64(rng_seed);
    let costs: Vec<Cost> = (0..count).map(|_| cost(way, patience, rng)).collect();
    let of = |of: fn(&Cost) -> f64| costs.iter().map(of).collect::<Vec<f64>>();
    let norms = of(|cost| cost.norm);
    let (norm, error) = mean(&norms);
    let trials = of(|cost| cost.trials);
    println!(
        "{name:<28} {:>7.1} {:>7.0} {:>7.1} {:>12.0} {:>12.0}   {norm:.2} {:.2}",
        mean(&of(|cost| cost.grids)).0,
        mean(&of(|cost| cost.steps)).0,
        mean(&of(|cost| cost.open)).0,
        mean(&trials).0,
        trials.iter().fold(0.0, |most: f64, own| most.max(*own)),
        error * (count as f64).sqrt(),
    );
}

pub fn print(count: usize, rng_seed: u64) {
    println!(
        "{count} puzzles each: grids, steps, open cells at the end, trials: mean, most; norm: mean, standard deviation"
    );
    for (level, target) in Dig::LEVELS {
        let of = |symmetry| Dig { symmetry, ..Dig::to(target) };
        let (single, pairs) = (of(ClueSymmetry::None), of(ClueSymmetry::Rot180));
        let ways: [(&str, Way<'_>); 4] = [
            ("coin, one half", &|_, rng, ask| coin(target, 0.5, rng, ask)),
            ("coin, three quarters", &|_, rng, ask| coin(target, 0.75, rng, ask)),
            ("single cells, 100 draws", &|grid, rng, mut ask| single.dig(grid, rng, &mut ask)),
            ("pairs, 100 draws", &|grid, rng, mut ask| pairs.dig(grid, rng, &mut ask)),
        ];
        for (name, way) in ways {
            // A coin of one half never comes so far.
            if !name.contains("half") || level == Dig::LEVELS[0].0 {
                line(&format!("{level}, {name}"), count, rng_seed, PATIENCE, way);
            }
        }
    }
    let (_, target) = Dig::LEVELS[3];
    for draws in [60, 80, 90, 100, 110, 120, 160] {
        let dig = Dig { draws, ..Dig::to(target) };
        let way: Way<'_> = &|grid, rng, mut ask| dig.dig(grid, rng, &mut ask);
        line(&format!("expert, {draws} draws"), count, rng_seed, PATIENCE, way);
    }
    // Ten of their seconds are about PATIENCE.
    for seconds in [1, 5, 10, 15, 20] {
        let dig = Dig { draws: 1_000, ..Dig::to(target) };
        let way: Way<'_> = &|grid, rng, mut ask| dig.dig(grid, rng, &mut ask);
        line(&format!("expert, {seconds} seconds"), count, rng_seed, PATIENCE / 10 * seconds, way);
    }
}
