//! Tables behave like sorted maps on every engine.

use std::collections::BTreeMap;
use std::ops::{Bound, RangeBounds};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde::{Deserialize, Serialize};

use super::*;
use crate::store::engine::{Abort, Done, Engine, Row, Snapshot, Table, Transaction, WaitPolicy};
use crate::store::record::{Record, RowKey, encode};

over_engines!(tables_are_like_maps, a_read_sees_one_state, a_body_may_run_again);

/// A record of any table; only its bytes matter here.
#[derive(Clone, Serialize, Deserialize)]
struct Any<const TABLE: usize>(Vec<u8>);

impl RowKey for Vec<u8> {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self);
    }
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Some(bytes.to_vec())
    }
}

impl<const TABLE: usize> Record for Any<TABLE> {
    const TABLE: Table = Table::ALL[TABLE];
    type Key = Vec<u8>;
    type Beside = Vec<u8>;

    fn name(key: &Vec<u8>) -> String {
        format!("{key:?}")
    }
    fn beside(key: &Vec<u8>) -> Vec<u8> {
        key.clone()
    }
    fn key(&self, key: Vec<u8>) -> Option<Vec<u8>> {
        Some(key)
    }
}

/// Returns a row of one of [`TABLES`] with its checksum.
pub(in crate::store) fn row(table: Table, key: &[u8], body: &[u8]) -> Row {
    let (key, body) = (key.to_vec(), body.to_vec());
    let row = match table {
        Table::Seeds => encode(&key, &Any::<{ Table::Seeds as usize }>(body)),
        Table::Ledger => encode(&key, &Any::<{ Table::Ledger as usize }>(body)),
        Table::Issued => encode(&key, &Any::<{ Table::Issued as usize }>(body)),
        table => panic!("{table:?}"),
    };
    row.unwrap()
}

const TABLES: [Table; 3] = [Table::Seeds, Table::Ledger, Table::Issued];

type Model = BTreeMap<Table, BTreeMap<Vec<u8>, Vec<u8>>>;

/// Returns one of few keys, so that they collide, of several lengths, so that some are prefixes of
/// others.
fn key(rng: &mut SmallRng) -> Vec<u8> {
    let length = [1, 2, 2, 3, 255][rng.random_range(0..5)];
    let mut key = vec![0xff; length];
    for byte in key.iter_mut().take(2) {
        *byte = [0, 1, 7, 0x80, 0xff][rng.random_range(0..5)];
    }
    key
}

fn random_rows(table: Table, rng: &mut SmallRng) -> Vec<Row> {
    let one = |rng: &mut SmallRng| {
        let length = if rng.random_range(0..20) == 0 { 6_000 } else { rng.random_range(0..40) };
        let body: Vec<u8> = (0..length).map(|_| rng.random()).collect();
        row(table, &key(rng), &body)
    };
    (0..rng.random_range(0..8)).map(|_| one(rng)).collect()
}

fn keys(keys: &[Vec<u8>]) -> Vec<&[u8]> {
    keys.iter().map(Vec::as_slice).collect()
}

fn bound(rng: &mut SmallRng) -> Bound<Vec<u8>> {
    match rng.random_range(0..5) {
        0 => Bound::Unbounded,
        1 | 2 => Bound::Included(key(rng)),
        _ => Bound::Excluded(key(rng)),
    }
}

/// Compares answers with those of the model.
fn compare(view: &dyn Snapshot, model: &Model, rng: &mut SmallRng) -> Done {
    let table = TABLES[rng.random_range(0..TABLES.len())];
    let map = &model[&table];
    assert_eq!(view.len(table)?, map.len() as u64);
    // Sometimes enough for several threads.
    let count = if rng.random_range(0..30) == 0 { 2_000 } else { rng.random_range(0..6) };
    let asked: Vec<Vec<u8>> = (0..count).map(|_| key(rng)).collect();
    let found = view.get(table, &keys(&asked))?;
    assert!(asked.iter().map(|key| map.get(key).cloned()).eq(found));
    let (start, end, most) = (bound(rng), bound(rng), rng.random_range(0..20));
    let bounds = (start.as_ref().map(Vec::as_slice), end.as_ref().map(Vec::as_slice));
    let is_in = |row: &Row| RangeBounds::<[u8]>::contains(&bounds, row.0.as_slice());
    let mut rows: Vec<Row> = map.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    rows.retain(is_in);
    assert!(view.range(table, bounds, most, false)?.iter().eq(rows.iter().take(most)));
    assert!(view.range(table, bounds, most, true)?.iter().eq(rows.iter().rev().take(most)));
    Ok(())
}

