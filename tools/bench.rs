//! Benches that assert their answers: a fast wrong program must not look fast.
//!
//! All run on one thread, on puzzles from a fixed RNG seed: `cargo bench --bench bench`. A word
//! after it (`cargo bench --bench bench -- draw`) selects the benches whose names contain the word.

use chacha20::ChaCha8Rng;
use divan::Bencher;
use divan::counter::ItemsCount;
use rand::SeedableRng;
use seeddb::board::{Cell, CellSet, Grid, Puzzle, Solution};
use seeddb::logic::{Grade, Ladder, grade};
use seeddb::rating::hsolve;
use seeddb::refill::{Prepared, RefillTarget};
use seeddb::symmetry::{ClueSymmetry, Key, Transform, minlex};
use seeddb::{generate, search};

fn main() {
    divan::main();
}

/// A rich seed of tier 5.
const TIER_5: &str =
    ".8...73.5..21.87..79.35....6...3.4..5...8..9.........69...7.1........5.8..1......";
/// A rich seed of tier 3.
const TIER_3: &str =
    ".....1.5.....2.4.1...8..9....4.1.....93.....68...47.2..3.6.....5..2.37...7.....3.";
/// A rich seed of tier 1.
const TIER_1: &str =
    "..48...7.......3....2.4.56...8.624.5....3....1.6..7..2.4...18..671.......8.......";

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(20_261_121)
}

fn puzzle(line: &str) -> Puzzle {
    Puzzle::new(&line.parse().expect("81 characters")).expect("one solution")
}

/// Returns `count` random minimal puzzles.
fn random_minimal(count: usize, rng: &mut ChaCha8Rng) -> Vec<Puzzle> {
    let mut one = || {
        let solution = generate::solution(rng);
        generate::minimal(&solution, ClueSymmetry::None, rng)
    };
    (0..count).map(|_| one()).collect()
}

/// Returns the puzzles with 17 clues, the smallest possible number, in a list of the tests.
fn clues_17() -> Vec<Puzzle> {
    let lines = include_str!("../tests/data/minlex_dev.tsv").lines().skip(1);
    let puzzles = lines.filter_map(|line| line.split('\t').next()).map(puzzle);
    puzzles.filter(|puzzle| puzzle.clues().len() == 17).collect()
}

/// Returns each puzzle with a random transform and the transformed puzzle.
fn twice(puzzles: Vec<Puzzle>, rng: &mut ChaCha8Rng) -> Vec<(Puzzle, Transform, Puzzle)> {
    let mut turned = |puzzle: Puzzle| {
        let turn = Transform::random(rng);
        (puzzle, turn, turn.apply_puzzle(&puzzle))
    };
    puzzles.into_iter().map(&mut turned).collect()
}

fn solutions_up_to_2(bencher: Bencher, grids: &[Grid]) {
    bencher.counter(ItemsCount::new(grids.len())).bench_local(|| {
        let unique = grids.iter().filter(|grid| search::count_solutions(grid, 2) == 1).count();
        assert_eq!(unique, grids.len());
    });
}

/// The one-solution check on random minimal puzzles.
#[divan::bench]
fn one_solution_random_minimal(bencher: Bencher) {
    let puzzles = random_minimal(1_000, &mut rng());
    solutions_up_to_2(bencher, &puzzles.iter().map(Puzzle::grid).collect::<Vec<_>>());
}

/// The one-solution check on puzzles with 17 clues.
#[divan::bench]
fn one_solution_17_clues(bencher: Bencher) {
    let mut rng = rng();
    let mut turned = |puzzle: &Puzzle| Transform::random(&mut rng).apply_grid(&puzzle.grid());
    let grids: Vec<Grid> = clues_17().iter().cycle().take(1_000).map(&mut turned).collect();
    solutions_up_to_2(bencher, &grids);
}

