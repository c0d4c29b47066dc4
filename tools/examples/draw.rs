//! Draws from a database: the last lines of `main`.
//!
//! `cargo run --release --example draw -- seeds.redb hard 5`
//!
//! The database is made, with the starter seeds, if it is not there. Each puzzle is in its ledger before it is printed,
//! so no other draw from it, by this program or `seeddb`, ever gives it again.

use std::env;
use std::error::Error;

use seeddb::database::{Control, Database, DrawOptions, Options};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("give the file of a database")?;
    let level = arguments.next().unwrap_or("expert".to_owned());
    let count = arguments.next().map_or(Ok(1), |count| count.parse())?;

    let database = Database::open(file.as_ref(), Options::default())?;
    // The same RNG seed again makes another batch, as those of this one are in the ledger by then.
    for puzzle in database.draw(&DrawOptions::of_level(&level, count, 7), &Control::default())? {
        let puzzle = puzzle?;
        println!("{}\t{}", puzzle.id, puzzle.issued.puzzle);
    }
    Ok(())
}
