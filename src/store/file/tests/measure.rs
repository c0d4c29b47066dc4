//! How fast the ledger is, and how big.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::store::file::Access;

/// Run it with `--ignored --nocapture`: puzzles a second and bytes a puzzle.
#[test]
#[ignore = "a measurement"]
fn measure_the_ledger() {
    let rng = &mut SmallRng::seed_from_u64(3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store = open(&path).unwrap();
    let empty = std::fs::metadata(&path).unwrap().len();
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    for size in [1000, 1000, 10_000, 65_536, 65_536, 65_536, 65_536, 65_536, 65_536] {
        let mut puzzles: Vec<Issued> = (0..size).map(|_| random_issued(rng)).collect();
        for puzzle in &mut puzzles {
            puzzle.level = Some("expert".to_owned());
            puzzle.score = Some(1.0);
            puzzle.seed = Some(Key([rng.random_range(0..=255); 16]));
        }
        let start = std::time::Instant::now();
        store.commit(&mut batch, &mut puzzles).unwrap();
        let seconds = start.elapsed().as_secs_f64();
        println!("{size} in {seconds:.3} s: {:.0} a second", f64::from(size) / seconds);
    }
    let start = std::time::Instant::now();
    assert_eq!(store.issued(batch.id).count(), batch.issued as usize);
    println!("read at {:.0} a second", f64::from(batch.issued) / start.elapsed().as_secs_f64());
    let puzzle = store.issued_range(batch.id, 1, 1).unwrap().remove(0);
    drop(store);
    let stored = engine(&path).write(|transaction| Ok(transaction.stats()?)).unwrap();
    let stored = stored.allocated_pages() * stored.page_size() as u64;
    let bytes = crate::store::codec::encode_issued(1, 1, &puzzle).unwrap().len();
    let mut store = engine(&path);
    let start = std::time::Instant::now();
    let Some(Access::Write(database)) = &mut store.handle.access else { unreachable!() };
    assert!(database.check_integrity().unwrap());
    println!("check of all pages: {:.3} s", start.elapsed().as_secs_f64());
    drop(store);
    let size = std::fs::metadata(&path).unwrap().len();
    println!("record {bytes} bytes; pages in use {} a puzzle", stored / u64::from(batch.issued));
    println!("empty file {empty}; file {size}, {} a puzzle", size / u64::from(batch.issued));
}

/// How long it takes to open and close an empty database.
#[test]
#[ignore = "a measurement"]
fn measure_opening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    drop(open(&path).unwrap());
    let time = |what: &str, work: &dyn Fn()| {
        let mut each: Vec<f64> = (0..500)
            .map(|_| {
                let start = std::time::Instant::now();
                work();
                start.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        each.sort_by(f64::total_cmp);
        println!("{what}: {:.3} ms, the fastest {:.3} ms", each[250], each[0]);
    };
    time("open to write and close", &|| drop(open(&path).unwrap()));
    time("open to read and close", &|| drop(open_read(&path).unwrap()));
}
