//! The ledger in a file and on a server, beside each other in one run.
//!
//! `cargo run --release --features postgres --example rates [-- SIZES CHUNK]`: SIZES are numbers of puzzles that are there already, as
//! `100000,1000000` (the default), CHUNK is how many a commit has (10000). It starts a server of its own, as the tests do. For each
//! size it prints, for one writer and for four at once (each with a batch of its own), puzzles committed a second, and the median of a
//! commit; then bytes a puzzle, and on the server bytes of its log. Keys are random, puzzles real, a hundred of each seed in a row;
//! making them is not timed. The file is open all the time, by one process, which is more than commands can have of it.

mod random_issued;
#[path = "../tests/server/mod.rs"]
mod server;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::scope;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::Context;
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use random_issued::random_issued;
use seeddb::board::Puzzle;
use seeddb::generate;
use seeddb::record::{Batch, Issued};
use seeddb::store::{OpenOptions, Store};
use seeddb::symmetry::{ClueSymmetry, Key};
use server::Server;

/// Commits that are timed, by all writers together.
const COMMITS: usize = 24;

/// Puzzles as `draw` issues them.
fn puzzles(real: &[Puzzle], rng: &mut ChaCha8Rng, count: usize) -> Vec<Issued> {
    let mut seed = Key(rng.random());
    let one = |place: usize| {
        if place.is_multiple_of(100) {
            seed = Key(rng.random());
        }
        random_issued(real, Some(seed), rng)
    };
    (0..count).map(one).collect()
}

fn new_batch(store: &Store) -> anyhow::Result<Batch> {
    let batch = Batch {
        request: "--level expert".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        asked: u32::MAX,
        ..Batch::new()
    };
    Ok(Batch { id: store.new_batch(&batch)?, ..batch })
}

/// Commits all chunks, by so many writers: puzzles a second, and the median of a commit.
fn commit(
    store: &Store,
    writers: usize,
    chunks: Vec<Vec<Issued>>,
) -> anyhow::Result<(f64, Duration)> {
    let count: usize = chunks.iter().map(Vec::len).sum();
    let chunks: Vec<Mutex<Vec<Issued>>> = chunks.into_iter().map(Mutex::new).collect();
    let (next, times) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let write = || {
        let mut batch = new_batch(store)?;
        while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut chunk = chunk.lock().expect("no writer panics");
            let start = Instant::now();
            let refused = store.commit(&mut batch, &mut chunk)?;
            times.lock().expect("no writer panics").push(start.elapsed());
            anyhow::ensure!(refused.is_empty(), "random keys do not meet");
        }
        Ok(())
    };
    let start = Instant::now();
    scope(|scope| {
        let writers: Vec<_> = (0..writers).map(|_| scope.spawn(write)).collect();
        writers.into_iter().try_for_each(|writer| writer.join().expect("no writer panics"))
    })?;
    let rate = count as f64 / start.elapsed().as_secs_f64();
    let mut times = times.into_inner().expect("no writer panics");
    times.sort();
    Ok((rate, times[times.len() / 2]))
}

fn main() -> anyhow::Result<()> {
    let mut args = env::args().skip(1);
    let sizes = args.next().unwrap_or_else(|| "100000,1000000".to_owned());
    let sizes: Vec<usize> = sizes.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let chunk: usize = args.next().map_or(Ok(10_000), |chunk| chunk.parse())?;
    anyhow::ensure!(sizes.is_sorted_by(|a, b| a < b), "give sizes in rising order");

    let mut rng = ChaCha8Rng::seed_from_u64(20_261_122);
    let real: Vec<Puzzle> = (0..1_000)
        .map(|_| {
            let solution = generate::solution(&mut rng);
            generate::minimal(&solution, ClueSymmetry::None, &mut rng)
        })
        .collect();
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ledger.redb");
    let file = Store::open(&path, &OpenOptions::default(), Vec::new)?;
    let server =
        Server::start(&["max_wal_size=8GB"]).context("no PostgreSQL: install postgresql-15")?;
    let address = server.database();
    let name = Server::name(&address);
    Store::make(address.as_ref(), &OpenOptions::default(), Vec::new)?;
    let remote = Store::open(address.as_ref(), &OpenOptions::default(), Vec::new)?;
    let number = |sql: &str| -> anyhow::Result<f64> {
        Ok(server.psql(name, sql).context("the server's client failed")?.parse()?)
    };
    let size_on_server = "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c \
                          WHERE relkind = 'r' AND relnamespace = 'seeddb'::regnamespace";
    let size_of = |path: &Path| Ok::<_, anyhow::Error>(fs::metadata(path)?.len() as f64);
    let (empty, empty_on_server) = (size_of(&path)?, number(size_on_server)?);

    println!("commits of {chunk}");
    println!(
        "  puzzles  where   writers  puzzles/s  commit ms  bytes a puzzle  log bytes a puzzle"
    );
    let mut there = 0;
    for size in sizes {
        let mut chunks = |count: usize| -> Vec<Vec<Issued>> {
            (0..count).map(|_| puzzles(&real, &mut rng, chunk)).collect()
        };
        while there < size {
            for part in chunks(((size - there) / chunk).clamp(1, 20)).chunks(1) {
                commit(&file, 1, part.to_vec())?;
                commit(&remote, 1, part.to_vec())?;
                there += chunk;
            }
        }
        for writers in [1, 4] {
            let some = chunks(COMMITS);
            let (rate, time) = commit(&file, writers, some.clone())?;
            let log = number("SELECT pg_current_wal_insert_lsn() - '0/0'")?;
            let (rate_on_server, time_on_server) = commit(&remote, writers, some)?;
            let log = number("SELECT pg_current_wal_insert_lsn() - '0/0'")? - log;
            there += COMMITS * chunk;
            let bytes = (size_of(&path)? - empty) / there as f64;
            let ms = |time: Duration| time.as_secs_f64() * 1e3;
            println!(
                "{size:>9}  file    {writers:>7}  {rate:>9.0}  {:>9.1}  {bytes:>14.0}",
                ms(time)
            );
            let bytes = (number(size_on_server)? - empty_on_server) / there as f64;
            println!(
                "{size:>9}  server  {writers:>7}  {rate_on_server:>9.0}  {:>9.1}  {bytes:>14.0}  {:>18.0}",
                ms(time_on_server),
                log / (COMMITS * chunk) as f64,
            );
        }
    }
    anyhow::ensure!(
        file.counts()?.issued == there as u64 && remote.counts()?.issued == there as u64
    );
    Ok(())
}