/// Makes a random change, here and in the model.
fn change(view: &mut dyn Transaction, model: &mut Model, rng: &mut SmallRng) -> Done {
    let table = TABLES[rng.random_range(0..TABLES.len())];
    let map = model.get_mut(&table).unwrap();
    let mut rows = random_rows(table, rng);
    match rng.random_range(0..4) {
        0 => {
            let some: Vec<Vec<u8>> = rows.into_iter().map(|row| row.0).collect();
            view.remove(table, &keys(&some))?;
            map.retain(|key, _| !some.contains(key));
        }
        1 => {
            rows.sort();
            rows.dedup_by(|one, other| one.0 == other.0);
            let is_known = |at: &usize| map.contains_key(&rows[*at].0);
            let known: Vec<usize> = (0..rows.len()).filter(is_known).collect();
            assert_eq!(view.put_new(table, &rows)?, known);
            for (key, value) in rows {
                map.entry(key).or_insert(value);
            }
        }
        2 => {
            rows.sort();
            view.put(table, &rows)?;
            map.extend(rows);
        }
        _ => {
            view.put(table, &rows)?;
            map.extend(rows);
        }
    }
    Ok(())
}

/// Returns a patience that is long enough on any machine.
pub(in crate::store) fn patience() -> WaitPolicy {
    WaitPolicy { wait: std::time::Duration::from_secs(600), stop: std::sync::Arc::default() }
}

pub(in crate::store) fn write<T>(
    engine: &dyn Engine,
    mut body: impl FnMut(&mut dyn Transaction) -> Done<T>,
) -> Result<T, StoreError> {
    let mut done = None;
    engine.write(&patience(), &mut |to| {
        done = Some(body(to)?);
        Ok(())
    })?;
    Ok(done.unwrap())
}

pub(in crate::store) fn read<T>(
    engine: &dyn Engine,
    mut body: impl FnMut(&dyn Snapshot) -> Done<T>,
) -> Result<T, StoreError> {
    let mut seen = None;
    engine.read(&patience(), &mut |from| {
        seen = Some(body(from)?);
        Ok(())
    })?;
    Ok(seen.unwrap())
}

fn play(home: &Home, rng_seed: u64, transactions: usize) {
    let rng = &mut SmallRng::seed_from_u64(rng_seed);
    let mut store = home.open();
    let mut model: Model = TABLES.into_iter().map(|table| (table, BTreeMap::new())).collect();
    for _ in 0..transactions {
        let (own, fails) = (rng.random(), rng.random_range(0..4) == 0);
        let mut changed = Model::new();
        let written = write(store.engine().unwrap(), |to| {
            changed = model.clone();
            let rng = &mut SmallRng::seed_from_u64(own);
            for _ in 0..rng.random_range(1..12) {
                change(to, &mut changed, rng)?;
                compare(to, &changed, rng)?;
            }
            if fails { Err(Abort::Store(StoreError::NoBook(1))) } else { Ok(()) }
        });
        match written {
            Ok(()) => model = changed,
            Err(error) => assert!(fails && matches!(error, StoreError::NoBook(1)), "{error}"),
        }
        read(store.engine().unwrap(), |from| (0..4).try_for_each(|_| compare(from, &model, rng)))
            .unwrap();
        if rng.random_range(0..20) == 0 {
            drop(store);
            store = home.open();
        }
    }
    let problems = store.engine().unwrap().examine(&patience(), &mut |_| Ok(()));
    assert_eq!(problems.unwrap(), []);
}

fn tables_are_like_maps(engines: Engines) {
    for rng_seed in 0..4 {
        for home in engines() {
            play(&home, rng_seed, 60);
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn tables_are_like_maps_for_long() {
    for rng_seed in 100..200 {
        for home in in_process() {
            play(&home, rng_seed, 300);
        }
    }
}

/// A reader sees one snapshot while others write; a later reader sees their changes. In memory a
/// writer waits for readers.
fn a_read_sees_one_state(engines: Engines) {
    for home in engines().into_iter().filter(|home| !matches!(home, Home::Memory(_))) {
        let store = home.open();
        let put = |body: &[u8]| {
            let rows = [row(Table::Ledger, b"a", body)];
            write(store.engine().unwrap(), |to| to.put(Table::Ledger, &rows)).unwrap();
        };
        let get = |from: &dyn Snapshot| from.get(Table::Ledger, &[b"a"]);
        put(b"before");
        let (seen, then) = read(store.engine().unwrap(), |from| {
            let seen = get(from)?;
            std::thread::scope(|scope| scope.spawn(|| put(b"after")).join().unwrap());
            Ok((seen, get(from)?))
        })
        .unwrap();
        assert_eq!(seen, then);
        assert_ne!(read(store.engine().unwrap(), get).unwrap(), seen);
    }
}

/// A body that returns `Again` is rerun on the original state. In memory that never happens.
fn a_body_may_run_again(engines: Engines) {
    for home in engines().into_iter().filter(|home| !matches!(home, Home::Memory(_))) {
        let store = home.open();
        let mut runs = 0;
        let known = write(store.engine().unwrap(), |to| {
            runs += 1;
            let known = to.put_new(Table::Ledger, &[row(Table::Ledger, b"a", b"")])?;
            if runs < 3 { Err(Abort::Again) } else { Ok(known) }
        });
        assert_eq!((known.unwrap(), runs), (vec![], 3));
        assert_eq!(read(store.engine().unwrap(), |from| from.len(Table::Ledger)).unwrap(), 1);
    }
}
