//! A file damaged in every way, and each call on it: an answer is true or an error, in bounded time and memory, and what is saved of it
//! was there.
#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::restore::{Content, content_of};
use super::salvage::{harm, is_part_of, whole};
use super::*;
use crate::store::file::{Panicked, panicked};

/// The memory of a process that works on damaged files, in kilobytes: some times what it needs, and far less than a length in a damaged
/// file may claim.
const MEMORY: u32 = 4 << 20;
/// Seconds for a process with its share of variants; a hang takes longer.
const SECONDS: u32 = 1_800;

/// What a call on the damaged file answers otherwise than on the sound one.
fn lies(store: &Store, was: &Content) -> Vec<String> {
    let mut lies = Vec::new();
    let mut says = |what: &str, holds: Result<bool, StoreError>| {
        if holds.is_ok_and(|holds| !holds) {
            lies.push(what.to_owned());
        }
    };
    let batches: Vec<Batch> = was.batches.iter().map(|(batch, _)| batch.clone()).collect();
    let told = |all: Vec<Batch>| all.into_iter().map(untold).collect::<Vec<_>>();
    says("batches", store.batches().map(|all| told(all) == batches));
    says("books", store.books().map(|all| all.iter().eq(was.books.iter().map(|(book, _)| book))));
    says("events", store.events().map(|all| all == was.events));
    says("seeds", store.all_seeds().map(|all| all == was.seeds));
    says("levels", store.levels().map(|levels| levels == was.levels));
    says("counts", store.counts().map(|counts| counts.seeds == was.seeds.len() as u64));
    for (batch, all) in &was.batches {
        let entries: Result<Vec<Entry>, StoreError> = store.entries(batch.id).collect();
        says("puzzles", entries.map(|entries| entries == *all));
        let keys: Vec<Key> = all.iter().map(|one| one.key).collect();
        let places: Vec<_> = all.iter().map(|one| Some((one.batch, one.number))).collect();
        says("ledger", store.places_of(&keys).map(|found| found == places));
        says("filter", store.filter_unissued(&keys).map(|new| !new.contains(&true)));
    }
    for (book, places) in &was.books {
        says("places", store.places_in(book.id).map(|found| found.len() == places.len()));
    }
    lies
}

fn vary(rounds: Range<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = whole(folder.path(), &mut SmallRng::seed_from_u64(23));
    let (mut next, mut ended, mut told) = (rounds.start, 0, Vec::new());
    while next < rounds.end {
        // redb may panic twice, which ends the process in words: the next one goes on.
        let own = std::env::current_exe().unwrap();
        let words = format!("ulimit -v {MEMORY}; exec timeout {SECONDS} \"$0\" \"$@\"");
        let mut child = Command::new("sh");
        child.args(["-c", &words]).arg(own).stdin(Stdio::null());
        child.args(["--exact", "store::tests::damaged::vary_files", "--ignored", "--nocapture"]);
        let rest = format!("{next}-{}", rounds.end);
        child.env("SEEDDB_TEST_PATH", &path).env("SEEDDB_TEST_ROUNDS", rest);
        let output = child.output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        let died_in_words = output.status.code() == Some(1) && words.contains(" is damaged (");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() || died_in_words, "{}: {words}{said}", output.status);
        assert!(!words.contains("panicked"), "{words}");
        let lines = said.lines().filter(|line| line.starts_with("variant "));
        let done = lines.clone().count() as u64;
        next += done + u64::from(!output.status.success());
        ended += u32::from(!output.status.success());
        told.extend(lines.filter(|line| line.contains(" lies ")).map(str::to_owned));
    }
    println!("variants {rounds:?}, {ended} ended in words, {} with lies", told.len());
    assert_eq!(told, [""; 0]);
}

#[test]
fn a_damaged_file_is_an_error_or_says_the_truth() {
    vary(0..48);
}

#[test]
#[ignore = "long: .ci/long"]
fn ten_thousand_damaged_files_are_errors_or_say_the_truth() {
    vary(inputs(0..10_000));
}

/// Not a test: a process of its own, for redb may end it.
#[test]
#[ignore = "run by the tests above"]
fn vary_files() {
    let Some(path) = std::env::var_os("SEEDDB_TEST_PATH") else { return };
    std::panic::set_hook(Box::new(|panic| match panicked(panic) {
        Panicked::Elsewhere => eprintln!("{panic}"),
        Panicked::Caught => {}
        Panicked::Twice(error) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    }));
    let range = std::env::var("SEEDDB_TEST_ROUNDS").unwrap();
    let (from, to) = range.split_once('-').unwrap();
    let sound = fs::read(&path).unwrap();
    let was = content_of(&Store::at(Path::new(&path), &at_once()));
    for variant in from.parse::<u64>().unwrap()..to.parse().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        let [used, broken, saved] =
            ["used", "broken", "saved"].map(|name| folder.path().join(name));
        let rng = &mut SmallRng::seed_from_u64(variant);
        let mut bytes = sound.clone();
        let harms: Vec<String> =
            (0..rng.random_range(1..=2)).map(|_| harm(&mut bytes, rng)).collect();
        let what = format!("variant {variant} ({})", harms.join(", "));
        for path in [&used, &broken] {
            fs::write(path, &bytes).unwrap();
        }
        // Before all else, as redb may end the process. Nothing of it is read by redb.
        let none = || Vec::new();
        match Store::at(&saved, &at_once()).salvage(&broken, (1, &none), &mut |_| true) {
            Ok(told) => drop(is_part_of(&saved, &was, &told.unwrap(), &what)),
            Err(StoreError::NotADatabase { .. }) => {}
            Err(error) => panic!("{what}: {error}"),
        }
        let store = Store::at(&used, &at_once());
        let mut lies = lies(&store, &was);
        let _ = store.check();
        if store.count_export(&[1]).is_ok() {
            let _ = store.new_batch(&random_batch(rng));
        }
        lies.dedup();
        let list =
            if lies.is_empty() { String::new() } else { format!(" lies {}", lies.join(", ")) };
        println!("\n{what}:{list}");
        std::io::stdout().flush().unwrap();
    }
}
