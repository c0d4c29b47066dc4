//! Tests of rounds and of several requests together, with access to the puzzles drawn.

use std::collections::HashSet;

use super::*;
use crate::ask::Constraints;
use crate::board::Grid;
use crate::logic::grade;
use crate::record::Origin;
use crate::refill::assess;
use crate::symmetry::ClueSymmetry;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Failed {
    Ledger,
    Seed(WrongSeed),
}

impl From<WrongSeed> for Failed {
    fn from(wrong: WrongSeed) -> Self {
        Self::Seed(wrong)
    }
}

fn request(tier: u8, rng_seed: u64) -> Request {
    let asked = Constraints::of_tier(tier);
    let mut request = Request::new(Ladder::hsolve(), None, &asked).unwrap();
    request.rng_seed = rng_seed;
    request
}

fn of_tier_5() -> Vec<Seed> {
    let lines = include_str!("../../tests/data/known_answers.tsv").lines();
    let seed = |line: &str| {
        let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
        let ladder = Ladder::hsolve();
        let grade = grade(ladder, &puzzle);
        assess(ladder, &puzzle, &grade, ClueSymmetry::None, Origin::Imported)
    };
    lines.filter(|line| line.split('\t').nth(2) == Some("5")).map(seed).collect()
}

/// Queries a ledger for new keys.
type Ask<'a> = &'a dyn Fn(&[Key]) -> Result<Vec<bool>, Failed>;

#[allow(clippy::unnecessary_wraps, reason = "as a ledger that can fail is asked")]
fn all(keys: &[Key]) -> Result<Vec<bool>, Failed> {
    Ok(vec![true; keys.len()])
}

fn keys<'a>(puzzles: impl IntoIterator<Item = &'a Drawn>) -> Vec<Key> {
    puzzles.into_iter().map(Drawn::key).collect()
}

/// Several requests together get the same puzzles as one after the other, and all puzzles differ.
#[test]
fn several_requests_get_what_each_gets_after_the_other() {
    let seeds = of_tier_5();
    let wanted = [(request(5, 3), 300), (request(5, 3), 200), (request(3, 3), 7)];
    let is_issued = |key: &Key| key.0[0] < 64;
    let are_new = |keys: &[Key]| Ok::<_, Failed>(keys.iter().map(|key| !is_issued(key)).collect());
    let supply = |at: usize, _| Ok(MemorySeeds::new(&wanted[at].0, &seeds, |_| 0, are_new));
    let stop = AtomicBool::new(false);
    let made = several(&wanted, 9, false, &stop, supply, |_| {}).unwrap().unwrap();
    assert_eq!(made.missing(&wanted), [0, 0, 7], "no seed is of tier 3");
    let drawn = keys(made.puzzles.iter().flatten());
    assert!(drawn.len() == 500 && !drawn.iter().any(is_issued));
    assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), 500);

    let (mut attempts, mut before) = (0, Vec::<Drawn>::new());
    for ((request, count), puzzles) in wanted.iter().zip(&made.puzzles).take(2) {
        let taken = keys(&before);
        let are_new = |keys: &[Key]| {
            let is_known = |key: &Key| is_issued(key) || taken.contains(key);
            Ok::<_, Failed>(keys.iter().map(|key| !is_known(key)).collect())
        };
        let uses = |key| before.iter().filter(|puzzle| puzzle.seed() == Some(key)).count() as u64;
        let mut supply = MemorySeeds::new(request, &seeds, uses, are_new);
        let mut draw = Draw::new(request.clone(), 9, attempts);
        let mut own = Vec::new();
        while own.len() < *count as usize {
            own.extend(draw.more(*count as usize - own.len(), &stop, &mut supply).unwrap());
        }
        assert!(own == *puzzles);
        attempts = draw.attempts();
        before.extend(own);
    }
    assert_eq!(made.attempts, attempts);
}

#[test]
fn several_requests_end_when_told_or_when_the_ledger_fails() {
    let seeds = of_tier_5();
    let wanted = [(request(5, 3), 300), (request(5, 3), 200)];
    let stop = AtomicBool::new(false);
    let fails = |_: &[Key]| Err(Failed::Ledger);
    let supply = |at: usize, _| Ok(MemorySeeds::new(&wanted[at].0, &seeds, |_| 0, fails));
    let refused = several(&wanted, 9, false, &stop, supply, |_| {});
    assert_eq!(refused, Err(Failed::Ledger));
    let supply = |at: usize, _| Ok(MemorySeeds::new(&wanted[at].0, &seeds, |_| 0, all));
    let mut rounds = 0;
    let stopped = several(&wanted, 9, false, &stop, supply, |made| {
        rounds += 1;
        stop.store(made >= 300, Ordering::Relaxed);
    });
    assert_eq!((stopped, rounds > 0), (Ok(None), true));
}

/// Each attempt checks the flag, before the query of the ledger and after it.
#[test]
fn a_round_ends_when_told() {
    let (request, seeds) = (request(5, 2), of_tier_5());
    let more = |stop: &AtomicBool, are_new: Ask<'_>| {
        let mut supply = MemorySeeds::new(&request, &seeds, |_| 0, are_new);
        Draw::new(request.clone(), 1, 0).more(100, stop, &mut supply).map(|made| made.len())
    };
    let never = |_: &[Key]| panic!("the ledger was asked");
    assert_eq!(more(&AtomicBool::new(true), &never), Ok(0));
    assert_eq!(more(&AtomicBool::new(false), &all), Ok(100));
    let stop = AtomicBool::new(false);
    let while_asked = |keys: &[Key]| {
        stop.store(true, Ordering::Relaxed);
        all(keys)
    };
    assert_eq!(more(&stop, &while_asked), Ok(0));
}
