//! Calls on randomly damaged files: an answer is true or an error, in bounded time and memory, and
//! salvaged records are true.
#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::restore::{Content, content_of};
use super::salvage::{is_part_of, whole};
use super::*;
use crate::store::file::tests::hook_panics;

/// The memory limit of a process that works on damaged files, in kilobytes: several times its need,
/// and far less than a damaged length may claim.
const MEMORY: u32 = 4 << 20;
/// The time limit in seconds for a process with its share of variants.
const SECONDS: u32 = 1_800;

/// The header byte that selects the current of two states of the database.
const STATE: usize = 9;

/// Returns the wrong answers of calls on the damaged file, compared with the intact one.
fn lies(store: &Store, was: &Content) -> Vec<String> {
    let mut lies = Vec::new();
    let mut says = |what: &str, holds: Result<bool, StoreError>| {
        if holds.is_ok_and(|holds| !holds) {
            lies.push(what.to_owned());
        }
    };
    let batches: Vec<Batch> = was.batches.iter().map(|(batch, _)| batch.clone()).collect();
    let told = |all: Vec<Batch>| all.into_iter().map(untold).collect::<Vec<_>>();
    says("batches", store.read(batches::all).map(|all| told(all) == batches));
    says(
        "books",
        store.read(books::all).map(|all| all.iter().eq(was.books.iter().map(|(book, _)| book))),
    );
    says("events", store.read(events::all).map(|all| all == was.events));
    says("seeds", store.read(seeds::all).map(|all| all == was.seeds));
    says("levels", store.read(texts::levels).map(|levels| levels == was.levels));
    says(
        "counts",
        store.read(seed_cursor::counts).map(|counts| counts.seeds == was.seeds.len() as u64),
    );
    for (batch, all) in &was.batches {
        let issued: Result<Vec<_>, StoreError> = store.issued(batch.id).collect();
        says("puzzles", issued.map(|issued| issued.iter().map(|one| &**one).eq(all)));
        let keys: Vec<Key> = all.iter().map(|one| one.key).collect();
        let places: Vec<_> = all.iter().map(|one| Some((one.batch, one.number))).collect();
        says("ledger", store.read(|from| ledger::places(from, &keys)).map(|found| found == places));
        says(
            "filter",
            store.read(|from| ledger::are_new(from, &keys)).map(|new| !new.contains(&true)),
        );
        let some = all.iter().filter(|one| (2..7).contains(&one.number));
        says(
            "range",
            store.issued_range(batch.id, 2, 5).map(|found| found.iter().map(|one| &**one).eq(some)),
        );
    }
    for (book, places) in &was.books {
        says(
            "places",
            store
                .read(|from| books::places(from, book.id))
                .map(|found| found.len() == places.len()),
        );
    }
    lies
}

/// Flips one bit where it matters most: in the header, where the byte at [`STATE`] selects the
/// current state, or in a page with the roots of tables.
fn flip(bytes: &mut [u8], rng: &mut SmallRng) -> String {
    let names =
        |page: &usize| bytes[page * PAGE..][..PAGE].windows(7).any(|name| name == b"pending");
    let roots: Vec<usize> = (0..bytes.len() / PAGE).filter(names).collect();
    let at = match rng.random_range(0..3) {
        0 => STATE,
        1 if !roots.is_empty() => {
            let page = roots[rng.random_range(0..roots.len())] * PAGE;
            let told: Vec<usize> = (page..page + PAGE).filter(|&at| bytes[at] != 0).collect();
            told[rng.random_range(0..told.len())]
        }
        _ => rng.random_range(0..320),
    };
    let bit = rng.random_range(0..8);
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << bit;
    }
    format!("bit {bit} of byte {at}")
}

fn vary(rounds: Range<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = whole(folder.path(), &mut SmallRng::seed_from_u64(23));
    let (mut next, mut ended, mut told) = (rounds.start, 0, Vec::new());
    let mut saved = [0, 0];
    while next < rounds.end {
        // redb may panic twice, which ends the process with an error: the next process continues.
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
        for line in said.lines().filter_map(|line| line.strip_prefix("saved ")) {
            for (sum, count) in saved.iter_mut().zip(line.split(' ')) {
                *sum += count.parse::<u64>().unwrap();
            }
        }
        let lines = said.lines().filter(|line| line.starts_with("variant "));
        let done = lines.clone().count() as u64;
        next += done + u64::from(!output.status.success());
        ended += u32::from(!output.status.success());
        told.extend(lines.filter(|line| line.contains(" lies ")).map(str::to_owned));
    }
    let [found, of] = saved;
    println!("variants {rounds:?}, {ended} ended in words, {} with lies", told.len());
    println!("{found} of {of} puzzles saved");
    assert_eq!(told, [""; 0]);
}

#[test]
fn a_damaged_file_is_an_error_or_says_the_truth() {
    vary(0..64);
}

#[test]
#[ignore = "long: .ci/long"]
fn ten_thousand_damaged_files_are_errors_or_say_the_truth() {
    vary(inputs(0..10_000));
}

/// Not a test: a separate process, because redb may abort it.
#[test]
#[ignore = "run by the tests above"]
fn vary_files() {
    let Some(path) = std::env::var_os("SEEDDB_TEST_PATH") else { return };
    hook_panics();
    let range = std::env::var("SEEDDB_TEST_ROUNDS").unwrap();
    let (from, to) = range.split_once('-').unwrap();
    let sound = fs::read(&path).unwrap();
    let was = content_of(&at(Path::new(&path)));
    for variant in from.parse::<u64>().unwrap()..to.parse().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        let [used, broken, saved] =
            ["used", "broken", "saved"].map(|name| folder.path().join(name));
        let rng = &mut SmallRng::seed_from_u64(variant);
        let mut bytes = sound.clone();
        let harms: Vec<String> =
            (0..rng.random_range(1..=2))
                .map(|_| {
                    if rng.random_ratio(1, 4) {
                        flip(&mut bytes, rng)
                    } else {
                        harm(&mut bytes, rng)
                    }
                })
                .collect();
        let what = format!("variant {variant} ({})", harms.join(", "));
        for path in [&used, &broken] {
            fs::write(path, &bytes).unwrap();
        }
        // Salvage comes first, as it does not use redb, which may abort the process.
        match at(&saved).salvage(&broken, (1, &none), &mut |_| true) {
            Ok(told) => {
                let (found, of) = is_part_of(&saved, &was, &told.unwrap(), &what);
                print!("\nsaved {found} {of}");
            }
            Err(StoreError::NotADatabase { .. }) if bytes.len() < 40 * PAGE => {}
            Err(error) => panic!("{what}: {error}"),
        }
        assert!(fs::read(&broken).unwrap() == bytes, "{what}");
        let store = at(&used);
        let mut lies = lies(&store, &was);
        let _ = store.check();
        if store.write_aside(|to| batches::count_export(to, &[1])).is_ok() {
            let _ = store.new_batch(&random_batch(rng));
        }
        lies.dedup();
        let list =
            if lies.is_empty() { String::new() } else { format!(" lies {}", lies.join(", ")) };
        println!("\n{what}:{list}");
        std::io::stdout().flush().unwrap();
    }
}
