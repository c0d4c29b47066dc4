//! How fast the ledger grows, and how big it gets.
//!
//! `cargo run --release --example ledger [-- SIZES CHUNK]`: SIZES are numbers of puzzles, as `100000,1000000`
//! (the default), CHUNK is how many are asked for and committed at a time (65536, the most that `draw` commits). For each size it
//! prints, of the last tenth, puzzles a second in the two steps of `draw` (open and ask which keys are new; open
//! and commit) and in both; then bytes a puzzle in the file, as it is and compacted. Keys are random, puzzles
//! real. Making them is not timed.

mod random_issued;

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::Context;
use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use random_issued::random_issued;
use seeddb::board::Puzzle;
use seeddb::generate;
use seeddb::mine::starter;
use seeddb::record::{Batch, Issued};
use seeddb::store::{OpenOptions, Store};
use seeddb::symmetry::{ClueSymmetry, Key};

/// Time spent in the two steps.
#[derive(Clone, Copy, Default)]
struct Spent {
    ask: Duration,
    commit: Duration,
}

/// A database that grows.
struct Growing<'a> {
    path: &'a Path,
    batch: Batch,
    puzzles: Vec<Puzzle>,
    seeds: Vec<Key>,
    rng: ChaCha8Rng,
}

impl Growing<'_> {
    /// Puzzles as `draw --level` issues them.
    fn next(&mut self, count: usize) -> Vec<Issued> {
        let Self { puzzles, seeds, rng, .. } = self;
        let mut one = || {
            let seed = seeds.choose(rng).copied();
            random_issued(puzzles, seed, rng)
        };
        (0..count).map(|_| one()).collect()
    }

    /// Issues so many more.
    fn grow(&mut self, mut count: usize, chunk: usize) -> anyhow::Result<Spent> {
        let mut spent = Spent::default();
        while count > 0 {
            let mut next = self.next(count.min(chunk));
            count -= next.len();
            let keys: Vec<Key> = next.iter().map(|puzzle| puzzle.key).collect();

            let start = Instant::now();
            let new = open(self.path)?.filter_unissued(&keys)?;
            spent.ask += start.elapsed();
            assert!(new.iter().all(|&new| new), "random keys do not meet");

            let start = Instant::now();
            let refused = open(self.path)?.commit(&mut self.batch, &mut next)?;
            spent.commit += start.elapsed();
            assert!(refused.is_empty());
        }
        Ok(spent)
    }
}

fn open(path: &Path) -> anyhow::Result<Store> {
    Ok(Store::open(path, &OpenOptions::default(), starter)?)
}

fn bytes(path: &Path) -> anyhow::Result<u64> {
    Ok(fs::metadata(path)?.len())
}

/// The size of a compacted copy.
fn compacted(path: &Path, copy: &Path) -> anyhow::Result<u64> {
    fs::copy(path, copy)?;
    redb::Database::open(copy)?.compact()?;
    let size = bytes(copy)?;
    fs::remove_file(copy)?;
    Ok(size)
}

fn main() -> anyhow::Result<()> {
    let mut args = env::args().skip(1);
    let sizes = args.next().unwrap_or_else(|| "100000,1000000".to_owned());
    let sizes: Vec<usize> = sizes.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let chunk = args.next().map_or(Ok(65_536), |chunk| chunk.parse())?;
    anyhow::ensure!(sizes.is_sorted_by(|a, b| a < b), "give sizes in rising order");

    let folder = tempfile::tempdir()?;
    let (path, copy) = (folder.path().join("ledger.redb"), folder.path().join("copy.redb"));
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_121);
    let store = open(&path)?;
    let batch = Batch {
        request: "--level expert".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        asked: u32::MAX,
        ..Batch::new()
    };
    let batch = Batch { id: store.new_batch(&batch)?, ..batch };
    drop(store);
    let empty = bytes(&path)?;
    let puzzles = (0..1_000).map(|_| {
        let solution = generate::solution(&mut rng);
        generate::minimal(&solution, ClueSymmetry::None, &mut rng)
    });
    let puzzles = puzzles.collect();
    let seeds = starter().iter().map(|seed| seed.key).collect();
    let mut growing = Growing { path: &path, batch, puzzles, seeds, rng };

    println!("chunks of {chunk}; the file without puzzles: {empty} bytes");
    println!("   puzzles |    ask/s  commit/s    both/s | bytes a puzzle  compacted");
    let mut size = 0;
    for next in sizes {
        let tenth = (next / 10).clamp(1, next - size);
        growing.grow(next - size - tenth, chunk)?;
        let Spent { ask, commit } = growing.grow(tenth, chunk)?;
        size = next;
        let issued = open(&path)?.counts()?.issued;
        anyhow::ensure!(issued == size as u64, "{issued} puzzles in the ledger, not {size}");
        let rate = |time: Duration| tenth as f64 / time.as_secs_f64();
        let each = |bytes: u64| bytes.saturating_sub(empty) as f64 / size as f64;
        println!(
            "{size:>10} | {:>8.0}  {:>8.0}  {:>8.0} | {:>14.1}  {:>9.1}",
            rate(ask),
            rate(commit),
            rate(ask + commit),
            each(bytes(&path)?),
            each(compacted(&path, &copy).context("compacting a copy")?),
        );
    }
    Ok(())
}
