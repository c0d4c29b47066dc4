//! Writes the seeds of a database as `seeds/starter.tsv` has them: `cargo run --release --example
//! starter -- DATABASE > seeds/starter.tsv`.

use std::io::{BufWriter, stdout};

use anyhow::Context;
use seeddb::logic::BEYOND;
use seeddb::mine::write_starter;
use seeddb::store::{OpenOptions, Store};

fn main() -> anyhow::Result<()> {
    let path = std::env::args_os().nth(1).context("give the path of a database")?;
    let store = Store::open_read(path.as_ref(), OpenOptions::default().wait)?;
    let seeds = store.seeds(0..=BEYOND)?;
    write_starter(&seeds, &mut BufWriter::new(stdout().lock()))?;
    Ok(())
}
