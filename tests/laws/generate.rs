//! New grids and puzzles hold their promises, checked by slow definitions.

use std::collections::HashSet;

use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use seeddb::board::{Cell, CellSet, Digit, Puzzle};
use seeddb::generate::{is_minimal, minimal, minimize, solution};
use seeddb::search::count_solutions;
use seeddb::symmetry::ClueSymmetry;

const RNG_SEED: u64 = 20_261_121;

/// All but [`ClueSymmetry::None`].
const SYMMETRIES: &[ClueSymmetry] = ClueSymmetry::ALL.split_at(1).1;

/// Whether the puzzle has several solutions without some of its clues.
fn needs(puzzle: &Puzzle, clues: CellSet) -> bool {
    count_solutions(&puzzle.grid().keep(puzzle.clues() - clues), 2) == 2
}

#[test]
fn full_grids_are_all_different_and_spread_evenly() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let grids: Vec<_> = (0..5_000).map(|_| solution(&mut rng)).collect();
    assert_eq!(grids.iter().collect::<HashSet<_>>().len(), grids.len());
    // No digit prefers a cell: 5,000 / 9 = 556 times each, standard deviation 22.
    for cell in Cell::all() {
        for digit in Digit::all() {
            let times = grids.iter().filter(|grid| grid[cell] == digit).count();
            assert!(
                (420..=700).contains(&times),
                "{digit} in {cell} {times} times, RNG seed {RNG_SEED}"
            );
        }
    }
}

#[test]
fn minimal_puzzles_have_one_solution_and_need_every_clue() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    for _ in 0..300 {
        let full = solution(&mut rng);
        let puzzle = minimal(&full, ClueSymmetry::None, &mut rng);
        assert_eq!(Puzzle::new(&puzzle.grid()), Ok(puzzle), "RNG seed {RNG_SEED}");
        assert_eq!(puzzle.solution(), &full);
        assert!(puzzle.clues().iter().all(|clue| needs(&puzzle, CellSet::of(clue))));
        assert!(is_minimal(&puzzle));
    }
}

#[test]
fn symmetric_puzzles_need_every_orbit() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    for &symmetry in SYMMETRIES {
        for _ in 0..40 {
            let puzzle = minimal(&solution(&mut rng), symmetry, &mut rng);
            assert_eq!(Puzzle::new(&puzzle.grid()), Ok(puzzle), "RNG seed {RNG_SEED}");
            assert!(symmetry.holds(puzzle.clues()), "{symmetry:?} {puzzle}");
            assert!(puzzle.clues().iter().all(|clue| needs(&puzzle, symmetry.orbit(clue))));
        }
    }
}

#[test]
fn thinning_is_as_one_by_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    for round in 0..300 {
        let symmetry = [ClueSymmetry::None, SYMMETRIES[round % 6]][round % 2];
        let full = solution(&mut rng);
        let mut orbits: Vec<CellSet> = symmetry.orbits().collect();
        let start = rng.random();
        orbits.shuffle(&mut ChaCha8Rng::from_seed(start));
        let plain = orbits.into_iter().fold(CellSet::ALL, |clues, orbit| {
            let without = full.keep(clues - orbit);
            if count_solutions(&without, 2) == 1 { clues - orbit } else { clues }
        });
        let puzzle = minimal(&full, symmetry, &mut ChaCha8Rng::from_seed(start));
        assert_eq!(puzzle.clues(), plain, "{symmetry:?} {full}, RNG seed {RNG_SEED}");
    }
}

#[test]
fn any_puzzle_can_be_thinned() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    for _ in 0..100 {
        let symmetric = minimal(&solution(&mut rng), ClueSymmetry::Rot180, &mut rng);
        assert_eq!(minimize(&symmetric, ClueSymmetry::Rot180, &mut rng), symmetric);
        let thin = minimize(&symmetric, ClueSymmetry::None, &mut rng);
        assert!(thin.clues().is_subset(symmetric.clues()) && is_minimal(&thin));
        assert_eq!(Puzzle::new(&thin.grid()), Ok(thin));
        assert_eq!(is_minimal(&symmetric), thin == symmetric);
    }
}

/// Not a law: `cargo test --test laws generate::rates -- --ignored --nocapture` shows the speed.
#[test]
#[ignore = "a measurement"]
fn rates() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let start = std::time::Instant::now();
    let grids: Vec<_> = (0..20_000).map(|_| solution(&mut rng)).collect();
    println!("{:.0} full grids a second", 20_000.0 / start.elapsed().as_secs_f64());
    for symmetry in [ClueSymmetry::None, ClueSymmetry::Rot180] {
        let start = std::time::Instant::now();
        let clues: usize = grids
            .iter()
            .take(4_000)
            .map(|grid| minimal(grid, symmetry, &mut rng).clues().len())
            .sum();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:.0} minimal puzzles a second, {symmetry:?}, mean clues {:.2}",
            4_000.0 / seconds,
            clues as f64 / 4_000.0
        );
    }
}
