//! Tables in a file are like sorted maps.

use std::collections::BTreeMap;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;

type Map = BTreeMap<Vec<u8>, Vec<u8>>;

/// What the tables hold.
type Model = BTreeMap<Table, Map>;

/// Few keys, so that they meet; of several lengths, so that some begin with others.
fn key(rng: &mut SmallRng) -> Vec<u8> {
    let length = *[1, 2, 2, 3, 255].get(rng.random_range(0..5)).unwrap();
    let mut key = vec![0xff; length];
    for byte in key.iter_mut().take(2) {
        *byte = *[0, 1, 7, 0x80, 0xff].get(rng.random_range(0..5)).unwrap();
    }
    key
}

fn random_rows(table: Table, rng: &mut SmallRng) -> Vec<Row> {
    let count = rng.random_range(0..8);
    let mut rows: Vec<Row> = (0..count)
        .map(|_| {
            let length = if rng.random_range(0..20) == 0 { 6_000 } else { rng.random_range(0..40) };
            let body: Vec<u8> = (0..length).map(|_| rng.random()).collect();
            row(table, &key(rng), &body)
        })
        .collect();
    if rng.random() {
        rows.sort();
    }
    rows
}

fn bound(rng: &mut SmallRng) -> Bound<Vec<u8>> {
    match rng.random_range(0..5) {
        0 => Bound::Unbounded,
        1 | 2 => Bound::Included(key(rng)),
        _ => Bound::Excluded(key(rng)),
    }
}

/// The answers are those of the model.
fn compare(view: &dyn Snapshot, model: &Model, rng: &mut SmallRng) -> Done {
    let table = TABLES[rng.random_range(0..TABLES.len())];
    let map = &model[&table];
    assert_eq!(view.len(table)?, map.len() as u64);
    // Sometimes as many as threads share.
    let count = if rng.random_range(0..30) == 0 { 2_000 } else { rng.random_range(0..6) };
    let keys: Vec<Vec<u8>> = (0..count).map(|_| key(rng)).collect();
    let asked: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
    let found = view.get(table, &asked)?;
    assert!(keys.iter().map(|key| map.get(key).cloned()).eq(found));
    let (start, end, most) = (bound(rng), bound(rng), rng.random_range(0..20));
    let is_in = |key: &Vec<u8>| {
        (match &start {
            Bound::Included(start) => key >= start,
            Bound::Excluded(start) => key > start,
            Bound::Unbounded => true,
        }) && (match &end {
            Bound::Included(end) => key <= end,
            Bound::Excluded(end) => key < end,
            Bound::Unbounded => true,
        })
    };
    let all = || map.iter().filter(|(key, _)| is_in(key)).map(|(k, v)| (k.clone(), v.clone()));
    let keys = (start.as_ref().map(Vec::as_slice), end.as_ref().map(Vec::as_slice));
    assert!(view.range(table, keys, most, false)?.into_iter().eq(all().take(most)));
    assert!(view.range(table, keys, most, true)?.into_iter().eq(all().rev().take(most)));
    Ok(())
}

