//! Mines seeds and draws from them in memory: the ledger ends with the program.
//!
//! `cargo run --release --example mine -- 2 3 10` mines three seeds of tier 2, and draws ten
//! puzzles.

use std::convert::Infallible;
use std::env;
use std::error::Error;
use std::sync::atomic::AtomicBool;

use seeddb::database::{Control, Database, DrawOptions};
use seeddb::logic::Ladder;
use seeddb::mine::{self, Pool, mine};

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = env::args().skip(1).map(|number| number.parse::<u32>());
    let mut next = |usual| numbers.next().unwrap_or(Ok(usual));
    let (tier, seeds, puzzles) = (u8::try_from(next(2)?)?, next(3)?, next(10)?);
    let (rng_seed, stop) = (7, AtomicBool::new(false));

    let search = mine::Request {
        count: Some(seeds as usize),
        rng_seed,
        ..mine::Request::new(Ladder::hsolve(), tier)
    };
    let mut found = Vec::new();
    mine(&search, Pool::of_seeds(&search, &[]), &stop, |seeds, progress| {
        found.extend(seeds);
        eprintln!("{} seeds, {} puzzles tried", progress.found, progress.tried);
        Ok::<_, Infallible>(())
    })?;

    let database = Database::in_memory(Ladder::hsolve().clone(), &found)?;
    let request = DrawOptions::of_tier(tier, puzzles, rng_seed);
    for named in database.draw(&request, &Control::default())? {
        let puzzle = named?.issued;
        let score = puzzle.score.map_or_else(|| "-".to_owned(), |score| format!("{score:.0}"));
        println!("{}\ttier {}\tm {score}", puzzle.puzzle, puzzle.tier);
    }
    Ok(())
}
