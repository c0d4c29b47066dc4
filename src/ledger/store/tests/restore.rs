//! Databases with every kind of record, their content, and files that are moved aside or held.
//! `database/tests/dump` tests databases made from records.

use std::fs;
use std::path::Path;

use super::*;
use crate::rating::levels::LevelTable;
use crate::store::Shard;
use crate::store::engine::Snapshot;
use crate::store::texts::of_edition;
use crate::symmetry::Fraction;

/// The content of a database, without derived data.
#[derive(Clone, PartialEq, Debug, Default)]
pub(in crate::store) struct Content {
    pub levels: LevelTable,
    pub partition: Option<Fraction>,
    pub shard: Option<Shard>,
    pub editions: Vec<u32>,
    pub seeds: Vec<Seed>,
    pub batches: Vec<(Batch, Vec<Entry>)>,
    pub keys: Vec<(u32, Vec<Key>)>,
    pub books: Vec<(Book, Vec<Place>)>,
    pub events: Vec<Event>,
    pub users: Vec<(String, String)>,
}

fn has_edition(store: &Store, edition: u32) -> bool {
    let (name, _) = of_edition(edition);
    store.see(|from| texts::text(from, &name)).is_some()
}

pub(super) fn content_of(store: &Store) -> Content {
    let batches = store.see(batches::all).into_iter().map(|batch| {
        let puzzles = store.issued(batch.id).map(|one| (*one.unwrap()).clone()).collect();
        (untold(batch), puzzles)
    });
    let batches: Vec<(Batch, Vec<Entry>)> = batches.collect();
    let books = store.see(books::all).into_iter().map(|book| {
        let puzzles = batches.iter().flat_map(|(_, puzzles)| puzzles);
        let printed = puzzles
            .flat_map(|one| store.see(|from| books::of_puzzle(from, (one.batch, one.number))));
        let places = printed.filter(|(other, _)| *other == book).map(|(_, place)| place);
        (book.clone(), places.collect())
    });
    Content {
        levels: store.see(texts::levels),
        partition: store.see(texts::partition),
        shard: store.see(texts::shard),
        keys: keys_of(store),
        editions: (0..9).filter(|edition| has_edition(store, *edition)).collect(),
        seeds: store.see(seeds::all),
        books: books.collect(),
        events: store.see(events::all),
        users: store.see(users::all),
        batches,
    }
}

fn keys_of(store: &Store) -> Vec<(u32, Vec<Key>)> {
    let mut all: Vec<(u32, Vec<Key>)> = Vec::new();
    let each = |from: &dyn Snapshot| {
        keys::each(from, None, &mut |batch, some| {
            match all.last_mut() {
                Some((id, keys)) if *id == batch => keys.extend(some),
                _ => all.push((batch, some)),
            }
            Ok(true)
        })
    };
    store.see(each);
    for (_, keys) in &mut all {
        keys.sort_unstable();
    }
    all
}

/// A database with a note that it was replaced is refused, unless it still is in its place.
#[test]
fn a_database_that_was_moved_aside_is_not_drawn_from() {
    let folder = tempfile::tempdir().unwrap();
    let [path, link] = ["db", "link"].map(|name| folder.path().join(name));
    let aside = folder.path().join("db.before-then");
    let begin = |path: &Path| at(path).new_batch(&Batch::new()).map(drop);
    let is_refused = |path: &Path| {
        let error = begin(path).unwrap_err();
        assert!(matches!(error, StoreError::Superseded { when: 5, .. }), "{error}");
    };
    at(&path).make(Vec::new).unwrap();
    let supersede = || {
        fs::hard_link(&path, &aside).unwrap();
        let done = at(&path).held(|held| held.set_superseded(Some((5, &aside))));
        done.unwrap().unwrap();
    };
    fs::hard_link(&path, &link).unwrap();
    supersede();
    is_refused(&aside);
    is_refused(&link);
    assert_eq!(at(&link).is_superseded().unwrap(), Some(5));
    // It is still in its place; the first issuing call removes the note.
    assert_eq!(at(&path).is_superseded().unwrap(), None);
    begin(&path).unwrap();
    fs::remove_file(&aside).unwrap();
    begin(&path).unwrap();
    begin(&link).unwrap();
    // Now another database replaces it.
    supersede();
    fs::remove_file(&path).unwrap();
    at(&path).make(Vec::new).unwrap();
    is_refused(&aside);
    is_refused(&link);
    begin(&path).unwrap();
    // The file is refused even if a copy of it is restored to that path.
    fs::copy(&link, &path).unwrap();
    is_refused(&path);
}

/// While a file is held, threads of this process read it, however long other processes wait; those
/// get the file afterwards.
#[test]
fn a_file_that_is_held_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store = at(&path);
    store.make(Vec::new).unwrap();
    // The ticket of a waiting process.
    let ticket = folder.path().join(format!("db.seeddb/ticket-{:020}-1", 1));
    store
        .held(|held| {
            assert!(held.opens());
            while !store.is_awaited() {
                fs::create_dir_all(ticket.parent().unwrap()).unwrap();
                fs::write(&ticket, "").unwrap();
                std::thread::yield_now();
            }
            for _ in 0..20 {
                fs::write(&ticket, "").unwrap();
                assert_eq!(store.see(batches::all), []);
            }
        })
        .unwrap();
    fs::remove_file(&ticket).unwrap();
    store.new_batch(&Batch::new()).unwrap();
}