/// Something is changed, here and in the model.
fn change(view: &mut dyn Transaction, model: &mut Model, rng: &mut SmallRng) -> Done {
    let table = TABLES[rng.random_range(0..TABLES.len())];
    let map = model.get_mut(&table).unwrap();
    match rng.random_range(0..4) {
        0 => {
            let keys: Vec<Vec<u8>> = (0..rng.random_range(0..5)).map(|_| key(rng)).collect();
            view.remove(table, &keys.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
            for key in &keys {
                map.remove(key);
            }
        }
        1 => {
            let mut rows = random_rows(table, rng);
            rows.sort();
            rows.dedup_by(|a, b| a.0 == b.0);
            let is_known = |at: &usize| map.contains_key(&rows[*at].0);
            let known: Vec<usize> = (0..rows.len()).filter(is_known).collect();
            assert_eq!(view.put_new(table, &rows)?, known);
            for (key, value) in rows {
                map.entry(key).or_insert(value);
            }
        }
        _ => {
            let rows = random_rows(table, rng);
            view.put(table, &rows)?;
            map.extend(rows);
        }
    }
    Ok(())
}

fn play(rng_seed: u64, transactions: usize) {
    let rng = &mut SmallRng::seed_from_u64(rng_seed);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let mut engine = made(&path);
    let mut model: Model = TABLES.into_iter().map(|table| (table, Map::new())).collect();
    for _ in 0..transactions {
        let mut changed = model.clone();
        let fails = rng.random_range(0..4) == 0;
        let written = engine.change(|view| {
            for _ in 0..rng.random_range(1..12) {
                change(view, &mut changed, rng)?;
                compare(view, &changed, rng)?;
            }
            if fails { Err(Fault::Store(StoreError::NoBook(1))) } else { Ok(()) }
        });
        match written {
            Ok(()) => model = changed,
            Err(error) => assert!(fails && matches!(error, StoreError::NoBook(1)), "{error}"),
        }
        let asked = std::cell::RefCell::new(&mut *rng);
        engine
            .see(|view| (0..4).try_for_each(|_| compare(view, &model, &mut asked.borrow_mut())))
            .unwrap();
        if rng.random_range(0..20) == 0 {
            drop(engine);
            engine = at(&path);
        }
    }
    assert_eq!(engine.pages(), []);
}

#[test]
fn tables_are_like_maps() {
    for rng_seed in 0..4 {
        play(rng_seed, 60);
    }
}

#[test]
#[ignore = "takes minutes"]
fn tables_are_like_maps_for_long() {
    for rng_seed in 100..200 {
        play(rng_seed, 300);
    }
}

/// A body that asks for it runs again, on what was there before.
#[test]
fn a_body_may_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let engine = made(&folder.path().join("db"));
    let mut runs = 0;
    let known = engine.change(|view| {
        runs += 1;
        let known = view.put_new(Table::Ledger, &[row(Table::Ledger, b"a", b"")])?;
        if runs < 3 { Err(Fault::Again) } else { Ok(known) }
    });
    assert_eq!((known.unwrap(), runs), (vec![], 3));
    assert_eq!(engine.len().unwrap(), 1);
}

/// Rows that are new must come in their order.
#[test]
fn new_rows_out_of_order_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let engine = made(&folder.path().join("db"));
    let rows = [b"b", b"a"].map(|key| row(Table::Ledger, key, b""));
    let error = engine.change(|view| view.put_new(Table::Ledger, &rows)).unwrap_err();
    assert!(error.to_string().contains("order of their keys"), "{error}");
    assert_eq!(engine.len().unwrap(), 0);
}

/// Run it with `--ignored --nocapture`: how long it takes to write what is issued, with the uses of as many seeds.
#[test]
#[ignore = "a measurement"]
fn measure_the_ledger() {
    let rng = &mut SmallRng::seed_from_u64(3);
    let mut random = |length: usize| (0..length).map(|_| rng.random()).collect::<Vec<u8>>();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let engine = made(&path);
    let mut last = 0_u32;
    for size in [1000, 10_000, 65_536, 65_536, 65_536, 65_536, 65_536, 65_536] {
        let keys: Vec<[Vec<u8>; 3]> =
            (0..size).map(|_| [random(16), random(16), random(60)]).collect();
        let start = std::time::Instant::now();
        let number = |at: usize| (last + at as u32).to_be_bytes();
        let mut ledger: Vec<Row> = (0..size)
            .map(|at| row(Table::Ledger, &keys[at][0], &[&[0; 3], &number(at)[1..]].concat()))
            .collect();
        ledger.sort_unstable();
        let issued = |at: usize| {
            let key = [0, 0, 0, 1].into_iter().chain(number(at)).collect::<Vec<u8>>();
            row(Table::Issued, &key, &keys[at][2])
        };
        let issued: Vec<Row> = (0..size).map(issued).collect();
        let mut uses: Vec<Row> =
            (0..size).map(|at| row(Table::Seeds, &keys[at][1], &[0; 8])).collect();
        uses.sort_unstable();
        let encoded = start.elapsed().as_secs_f64();
        let mut done = Vec::new();
        engine
            .change(|view| {
                assert_eq!(view.put_new(Table::Ledger, &ledger)?, [0; 0]);
                done.push(start.elapsed().as_secs_f64());
                view.put(Table::Issued, &issued)?;
                done.push(start.elapsed().as_secs_f64());
                let keys: Vec<&[u8]> = uses.iter().map(|row| row.0.as_slice()).collect();
                view.get(Table::Seeds, &keys)?;
                done.push(start.elapsed().as_secs_f64());
                view.put(Table::Seeds, &uses)?;
                done.push(start.elapsed().as_secs_f64());
                Ok(())
            })
            .unwrap();
        last += size as u32;
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{size}: encoded {encoded:.3}; ledger, issued, uses read, written {done:.3?}; committed {seconds:.3} s"
        );
    }
    println!("file: {}", std::fs::metadata(&path).unwrap().len());
}
