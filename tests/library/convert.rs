//! A database of a development version, of format 2, is brought along whole: `tools/convert`.

#[path = "../../tools/convert/frame.rs"]
mod frame;
#[path = "../../tools/convert/records.rs"]
mod records;
#[path = "../../tools/convert/tables.rs"]
mod tables;

use std::collections::HashMap;
use std::fs;

use seeddb::database::{BatchRef, Control, Database, DrawOptions, Options, StoreError, restore};
use seeddb::rating::er;
use seeddb::record::{Batch, Book, Entry, Seed, What};
use seeddb::symmetry::Key;

/// Made by commands of the last program of format 2: draws of several kinds, also by Sudoku Explainer's rating, issued puzzles that were
/// imported, books of which one is void, a feed with withdrawn days, a note, void puzzles, exports.
const OLD: &[u8] = include_bytes!("../data/format-2-whole.redb");

#[test]
fn a_database_of_format_2_is_brought_along() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("old"), OLD).unwrap();
    let content = tables::read(&path("old")).unwrap();
    assert!(fs::read(path("old")).unwrap() == OLD);

    // What the old program told.
    let counts = |(batch, _): &(Batch, _)| (batch.issued, batch.void, batch.exports);
    let told =
        [(6, 0, 3), (5, 1, 2), (3, 0, 1), (4, 1, 1), (2, 0, 0), (4, 0, 0), (1, 0, 0), (2, 0, 0)];
    assert!(content.batches.iter().map(counts).eq(told));
    assert_eq!(content.batches[0].0.note, "für Ω");
    assert!(content.batches.iter().all(|(batch, _)| batch.begun.is_some()));
    assert_eq!(content.batches[6].1[0].er, Some(er::Score::from_tenths(83)));
    let books = content.books.iter().map(|(book, places)| (book.void, places.len()));
    assert!(books.eq([(false, 4), (true, 5), (false, 5)]));
    assert_eq!(
        (content.seeds.len(), content.events.len(), &content.editions[..]),
        (7, 6, &[3][..])
    );
    let note = What::Note("sent to the <editor> – twice".to_owned());
    assert!(content.events.iter().any(|event| event.what == note));

    let database = Database::at(&path("new"), Options::default());
    let counts = restore(&database, &content, &Control::default()).unwrap();
    assert_eq!((counts.seeds, counts.issued, counts.batches), (7, 27, 8));
    assert_eq!(database.check().unwrap(), []);
    let mut batches = database.batches().unwrap();
    for batch in &mut batches {
        batch.token = 0;
    }
    assert!(batches.iter().eq(content.batches.iter().map(|(batch, _)| batch)));
    let books: Vec<Book> = content.books.iter().map(|(book, _)| book.clone()).collect();
    assert_eq!(database.books().unwrap(), books);
    assert_eq!(database.levels().unwrap(), content.levels);
    let all: Vec<BatchRef> = (1..=8).map(BatchRef::Id).collect();
    let puzzles = || content.batches.iter().flat_map(|(_, puzzles)| puzzles);
    let shown = database.export(&all, &Control::default()).unwrap().map(Result::unwrap);
    let shown: Vec<Entry> = shown.map(|named| Entry::clone(&named.issued)).collect();
    assert!(shown.iter().eq(puzzles().filter(|puzzle| !puzzle.void)));
    let mut uses: HashMap<Key, u64> = HashMap::new();
    puzzles().filter_map(|puzzle| puzzle.seed).for_each(|seed| *uses.entry(seed).or_default() += 1);
    let mut seeds = database.seeds(None).unwrap();
    seeds.sort_by_key(|listed| listed.seed.key);
    for listed in &seeds {
        assert_eq!(listed.issued, uses.get(&listed.seed.key).copied().unwrap_or(0));
    }
    let seeds: Vec<Seed> = seeds.into_iter().map(|listed| listed.seed).collect();
    assert_eq!(seeds, content.seeds);
    let feeds = database.feeds().unwrap();
    let days: Vec<_> = feeds.days("daily").map(|(day, _)| day.to_string()).collect();
    assert_eq!(
        (days, feeds.runs().len()),
        (vec!["2026-12-01".to_owned(), "2026-12-02".to_owned()], 4)
    );

    // It goes on where the old one was: nothing is issued again, and no database is replaced.
    let options = DrawOptions::of_level("expert", 20, 5);
    for puzzle in database.draw(&options, &Control::default()).unwrap() {
        let puzzle = puzzle.unwrap();
        assert!(puzzle.issued.batch == 9 && puzzles().all(|old| old.key != puzzle.issued.key));
    }
    let error = restore(&database, &content, &Control::default()).unwrap_err();
    assert!(matches!(error, seeddb::database::Error::Store(StoreError::There(_))), "{error}");
}

#[test]
fn what_is_damaged_is_not_brought_along() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old");
    // Wherever this text is, also in pages that are not in use any more.
    let note = "für Ω".as_bytes();
    let mut bytes = OLD.to_vec();
    let found = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(note)).collect::<Vec<_>>();
    for at in found {
        bytes[at] ^= 1;
    }
    fs::write(&path, bytes).unwrap();
    let error = tables::read(&path).unwrap_err();
    assert_eq!(format!("{error:#}"), "batches 1: its checksum is wrong");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/format-1.redb"), &path).unwrap();
    let error = tables::read(&path).unwrap_err().to_string();
    assert!(error.contains("is of format 1: let the program that wrote it draw once"), "{error}");
}
