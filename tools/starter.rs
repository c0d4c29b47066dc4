//! The starter seeds, from an empty database to a file.
//!
//! `cargo run --release --example starter -- new DATABASE` makes a database without any seeds;
//! `cargo run --release --example starter -- write DATABASE > seeds/starter.tsv` writes the seeds of a database
//! as the program carries them. `cargo run --release --example starter -- again > starter.tsv` measures those that it
//! carries anew, for when scores or refills have become other ones; `turns` only looks for their half turns.

use std::io::{BufWriter, stdout};
use std::path::Path;

use anyhow::bail;
use rayon::prelude::*;
use seeddb::logic::{Ladder, grade};
use seeddb::mine::{starter, write_starter};
use seeddb::refill::{assess, record_turned};
use seeddb::store::{OpenOptions, Store};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let ladder = Ladder::hsolve();
    let seeds = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["new", path] if Path::new(path).exists() => bail!("{path} is there already"),
        ["new", path] => {
            Store::open(Path::new(path), &OpenOptions::default(), Vec::new)?;
            return Ok(());
        }
        ["write", path] => Store::open_read(Path::new(path), &OpenOptions::default())?
            .seeds(ladder.id(), ladder.tiers())?,
        // What is missing to draw symmetric puzzles.
        ["turns"] => starter()
            .into_par_iter()
            .map(|mut seed| {
                let grade = grade(ladder, &seed.puzzle);
                record_turned(ladder, &mut seed, &grade);
                seed
            })
            .collect(),
        ["again"] => starter()
            .into_par_iter()
            .map(|seed| {
                let grade = grade(ladder, &seed.puzzle);
                let mut again = assess(ladder, &seed.puzzle, &grade, seed.symmetry, seed.origin);
                record_turned(ladder, &mut again, &grade);
                again
            })
            .collect(),
        _ => bail!("say new or write, and a database, or again, or turns"),
    };
    write_starter(&seeds, &mut BufWriter::new(stdout().lock()))?;
    Ok(())
}
