//! Programs that are killed in the middle of a draw, at random moments, while others draw from the same few seeds.

use std::collections::{HashMap, HashSet};
use std::io::Read as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use seeddb::database::{Control, Database, DrawOptions, Options};
use seeddb::logic::Ladder;
use seeddb::mine::starter;
use seeddb::record::{Batch, Seed};
use seeddb::symmetry::{Id, Key};

use super::home::{Home, Killer};
use super::server::Server;

/// Puzzles that one draw asks for.
const COUNT: u32 = 12;

/// Three at a time draw from a few seeds; one of them is killed. What they showed is in the ledger, once, and nothing has a hole; each batch is what its
/// seed gives, but for what others had issued.
fn kill(times: usize) {
    let Some(server) = Server::of_tests() else { return };
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    // So few that they meet, and so many that they do not run dry.
    let few = (times / 4).max(2);
    let database = Database::at(address.as_ref(), Options::default());
    let seeds: Vec<Id> = {
        let seeds = database.read().unwrap().seeds(Ladder::HSOLVE, 1..=1).unwrap();
        let is_poor = |seed: &&Seed| {
            seed.gradings.iter().any(|grading| (60..100).contains(&grading.capacity))
        };
        seeds.iter().filter(is_poor).take(few).map(|seed| Id::seed(seed.key)).collect()
    };
    let begin = |rng_seed: usize| {
        let (from, rng_seed) = (seeds[rng_seed % few].to_string(), rng_seed.to_string());
        let count = COUNT.to_string();
        let flags = ["--tier", "1", "--from", &from, "--count", &count, "--rng-seed", &rng_seed];
        let mut command = home.seeddb(&[&["--db", &address, "draw"], &flags[..]].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
    };
    let start = Instant::now();
    let mut shown = vec![begin(0).wait_with_output().unwrap().stdout];
    let mut killer = Killer::new(15, start.elapsed());
    while killer.goes_on(times) {
        let first = 3 * killer.runs + 1;
        let others = [first + 1, first + 2].map(begin);
        let mut child = begin(first);
        let mut out = child.stdout.take().unwrap();
        killer.kill(child, 0.0);
        let mut text = Vec::new();
        out.read_to_end(&mut text).unwrap();
        shown.push(text);
        shown.extend(others.map(|other| other.wait_with_output().unwrap().stdout));
        assert!(start.elapsed() < Duration::from_secs(1_200));
    }

    let store = database.read().unwrap();
    let of_all = |batch: &Batch| store.issued(batch.id).map(Result::unwrap).collect::<Vec<_>>();
    let batches = store.batches().unwrap();
    let ids: Vec<u32> = batches.iter().map(|batch| batch.id).collect();
    assert_eq!(ids, (1..=batches.len() as u32).collect::<Vec<_>>());
    let issued: HashMap<String, Key> = batches
        .iter()
        .flat_map(of_all)
        .map(|puzzle| (puzzle.puzzle.to_string(), puzzle.key))
        .collect();
    let mut seen = HashSet::new();
    for text in &shown {
        // The last line of one that was killed may be half a line.
        let text = String::from_utf8_lossy(text);
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for puzzle in whole.lines().map(|line| &line[..81]) {
            let key = issued.get(puzzle).unwrap_or_else(|| panic!("{puzzle} is not in the ledger"));
            assert!(seen.insert(*key), "{puzzle} was shown twice");
        }
    }
    let kept: HashSet<&Key> = issued.values().collect();
    assert_eq!(kept.len() as u64, store.counts().unwrap().issued);
    println!("{} draws, {} shown, {} issued", shown.len(), seen.len(), kept.len());
    let refused: usize = batches.iter().map(|batch| replay(&database, batch, &seeds)).sum();
    println!("{refused} left out, as others had them");
    assert!(refused > 0, "nobody met anybody");
    home.run(&["--db", &address, "db", "check"], 0).words(&["all is well"]);
}

/// Draws the batch again where nothing was issued: what comes is its puzzles, one after another, and between them only such as other
/// batches have. How many those are.
fn replay(database: &Database, batch: &Batch, seeds: &[Id]) -> usize {
    let store = database.read().unwrap();
    let mut own = store.issued(batch.id).map(|puzzle| puzzle.unwrap().key).peekable();
    let again = Database::in_memory(Ladder::hsolve().clone(), &starter()).unwrap();
    for _ in 1..batch.id {
        again.write().unwrap().new_batch(&Batch::new()).unwrap();
    }
    let from = Some(seeds[batch.rng_seed as usize % seeds.len()]);
    let options = DrawOptions {
        tier: Some(1..=1),
        from,
        count: 1_000,
        rng_seed: batch.rng_seed,
        ..DrawOptions::default()
    };
    let mut left_out = 0;
    for puzzle in again.draw(&options, &Control::default()).unwrap() {
        let key = puzzle.unwrap().issued.key;
        if own.peek().is_none() {
            break;
        }
        if own.next_if_eq(&key).is_none() {
            let place = store.is_issued(key).unwrap();
            assert!(
                place.is_some_and(|(other, _)| other != batch.id),
                "batch {}: {key:?} was left out, and nobody has it",
                batch.id
            );
            left_out += 1;
        }
    }
    assert_eq!(own.next(), None, "batch {} has what its request does not give", batch.id);
    left_out
}

#[test]
fn draws_that_are_killed_lose_nothing() {
    kill(8);
}

/// `SEEDDB_TEST_PG=required cargo test --features postgres --test server_cli killed_a_hundred_times -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn draws_killed_a_hundred_times_lose_nothing() {
    kill(100);
}
