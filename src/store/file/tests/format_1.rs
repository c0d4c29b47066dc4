//! A database of format 1, as its programs wrote it, is read, written on and moved over.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::*;
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::store::codec::old;
use crate::store::file::format_1::{OLD_LEDGER, OLD_LEVELS, OLD_PRINTED, OLD_USES, PIECE};
use crate::store::file::ledger::TOTAL;
use crate::store::file::tables::*;
use redb::ReadableTable as _;

/// Puzzles in the old ledger: moved with three commits.
const PUZZLES: u32 = 2 * PIECE as u32 + 100;

/// What the old database holds.
struct Old {
    seeds: Vec<Seed>,
    batch: Batch,
    issued: Vec<Issued>,
    book: Book,
    places: Vec<Place>,
    levels: LevelTable,
}

fn random_old(rng: &mut SmallRng) -> Old {
    let mut seeds: Vec<Seed> = (0..20).map(|_| random_seed(rng)).collect();
    for seed in &mut seeds {
        let twin = own(seed).twin;
        for grading in &mut seed.gradings {
            (grading.twin, grading.turned) = (twin, None);
        }
    }
    let issued = (1..=PUZZLES).map(|number| Issued { batch: 1, number, ..random_issued(rng) });
    let issued = issued.collect();
    Old {
        batch: Batch { id: 1, issued: PUZZLES, ..random_batch(rng) },
        issued,
        book: Book { id: 1, volumes: 1, puzzles: 50, ..random_book(rng) },
        places: (0..50).map(|i| place((1, 100 * i + 1), i as usize)).collect(),
        levels: level_table::read("[[level]]\nname = \"soft\"\ntiers = [0, 1]").unwrap(),
        seeds,
    }
}

/// Row by row, with the tables and types of then.
fn write_old(path: &Path, old: &Old) {
    let database = redb::Database::create(path).unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mut meta = transaction.open_table(META).unwrap();
        meta.insert("format", "1").unwrap();
        meta.insert("created-by", "0.1.0").unwrap();
        let mut seeds = transaction.open_table(SEEDS).unwrap();
        let mut index = transaction.open_table(SEED_INDEX).unwrap();
        let mut twins = transaction.open_table(TWINS).unwrap();
        for seed in &old.seeds {
            seeds.insert(&seed.key.0, old::seed(seed).as_slice()).unwrap();
            twins.insert(&own(seed).twin.0, &seed.key.0).unwrap();
            for row in crate::store::seeds::index_rows(seed) {
                index.insert(row, ()).unwrap();
            }
        }
        let mut ledger = transaction.open_table(OLD_LEDGER).unwrap();
        let mut records = transaction.open_table(ISSUED).unwrap();
        let mut uses = transaction.open_table(OLD_USES).unwrap();
        for puzzle in &old.issued {
            ledger.insert(&puzzle.key.0, (1, puzzle.number)).unwrap();
            records.insert((1, puzzle.number), old::issued(puzzle).as_slice()).unwrap();
            if let Some(seed) = puzzle.seed {
                let before = uses.get(&seed.0).unwrap().map_or(0, |uses| uses.value());
                uses.insert(&seed.0, before + 1).unwrap();
            }
        }
        let mut batches = transaction.open_table(BATCHES).unwrap();
        batches.insert(1, old::batch(&old.batch).as_slice()).unwrap();
        transaction.open_table(BOOKS).unwrap().insert(1, old::book(&old.book).as_slice()).unwrap();
        let mut printed = transaction.open_table(OLD_PRINTED).unwrap();
        for place in &old.places {
            let Place { batch, number, volume, label, page, answer } = *place;
            printed.insert((batch, number, 1), (volume, label, page, answer)).unwrap();
        }
        let mut levels = transaction.open_table(OLD_LEVELS).unwrap();
        levels.insert("current", level_table::write(&old.levels).as_str()).unwrap();
    }
    transaction.commit().unwrap();
}

