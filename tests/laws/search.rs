//! The search against known counts and against a plain backtracker.

use std::collections::HashSet;

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use seeddb::board::{Cell, CellSet, Digit, Grid, Puzzle, Solution};
use seeddb::search::{count_solutions, is_unique, solutions};

use crate::cases::cases;

#[test]
fn known_solution_counts() {
    for line in include_str!("../data/solution_counts.txt").lines() {
        let fields: Vec<&str> = line.split(':').collect();
        let grid: Grid = fields[0].parse().unwrap();
        let found = solutions(&grid, 1_000);
        match fields[1] {
            "0" => assert_eq!(found.len(), 0, "{line}"),
            "1" => {
                assert_eq!(found.len(), 1, "{line}");
                assert_eq!(found[0].to_string(), fields[2]);
                assert_eq!(Puzzle::new(&grid).unwrap().solution(), &found[0]);
            }
            many => assert_eq!(found.len(), many.parse::<usize>().unwrap().min(1_000), "{line}"),
        }
    }
}

/// Returns the first open cell, digits in order: as plain as can be.
fn count_plainly(grid: &mut Grid, limit: usize) -> usize {
    let Some(cell) = Cell::all().find(|&cell| grid[cell].is_none()) else { return 1 };
    let mut count = 0;
    for digit in Digit::all() {
        if cell.peers().iter().all(|peer| grid[peer] != Some(digit)) {
            grid[cell] = Some(digit);
            count += count_plainly(grid, limit - count);
            grid[cell] = None;
            if count >= limit {
                break;
            }
        }
    }
    count
}

#[test]
fn counts_agree_with_plain_backtracking() {
    let rng_seed = 20_261_121;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let mut solution: Solution = Solution::new(
        &"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
            .parse()
            .unwrap(),
    )
    .unwrap();
    let mut times = [0; 3];
    let rounds = cases(250, 3_000);
    for round in 0..rounds {
        if round % 50 == 0 {
            // A new grid: some cells of the old grid, completed differently.
            let rest = solution.keep(random_cells(0.25, &mut rng));
            let found = solutions(&rest, 40);
            solution = found[rng.random_range(0..found.len())];
        }
        let clues = random_cells(rng.random_range(0.42..0.65), &mut rng);
        let mut grid = solution.keep(clues);
        let right = !rng.random_bool(0.2);
        if !right {
            // A wrong digit, often without a clash.
            let cell = Cell::new(rng.random_range(0..81)).unwrap();
            grid[cell] = Some(Digit::from_index(rng.random_range(0..9)));
        }
        let expected =
            if grid.clash().is_some() { 0 } else { count_plainly(&mut grid.clone(), 50) };
        times[expected.min(2)] += 1;
        assert_eq!(count_solutions(&grid, 50), expected, "{grid}, RNG seed {rng_seed}");
        assert_eq!(count_solutions(&grid, 2), expected.min(2), "{grid}, RNG seed {rng_seed}");
        assert_eq!(Puzzle::new(&grid).is_ok(), expected == 1, "{grid}, RNG seed {rng_seed}");
        if right {
            assert_eq!(is_unique(&solution, clues), expected == 1, "{grid}, RNG seed {rng_seed}");
        }
        let found = solutions(&grid, 50);
        let different: HashSet<_> = found.iter().collect();
        assert_eq!(different.len(), expected, "{grid}, RNG seed {rng_seed}");
        assert!(
            found
                .iter()
                .all(|full| full.grid().clash().is_none() && full.keep(grid.clues()) == grid)
        );
    }
    assert!(
        times.iter().all(|&times| times > rounds / 10),
        "{times:?} with 0, 1, several solutions"
    );
}

fn random_cells(density: f64, rng: &mut ChaCha8Rng) -> CellSet {
    Cell::all().filter(|_| rng.random_bool(density)).collect()
}
