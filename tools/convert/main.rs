//! `cargo run --release --example convert -- OLD.redb NEW.redb` copies a database of format 2, which development versions wrote before
//! format 3, into a new one.
//!
//! OLD is only read, and NEW must not be there. It is the same database, in another format: draw from one of them only. The whole of it
//! is in memory meanwhile, at about 250 bytes per puzzle.

mod frame;
mod records;
mod tables;

use std::path::Path;

use anyhow::bail;
use seeddb::database::{Control, Database, Options, restore};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [old, new] = args.as_slice() else { bail!("say OLD.redb and NEW.redb") };
    let content = tables::read(Path::new(old))?;
    let database = Database::at(Path::new(new), Options::default());
    let counts = restore(&database, &content, &Control::default())?;
    if let Some(problem) = database.check()?.first() {
        bail!("{new} is not sound: {problem}");
    }
    let (given, books, events) = (content.seeds.len(), content.books.len(), content.events.len());
    println!(
        "{new}: {} of {given} seeds, {} puzzles in {} batches, {books} books, {events} events",
        counts.seeds, counts.issued, counts.batches
    );
    println!("{old} is as it was: it is the same database, so draw from one of them only");
    Ok(())
}
