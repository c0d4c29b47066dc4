//! One bit of a database flips: what is read is what was written, or an error.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::Outline;
use crate::store::Wanted;

/// Files looked at unless `SEEDDB_ROUNDS` says how many.
const FLIPS: usize = 1800;

/// All that can be asked of a database, and the answers.
#[derive(PartialEq, Debug)]
struct Content {
    seeds: Vec<Seed>,
    outlines: Vec<Outline>,
    batches: Vec<Batch>,
    issued: Vec<Issued>,
    books: Vec<Book>,
    events: Vec<Event>,
    levels: LevelTable,
}

/// Several seeds, three batches, a book, levels.
fn filled(path: &Path) -> Content {
    let rng = &mut SmallRng::seed_from_u64(19);
    let store = open(path).unwrap();
    store.add_seeds(&(0..40).map(|_| random_seed(rng)).collect::<Vec<_>>()).unwrap();
    for size in [150, 1, 60] {
        let mut batch = random_batch(rng);
        batch.id = store.new_batch(&batch).unwrap();
        store.commit(&mut batch, &mut (0..size).map(|_| random_issued(rng)).collect()).unwrap();
    }
    let places: Vec<Place> = (0..20).map(|i| place((3, i as u32 + 1), i)).collect();
    store.record_book(&Book { volumes: 1, ..random_book(rng) }, &places).unwrap();
    let events: Vec<Event> = (1..=40).map(|number| random_event((1, number), rng)).collect();
    store.append(0, &events).unwrap();
    let levels = level_table::read("[[level]]\nname = \"soft\"\ntiers = [0, 1]").unwrap();
    store.set_levels(&levels).unwrap();
    let wanted = Wanted { tiers: 0..=6, ..Wanted::graded_by(Ladder::HSOLVE) };
    // Asked for once by who may write, they are kept.
    let outlines = store.outlines(&wanted).unwrap().into_iter().map(|one| one.0).collect();
    let batches = store.batches().unwrap();
    let issued = batches.iter().flat_map(|batch| store.issued(batch.id));
    Content {
        seeds: seeds_of(&store, 0..=6).unwrap(),
        issued: issued.map(Result::unwrap).collect(),
        books: store.books().unwrap(),
        outlines,
        events,
        batches,
        levels,
    }
}

/// What of the database at `path` is neither as it was written nor an error.
fn lies(path: &Path, content: &Content) -> Vec<&'static str> {
    let mut lies = Vec::new();
    let mut says = |what, holds: Result<bool, StoreError>| {
        if holds.is_ok_and(|holds| !holds) {
            lies.push(what);
        }
    };
    let issued = &content.issued;
    if let Ok(store) = open_read(path) {
        says("seeds", seeds_of(&store, 0..=6).map(|seeds| seeds == content.seeds));
        for tier in 0..=6 {
            let of_tier = content.seeds.iter().filter(|seed| own(seed).tier == tier);
            let read = seeds_of(&store, tier..=tier);
            says("seeds of a tier", read.map(|seeds| seeds.iter().eq(of_tier)));
        }
        let wanted = Wanted { tiers: 0..=6, ..Wanted::graded_by(Ladder::HSOLVE) };
        let outlines = store.outlines(&wanted);
        says("outlines", outlines.map(|all| all.iter().map(|one| &one.0).eq(&content.outlines)));
        for seed in &content.seeds {
            says("seed", store.seed(seed.key).map(|found| found.as_ref() == Some(seed)));
        }
        says("batches", store.batches().map(|batches| batches == content.batches));
        says("last batch", store.last_batch().map(|last| last.as_ref() == content.batches.last()));
        for batch in &content.batches {
            says("batch", store.batch(batch.id).map(|found| found == *batch));
            let own = issued.iter().filter(|puzzle| puzzle.batch == batch.id);
            let read: Result<Vec<Issued>, _> = store.issued(batch.id).collect();
            says("issued", read.map(|read| read.iter().eq(own)));
        }
        let keys: Vec<Key> = issued.iter().map(|puzzle| puzzle.key).collect();
        for puzzle in issued {
            let at = Some((puzzle.batch, puzzle.number));
            says("is issued", store.is_issued(puzzle.key).map(|found| found == at));
            let found = store.issued_puzzle(puzzle.key);
            says("puzzle", found.map(|found| found.as_ref() == Some(puzzle)));
        }
        says("new", store.filter_unissued(&keys).map(|new| !new.contains(&true)));
        let shared = store.issued_prefixes_are_shared(&keys);
        says("ids", shared.map(|shared| shared.iter().all(|shared| !shared)));
        says("books", store.books().map(|books| books == content.books));
        for i in 0..20 {
            let place = place((3, i as u32 + 1), i);
            let printed = store.printed(3, place.number);
            says("printed", printed.map(|all| all == [(content.books[0].clone(), place)]));
        }
        says("events", store.events().map(|events| events == content.events));
        says("levels", store.levels().map(|levels| levels == content.levels));
        let ledger: Result<Vec<_>, _> = store.ledger().collect();
        says("ledger", ledger.map(|ledger| ledger.len() == issued.len()));
        says("counts", store.counts().map(|counts| counts.issued == issued.len() as u64));
    }
    if let Ok(store) = open(path) {
        let mut batch = content.batches[2].clone();
        let refused = store.commit(&mut batch, &mut issued.clone());
        says("commit", refused.map(|refused| refused.len() == issued.len()));
        let known = content.events.len() as u32;
        says("append", store.append(known - 1, &content.events[..1]).map(|()| false));
    }
    lies
}