/// Everything that was in the old database is still to be read, and nothing in it is new.
fn assert_holds(store: &mut Store, old: &Old) {
    assert_eq!(store.check().unwrap(), []);
    let mut seeds = seeds_of(store, 0..=6).unwrap();
    seeds.sort_by_key(|seed| seed.key);
    let mut expected = old.seeds.clone();
    expected.sort_by_key(|seed| seed.key);
    assert_eq!(seeds, expected);
    assert_eq!(store.batch(1).unwrap(), old.batch);
    assert!(store.issued(1).map(Result::unwrap).eq(old.issued.iter().cloned()));
    let keys: Vec<Key> = old.issued.iter().map(|puzzle| puzzle.key).collect();
    assert!(!store.filter_unissued(&keys).unwrap().contains(&true));
    assert!(!store.issued_prefixes_are_shared(&keys).unwrap().contains(&true));
    for puzzle in old.issued.iter().step_by(97) {
        assert_eq!(store.issued_puzzle(puzzle.key).unwrap().as_ref(), Some(puzzle));
        let prefix = crate::symmetry::Id::of(puzzle.key).prefix();
        assert_eq!(store.issued_by_prefix(prefix).unwrap(), std::slice::from_ref(puzzle));
    }
    for place in &old.places {
        let printed = store.printed(1, place.number).unwrap();
        assert_eq!(printed, [(old.book.clone(), *place)]);
    }
    assert_eq!(store.levels().unwrap(), old.levels);
    let entries: Vec<_> = store.ledger().map(Result::unwrap).collect();
    assert!(entries.is_sorted());
    assert_eq!(store.counts().unwrap().issued, entries.len() as u64);
}

#[test]
fn format_1_is_moved_over_in_pieces() {
    let rng = &mut SmallRng::seed_from_u64(21);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let old = random_old(rng);
    write_old(&path, &old);
    let mut store = open_read(&path).unwrap();
    assert_holds(&mut store, &old);
    drop(store);

    let mut store = open(&path).unwrap();
    assert_holds(&mut store, &old);
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    let left = |transaction: &redb::ReadTransaction| {
        let ledger = crate::store::file::format_1::old_ledger(transaction)?;
        Ok(ledger.map_or(Ok(0), |ledger| redb::ReadableTableMetadata::len(&ledger))?)
    };
    for commit in 1..=3_u64 {
        // Some are new; the others are in the old ledger, or already in the new one.
        let new: Vec<Issued> = (0..10).map(|_| random_issued(rng)).collect();
        let mut puzzles: Vec<Issued> = old.issued.iter().step_by(1000).cloned().collect();
        puzzles.extend(new.iter().cloned());
        let refused = store.commit(&mut batch, &mut puzzles).unwrap();
        assert_eq!(refused, (0..refused.len()).collect::<Vec<_>>());
        assert!(puzzles.iter().map(|puzzle| puzzle.key).eq(new.iter().map(|puzzle| puzzle.key)));
        let piece = commit * PIECE as u64;
        drop(store);
        assert_eq!(engine(&path).read(left).unwrap(), u64::from(PUZZLES).saturating_sub(piece));
        store = open(&path).unwrap();
        assert_holds(&mut store, &old);
        // A book that is known stays known, wherever its places are.
        assert_eq!(store.record_book(&old.book, &old.places).unwrap(), 1);
    }
    drop(store);
    let store = engine(&path);
    let names = |transaction: &redb::ReadTransaction| {
        let mut names: Vec<String> =
            transaction.list_tables()?.map(|t| redb::TableHandle::name(&t).to_owned()).collect();
        names.sort_unstable();
        Ok(names)
    };
    let new = engine(&folder.path().join("new"));
    assert_eq!(store.read(names).unwrap(), new.read(names).unwrap());
    let is_new = |transaction: &redb::ReadTransaction| {
        let mut is_new = true;
        for row in redb::ReadableTable::iter(&transaction.open_table(ISSUED)?)? {
            is_new &= row?.1.value()[0] != 1;
        }
        for row in redb::ReadableTable::iter(&transaction.open_table(SEEDS)?)? {
            is_new &= row?.1.value()[0] != 1;
        }
        Ok(is_new)
    };
    assert!(store.read(is_new).unwrap());
}

