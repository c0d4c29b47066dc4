//! Tests of refills by the ladder of Sudoku Explainer: each has the rating of its seed.

use std::collections::BTreeMap;

use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};

use super::{Prepared, RefillTarget};
use crate::board::{CellSet, Grid, Puzzle, Solution};
use crate::cases::cases;
use crate::generate::{minimal, solution};
use crate::logic::grade;
use crate::rating::er::Score;
use crate::rating::se::{ladder, rate_canonical, score_of};
use crate::rating::stop::Stop;
use crate::symmetry::{ClueSymmetry, Transform};

const RNG_SEED: u64 = 20_261_122;

/// Grids with 648 and 72 automorphisms, where a puzzle has many canonical transforms.
const AUTOMORPHIC: [&str; 2] = [
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
];

/// Returns seeds: of every rating that random minimal puzzles have, `random` random ones, and as
/// many on each grid with automorphisms.
fn seeds(random: usize, rng: &mut impl Rng) -> Vec<Puzzle> {
    let lines = include_str!("../../../tests/data/se_own.tsv").lines().skip(2);
    let mut seeds: Vec<Puzzle> =
        lines.map(|line| Puzzle::new(&line[..81].parse().unwrap()).unwrap()).collect();
    seeds.extend((0..random).map(|_| minimal(&solution(rng), ClueSymmetry::None, rng)));
    for line in AUTOMORPHIC {
        let grid: Grid = line.parse().unwrap();
        let solution = Solution::new(&grid).unwrap();
        seeds.extend((0..random).map(|_| minimal(&solution, ClueSymmetry::None, rng)));
    }
    seeds
}

/// Checks `each` refills of each seed; returns their number by rating.
fn check(seeds: &[Puzzle], each: usize, rng: &mut impl Rng) -> BTreeMap<Score, usize> {
    let mut count = BTreeMap::new();
    for seed in seeds {
        let expected = grade(ladder(), seed);
        let score = score_of(expected.tier).unwrap();
        let prepared = Prepared::graded(ladder(), seed, &expected, None);
        for number in 0..each {
            let clues = prepared.refill(&RefillTarget::default(), rng).unwrap();
            let what = format!("{} of {seed}, RNG seed {RNG_SEED}", seed.solution().keep(clues));
            let puzzle = Puzzle::new(&seed.solution().keep(clues)).unwrap();
            let rating = rate_canonical(&puzzle, Stop::NEVER).unwrap().1;
            assert_eq!(rating.er, score, "{what}");
            *count.entry(score).or_default() += 1;
            if number > 0 {
                continue;
            }
            assert_eq!(grade(ladder(), &puzzle), expected, "{what}");
            let fewer = |clue| prepared.is_valid(clues - CellSet::of(clue));
            assert!(!clues.iter().any(fewer), "{what}");
            let turned = Transform::random(rng).apply_puzzle(&puzzle);
            assert_eq!(grade(ladder(), &turned).tier, expected.tier, "{turned}, {what}");
        }
    }
    count
}

#[test]
fn refills_have_the_rating_of_their_seed() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let seeds = seeds(60, &mut rng);
    let each = cases(2, 8);
    let count = check(&seeds, each, &mut rng);
    assert!(count.len() >= 44, "{count:?}");
    assert!(count.values().sum::<usize>() > 312 * each, "{count:?}");
}

#[test]
#[ignore = "takes minutes"]
fn many_refills_have_the_rating_of_their_seed() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 1);
    let seeds = seeds(1_000, &mut rng);
    let each = 100_000usize.div_ceil(seeds.len());
    let count = check(&seeds, each, &mut rng);
    assert!(count.values().sum::<usize>() >= 100_000, "{count:?}");
}

/// Taking the first few orbits that suffice and thinning them equals thinning all.
#[test]
fn a_refill_without_naked_singles_is_what_thinning_leaves() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 2);
    let mut count = 0;
    for seed in seeds(60, &mut rng) {
        let grade = grade(ladder(), &seed);
        if ladder().fills_singles(ladder().closed_tier(grade.tier)) {
            continue;
        }
        let prepared = Prepared::graded(ladder(), &seed, &grade, None);
        let rng_seed = rng.random();
        let again = || ChaCha8Rng::seed_from_u64(rng_seed);
        let clues = prepared.refill(&RefillTarget::default(), &mut again());
        let mut orbits = prepared.orbits(ClueSymmetry::None);
        orbits.shuffle(&mut again());
        let all: CellSet = orbits.iter().copied().collect();
        let thinned = orbits.iter().rev().fold(all, |clues, &orbit| {
            if prepared.is_valid(clues - orbit) { clues - orbit } else { clues }
        });
        assert_eq!(clues, Some(thinned), "{seed}, RNG seed {rng_seed}");
        count += 1;
    }
    assert!(count > 50, "{count}");
}
