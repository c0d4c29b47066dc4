//! The search against known counts and against a plain backtracker.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use seeddb::board::{Cell, Digit, Grid, Puzzle};
use seeddb::search::{count_solutions, solutions};

#[test]
fn known_solution_counts() {
    for line in include_str!("data/solution_counts.txt").lines() {
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

/// The first open cell, digits in order: as plain as can be.
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
    let mut solution: Grid =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
            .parse()
            .unwrap();
    let mut several = 0;
    for round in 0..1_500 {
        if round % 50 == 0 {
            // A new grid: a few cells of the old one, completed some other way.
            let mut rest = solution;
            for cell in Cell::all() {
                if rng.random_bool(0.75) {
                    rest[cell] = None;
                }
            }
            let found = solutions(&rest, 40);
            solution = found[rng.random_range(0..found.len())].grid();
        }
        let mut grid = solution;
        for cell in Cell::all() {
            if rng.random_bool(0.5) {
                grid[cell] = None;
            }
        }
        if rng.random_bool(0.2) {
            // A wrong digit, often without a clash.
            let cell = Cell::new(rng.random_range(0..81)).unwrap();
            grid[cell] = Some(Digit::from_index(rng.random_range(0..9)));
        }
        let expected =
            if grid.clash().is_some() { 0 } else { count_plainly(&mut grid.clone(), 50) };
        several += usize::from(expected > 1);
        assert_eq!(count_solutions(&grid, 50), expected, "{grid}, RNG seed {rng_seed}");
    }
    assert!(several > 100);
}
