//! A restored backup has all records of the newer file, whatever its damage, or reports losses.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::restore::{Content, content_of};
use super::salvage::whole;
use super::*;
use crate::level_table;
use crate::store::engine::Table;
use crate::store::moved::Missing;
use crate::store::record::{Frame, Text, decode, scan};
use crate::store::{MissingPart as Part, Moved};

fn at(path: &Path) -> Store {
    Store::at(path, &OpenOptions::default())
}

/// Options with marks stored apart from the files.
fn remembering(folder: &Path) -> OpenOptions {
    OpenOptions { state: Some(folder.join("state")), ..OpenOptions::default() }
}

fn none() -> Vec<Seed> {
    Vec::new()
}

/// Makes a backup, then adds every kind of record; returns the final content.
fn since(folder: &Path, rng: &mut SmallRng) -> Content {
    let (path, _) = whole(folder, rng);
    let store = Store::at(&path, &remembering(folder));
    assert!(store.back_up(&at(&folder.join("backup")), 7, &mut |_| true).unwrap());
    let puzzle = |rng: &mut SmallRng| {
        let (key, puzzle) = real_puzzle(rng);
        Entry { puzzle, key, ..random_issued(rng) }
    };
    for _ in 0..rng.random_range(1..4) {
        let mut batch = store.new_batch(&random_batch(rng)).unwrap();
        for _ in 0..rng.random_range(1..3) {
            let mut puzzles: Vec<Entry> =
                (0..rng.random_range(1..60)).map(|_| puzzle(rng)).collect();
            store.commit_some(&mut batch, &mut puzzles).unwrap();
        }
        let mut keys = store.new_batch(&random_batch(rng)).unwrap();
        let some = (0..rng.random_range(1..300)).map(|_| Key(rng.random())).collect();
        store.enter_keys(&mut keys, some).unwrap();
        let numbers: Vec<_> = batch.numbers().map(|number| (batch.id, number)).collect();
        let events: Vec<Event> = numbers.iter().take(5).map(|at| random_event(*at, rng)).collect();
        let known = store.read(events::all).unwrap().len() as u32;
        store.write_giving(|to| events::append(to, known, &events)).unwrap();
        let places: Vec<Place> = numbers.iter().enumerate().map(|(i, at)| place(*at, i)).collect();
        let book = random_book(rng);
        store.write_giving(|to| books::record(to, &book, &places)).unwrap();
        store.write_giving(|to| events::void(to, &numbers[..1], true, None)).unwrap();
    }
    store.write_giving(|to| events::void(to, &[(1, 1), (1, 2)], true, None)).unwrap();
    store.write(|to| texts::set_levels(to, &level_table::built_in("paper").unwrap())).unwrap();
    store
        .add_seeds(&[{
            let (key, puzzle) = real_puzzle(rng);
            Seed { key, puzzle, ..random_seed(rng) }
        }])
        .unwrap();
    content_of(&store)
}

