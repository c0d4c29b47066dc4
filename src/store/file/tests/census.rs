//! A table that is missing, or has other rows than were written, is noticed when the database is opened.

use std::fs;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use redb::{ReadableTable as _, TableDefinition, TableHandle as _, WriteTransaction};

use super::*;
use crate::store::file::census::CENSUS;
use crate::store::file::tables::*;

/// Something in every table.
fn filled(path: &Path) {
    let rng = &mut SmallRng::seed_from_u64(31);
    let store = open(path).unwrap();
    store.add_seeds(&(0..20).map(|_| random_seed(rng)).collect::<Vec<_>>()).unwrap();
    let batch = Batch { id: 1, ..random_batch(rng) };
    let puzzles: Vec<Issued> = (0..30).map(|_| random_issued(rng)).collect();
    let places: Vec<Place> = (0..30).map(|i| place((1, i as u32 + 1), i)).collect();
    let book = Book { volumes: 1, ..random_book(rng) };
    store.issue_book(&batch, &puzzles, &book, &places).unwrap();
    let levels = crate::level_table::read("[[level]]\nname = \"a\"\ntiers = [0, 1]").unwrap();
    store.set_levels(&levels).unwrap();
}

/// What another program, or a broken disk, does to the tables.
fn harm(path: &Path, change: impl FnOnce(&WriteTransaction)) {
    let database = redb::Database::open(path).unwrap();
    let transaction = database.begin_write().unwrap();
    change(&transaction);
    transaction.commit().unwrap();
}

type Harm = fn(&WriteTransaction);

/// What opening says, for writing and for reading.
fn refusals(path: &Path) -> [String; 2] {
    [open(path), open_read(path)].map(|opened| match opened.err() {
        Some(StoreError::Damaged { what, .. }) => what,
        other => panic!("{other:?}"),
    })
}

#[test]
fn a_missing_table_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path);
    let whole = fs::read(&path).unwrap();
    let mut names = Vec::new();
    harm(&path, |t| names.extend(t.list_tables().unwrap().map(|table| table.name().to_owned())));
    // The catalog can be made again from the seeds, and is in no census.
    names.retain(|name| name != "catalog");
    assert_eq!(names.len(), 12);
    for name in names.iter().filter(|name| *name != "meta") {
        fs::write(&path, &whole).unwrap();
        harm(&path, |transaction| {
            let table = TableDefinition::<&str, &str>::new(name);
            assert!(transaction.delete_table(table).unwrap());
        });
        assert_eq!(refusals(&path), [(); 2].map(|()| format!("the table {name} is missing")));
    }
}

/// All that was in the ledger stands in the issued records too; of no other table is that so.
#[test]
fn a_lost_ledger_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path);
    let ledger = |path: &Path| open(path).unwrap().ledger().collect::<Result<Vec<_>, _>>().unwrap();
    let before = ledger(&path);
    harm(&path, |t| assert!(t.delete_table(LEDGER).unwrap()));
    refusals(&path);
    assert_eq!(Store::repair_ledger(&path, &at_once()).unwrap(), before.len() as u64);
    assert_eq!(ledger(&path), before);
    assert_eq!(open(&path).unwrap().check().unwrap(), []);
    assert_eq!(Store::repair_ledger(&path, &at_once()).unwrap(), 0);

    // What is written while it is lost does not make the file look whole.
    harm(&path, |t| {
        assert!(t.delete_table(LEDGER).unwrap());
        t.open_table(META).unwrap().remove("checked").unwrap();
        t.open_table(ISSUED).unwrap().insert((1, 3), [0].as_slice()).unwrap();
    });
    assert!(Store::repair_ledger(&path, &at_once()).is_err());
    assert_eq!(refusals(&path), [(); 2].map(|()| "the table ledger-2 is missing".to_owned()));

    harm(&path, |t| assert!(t.delete_table(TWINS).unwrap()));
    assert!(Store::repair_ledger(&path, &at_once()).is_err());
}

#[test]
fn rows_that_nobody_removed_are_missed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path);
    let whole = fs::read(&path).unwrap();
    let harms: [(&str, Harm); 4] = [
        ("seeds has 19 rows, 20", |t| drop(t.open_table(SEEDS).unwrap().pop_last().unwrap())),
        ("batches has 0 rows, 1", |t| drop(t.open_table(BATCHES).unwrap().pop_first().unwrap())),
        ("printed-2 has 29 rows, 30", |t| drop(t.open_table(PRINTED).unwrap().pop_last().unwrap())),
        ("levels-2 has 2 rows, 1", |t| {
            t.open_table(LEVELS).unwrap().insert("more", [0].as_slice()).unwrap();
        }),
    ];
    for (words, change) in harms {
        fs::write(&path, &whole).unwrap();
        harm(&path, change);
        let words = format!("the table {words} were written");
        assert_eq!(refusals(&path), [words.clone(), words]);
    }
}

/// As earlier programs wrote them.
#[test]
fn a_database_without_a_census_gets_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path);
    let take_away =
        |t: &WriteTransaction| drop(t.open_table(META).unwrap().remove(CENSUS).unwrap());
    harm(&path, take_away);
    let census = |transaction: &redb::ReadTransaction| {
        Ok(transaction.open_table(META)?.get(CENSUS)?.map(|text| text.value().to_owned()))
    };
    let mut store = engine(&path);
    assert_eq!(store.read(census).unwrap(), None);
    assert_eq!(store.check().unwrap(), []);
    store.set_levels(None).unwrap();
    assert!(store.read(census).unwrap().is_some());
    assert_eq!(store.check().unwrap(), []);
    drop(store);
    open(&path).unwrap();
}

/// A table that a later program added is not this one's to count.
#[test]
fn what_is_said_of_unknown_tables_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path);
    let later = TableDefinition::<u32, u32>::new("later");
    let known = crate::store::codec::decode_census;
    harm(&path, |transaction| {
        transaction.open_table(later).unwrap().insert(1, 1).unwrap();
        let mut meta = transaction.open_table(META).unwrap();
        let mut census = known(meta.get(CENSUS).unwrap().unwrap().value()).unwrap();
        census.tables.insert("later".to_owned(), 1);
        let census = crate::store::codec::encode_census(&census).unwrap();
        meta.insert(CENSUS, census.as_str()).unwrap();
    });
    open(&path).unwrap().reset_levels().unwrap();
    open(&path).unwrap();
    harm(&path, |transaction| assert!(transaction.delete_table(later).unwrap()));
    assert_eq!(refusals(&path), [(); 2].map(|()| "the table later is missing".to_owned()));
}
