//! A database of every released format: it must open, and say the same, for ever.

use std::fs;

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::*;
use crate::level_table;
use crate::record::{Book, Place};
use crate::store::file::tables::META;

const FORMAT_1: &[u8] = include_bytes!("../../../../tests/data/format-1.redb");
const FORMAT_2: &[u8] = include_bytes!("../../../../tests/data/format-2.redb");

/// What a later program might have written.
fn later() -> Extra {
    Extra(vec![(101, b"later".to_vec())])
}

/// Random records: what they say in every byte is `codec`'s to test, with records as text.
fn fill(store: &Store) {
    let rng = &mut SmallRng::seed_from_u64(10);
    let mut seed = Seed { extra: later(), ..random_seed(rng) };
    seed.gradings.iter_mut().for_each(|grading| grading.extra = later());
    store.add_seeds(&[seed, random_seed(rng)]).unwrap();
    let mut batch = Batch { note: "first of all".to_owned(), extra: later(), ..random_batch(rng) };
    batch.id = store.new_batch(&batch).unwrap();
    let issued = |_| Issued { extra: later(), ..random_issued(rng) };
    store.commit(&mut batch, &mut (0..5).map(issued).collect()).unwrap();
    let book = Book { volumes: 1, extra: later(), ..random_book(rng) };
    store.record_book(&book, &[place((1, 2), 0), place((1, 4), 1)]).unwrap();
    store
        .set_levels(&level_table::read("[[level]]\nname = \"soft\"\ntiers = [0, 1]").unwrap())
        .unwrap();
}

#[test]
fn format_1_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    fs::write(&path, FORMAT_1).unwrap();
    let mut rng = SmallRng::seed_from_u64(11);
    for opened in 1..=2 {
        let mut store = open(&path).unwrap();
        assert_eq!(store.check().unwrap(), []);
        assert_eq!(seeds_of(&store, 0..=6).unwrap().len(), 2);
        assert_eq!(store.batch(1).unwrap().note, "first of all");
        let numbers: Vec<u32> = store.issued(1).map(|puzzle| puzzle.unwrap().number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
        assert_eq!(store.levels().unwrap().levels()[0].name, "soft");
        // Its program knew no books; what is recorded now is there the second time.
        assert_eq!(store.books().unwrap().len(), opened as usize - 1);
        assert_eq!(store.printed(1, 5).unwrap().len(), opened as usize - 1);
        let place = Place { batch: 1, number: 5, volume: 1, label: 1, page: 7, answer: None };
        let book = Book { volumes: 1, title: opened.to_string(), ..random_book(&mut rng) };
        assert_eq!(store.record_book(&book, &[place]).unwrap(), opened);
        assert_eq!(store.new_batch(&random_batch(&mut rng)).unwrap(), opened + 1);
        drop(store);
        let format = |transaction: &redb::ReadTransaction| {
            Ok(transaction.open_table(META)?.get("format")?.unwrap().value().to_owned())
        };
        assert_eq!(engine(&path).read(format).unwrap(), "2");
    }
}

#[test]
fn format_2_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    fs::write(&path, FORMAT_2).unwrap();
    let mut store = open(&path).unwrap();
    assert_eq!(store.check().unwrap(), []);
    let seeds = seeds_of(&store, 0..=6).unwrap();
    assert_eq!(seeds.len(), 2);
    assert_eq!(seeds.iter().filter(|seed| seed.extra == later()).count(), 1);
    let of_gradings = |seed: &Seed| seed.gradings.iter().all(|grading| grading.extra == later());
    assert_eq!(seeds.iter().filter(|seed| of_gradings(seed)).count(), 1);
    let mut batch = store.batch(1).unwrap();
    assert_eq!((batch.note.as_str(), batch.issued), ("first of all", 5));
    for puzzle in store.issued(1).map(Result::unwrap) {
        assert_eq!(puzzle.extra, later());
        assert_eq!(store.is_issued(puzzle.key).unwrap(), Some((1, puzzle.number)));
        let printed = store.printed(1, puzzle.number).unwrap().len();
        assert_eq!(printed, usize::from(puzzle.number % 2 == 0));
    }
    assert_eq!(store.books().unwrap()[0].extra, later());
    assert_eq!(store.levels().unwrap().levels()[0].name, "soft");
    // Written on, what a later program wrote stays.
    let rng = &mut SmallRng::seed_from_u64(11);
    store.commit(&mut batch, &mut vec![random_issued(rng)]).unwrap();
    let batch = store.batch(1).unwrap();
    assert_eq!((batch.issued, batch.extra), (6, later()));
    assert_eq!(store.check().unwrap(), []);
}

/// Run it with `--ignored` to make the file of a new format; it says where it is.
#[test]
#[ignore = "writes the fixture"]
fn write_the_fixture() {
    let folder = tempfile::tempdir().unwrap().keep();
    let path = folder.join("fixture.redb");
    fill(&open(&path).unwrap());
    redb::Database::open(&path).unwrap().compact().unwrap();
    println!("fixture: {}", path.display());
}