/// Top tier and reserved cells of random minimal puzzles, and of transformed copies.
#[divan::bench]
fn grade_random_minimal(bencher: Bencher) {
    let mut rng = rng();
    let puzzles = twice(random_minimal(500, &mut rng), &mut rng);
    let right: Vec<(u8, CellSet, Puzzle)> = puzzles
        .iter()
        .map(|(puzzle, turn, turned)| {
            let Grade { tier, stuck } = grade(Ladder::hsolve(), puzzle);
            (tier, turn.apply_cells(stuck.open), *turned)
        })
        .collect();
    bencher.counter(ItemsCount::new(right.len())).bench_local(|| {
        for (tier, reserved, puzzle) in &right {
            let grade = grade(Ladder::hsolve(), puzzle);
            assert_eq!((grade.tier, grade.reserved()), (*tier, *reserved));
        }
    });
}

/// m(B) of random minimal puzzles and of transformed copies, with a standard error of at most 1 %.
#[divan::bench(sample_count = 10)]
fn score_random_minimal(bencher: Bencher) {
    let mut rng = rng();
    let score =
        |puzzle: &Puzzle| hsolve::score(Ladder::hsolve(), puzzle, &grade(Ladder::hsolve(), puzzle));
    let puzzles = twice(random_minimal(20, &mut rng), &mut rng);
    let right: Vec<_> = puzzles.iter().map(|(puzzle, _, turned)| (score(puzzle), turned)).collect();
    bencher.counter(ItemsCount::new(right.len())).bench_local(|| {
        for (right, puzzle) in &right {
            assert_eq!(score(puzzle), *right);
        }
    });
}

fn key(bencher: Bencher, puzzles: Vec<Puzzle>, rng: &mut ChaCha8Rng) {
    let right: Vec<(Key, Puzzle)> =
        twice(puzzles, rng).iter().map(|(puzzle, _, turned)| (Key::of(puzzle), *turned)).collect();
    bencher.counter(ItemsCount::new(right.len())).bench_local(|| {
        for (key, puzzle) in &right {
            assert_eq!(Key::of(puzzle), *key);
        }
    });
}

/// Keys of puzzles with new grids, and of transformed copies.
#[divan::bench]
fn key_of_puzzle(bencher: Bencher) {
    let mut rng = rng();
    key(bencher, random_minimal(500, &mut rng), &mut rng);
}

/// Keys of puzzles with 17 clues and new grids, and of transformed copies.
#[divan::bench]
fn key_of_17_clues(bencher: Bencher) {
    let puzzles = clues_17().into_iter().cycle().take(500).collect();
    key(bencher, puzzles, &mut rng());
}

/// String minlex of puzzles, and of transformed copies.
#[divan::bench]
fn minlex_of_puzzle(bencher: Bencher) {
    let mut rng = rng();
    let puzzles = twice(random_minimal(500, &mut rng), &mut rng);
    let right: Vec<(Grid, Grid)> = puzzles
        .iter()
        .map(|(puzzle, _, turned)| (minlex(&puzzle.grid()).0, turned.grid()))
        .collect();
    bencher.counter(ItemsCount::new(right.len())).bench_local(|| {
        for (smallest, grid) in &right {
            assert_eq!(minlex(grid).0, *smallest);
        }
    });
}

fn refill(bencher: Bencher, line: &str, tier: u8) {
    let seed = puzzle(line);
    let prepared = Prepared::new(Ladder::hsolve(), &seed, &grade(Ladder::hsolve(), &seed));
    let (mut rng, wish, mut made) = (rng(), RefillTarget::default(), Vec::new());
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        made.push(
            prepared.refill(&wish, &mut rng).expect("without a filter every refill comes off"),
        );
    });
    for clues in made.into_iter().take(1_000) {
        let again = Puzzle::new(&seed.solution().keep(clues)).expect("one solution");
        assert_eq!(
            (grade(Ladder::hsolve(), &again).tier, again.solution()),
            (tier, seed.solution())
        );
    }
}

