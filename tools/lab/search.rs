//! Searches for seeds of poor ratings: those with too few starter seeds.
//!
//! ```sh
//! # number of seeds, RNG seed
//! cargo run --release -p seeddb-lab --bin search -- 2000 20261122 > er.txt
//! # of these ratings only, and the number of attempts
//! cargo run --release -p seeddb-lab --bin search -- 400 20261123 5.1,8.1 1000000
//! cargo run --release -p seeddb-lab --bin starter -- add er.txt > starter.tsv
//! ```
//!
//! It builds on its own finds, as `mine` does: some attempts are random puzzles, the others
//! neighbours of puzzles of poor ratings. One thread, so that the same numbers give the same lines:
//! puzzle, clue symmetry, rating, capacity.

use std::collections::{BTreeMap, HashSet};

use anyhow::Context as _;
use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use seeddb::board::Puzzle;
use seeddb::generate::{minimal, solution};
use seeddb::logic::grade;
use seeddb::mine::{neighbour, starter};
use seeddb::rating::er::Score;
use seeddb::rating::se;
use seeddb::refill::Prepared;
use seeddb::symmetry::{ClueSymmetry, Key};

/// The total capacity, and the number, of seeds that are enough for a rating.
const CAPACITY: u64 = 24_000;
const SEEDS: usize = 120;
/// The highest rating searched for.
const MOST: Score = Score::from_tenths(91);
/// One attempt in this many is a random puzzle.
const RANDOM: u32 = 4;
/// The distance, in tenths, of ratings whose neighbours are tried for a rating without any puzzle.
const NEAR: u16 = 3;

#[derive(Default)]
struct KnownSeeds {
    is_wanted: bool,
    around: Vec<(usize, Puzzle)>,
    seeds: usize,
    capacity: u64,
}

impl KnownSeeds {
    fn is_poor(&self) -> bool {
        self.is_wanted && self.capacity < CAPACITY && self.seeds < SEEDS
    }
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse().ok());
    let (count, rng_seed) =
        number(0).zip(number(1)).context("give how many seeds to find, and an RNG seed")?;
    let ratings = arguments.get(2).map_or("", String::as_str);
    let ratings: Vec<Score> = se::scores()
        .filter(|score| ratings.split(',').any(|text| text == score.to_string()))
        .collect();
    search(count, rng_seed, &ratings, number(3).unwrap_or(u64::MAX));
    Ok(())
}

/// Searches for seeds of these ratings (none: of all) by `attempts` attempts, and prints them.
fn search(count: u64, rng_seed: u64, ratings: &[Score], attempts: u64) {
    let ladder = se::ladder();
    let mut known: BTreeMap<Score, KnownSeeds> = se::scores()
        .filter(|score| *score <= MOST)
        .map(|score| {
            let is_wanted = ratings.is_empty() || ratings.contains(&score);
            (score, KnownSeeds { is_wanted, ..KnownSeeds::default() })
        })
        .collect();
    let mut twins: HashSet<Key> = HashSet::new();
    for seed in starter() {
        let Some(grading) = seed.grading(se::LADDER) else { continue };
        twins.insert(grading.twin);
        if let Some(known) = se::score_of(grading.tier).and_then(|score| known.get_mut(&score)) {
            known.around.push((grading.free(&seed.puzzle), seed.puzzle));
            known.seeds += 1;
            known.capacity += u64::from(grading.capacity);
        }
    }
    let (mut found, mut rated) = (0, 0_u64);
    for attempt in 0..attempts {
        if found >= count || !known.values().any(KnownSeeds::is_poor) {
            break;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
        rng.set_stream(attempt);
        let Some(puzzle) = candidate(&known, &mut rng) else { continue };
        rated += 1;
        let grade = grade(ladder, &puzzle);
        let Some(score) = se::score_of(grade.tier) else { continue };
        let Some(known) = known.get_mut(&score).filter(|known| known.is_poor()) else { continue };
        let prepared = Prepared::graded(ladder, &puzzle, &grade, None);
        if !twins.insert(prepared.twin()) {
            continue;
        }
        known.around.push(((!grade.reserved() - puzzle.clues()).len(), puzzle));
        let capacity = prepared.grading(puzzle.clues(), ClueSymmetry::None).capacity;
        if capacity >= 4 {
            known.seeds += 1;
            known.capacity += u64::from(capacity);
            found += 1;
            println!("{puzzle}\tnone\t{score}\t{capacity}");
        }
    }
    eprintln!("{rated} puzzles rated");
}

/// Returns a random puzzle, or a neighbour of one of a poor rating, preferably one with many free
/// cells.
fn candidate(known: &BTreeMap<Score, KnownSeeds>, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
    let poor: Vec<Score> =
        known.iter().filter(|(_, known)| known.is_poor()).map(|(score, _)| *score).collect();
    let wanted = poor.choose(rng).filter(|_| !rng.random_ratio(1, RANDOM));
    let Some(wanted) = wanted else {
        let solution = solution(rng);
        return Some(minimal(&solution, ClueSymmetry::None, rng));
    };
    let mut around = known[wanted].around.iter().collect::<Vec<_>>();
    if around.is_empty() {
        let is_near = |score: &Score| score.tenths().abs_diff(wanted.tenths()) <= NEAR;
        let near = known.iter().filter(|(score, _)| is_near(score));
        around = near.flat_map(|(_, known)| &known.around).collect();
    }
    let (_, centre) = around.sample(rng, 2).max_by_key(|(free, _)| *free)?;
    neighbour(centre, ClueSymmetry::None, |_| true, rng)
}
