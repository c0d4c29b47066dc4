//! Properties beyond the model: failures leave no trace, colliding ids differ, levels are kept.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::*;
use crate::rating::levels::LevelTable;

over_engines!(
    a_failed_commit_leaves_no_trace,
    a_book_that_cannot_be_is_no_book,
    ids_that_meet_are_noticed,
    levels_are_kept
);

fn a_failed_commit_leaves_no_trace(engines: Engines) {
    for home in engines() {
        no_trace(&home.open());
    }
}

fn no_trace(store: &Store) {
    let rng = &mut SmallRng::seed_from_u64(1);
    let mut puzzles = vec![random_issued(rng), random_issued(rng)];
    let mut batch = random_batch(rng);
    assert!(matches!(
        store.commit_some(&mut batch, &mut puzzles.clone()),
        Err(StoreError::OtherBatch(0))
    ));
    batch = store.new_batch(&batch).unwrap();
    puzzles[1].level = Some("long".repeat(1 << 20));
    let before = (batch.clone(), puzzles.clone());
    let error = store.commit_some(&mut batch, &mut puzzles).unwrap_err();
    assert_eq!(error.to_string(), "puzzle 2 of batch 1 is longer than 1048576 bytes");
    assert_eq!((batch, puzzles), before);
    let mut ungraded = random_seed(rng);
    ungraded.gradings.clear();
    assert!(matches!(store.add_seeds(&[random_seed(rng), ungraded]), Err(StoreError::Ungraded)));
    assert_eq!(
        store.read(seed_cursor::counts).unwrap(),
        crate::store::Counts { batches: 1, ..Default::default() }
    );
    assert_eq!(store.check().unwrap(), []);
}

fn a_book_that_cannot_be_is_no_book(engines: Engines) {
    for home in engines() {
        no_book(&home.open());
    }
}

fn no_book(store: &Store) {
    let rng = &mut SmallRng::seed_from_u64(12);
    let book = Book { volumes: 1, ..random_book(rng) };
    let puzzles = vec![random_issued(rng), random_issued(rng)];
    // Without a request key, which only one batch can have.
    let batch = |id| Batch { id, once: None, ..random_batch(&mut SmallRng::seed_from_u64(12)) };
    let places = |batch| [place((batch, 1), 0), place((batch, 2), 1)];
    let whole = |batch: &Batch, puzzles: &[Entry], places: &[Place]| {
        store.commit_entries(batch, puzzles, Some((&book, places)))
    };
    assert_eq!(whole(&batch(1), &puzzles, &places(1)).unwrap().1, Some(1));
    let fresh = vec![random_issued(rng), random_issued(rng)];
    let mixed = vec![fresh[0].clone(), puzzles[0].clone()];
    let twice = vec![fresh[0].clone(), fresh[0].clone()];
    // In one list a puzzle is issued already, in the other one occurs twice.
    for puzzles in [&mixed, &twice] {
        let error = whole(&batch(2), puzzles, &places(2)).unwrap_err();
        assert!(matches!(error, StoreError::Overtaken), "{error}");
    }
    let beyond = [place((1, 3), 0)];
    let error = whole(&batch(2), &fresh, &beyond).unwrap_err();
    assert!(matches!(error, StoreError::NotIssued(2, 3)), "{error}");
    let again = [place((1, 1), 0), place((1, 1), 1)];
    let other = Book { title: "other".to_owned(), ..book.clone() };
    let error = store.write_giving(|to| books::record(to, &other, &again)).unwrap_err();
    assert!(matches!(error, StoreError::PrintedTwice(1, 1)), "{error}");
    let long = Book { title: "long".repeat(1 << 20), ..book.clone() };
    assert!(matches!(
        store.write_giving(|to| books::record(to, &long, &places(1))),
        Err(StoreError::TooLong(_))
    ));
    assert_eq!(
        (store.read(books::all).unwrap().len(), store.read(batches::all).unwrap().len()),
        (1, 1)
    );
    assert_eq!(store.read(seed_cursor::counts).unwrap().issued, 2);
    assert_eq!(store.check().unwrap(), []);
}

fn ids_that_meet_are_noticed(engines: Engines) {
    for home in engines() {
        ids_that_meet(&home.open());
    }
}

fn ids_that_meet(store: &Store) {
    let rng = &mut SmallRng::seed_from_u64(2);
    let key = |last_of_prefix: u8, last: u8| {
        let mut key = [7; 16];
        (key[7], key[15]) = (last_of_prefix, last);
        Key(key)
    };
    let keys = [key(0x10, 1), key(0x1f, 2), key(0x20, 3)];
    let seeds = keys.map(|key| Seed { key, ..random_seed(rng) });
    store.add_seeds(&seeds).unwrap();
    let mut batch = random_batch(rng);
    batch = store.new_batch(&batch).unwrap();
    store
        .commit_some(&mut batch, &mut keys.map(|key| Entry { key, ..random_issued(rng) }).to_vec())
        .unwrap();
    let shared = [true, true, false];
    assert_eq!(store.read(|from| seeds::are_prefixes_shared(from, &keys)).unwrap(), shared);
    assert_eq!(store.read(|from| ledger::are_prefixes_shared(from, &keys)).unwrap(), shared);
    let prefix = u64::from_be_bytes([7, 7, 7, 7, 7, 7, 7, 0x10]) >> 4;
    assert_eq!(store.read(|from| seeds::of_prefix(from, prefix)).unwrap().len(), 2);
    assert_eq!(store.issued_by_prefix(prefix + 1).unwrap().len(), 1);
}

fn levels_are_kept(engines: Engines) {
    for home in engines() {
        let store = home.open();
        assert_eq!(store.read(texts::levels).unwrap(), LevelTable::default());
        let table = crate::level_table::read("[[level]]\nname = \"mine\"\ntiers = [3, 4]").unwrap();
        store.write(|to| texts::set_levels(to, &table)).unwrap();
        drop(store);
        let store = home.open();
        assert_eq!(store.read(texts::levels).unwrap(), table);
        store.write(|to| texts::set_levels(to, &LevelTable::default())).unwrap();
        assert_eq!(store.read(texts::levels).unwrap(), LevelTable::default());
    }
}