/// Restores the backup beside these bytes; fails unless everything is there or reported. Returns
/// the number of missing puzzles.
fn put_back(folder: &Path, name: &str, bytes: &[u8], was: &Content, what: &str) -> usize {
    let (broken, new) = (folder.join(format!("{name}-broken")), folder.join(name));
    fs::write(&broken, bytes).unwrap();
    let (backup, newer, target) = (at(&folder.join("backup")), at(&broken), at(&new));
    let trial =
        backup.copy_back(&target, Some((&newer, true, (1, &none))), true, &mut |_| true).unwrap();
    assert!(!target.exists().unwrap(), "{what}");
    let moved = backup.copy_back(&target, Some((&newer, true, (1, &none))), false, &mut |_| true);
    let moved: Moved = moved.unwrap_or_else(|error| panic!("{what}: {error}")).unwrap();
    assert_eq!(trial.as_ref(), Some(&moved), "{what}");
    assert_eq!(target.check().unwrap(), [], "{what}");
    let now = content_of(&target);
    let is_named = |part: Part, id: Option<u32>| {
        let all =
            |missing: &crate::store::Missing| missing.part == Part::File && missing.count.is_none();
        moved.missing.iter().any(|missing| (missing.part, missing.id) == (part, id) || all(missing))
    };
    let there: BTreeSet<(u32, u32, Key)> = now
        .batches
        .iter()
        .flat_map(|(_, all)| all.iter().map(|one| (one.batch, one.number, one.key)))
        .collect();
    // A mark shows changes of which nothing is left.
    let is_older = Store::at(&new, &remembering(folder)).missing().unwrap().is_some();
    let is_told = |part: Part, batch: u32| {
        is_older || is_named(part, Some(batch)) || is_named(Part::Batch, Some(batch))
    };
    let mut gone = 0;
    for (batch, all) in &was.batches {
        let lost =
            all.iter().filter(|one| !there.contains(&(one.batch, one.number, one.key))).count();
        gone += lost;
        let record = now.batches.iter().find(|(now, _)| now.id == batch.id);
        assert!(lost == 0 || is_told(Part::Puzzles, batch.id), "{what}: {batch:?}");
        let voids = |all: &[Entry]| all.iter().filter(|one| one.void).count();
        let is_void = record.is_some_and(|(_, found)| voids(found) == voids(all)) || lost > 0;
        let is_told = is_told(Part::Void, batch.id) || is_named(Part::Void, None);
        assert!(is_void || is_told, "{what}: voids of {batch:?}");
    }
    for (batch, keys) in &was.keys {
        let known = target.read(|from| ledger::places(from, keys)).unwrap();
        let is_whole = known.iter().all(Option::is_some);
        assert!(is_whole || is_told(Part::Keys, *batch), "{what}: keys of batch {batch}");
    }
    let is_told = is_older || is_named(Part::Levels, None);
    assert!(now.levels == was.levels || is_told, "{what}: its levels");
    assert_eq!(now.partition, was.partition, "{what}");
    let is_refused = matches!(target.new_batch(&Batch::new()), Err(StoreError::Incomplete { .. }));
    let is_missing = moved.missing.iter().any(|missing| missing.part.is_ledger());
    assert_eq!(is_refused, is_missing, "{what}");
    if is_missing {
        assert!(target.write_aside(|to| texts::accept_loss(to, 1)).unwrap().is_some(), "{what}");
    }
    // No existing puzzle is issued again.
    let mut batch = target.new_batch(&Batch::new()).unwrap();
    let mut again: Vec<Entry> = now.batches.iter().flat_map(|(_, all)| all.clone()).collect();
    let count = again.len();
    assert_eq!(target.commit_some(&mut batch, &mut again).unwrap().len(), count, "{what}");
    gone
}

/// If only the newest versions of rows changed in place are lost, the totals alone reveal it.
#[test]
fn what_is_there_as_it_was_before_is_named() {
    let rng = &mut SmallRng::seed_from_u64(1);
    let folder = tempfile::tempdir().unwrap();
    let [path, broken, new] = ["whole", "broken", "new"].map(|name| folder.path().join(name));
    let (store, backup) = (at(&path), at(&folder.path().join("backup")));
    store.make(Vec::new).unwrap();
    let mut batch = store.new_batch(&random_batch(rng)).unwrap();
    let puzzle = |rng: &mut SmallRng| {
        let (key, puzzle) = real_puzzle(rng);
        Entry { puzzle, key, seed: None, ..random_issued(rng) }
    };
    let mut puzzles: Vec<Entry> = (0..20).map(|_| puzzle(rng)).collect();
    store.commit_some(&mut batch, &mut puzzles).unwrap();
    store.write(|to| texts::set_levels(to, &level_table::built_in("week").unwrap())).unwrap();
    assert!(store.back_up(&backup, 7, &mut |_| true).unwrap());
    store.write_giving(|to| events::void(to, &[(1, 3), (1, 4), (1, 9)], true, None)).unwrap();
    store.write(|to| texts::set_levels(to, &level_table::built_in("paper").unwrap())).unwrap();
    for words in ["one", "another"] {
        let missing =
            Missing { part: Part::Events, id: None, count: None, words: words.to_owned() };
        store.write_aside(|to| texts::add_loss(to, std::slice::from_ref(&missing))).unwrap();
    }
    let mut bytes = fs::read(&path).unwrap();
    let mut newest = Vec::new();
    scan::<std::io::Error>(&mut bytes.as_slice(), &mut |Frame { table, key, value, at }| {
        let is_newest = match table {
            Table::Issued => decode::<Entry>(&key, value).is_ok_and(|row| row.1.void),
            Table::Batches => decode::<Batch>(&key, value).is_ok_and(|row| row.1.void > 0),
            Table::Texts => {
                let is_newest = |text: &str| text.contains("table 2") || text.contains("list 2");
                decode::<Text>(&key, value).is_ok_and(|row| is_newest(&row.1.0))
            }
            _ => false,
        };
        newest.extend(is_newest.then_some(at as usize));
        Ok(())
    })
    .unwrap();
    for at in newest {
        bytes[at] ^= 1;
    }
    fs::write(&broken, bytes).unwrap();
    let newer = (&at(&broken), false, (1, &none as &dyn Fn() -> Vec<Seed>));
    let moved = backup.copy_back(&at(&new), Some(newer), false, &mut |_| true).unwrap().unwrap();
    let missing: Vec<_> = moved.missing.iter().map(|one| (one.part, one.count)).collect();
    assert_eq!(missing, [(Part::File, None), (Part::Levels, None), (Part::Void, Some(3))]);
    let loss = at(&new).read(|from| texts::loss(from)).unwrap().unwrap();
    assert!(loss.starts_with("one\n") && loss.contains("the list of what was missing"), "{loss}");
}

