//! Measures the time to the first puzzle, and the memory, with a database of many seeds.
//!
//! `cargo run --release -p seeddb-lab --bin many_seeds [-- SEEDS [FILE]]` makes a database of SEEDS
//! seeds (1000000) in FILE, or in a temporary one; an existing FILE is used as it is. The seeds are
//! starter seeds with more clues, which have the same refills, under random twin keys, so that each
//! is a separate seed; duplicates reduce their number a little. Each request is drawn in three
//! separate processes, as by a command, and the median is printed: milliseconds until the database
//! is open, milliseconds until the first puzzle is on record, and the greatest memory in MB (Linux
//! only). `mine` is a search for seeds, until it begins; `stats` is all of `seeddb stats`.

use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::Context;
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use seeddb::board::{CellSet, Puzzle};
use seeddb::database::{Control, Database, DrawOptions, Event, MineOptions, Options, Part};
use seeddb::logic::Ladder;
use seeddb::mine::starter;
use seeddb::record::Seed;
use seeddb::symmetry::{self, ClueSymmetry, Id, Key};

/// The number of seeds added in one commit.
const CHUNK: usize = 50_000;
/// The last request claims the database for its partition, so it gets a copy made before the
/// others.
const REQUESTS: [&str; 9] = [
    "tier 1",
    "tier 5",
    "level easy",
    "level expert",
    "rot180",
    "from",
    "mine",
    "stats",
    "partition",
];

fn options(request: &str) -> anyhow::Result<DrawOptions> {
    let mut part = Part::default();
    let mut partition = None;
    match request.split_once(' ') {
        Some(("tier", tier)) => {
            let tier = tier.parse()?;
            part.ask.tier = Some(tier..=tier);
        }
        Some((_, level)) => part.level = Some(level.to_owned()),
        None if request == "rot180" => {
            part.ask.tier = Some(1..=1);
            part.ask.symmetry = ClueSymmetry::Rot180;
        }
        None if request == "from" => {
            let first = seed_of(&starter(), 0).context("no first seed")?;
            part.from = Some(Id::seed(first.key));
        }
        None => {
            part.ask.tier = Some(5..=5);
            partition = symmetry::Fraction::new(1, 4);
        }
    }
    Ok(DrawOptions { partition, ..part.drawn(7) })
}

/// Returns the seed of this number, always the same: a starter seed with some of its unreserved
/// cells shown, which has the same refills.
fn seed_of(starters: &[Seed], i: usize) -> Option<Seed> {
    let rng = &mut ChaCha8Rng::seed_from_u64(i as u64);
    let mut seed = starters[i % starters.len()].clone();
    seed.gradings.retain(|grading| grading.ladder == Ladder::HSOLVE);
    let grading = seed.gradings.first_mut()?;
    let free = !grading.reserved - seed.puzzle.clues();
    let more: CellSet = free.iter().filter(|_| rng.random_bool(0.3)).collect();
    grading.twin = Key(rng.random());
    seed.puzzle = Puzzle::new(&seed.puzzle.solution().keep(seed.puzzle.clues() | more)).ok()?;
    seed.key = Key::of(&seed.puzzle);
    Some(seed)
}

fn open(path: &Path) -> anyhow::Result<Database> {
    Ok(Database::open(path, Options { initial: Vec::new, ..Options::default() })?)
}

fn make(path: &Path, count: usize) -> anyhow::Result<()> {
    let database = open(path)?;
    let starters = starter();
    for first in (0..count).step_by(CHUNK) {
        let chunk = first..count.min(first + CHUNK);
        let seeds: Vec<Seed> =
            chunk.into_par_iter().filter_map(|i| seed_of(&starters, i)).collect();
        database.add_seeds(&seeds)?;
    }
    Ok(())
}

/// Runs a request in this process; prints the three numbers.
fn draw(path: &Path, request: &str) -> anyhow::Result<()> {
    let start = Instant::now();
    let database = open(path)?;
    let opened = start.elapsed();
    match request {
        "mine" => begin_to_mine(&database)?,
        "stats" => anyhow::ensure!(database.stats()?.all.seeds > 0, "no seeds"),
        _ => {
            let puzzle = database.draw(&options(request)?, &Control::default())?.next();
            anyhow::ensure!(puzzle.context("nothing drawn")??.issued.number == 1, "not the first");
        }
    }
    let drawn = start.elapsed();
    println!("{} {} {}", opened.as_millis(), drawn.as_millis(), memory().unwrap_or(0));
    Ok(())
}

/// Runs a search that is stopped when it begins.
fn begin_to_mine(database: &Database) -> anyhow::Result<()> {
    let stop = Control::default();
    let stopped = stop.clone();
    let control = stop.watched_by(move |event| {
        if *event == Event::Begun {
            stopped.stop();
        }
    });
    let mined = database.mine(&MineOptions::of_tier(5, 7), &control)?;
    anyhow::ensure!(mined.progress.found == 0, "it went on");
    Ok(())
}

/// Returns the greatest memory of this process so far, in MB.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
}

fn measured(path: &Path, request: &str) -> anyhow::Result<[u64; 3]> {
    let mut command = Command::new(env::current_exe()?);
    let out = command.arg("draw").arg(path).arg(request).output()?;
    let text = String::from_utf8_lossy(&out.stdout);
    let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>()?;
    let words = || String::from_utf8_lossy(&out.stderr).into_owned();
    <[u64; 3]>::try_from(numbers).ok().with_context(words)
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [first, path, request] = arguments.as_slice()
        && first == "draw"
    {
        return draw(path.as_ref(), request);
    }
    let count = arguments.first().map_or(Ok(1_000_000), |count| count.parse())?;
    let folder = tempfile::tempdir()?;
    let path = arguments.get(1).map_or(folder.path().join("many.redb"), Into::into);
    if !path.exists() {
        let start = Instant::now();
        make(&path, count)?;
        println!("{count} seeds made in {:.1} s", start.elapsed().as_secs_f64());
    }
    let stats = open(&path)?.stats()?;
    let megabytes = std::fs::metadata(&path)?.len() >> 20;
    let tiers: Vec<u64> = stats.tiers.iter().map(|(_, sum)| sum.seeds).collect();
    println!("{} seeds, {megabytes} MB; by tier {tiers:?}", stats.all.seeds);
    println!("request\topen, puzzle, MB");
    let copy = folder.path().join("part.redb");
    std::fs::copy(&path, &copy)?;
    for request in REQUESTS {
        let path = if request == "partition" { &copy } else { &path };
        if request == "partition" && stats.all.issued > 0 {
            println!("{request}\tnot in a database that has issued puzzles");
            continue;
        }
        let mut runs = [(); 3].map(|()| [0; 3]);
        for run in &mut runs {
            *run = measured(path, request)?;
        }
        runs.sort_by_key(|run| run[1]);
        let [open, drawn, memory] = runs[1];
        println!("{request}\t{open} ms, {drawn} ms, {memory} MB");
    }
    Ok(())
}