/// The byte of the header that says which of two states of the database is the last.
const STATE: usize = 9;

/// All bits of that byte; then of bytes that say something, evenly over the file; with `SEEDDB_ROOTS` only over its head
/// and the pages that say where each table begins, where one bit does most.
fn bits(whole: &[u8], count: usize) -> Vec<usize> {
    let only_roots = std::env::var_os("SEEDDB_ROOTS").is_some();
    let names = |page: &[u8]| page.windows(10).any(|name| name == b"seed-index");
    let pages: Vec<bool> = whole.chunks(4096).map(|page| !only_roots || names(page)).collect();
    let is_told = |&at: &usize| at < 320 || whole[at] != 0 && pages[at / 4096];
    let told: Vec<usize> = (0..whole.len()).filter(is_told).collect();
    let rng = &mut SmallRng::seed_from_u64(20);
    let step = told.len() as f64 / count as f64;
    let even = (0..count).map(|i| 8 * told[(i as f64 * step) as usize] + rng.random_range(0..8));
    (8 * STATE..8 * STATE + 8).chain(even).take(count).collect()
}

#[test]
fn a_flipped_bit_is_an_error_or_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path);
    let rounds = std::env::var("SEEDDB_ROUNDS").map_or(FLIPS, |rounds| rounds.parse().unwrap());
    let (mut next, mut told) = (0, Vec::new());
    while next < rounds {
        // redb may panic twice, which ends the process: the next one goes on.
        let mut child = other_process("flip::flip_bits", &path);
        child.env("SEEDDB_TEST_ROUNDS", format!("{next}-{rounds}")).stdin(Stdio::null());
        let output = child.output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        let died_in_words = output.status.code() == Some(1) && words.contains(" is damaged (");
        assert!(output.status.success() || died_in_words, "{}: {words}", output.status);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let done = said.lines().filter_map(|line| line.strip_prefix("flip ")).count();
        told.extend(
            said.lines()
                .filter(|line| line.starts_with("flip") && line.contains(':'))
                .map(str::to_owned),
        );
        next += done + usize::from(!output.status.success());
    }
    assert_eq!(told, [""; 0]);
}

/// Not a test: a process of its own, for redb may end it.
#[test]
#[ignore = "run by the test above"]
fn flip_bits() {
    let Some(path) = std::env::var_os("SEEDDB_TEST_PATH") else { return };
    hook_panics();
    let range = std::env::var("SEEDDB_TEST_ROUNDS").unwrap();
    let (from, to) = range.split_once('-').unwrap();
    let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
    let whole = fs::read(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let content = filled(&folder.path().join("model"));
    let copy = folder.path().join("copy");
    fs::write(&copy, &whole).unwrap();
    let lies_of_sound = lies(&copy, &content);
    assert_eq!(lies_of_sound, [""; 0]);
    println!();
    for bit in &bits(&whole, to)[from..] {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&copy, flipped).unwrap();
        let lies = lies(&copy, &content);
        let list = if lies.is_empty() { String::new() } else { format!(": {}", lies.join(", ")) };
        println!("flip {} bit {}{list}", bit / 8, bit % 8);
        std::io::stdout().flush().unwrap();
    }
}
