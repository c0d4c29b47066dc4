//! Draws from a database: the last lines of `main`.
//!
//! `cargo run --release --example draw -- seeds.redb hard 5`
//!
//! A missing database is created with the starter seeds. Each puzzle is in the ledger before it is
//! printed, so no other draw from the database, by any program, gives it again.

use std::env;
use std::error::Error;

use seeddb::database::{Control, Database, DrawOptions, Options};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("give the file of a database")?;
    let level = arguments.next().unwrap_or("expert".to_owned());
    let count = arguments.next().map_or(Ok(1), |count| count.parse())?;

    let database = Database::open(file.as_ref(), Options::default())?;
    // With the same RNG seed, the next run gives other puzzles, because these are in the ledger.
    for puzzle in database.draw(&DrawOptions::of_level(&level, count, 7), &Control::default())? {
        let puzzle = puzzle?;
        println!("{}\t{}", puzzle.id, puzzle.issued.puzzle);
    }
    Ok(())
}