/// An intact file is restored completely, with nothing reported as missing.
#[test]
fn all_of_a_sound_file_comes() {
    for rng_seed in 0..6 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let folder = tempfile::tempdir().unwrap();
        let was = since(folder.path(), rng);
        let bytes = fs::read(folder.path().join("whole")).unwrap();
        let what = format!("RNG seed {rng_seed}");
        assert_eq!(put_back(folder.path(), "new", &bytes, &was, &what), 0);
        let mut now = content_of(&at(&folder.path().join("new")));
        // The two batches of that trial.
        now.batches.truncate(was.batches.len());
        for ((now, all), (was, before)) in now.batches.iter().zip(&was.batches) {
            assert_eq!(now, was, "{what}");
            assert!(all == before, "{what}: puzzles of batch {}", was.id);
        }
        assert!(now.batches.len() == was.batches.len() && now.keys == was.keys, "{what}");
        assert!((&now.books, &now.events) == (&was.books, &was.events), "{what}");
        assert!((&now.levels, &now.seeds) == (&was.levels, &was.seeds), "{what}");
    }
}

/// Whatever the damage, all is there or reported, and all but one in `share` puzzles is there.
fn harmed(rounds: Range<u64>, share: usize) {
    let (mut gone, mut all) = (0, 0);
    for rng_seed in rounds {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let folder = tempfile::tempdir().unwrap();
        let was = since(folder.path(), rng);
        let whole = fs::read(folder.path().join("whole")).unwrap();
        for round in 0..6 {
            let mut bytes = whole.clone();
            let what = format!("RNG seed {rng_seed}, {round}, {}", harm(&mut bytes, rng));
            gone += put_back(folder.path(), &format!("new-{round}"), &bytes, &was, &what);
            all += was.batches.iter().map(|batch| batch.1.len()).sum::<usize>();
        }
    }
    println!("{gone} of {all} puzzles are missing, and named");
    assert!(gone * share < all, "{gone} of {all} puzzles are missing");
}

#[test]
fn what_is_put_back_is_there_or_named() {
    harmed(0..2, 25);
}

#[test]
#[ignore = "long: .ci/long"]
fn what_is_put_back_is_there_or_named_for_long() {
    harmed(2..200, 4);
}

/// Damages each page in turn.
#[test]
#[ignore = "long: .ci/long"]
fn any_page_may_be_bad() {
    let rng = &mut SmallRng::seed_from_u64(5);
    let folder = tempfile::tempdir().unwrap();
    let was = since(folder.path(), rng);
    let whole = fs::read(folder.path().join("whole")).unwrap();
    let (mut gone, mut pages) = (0, 0);
    for page in (0..whole.len() / PAGE).filter(|page| whole[page * PAGE..][..PAGE] != [0; PAGE]) {
        let mut bytes = whole.clone();
        rng.fill(&mut bytes[page * PAGE..][..PAGE]);
        let name = format!("page-{page}");
        gone += put_back(folder.path(), &name, &bytes, &was, &name);
        pages += 1;
    }
    let all = was.batches.iter().map(|batch| batch.1.len()).sum::<usize>() * pages;
    println!("{pages} pages: {gone} of {all} puzzles are missing, and named");
}
