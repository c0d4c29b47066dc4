//! A disk that fails at every operation of every writing call: afterwards the database is as before
//! the call, or as after it.

use std::fs;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::restore::{Content, content_of};
use super::*;
use crate::rating::levels::LevelTable;
use crate::temporary::failing::{Failing, fails, sound};

/// A call that writes.
type Call = fn(&Store, &mut SmallRng) -> Result<(), StoreError>;

const CALLS: [(&str, Call); 11] = [
    ("new_batch", |store, rng| store.new_batch(&random_batch(rng)).map(drop)),
    ("commit_some", |store, rng| {
        let mut batch = store.read(batches::last_batch)?.expect("there are some");
        let mut puzzles = (0..300).map(|_| real_issued(rng)).collect();
        store.commit_some(&mut batch, &mut puzzles).map(drop)
    }),
    ("commit_entries", |store, rng| {
        let puzzles: Vec<Entry> = (0..40).map(|_| real_issued(rng)).collect();
        let places: Vec<Place> = (1..=40).map(|n| place((0, n), n as usize)).collect();
        let book = random_book(rng);
        let book = Some((&book, places.as_slice()));
        store.commit_entries(&random_batch(rng), &puzzles, book).map(drop)
    }),
    ("add_seeds", |store, rng| {
        let seeds: Vec<Seed> = (0..40).map(|_| random_seed(rng)).collect();
        store.add_seeds(&seeds).map(drop)
    }),
    ("set_levels", |store, _| store.write(|to| texts::set_levels(to, &LevelTable::default()))),
    ("void", |store, _| {
        let places = [1, 2].map(|batch| [1, 2, 3].map(|number| (batch, number))).concat();
        store.write_giving(|to| events::void(to, &places, true, None)).map(drop)
    }),
    ("append", |store, _| {
        let known = store.read(events::all)?.len() as u32;
        let note = |n| EventKind::Note(format!("note {n}"));
        let event =
            |n| Event { batch: 1, number: 1, what: note(n), time: None, change: 0, undone: None };
        let events: Vec<Event> = (0..20).map(event).collect();
        store.write_giving(|to| events::append(to, known, &events))
    }),
    ("record_book", |store, rng| {
        let puzzles =
            store.read(batches::all)?.into_iter().flat_map(|batch| store.issued(batch.id));
        let sound = puzzles.map(Result::unwrap).filter(|puzzle| !puzzle.void);
        let places = sound.take(9).enumerate().map(|(i, one)| place((one.batch, one.number), i));
        let (book, places) = (random_book(rng), places.collect::<Vec<_>>());
        store.write_giving(|to| books::record(to, &book, &places)).map(drop)
    }),
    ("void_book", |store, _| store.write_giving(|to| books::void(to, 1)).map(drop)),
    ("count_export", |store, _| store.write_aside(|to| batches::count_export(to, &[1, 2]))),
    ("compact", |store, _| store.compact().map(drop)),
];

/// Whether the error is the right one for a failed disk.
fn is_told(error: &StoreError, failing: Failing) -> bool {
    match failing {
        Failing::NoRoom => matches!(error, StoreError::DiskFull(_)),
        _ => matches!(error, StoreError::Io { .. }),
    }
}

/// Runs each call with failures at every `step`-th of its operations; returns their number.
fn fail_everywhere(rng_seed: u64, step: u64) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store = at(&path);
    store.make(Vec::new).unwrap();
    let rng = &mut SmallRng::seed_from_u64(rng_seed);
    fill(&store, rng);
    drop(store);
    let whole = fs::read(&path).unwrap();
    // The mark beside the file is restored too.
    let mark = folder.path().join("db.seeddb/mark");
    let put_back = || {
        fs::write(&path, &whole).unwrap();
        let _ = fs::remove_file(&mark);
    };
    let mut failures = 0;
    for (name, call) in CALLS {
        let run = |failing, at| {
            put_back();
            fails(failing, at);
            let store = super::at(&path);
            // Other puzzles than those in the database.
            let done = call(&store, &mut SmallRng::seed_from_u64(!rng_seed));
            // redb's writes on closing the file fail too.
            drop(store);
            (done, sound())
        };
        put_back();
        let before = content_of(&super::at(&path));
        let (done, operations) = run(Failing::Once, u64::MAX);
        done.unwrap_or_else(|error| panic!("{name}, RNG seed {rng_seed}: {error}"));
        let after = content_of(&super::at(&path));
        // The first book may be void already.
        let changes = before != after || matches!(name, "compact" | "void_book");
        assert!(operations > 3 && changes, "{name}: {operations}");
        for at in (1 + rng.random_range(0..step)..=operations).step_by(step as usize) {
            let cut = Failing::PowerCut(rng.random());
            for failing in [Failing::NoRoom, Failing::Once, Failing::Gone, Failing::Torn, cut] {
                let what =
                    format!("{name}, {failing:?} at {at} of {operations}, RNG seed {rng_seed}");
                let (done, _) = run(failing, at);
                failures += 1;
                if let Err(error) = &done {
                    assert!(is_told(error, failing), "{what}: {error}");
                }
                let store = super::at(&path);
                assert_eq!(
                    store.check().unwrap_or_else(|error| panic!("{what}: {error}")),
                    [],
                    "{what}"
                );
                let now: Content = content_of(&store);
                assert!(now == after || (done.is_err() && now == before), "{what}: {done:?}");
                // The next call finds an intact database.
                store
                    .write_aside(|to| batches::count_export(to, &[1]))
                    .unwrap_or_else(|error| panic!("{what}: {error}"));
            }
        }
    }
    failures
}

#[test]
fn a_failing_disk_changes_all_or_nothing() {
    println!("{} failures", fail_everywhere(1, 15));
}

#[test]
#[ignore = "long: .ci/long"]
fn a_disk_that_fails_at_every_operation_changes_all_or_nothing() {
    let failures: u64 = inputs(10..40).map(|rng_seed| fail_everywhere(rng_seed, 1)).sum();
    println!("{failures} failures");
}

/// A database created, restored, or copied on such a disk is there completely or not at all.
#[test]
fn a_failing_disk_makes_all_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let source = Store::in_memory().unwrap();
    fill(&source, &mut SmallRng::seed_from_u64(3));
    let content = content_of(&source);
    let path = folder.path().join("db");
    let (mut at, mut made) = (1, false);
    while !made {
        for failing in
            [Failing::NoRoom, Failing::Once, Failing::Gone, Failing::Torn, Failing::PowerCut(at)]
        {
            let store = super::at(&path);
            fails(failing, at);
            let done = source.copy_to(&store, &mut |_| true);
            drop(store);
            let operations = sound();
            let names: Vec<_> =
                folder.path().read_dir().unwrap().map(|file| file.unwrap().file_name()).collect();
            match done {
                Ok(is_whole) => {
                    assert!(is_whole);
                    let store = super::at(&path);
                    assert_eq!(store.check().unwrap(), []);
                    assert!(content_of(&store) == content, "{failing:?} at {at}");
                    fs::remove_file(&path).unwrap();
                    made = operations < at;
                }
                Err(error) => {
                    assert!(is_told(&error, failing), "{failing:?} at {at}: {error}");
                    assert!(names.is_empty(), "{failing:?} at {at}: {names:?}");
                }
            }
        }
        at += 1 + at / 8;
    }
}
