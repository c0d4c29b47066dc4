//! An app that serves puzzles in microseconds: the first lines of `main`.
//!
//! `cargo run --release --example pool -- seeds.redb 4 2000`
//!
//! Four threads take 2,000 puzzles each, of two levels; the waiting times are printed at the end.
//! The first argument is a database file, created if it is missing, or with `--features postgres`
//! the address of a server.

use std::env;
use std::error::Error;
use std::thread::scope;
use std::time::{Duration, Instant};

use seeddb::database::{Database, DrawOptions, Options, Pool};

/// The number of puzzles drawn ahead for each level.
const AHEAD: u32 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("give the file of a database")?;
    let threads: usize = arguments.next().map_or(Ok(4), |threads| threads.parse())?;
    let count: usize = arguments.next().map_or(Ok(2_000), |count| count.parse())?;

    let database = Database::open(file.as_ref(), Options::default())?;
    let stocks = ["easy", "expert"].map(|level| (level, DrawOptions::of_level(level, AHEAD, 7)));
    let pool = Pool::start(&database, stocks)?;
    // The pool is full before the first player takes a puzzle.
    while pool.left("easy")? + pool.left("expert")? < 2 * AHEAD as usize {
        std::thread::sleep(Duration::from_millis(10));
    }

    let player = |level: &str| {
        let mut waits = Vec::with_capacity(count);
        for _ in 0..count {
            let start = Instant::now();
            let puzzle = pool.take(level)?.ok_or("the seeds are used up")?;
            waits.push(start.elapsed());
            // The work of an app per puzzle, at a thousand puzzles per second.
            std::hint::black_box(puzzle.issued.puzzle.to_string());
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok::<_, Box<dyn Error + Send + Sync>>(waits)
    };
    let mut waits = scope(|scope| {
        let levels = ["easy", "expert"].into_iter().cycle().take(threads);
        let players: Vec<_> = levels.map(|level| scope.spawn(|| player(level))).collect();
        let mut all = Vec::new();
        for player in players {
            let waits = player.join().map_err(|_| "a thread panicked")?;
            all.extend(waits.map_err(|error| error.to_string())?);
        }
        Ok::<_, Box<dyn Error>>(all)
    })?;
    waits.sort();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize];
    println!(
        "{} puzzles: median {:?}, 99 % within {:?}, all within {:?}",
        waits.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    println!("{} are spent", pool.close().len());
    Ok(())
}