/// Thinned refills of a prepared seed of tier 5.
#[divan::bench]
fn refill_tier_5(bencher: Bencher) {
    refill(bencher, TIER_5, 5);
}

/// Thinned refills of a prepared seed of tier 1.
#[divan::bench]
fn refill_tier_1(bencher: Bencher) {
    refill(bencher, TIER_1, 1);
}

fn score_of_refill(bencher: Bencher, line: &str) {
    let seed = puzzle(line);
    let prepared = Prepared::new(Ladder::hsolve(), &seed, &grade(Ladder::hsolve(), &seed));
    let mut rng = rng();
    let mut clues = || prepared.refill(&RefillTarget::default(), &mut rng).expect("a refill");
    let refills: Vec<CellSet> = (0..200).map(|_| clues()).collect();
    bencher.counter(ItemsCount::new(refills.len())).bench_local(|| {
        for &clues in &refills {
            let score = prepared.score(clues).expect("below tier 6");
            assert!(score.standard_error <= 0.01 * score.mean);
        }
    });
    for clues in refills.into_iter().take(20) {
        let scratch = hsolve::score(
            Ladder::hsolve(),
            &prepared.puzzle(clues).expect("a refill"),
            prepared.grade(),
        );
        assert_eq!(prepared.score(clues), scratch);
    }
}

/// m(B) of refills of a prepared seed of tier 1.
#[divan::bench]
fn score_of_refill_tier_1(bencher: Bencher) {
    score_of_refill(bencher, TIER_1);
}

/// m(B) of refills of a prepared seed of tier 3.
#[divan::bench]
fn score_of_refill_tier_3(bencher: Bencher) {
    score_of_refill(bencher, TIER_3);
}

/// m(B) of refills of a prepared seed of tier 5.
#[divan::bench]
fn score_of_refill_tier_5(bencher: Bencher) {
    score_of_refill(bencher, TIER_5);
}

/// A draw except for the ledger: refill, key, score, both proofs, a random symmetry.
#[divan::bench]
fn draw_tier_5(bencher: Bencher) {
    let seed = puzzle(TIER_5);
    let prepared = Prepared::new(Ladder::hsolve(), &seed, &grade(Ladder::hsolve(), &seed));
    let (mut rng, wish, mut made) = (rng(), RefillTarget::default(), Vec::new());
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let clues = prepared.refill(&wish, &mut rng).expect("a refill");
        let score = prepared.score(clues).expect("tier 5 has a score");
        assert!(prepared.is_valid(clues) && search::is_unique(seed.solution(), clues));
        let puzzle =
            Transform::random(&mut rng).apply_puzzle(&prepared.puzzle(clues).expect("a refill"));
        made.push((prepared.key(clues), score, puzzle));
    });
    for (key, score, puzzle) in made.into_iter().take(100) {
        let proved = Puzzle::new(&puzzle.grid()).expect("one solution");
        assert_eq!((Key::of(&proved), grade(Ladder::hsolve(), &proved).tier), (key, 5));
        let scratch = hsolve::score(Ladder::hsolve(), &proved, &grade(Ladder::hsolve(), &proved))
            .expect("tier 5 has a score");
        assert!((scratch.mean - score.mean).abs() <= 1e-6 * score.mean);
    }
}

/// A random full grid, and a minimal puzzle on it.
#[divan::bench]
fn generate_random_minimal(bencher: Bencher) {
    let (mut rng, mut made) = (rng(), Vec::new());
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let solution: Solution = generate::solution(&mut rng);
        made.push(generate::minimal(&solution, ClueSymmetry::None, &mut rng));
    });
    for puzzle in made.into_iter().take(1_000) {
        assert_eq!(search::count_solutions(&puzzle.grid(), 3), 1);
        for clue in Cell::all().filter(|&cell| puzzle.clues().contains(cell)) {
            let fewer = puzzle.solution().keep(puzzle.clues() - CellSet::of(clue));
            assert_eq!(search::count_solutions(&fewer, 2), 2);
        }
    }
}
