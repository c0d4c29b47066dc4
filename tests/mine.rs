//! The searches for seeds: what they promise, with any number of threads.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use seeddb::board::{Grid, Puzzle, Solution};
use seeddb::logic::grade;
use seeddb::mine::{Progress, Request, Strategy, mine};
use seeddb::rating::hsolve;
use seeddb::record::{Grading, Origin, Seed};
use seeddb::symmetry::{ClueSymmetry, GridForm, Key};

const RNG_SEED: u64 = 20_261_121;

fn run(request: &Request, known: &[Seed], threads: usize) -> (Vec<Seed>, Progress) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut seeds = Vec::new();
        let stop = AtomicBool::new(false);
        let progress = mine(request, known, &stop, |new, _| {
            seeds.extend(new);
            Ok::<(), Infallible>(())
        });
        (seeds, progress.unwrap())
    })
}

fn find(tier: u8, count: usize) -> Request {
    // A limit in time so that a broken search fails, and does not hang.
    let time = Some(Duration::from_secs(60));
    Request { count: Some(count), time, rng_seed: RNG_SEED, ..Request::new(tier) }
}

fn grid_of(seed: &Seed) -> Solution {
    *GridForm::of(seed.puzzle.solution()).solution()
}

/// The puzzles of a tier in the known answers, as seeds.
fn known(tier: u8) -> Vec<Seed> {
    include_str!("data/known_answers.tsv")
        .lines()
        .filter_map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let puzzle = Puzzle::new(&fields[0].parse::<Grid>().ok()?).unwrap();
            let grade = grade(&puzzle);
            let grading = Grading {
                ladder: Grading::HSOLVE.to_owned(),
                tier: grade.tier,
                reserved: grade.reserved(),
                score: None,
                rest: None,
                scores: None,
                capacity: 0,
            };
            (grade.tier == tier).then(|| Seed {
                key: Key::of(&puzzle),
                puzzle,
                origin: Origin::Imported,
                symmetry: ClueSymmetry::None,
                gradings: vec![grading],
            })
        })
        .collect()
}

/// Not a law: `MINE="tier strategy symmetry seconds known" cargo test --test mine rates -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn rates() {
    let wish = std::env::var("MINE").unwrap_or_else(|_| "5 auto none 10 0".to_owned());
    let wish: Vec<&str> = wish.split(' ').collect();
    let tier = wish[0].parse().unwrap();
    let request = Request {
        strategy: wish[1].parse().unwrap(),
        symmetry: wish[2].parse().unwrap(),
        time: Some(Duration::from_secs(wish[3].parse().unwrap())),
        rng_seed: RNG_SEED,
        per_grid: 1,
        ..Request::new(tier)
    };
    let around = known(tier);
    let around = &around[..wish[4].parse::<usize>().unwrap().min(around.len())];
    let (seeds, progress) = run(&request, around, 2);
    let mut capacities: Vec<u16> = seeds.iter().map(|s| s.grading().capacity).collect();
    capacities.sort_unstable();
    println!("{wish:?} {progress:?}");
    println!("capacities by tenths: {:?}", (0..10).map(|i| capacities.get(i * capacities.len() / 10)).collect::<Vec<_>>());
}
