//! Programs killed during a draw at random moments, while others draw from the same few seeds.

use std::collections::{HashMap, HashSet};
use std::io::Read as _;
use std::process::Stdio;
use std::time::Instant;

use seeddb::database::Issued;
use seeddb::database::{BatchRef, Control, Database, ListedSeed, Options, Part};
use seeddb::logic::Ladder;
use seeddb::mine::starter;
use seeddb::record::Batch;
use seeddb::symmetry::{ClueSymmetry, Id, Key};

use crate::home::{Home, Killer};
use crate::server::Server;

/// The number of puzzles of one draw.
const COUNT: u32 = 12;

/// Three processes at a time draw from a few seeds, and one is killed. Printed puzzles are in the
/// ledger exactly once, without gaps; each batch is what its seed gives, except for puzzles that
/// others had issued.
fn kill(times: usize) {
    let server = Server::of_tests();
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    // Few enough for collisions, and many enough not to run out.
    let few = (times / 4).max(2);
    let database = Database::at(address.as_ref(), Options::default());
    let seeds: Vec<Id> = {
        // A seed with a symmetry gives more than its capacity, which counts symmetric puzzles only.
        let is_poor = |listed: &ListedSeed| {
            let seed = &listed.seed;
            seed.symmetry == ClueSymmetry::None && (60..100).contains(&seed.gradings[0].capacity)
        };
        let seeds = database.seeds(Some(1)).unwrap().into_iter().filter(is_poor);
        seeds.take(few).map(|listed| listed.id).collect()
    };
    let begin = |rng_seed: usize| {
        let (from, rng_seed) = (seeds[rng_seed % few].to_string(), rng_seed.to_string());
        let count = COUNT.to_string();
        let flags = ["--tier", "1", "--from", &from, "--count", &count, "--rng-seed", &rng_seed];
        let mut command = home.seeddb(&(&["--db", &address, "draw"], &flags));
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
    }

    let batches = database.batches().unwrap();
    let all: Vec<Issued> = batches.iter().flat_map(|batch| of_batch(&database, batch)).collect();
    let issued: HashMap<String, Key> =
        all.iter().map(|puzzle| (puzzle.puzzle.to_string(), puzzle.key)).collect();
    let places: HashMap<Key, u32> = all.iter().map(|puzzle| (puzzle.key, puzzle.batch)).collect();
    let mut seen = HashSet::new();
    for text in &shown {
        // The last line of a killed process may be incomplete.
        let text = String::from_utf8_lossy(text);
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for puzzle in whole.lines().map(|line| &line[..81]) {
            let key = issued.get(puzzle).unwrap_or_else(|| panic!("{puzzle} is not in the ledger"));
            assert!(seen.insert(*key), "{puzzle} was shown twice");
        }
    }
    let kept: HashSet<&Key> = issued.values().collect();
    assert_eq!(kept.len() as u64, database.stats().unwrap().all.issued);
    println!("{} draws, {} shown, {} issued of {seeds:?}", shown.len(), seen.len(), kept.len());
    let again = |batch| replay(&of_batch(&database, batch), batch, &seeds, &places);
    let refused: usize = batches.iter().map(again).sum();
    println!("{refused} left out, as others had them");
    assert!(refused > 0, "nobody met anybody");
    home.run(&["--db", &address, "db", "check"], 0).words(&["all is well"]);
}

/// Returns the puzzles of a batch, each checked against the ledger.
fn of_batch(database: &Database, batch: &Batch) -> Vec<Issued> {
    let exported = database.export(&[BatchRef::Id(batch.id)], &Control::default()).unwrap();
    exported.map(|named| named.unwrap().issued).collect()
}

/// Repeats the draw of a batch on an empty ledger: it gives the puzzles of the batch in order, and
/// between them only puzzles of other batches. Returns the number of the latter.
fn replay(own: &[Issued], batch: &Batch, seeds: &[Id], places: &HashMap<Key, u32>) -> usize {
    let mut own = own.iter().map(|puzzle| puzzle.key).peekable();
    let starter = starter();
    let again = Database::in_memory(Ladder::hsolve().clone(), &starter).unwrap();
    // The draw depends on the number of the batch; starter seeds themselves are never issued.
    for seed in starter.iter().take(batch.id as usize - 1) {
        let mut import = again.import_issued("printed", "", &Control::default());
        import.put(seed.puzzle).unwrap();
        assert_eq!(import.finish().unwrap().new, 1);
    }
    let from = Some(seeds[batch.rng_seed as usize % seeds.len()]);
    let options = Part { from, ..Part::of_tier(1, 1_000) }.drawn(batch.rng_seed);
    let mut left_out = 0;
    for puzzle in again.draw(&options, &Control::default()).unwrap() {
        let key = puzzle.unwrap().issued.key;
        if own.peek().is_none() {
            break;
        }
        if own.next_if_eq(&key).is_none() {
            assert!(
                places.get(&key).is_some_and(|other| *other != batch.id),
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
#[ignore = "needs a server"]
fn draws_that_are_killed_lose_nothing() {
    kill(8);
}

/// Run with
/// `cargo test --test program killed_a_hundred_times -- --ignored --nocapture`.
#[test]
#[ignore = "long: .ci/long, needs a server"]
fn draws_killed_a_hundred_times_lose_nothing() {
    kill(100);
}