/// The records alone say what the ledger must be.
#[test]
fn the_ledger_can_be_rebuilt() {
    let rng = &mut SmallRng::seed_from_u64(22);
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("db")).unwrap();
    for size in [300, 5] {
        let mut batch = random_batch(rng);
        batch.id = store.new_batch(&batch).unwrap();
        store.commit(&mut batch, &mut (0..size).map(|_| random_issued(rng)).collect()).unwrap();
    }
    let batches = store.batches().unwrap();
    let issued = batches.iter().flat_map(|batch| store.issued(batch.id)).map(Result::unwrap);
    let issued: Vec<Issued> = issued.collect();
    drop(store);
    let mut store = engine(&folder.path().join("db"));
    let ledger = |transaction: &redb::ReadTransaction| {
        let rows = |key: &[u8; 16], entry| Ok((Key(*key), entry));
        let mut rows = all(&transaction.open_table(LEDGER)?, rows)?;
        // The last one counts the others.
        let total = rows.pop().unwrap();
        assert_eq!(total, (TOTAL, crate::store::codec::entry(TOTAL, 0, rows.len() as u32)));
        Ok(rows)
    };
    let mut rebuilt: Vec<(Key, Entry)> = issued
        .iter()
        .map(|puzzle| {
            let entry = crate::store::codec::entry(puzzle.key, puzzle.batch, puzzle.number);
            (puzzle.key, entry)
        })
        .collect();
    rebuilt.sort_unstable();
    assert_eq!(store.read(ledger).unwrap(), rebuilt);

    let lost = rebuilt[17].0;
    store
        .write(|transaction| Ok(transaction.open_table(LEDGER)?.remove(&lost.0).map(drop)?))
        .unwrap();
    let problems = store.check().unwrap();
    let words: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(words, ["the ledger is not whole"]);
    // Nobody prints a puzzle that the ledger does not have.
    let puzzle = issued.into_iter().find(|puzzle| puzzle.key == lost).unwrap();
    let store = Store::on(store);
    assert!(matches!(
        store.confirm(std::slice::from_ref(&puzzle)),
        Err(StoreError::Damaged { .. })
    ));
    assert_eq!(store.rebuild_ledger().unwrap(), 1);
    assert_eq!(store.is_issued(lost).unwrap(), Some((puzzle.batch, puzzle.number)));
    drop(store);
    let mut store = engine(&folder.path().join("db"));
    assert_eq!(store.read(ledger).unwrap(), rebuilt);
    assert_eq!(store.check().unwrap(), []);
}

/// Entries that are missing, wrong and too many; what the records do not say with certainty is not built on.
#[test]
fn a_ledger_is_rebuilt_whatever_is_in_it() {
    let rng = &mut SmallRng::seed_from_u64(24);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let old = random_old(rng);
    write_old(&path, &old);
    let mut store = open(&path).unwrap();
    // Part of it is in the ledger of format 1.
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    store.commit(&mut batch, &mut (0..100).map(|_| random_issued(rng)).collect()).unwrap();
    let ledger: Vec<_> = store.ledger().map(Result::unwrap).collect();
    assert_eq!(store.rebuild_ledger().unwrap(), 0);
    assert!(store.ledger().map(Result::unwrap).eq(ledger.iter().copied()));
    assert_holds(&mut store, &old);
    drop(store);

    let harmed = engine(&path);
    harmed
        .write(|transaction| {
            let mut table = transaction.open_table(LEDGER)?;
            table.remove(&ledger[5].0.0)?;
            table.insert(&ledger[6].0.0, (7, 7, 7))?;
            table.insert(&[3; 16], crate::store::codec::entry(Key([3; 16]), 1, 1))?;
            table.insert(&TOTAL.0, (0, 0, 0))?;
            Ok(())
        })
        .unwrap();
    assert!(harmed.places_of(&[ledger[6].0]).is_err());
    assert_eq!(harmed.rebuild_ledger().unwrap(), 3);
    let mut store = Store::on(harmed);
    assert!(store.ledger().map(Result::unwrap).eq(ledger.iter().copied()));
    assert_eq!(store.check().unwrap(), []);
    assert_holds(&mut store, &old);
    drop(store);

    let harmed = engine(&path);
    let lose = |transaction: &redb::WriteTransaction| {
        Ok(transaction.open_table(ISSUED)?.remove((2, 100)).map(drop)?)
    };
    harmed.write(lose).unwrap();
    let error = harmed.rebuild_ledger().unwrap_err().to_string();
    assert!(error.contains("batch 2 ends at puzzle 99, its record says 100"), "{error}");
}
