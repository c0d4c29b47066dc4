//! The promise, as a library: what a [`Drawing`] hands out was committed before, and no other draw hands it out.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;
use std::thread;

use seeddb::database::{Control, Database, DrawOptions, Drawing, Error, Kind, Named, Options};
use seeddb::mine::starter;
use seeddb::record::Seed;
use seeddb::symmetry::Key;

/// A few seeds of tiers 0 and 1, so that draws meet.
fn few() -> Vec<Seed> {
    let mut seeds = starter();
    seeds.retain(|seed| seed.gradings[0].tier < 2);
    seeds.sort_by_key(|seed| (seed.gradings[0].capacity, seed.key));
    seeds.into_iter().filter(|seed| seed.gradings[0].tier == 1).take(6).collect()
}

fn open(path: &Path) -> Database {
    Database::open(path, Options { initial: few, ..Options::default() }).unwrap()
}

fn of_tier(tier: u8, count: u32, rng_seed: u64) -> DrawOptions {
    DrawOptions { tier: Some(tier), count, rng_seed, ..DrawOptions::default() }
}

/// The keys of the puzzles, each of which must be in the ledger at the place it says by the time it is seen.
fn drawn(database: &Database, drawing: &mut Drawing) -> Vec<Key> {
    let mut keys = Vec::new();
    while let Some(chunk) = drawing.next_chunk() {
        let chunk: Vec<Named> = chunk.unwrap();
        let store = database.read().unwrap();
        for Named { issued, .. } in &chunk {
            let place = Some((issued.batch, issued.number));
            assert_eq!(
                store.is_issued(issued.key).unwrap(),
                place,
                "shown before it was committed"
            );
            assert_eq!(Key::of(&issued.puzzle), issued.key);
        }
        keys.extend(chunk.iter().map(|named| named.issued.key));
    }
    keys
}

#[test]
fn a_recorded_draw_in_three_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seeds.redb");

    let database = Database::open(&path, Options::default()).unwrap();
    let options = DrawOptions::of_level("expert", 5, 7);
    let puzzles: Vec<Named> = database
        .draw(&options, &Control::default())
        .unwrap()
        .collect::<Result<_, Error>>()
        .unwrap();

    assert_eq!(puzzles.len(), 5);
    let numbers: Vec<u32> = puzzles.iter().map(|named| named.issued.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    let batch = &database.batches().unwrap()[0];
    assert_eq!((batch.request.as_str(), batch.issued), ("--level expert --count 5", 5));
}

/// Two threads with handles of their own, the same request and the same RNG seed: they make the same puzzles, and none
/// is handed out twice.
#[test]
fn two_draws_at_once_share_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seeds.redb");
    drop(open(&path));
    let keys: Vec<Vec<Key>> = thread::scope(|scope| {
        let draw = || {
            let database = open(&path);
            let mut drawing = database.draw(&of_tier(1, 300, 1), &Control::default()).unwrap();
            drawn(&database, &mut drawing)
        };
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(draw)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let all: HashSet<Key> = keys.concat().into_iter().collect();
    assert_eq!(all.len(), keys[0].len() + keys[1].len(), "a puzzle was handed out twice");
    assert!(all.len() > 20, "only {} puzzles: the draws hardly met", all.len());
}

/// This test again, in a process of its own.
fn in_a_process(path: &Path) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "race", "--ignored", "--nocapture"])
        .env("SEEDDB_RACE", path)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap()
}

/// Draws, and prints the keys of what it was handed; for [`two_processes_race`].
#[test]
#[ignore = "a part of two_processes_race"]
fn race() {
    let Some(path) = std::env::var_os("SEEDDB_RACE") else { return };
    let database = open(Path::new(&path));
    let mut drawing = database.draw(&of_tier(1, 300, 1), &Control::default()).unwrap();
    for key in drawn(&database, &mut drawing) {
        println!("key {key:?}");
    }
}

#[test]
fn two_processes_race() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seeds.redb");
    drop(open(&path));
    let racers = [in_a_process(&path), in_a_process(&path)];
    let mut shown = Vec::new();
    for racer in racers {
        let output = racer.wait_with_output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        shown.extend(text.lines().filter_map(|line| line.strip_prefix("key ")).map(str::to_owned));
    }
    let different: HashSet<&String> = shown.iter().collect();
    assert_eq!(different.len(), shown.len(), "a puzzle was shown by both");
    assert!(shown.len() > 20, "only {} puzzles: the draws hardly met", shown.len());
    let database = open(&path);
    let store = database.read().unwrap();
    assert_eq!(store.counts().unwrap().issued, shown.len() as u64);
}

#[test]
fn a_draw_that_is_dropped_keeps_what_was_committed() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder.path().join("seeds.redb"));
    let mut drawing = database.draw(&of_tier(1, 50, 1), &Control::default()).unwrap();
    let first = drawing.next().unwrap().unwrap();
    drop(drawing);
    let batches = database.batches().unwrap();
    assert_eq!(batches.len(), 1);
    assert!(batches[0].issued >= 1);
    let place = database.read().unwrap().is_issued(first.issued.key).unwrap();
    assert_eq!(place, Some((1, 1)));
}

#[test]
fn a_draw_of_nothing_leaves_no_batch() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder.path().join("seeds.redb"));
    let control = Control::default();
    control.stop();
    assert_eq!(database.draw(&of_tier(1, 50, 1), &control).unwrap().count(), 0);
    assert_eq!(database.batches().unwrap(), []);
    let error = database.draw(&of_tier(4, 1, 1), &Control::default()).err().unwrap();
    assert!(matches!(error, Error::NothingFits) && error.kind() == Kind::Fewer);
    let error = database.draw(&DrawOptions::of_level("nonsense", 1, 1), &Control::default());
    assert_eq!(error.err().unwrap().kind(), Kind::Request);
    assert_eq!(database.batches().unwrap(), []);
}
