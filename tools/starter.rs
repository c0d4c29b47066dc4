//! The starter seeds, from an empty database to a file.
//!
//! `cargo run --release --example starter -- new DATABASE` makes a database without any seeds;
//! `cargo run --release --example starter -- write DATABASE > seeds/starter.tsv` writes the seeds of a database
//! as the program carries them.

use std::io::{BufWriter, stdout};
use std::path::Path;

use anyhow::{Context, bail};
use seeddb::logic::BEYOND;
use seeddb::mine::write_starter;
use seeddb::store::{OpenOptions, Store};

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let (task, path) = (args.next(), args.next().context("say new or write, and a database")?);
    let path = Path::new(&path);
    match task.as_deref() {
        Some("new") if path.exists() => bail!("{} is there already", path.display()),
        Some("new") => {
            Store::open(path, &OpenOptions::default(), Vec::new)?;
        }
        Some("write") => {
            let store = Store::open_read(path, OpenOptions::default().wait)?;
            write_starter(&store.seeds(0..=BEYOND)?, &mut BufWriter::new(stdout().lock()))?;
        }
        _ => bail!("say new or write, and a database"),
    }
    Ok(())
}
