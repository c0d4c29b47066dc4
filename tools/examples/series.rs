//! A year of daily puzzles as one JSON file: the last lines of `main`.
//!
//! `cargo run --release --example series -- seeds.redb 2027-01-01 > year.json`
//!
//! Each day's puzzle is durably on record before it is printed, so a second run prints the same
//! year, and no puzzle of it runs again. A missing database is created with the starter seeds.

use std::env;
use std::error::Error;
use std::io::{self, Write};

use seeddb::database::{Control, Database, FillOptions, Options};
use seeddb::export::{Format, Style, Writer};

const RAMP: &str = "mon..tue:easy,wed..thu:medium,fri..sat:hard,sun:expert";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("give the file of a database")?;
    let start = arguments.next().ok_or("give the first day, as 2027-01-01")?.parse()?;

    let database = Database::open(file.as_ref(), Options::default())?;
    let (ramp, draw) = (Some(RAMP.parse()?), true);
    let options = FillOptions { ramp, draw, rng_seed: 7, ..FillOptions::starting(start) };
    let plan = database.fill(&options, &Control::default())?;

    let mut out = Writer::new(io::stdout().lock(), Style::of(Format::Json))?;
    plan.rows.iter().try_for_each(|row| out.row(row))?;
    out.finish()?.flush()?;
    eprintln!("{} days are new, {} were on record", plan.new, plan.kept);
    Ok(())
}
