//! Measurements of the ledger's speed and size.
//!
//! ```sh
//! SIZES=100000,1000000 CHUNK=10000 \
//!     cargo test --release --lib store::tests::speed -- --ignored --nocapture
//! ```
//! SIZES are numbers of puzzles in the ledger, CHUNK is the number of puzzles per commit (at most
//! 65536). For each size, with one writer and with four at once (each with its own batch), prints
//! the puzzles per second queried (which keys are new) and committed, and the median time of a
//! commit; then the bytes per puzzle in the file, before and after compaction. With `--features
//! postgres` also on a server, with the size of its log. Keys are random, puzzles real, a hundred
//! in a row from each seed; making them is not timed.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::scope;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::server::Server;
use super::{at, ledger, seed_cursor};
use crate::board::Puzzle;
use crate::generate;
use crate::record::{Batch, Entry};
use crate::store::Store;
use crate::symmetry::{ClueSymmetry, Key, Transform};

/// The number of commits that are timed, by all writers together.
const COMMITS: usize = 24;

/// Returns puzzles like those of `draw --level expert`, with random keys.
fn puzzles(real: &[Puzzle], rng: &mut ChaCha8Rng, count: usize) -> Vec<Entry> {
    let mut seed = Key(rng.random());
    let one = |place: usize| {
        if place.is_multiple_of(100) {
            seed = Key(rng.random());
        }
        Entry {
            key: Key(rng.random()),
            puzzle: Transform::random(rng).apply_puzzle(real.choose(rng).unwrap()),
            seed: Some(seed),
            tier: 5,
            score: Some(rng.random_range(1_000.0..9_000.0)),
            level: Some("expert".to_owned()),
            er: None,
            batch: 0,
            number: 0,
            void: false,
        }
    };
    (0..count).map(one).collect()
}

/// The results: puzzles per second queried and committed, and the median time of a commit.
struct Speed {
    asked: f64,
    committed: f64,
    median: Duration,
}

/// Commits all chunks with this many writers.
fn commit(store: &Store, writers: usize, chunks: Vec<Vec<Entry>>) -> Speed {
    let count: usize = chunks.iter().map(Vec::len).sum();
    let start = Instant::now();
    for chunk in &chunks {
        let keys: Vec<Key> = chunk.iter().map(|puzzle| puzzle.key).collect();
        assert!(store.read(|from| ledger::are_new(from, &keys)).unwrap().iter().all(|&new| new));
    }
    let asked = count as f64 / start.elapsed().as_secs_f64();
    let chunks: Vec<Mutex<Vec<Entry>>> = chunks.into_iter().map(Mutex::new).collect();
    let (next, times) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let write = || {
        let request = "--level expert".to_owned();
        let batch = Batch { request, asked: u32::MAX, ..Batch::new() };
        let mut batch = store.new_batch(&batch).unwrap();
        while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut chunk = chunk.lock().unwrap();
            let start = Instant::now();
            assert_eq!(store.commit_some(&mut batch, &mut chunk).unwrap(), [0; 0]);
            times.lock().unwrap().push(start.elapsed());
        }
    };
    let start = Instant::now();
    scope(|scope| (0..writers).for_each(|_| drop(scope.spawn(write))));
    let committed = count as f64 / start.elapsed().as_secs_f64();
    let mut times = times.into_inner().unwrap();
    times.sort();
    Speed { asked, committed, median: times[times.len() / 2] }
}

fn bytes(path: &Path) -> f64 {
    fs::metadata(path).unwrap().len() as f64
}

/// Returns the size of a compacted copy.
fn compacted(path: &Path, copy: &Path) -> f64 {
    fs::copy(path, copy).unwrap();
    let (_, after) = at(copy).compact().unwrap().unwrap();
    fs::remove_file(copy).unwrap();
    after as f64
}

fn number(name: &str, usual: &str) -> Vec<usize> {
    let text = std::env::var(name).unwrap_or_else(|_| usual.to_owned());
    text.split(',').map(|number| number.parse().unwrap()).collect()
}

/// Fills all ledgers to each size in turn; after each size calls `tell` with the index of the
/// store, puzzles, writers and speed.
fn grow(stores: &[Store], mut tell: impl FnMut(usize, usize, usize, &Speed)) {
    let rng = &mut ChaCha8Rng::seed_from_u64(20_261_122);
    let (sizes, chunk) = (number("SIZES", "100000,1000000"), number("CHUNK", "10000")[0]);
    let real = |_| generate::minimal(&generate::solution(rng), ClueSymmetry::None, rng);
    let real: Vec<Puzzle> = (0..1_000).map(real).collect();
    println!("commits of {chunk}");
    let mut there = 0;
    for size in sizes {
        while there < size {
            let some = vec![puzzles(&real, rng, chunk)];
            for store in stores {
                commit(store, 1, some.clone());
            }
            there += chunk;
        }
        for writers in [1, 4] {
            let some: Vec<_> = (0..COMMITS).map(|_| puzzles(&real, rng, chunk)).collect();
            there += COMMITS * chunk;
            for (at, store) in stores.iter().enumerate() {
                let speed = commit(store, writers, some.clone());
                tell(at, there, writers, &speed);
            }
        }
    }
    for store in stores {
        assert_eq!(store.read(seed_cursor::counts).unwrap().issued, there as u64);
    }
}

fn told(place: &str, there: usize, writers: usize, speed: &Speed) -> String {
    let Speed { asked, committed, median } = speed;
    format!(
        "{there:>9} {place} {writers} writers: {asked:>8.0} asked/s {committed:>8.0} committed/s, {:>6.1} ms a commit",
        median.as_secs_f64() * 1e3,
    )
}

#[test]
#[ignore = "a measurement"]
fn a_ledger_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("ledger.redb"), folder.path().join("copy.redb"));
    let store = at(&path);
    assert!(store.make(Vec::new).unwrap());
    let empty = bytes(&path);
    grow(&[store], |_, there, writers, speed| {
        let each = |bytes: f64| (bytes - empty) / there as f64;
        let told = told("file", there, writers, speed);
        let (as_it_is, small) = (each(bytes(&path)), each(compacted(&path, &copy)));
        println!("{told}; bytes a puzzle {as_it_is:.0}, small {small:.0}");
    });
}

#[test]
#[ignore = "a measurement; needs a server"]
fn a_ledger_in_a_file_and_one_on_a_server() {
    let server = Server::start(&["max_wal_size=8GB"]).unwrap();
    let (folder, address) = (tempfile::tempdir().unwrap(), server.database());
    let name = Server::name(&address);
    let stores = [folder.path().join("ledger.redb"), address.clone().into()].map(|path| at(&path));
    for store in &stores {
        assert!(store.make(Vec::new).unwrap());
    }
    let number = |sql: &str| server.psql(name, sql).unwrap().parse::<f64>().unwrap();
    let size = "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c \
                WHERE relkind = 'r' AND relnamespace = 'seeddb'::regnamespace";
    let log = "SELECT pg_current_wal_insert_lsn() - '0/0'";
    let empty = number(size);
    grow(&stores, |at, there, writers, speed| {
        if at == 0 {
            println!("{}", told("file  ", there, writers, speed));
            return;
        }
        let told = told("server", there, writers, speed);
        let (each, log) = ((number(size) - empty) / there as f64, number(log) / there as f64);
        println!("{told}; bytes a puzzle {each:.0}, of the log since its begin {log:.0}");
    });
}
