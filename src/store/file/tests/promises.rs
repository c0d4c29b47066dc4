//! What the model does not say: failures leave no trace, ids that meet are told apart, levels are kept.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::*;
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::store::codec::encode_place;
use crate::store::tables::{BATCHES, BOOKS, ISSUED, PRINTED};

#[test]
fn a_failed_commit_leaves_no_trace() {
    let rng = &mut SmallRng::seed_from_u64(1);
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("db")).unwrap();
    let mut puzzles = vec![random_issued(rng), random_issued(rng)];
    let mut batch = random_batch(rng);
    assert!(matches!(store.commit(&mut batch, &mut puzzles.clone()), Err(StoreError::NoBatch(0))));
    batch.id = store.new_batch(&batch).unwrap();
    puzzles[1].level = Some("long".repeat(1 << 20));
    let before = (batch.clone(), puzzles.clone());
    let error = store.commit(&mut batch, &mut puzzles).unwrap_err();
    assert_eq!(
        error.to_string(),
        "an issued puzzle is longer than 1048576 bytes: shorten its texts"
    );
    assert_eq!((batch, puzzles), before);
    let mut ungraded = random_seed(rng);
    ungraded.gradings.retain(|grading| grading.ladder != Ladder::HSOLVE);
    assert!(matches!(store.add_seeds(&[random_seed(rng), ungraded]), Err(StoreError::Ungraded)));
    assert_eq!(store.counts().unwrap(), crate::store::Counts { batches: 1, ..Default::default() });
    assert_eq!(store.check().unwrap(), []);
}

#[test]
fn a_book_that_cannot_be_is_no_book() {
    let rng = &mut SmallRng::seed_from_u64(12);
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("db")).unwrap();
    let book = Book { volumes: 1, ..random_book(rng) };
    let puzzles = vec![random_issued(rng), random_issued(rng)];
    let batch = |id| Batch { id, ..random_batch(&mut SmallRng::seed_from_u64(12)) };
    let places = |batch| [place((batch, 1), 0), place((batch, 2), 1)];
    assert_eq!(store.issue_book(&batch(1), &puzzles, &book, &places(1)).unwrap(), 1);
    let fresh = vec![random_issued(rng), random_issued(rng)];
    let mixed = vec![fresh[0].clone(), puzzles[0].clone()];
    let twice = vec![fresh[0].clone(), fresh[0].clone()];
    // The number of the batch is another's, one of the puzzles is, one comes twice.
    for (id, puzzles) in [(1, &fresh), (3, &fresh), (2, &mixed), (2, &twice)] {
        let error = store.issue_book(&batch(id), puzzles, &book, &places(id)).unwrap_err();
        assert!(matches!(error, StoreError::Overtaken), "{error}");
    }
    let error = store.issue_book(&batch(2), &fresh, &book, &places(7)).unwrap_err();
    assert!(matches!(error, StoreError::NotIssued(7, 1)), "{error}");
    let again = [place((1, 1), 0), place((1, 1), 1)];
    let other = Book { title: "other".to_owned(), ..book.clone() };
    let error = store.record_book(&other, &again).unwrap_err();
    assert!(matches!(error, StoreError::PrintedTwice(1, 1)), "{error}");
    let long = Book { title: "long".repeat(1 << 20), ..book.clone() };
    assert!(matches!(store.record_book(&long, &places(1)), Err(StoreError::TooLong(_))));
    assert_eq!((store.books().unwrap().len(), store.batches().unwrap().len()), (1, 1));
    assert_eq!(store.counts().unwrap().issued, 2);
    assert_eq!(store.check().unwrap(), []);
}

