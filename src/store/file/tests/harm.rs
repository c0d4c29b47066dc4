//! Tables that were changed behind the store's back.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::*;
use crate::store::codec::{encode_event, encode_place};
use crate::store::file::tables::{BATCHES, BOOKS, EVENTS, ISSUED, PRINTED};

/// What `check` says when the tables of books are wrong.
#[test]
fn books_that_do_not_fit_are_told() {
    let rng = &mut SmallRng::seed_from_u64(13);
    let folder = tempfile::tempdir().unwrap();
    let mut store = engine(&folder.path().join("db"));
    let puzzles = vec![random_issued(rng), random_issued(rng)];
    let batch = Batch { id: 1, ..random_batch(rng) };
    let book = Book { volumes: 1, ..random_book(rng) };
    let places = [place((1, 1), 0), place((1, 2), 1)];
    store.issue_whole(&batch, &puzzles, Some((&book, &places))).unwrap();
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

/// Events that have a gap, do not read, or are of nothing.
#[test]
fn events_that_do_not_fit_are_told() {
    let rng = &mut SmallRng::seed_from_u64(14);
    let folder = tempfile::tempdir().unwrap();
    let mut store = engine(&folder.path().join("db"));
    let batch = store.new_batch(&random_batch(rng)).unwrap();
    let batch = Batch { id: batch, ..random_batch(rng) };
    store.commit(&batch, &[random_issued(rng), random_issued(rng)]).unwrap();
    let events = [random_event((1, 1), rng), random_event((1, 2), rng)];
    store.append(0, &events).unwrap();
    assert_eq!(store.events().unwrap(), events);
    let stray = encode_event(3, &random_event((1, 3), rng)).unwrap();
    store.write(|t| Ok(t.open_table(EVENTS)?.insert(3, stray.as_slice()).map(drop)?)).unwrap();
    let told = |store: &mut FileEngine| {
        let problems = store.check().unwrap();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(told(&mut store), "event 3 is of puzzle 3 of batch 1, which is not there");
    store.write(|t| Ok(t.open_table(EVENTS)?.remove(3).map(drop)?)).unwrap();
    store.write(|t| Ok(t.open_table(EVENTS)?.remove(1).map(drop)?)).unwrap();
    assert_eq!(told(&mut store), "event 1 is missing");
    assert!(store.events().is_err() && store.append(1, &events).is_err());
    store.write(|t| Ok(t.open_table(EVENTS)?.insert(1, [9].as_slice()).map(drop)?)).unwrap();
    assert!(told(&mut store).contains("event 1: it does not read"));
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
        let engine = engine(&path);
        for size in [3, 2] {
            let mut batch = random_batch(rng);
            batch.id = engine.new_batch(&batch).unwrap();
            let puzzles: Vec<Issued> = (0..size).map(|_| random_issued(rng)).collect();
            engine.commit(&batch, &puzzles).unwrap();
        }
        engine.write(|transaction| Ok(change(transaction)?)).unwrap();
        let store = Store::on(engine);
        let all = store.batches().and_then(|batches| {
            batches.iter().flat_map(|batch| store.issued(batch.id)).collect::<Result<Vec<_>, _>>()
        });
        let error = all.unwrap_err().to_string();
        assert!(error.contains(&format!("is damaged ({words})")), "{error}");
        drop(store);
        std::fs::remove_file(&path).unwrap();
    }
}