/// What `check` says when the tables of books are wrong.
#[test]
fn books_that_do_not_fit_are_told() {
    let rng = &mut SmallRng::seed_from_u64(13);
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("db")).unwrap();
    let puzzles = vec![random_issued(rng), random_issued(rng)];
    let batch = Batch { id: 1, ..random_batch(rng) };
    let book = Book { volumes: 1, ..random_book(rng) };
    let places = [place((1, 1), 0), place((1, 2), 1)];
    store.issue_book(&batch, &puzzles, &book, &places).unwrap();
    let mut told = |change: &dyn Fn(&redb::WriteTransaction) -> Result<(), redb::Error>| {
        store.write(|transaction| Ok(change(transaction)?)).unwrap();
        let problems = store.check().unwrap();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let one = "book 1 holds 1 puzzles in 1 volumes, its record says 2 in 1";
    let lost = told(&|t| Ok(t.open_table(PRINTED)?.remove((1, 2, 1)).map(drop)?));
    assert_eq!(lost, one);
    let record = |book, place: Place| encode_place(book, &place).unwrap();
    let elsewhere = told(&|t| {
        let record = record(9, places[1]);
        Ok(t.open_table(PRINTED)?.insert((1, 2, 9), record.as_slice()).map(drop)?)
    });
    assert_eq!(elsewhere, format!("{one}; puzzles are printed in book 9, which is not there"));
    let unknown = told(&|t| {
        t.open_table(PRINTED)?.remove((1, 2, 9))?;
        let record = record(1, Place { batch: 4, volume: 2, ..places[1] });
        Ok(t.open_table(PRINTED)?.insert((4, 2, 1), record.as_slice()).map(drop)?)
    });
    assert_eq!(
        unknown,
        "puzzle 2 of batch 4, printed in book 1, is not there; \
         book 1 holds 2 puzzles in 2 volumes, its record says 2 in 1"
    );
    let unreadable = told(&|t| Ok(t.open_table(BOOKS)?.insert(1, [9, 9].as_slice()).map(drop)?));
    assert!(unreadable.contains("book 1: it does not read"), "{unreadable}");
}

/// Damage, made on purpose.
type Change = fn(&redb::WriteTransaction) -> Result<(), redb::Error>;

/// Fewer rows than were written are no answer, wherever they went.
#[test]
fn missing_rows_are_told() {
    let rng = &mut SmallRng::seed_from_u64(23);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let changes: [(Change, &str); 5] = [
        (|t| Ok(t.open_table(ISSUED)?.remove((1, 2)).map(drop)?), "puzzle 2 of batch 1 is missing"),
        (|t| Ok(t.open_table(ISSUED)?.remove((1, 3)).map(drop)?), "puzzle 3 of batch 1 is missing"),
        (
            |t| Ok(t.open_table(ISSUED)?.insert((1, 4), [9].as_slice()).map(drop)?),
            "batch 1 ends at puzzle 4, its record says 3",
        ),
        (|t| Ok(t.open_table(BATCHES)?.remove(1).map(drop)?), "a batch is missing"),
        (
            |t| Ok(t.open_table(BATCHES)?.insert(1, [9, 9].as_slice()).map(drop)?),
            "batch 1: it does not read",
        ),
    ];
    for (change, words) in changes {
        let store = open(&path).unwrap();
        for size in [3, 2] {
            let mut batch = random_batch(rng);
            batch.id = store.new_batch(&batch).unwrap();
            store.commit(&mut batch, &mut (0..size).map(|_| random_issued(rng)).collect()).unwrap();
        }
        store.write(|transaction| Ok(change(transaction)?)).unwrap();
        let all = store.batches().and_then(|batches| {
            batches.iter().flat_map(|batch| store.issued(batch.id)).collect::<Result<Vec<_>, _>>()
        });
        let error = all.unwrap_err().to_string();
        assert!(error.contains(&format!("is damaged ({words})")), "{error}");
        drop(store);
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn ids_that_meet_are_noticed() {
    let rng = &mut SmallRng::seed_from_u64(2);
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("db")).unwrap();
    let key = |last_of_prefix: u8, last: u8| {
        let mut key = [7; 16];
        (key[7], key[15]) = (last_of_prefix, last);
        Key(key)
    };
    let keys = [key(0x10, 1), key(0x1f, 2), key(0x20, 3)];
    let seeds = keys.map(|key| Seed { key, ..random_seed(rng) });
    store.add_seeds(&seeds).unwrap();
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    store
        .commit(&mut batch, &mut keys.map(|key| Issued { key, ..random_issued(rng) }).to_vec())
        .unwrap();
    let shared = [true, true, false];
    assert_eq!(keys.map(|key| store.seed_prefix_is_shared(key).unwrap()), shared);
    assert_eq!(store.issued_prefixes_are_shared(&keys).unwrap(), shared);
    let prefix = u64::from_be_bytes([7, 7, 7, 7, 7, 7, 7, 0x10]) >> 4;
    assert_eq!(store.seeds_by_prefix(prefix).unwrap().len(), 2);
    assert_eq!(store.issued_by_prefix(prefix + 1).unwrap().len(), 1);
}

#[test]
fn levels_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store = open(&path).unwrap();
    assert_eq!(store.levels().unwrap(), LevelTable::default());
    let table = level_table::read("[[level]]\nname = \"mine\"\ntiers = [3, 4]").unwrap();
    store.set_levels(&table).unwrap();
    drop(store);
    let store = open(&path).unwrap();
    assert_eq!(store.levels().unwrap(), table);
    store.reset_levels().unwrap();
    assert_eq!(store.levels().unwrap(), LevelTable::default());
}
