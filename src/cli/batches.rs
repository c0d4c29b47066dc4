//! `batches`: what was drawn when asked how.

use seeddb::record::Batch;
use serde::Serialize;

use super::printing::PrintArgs;
use super::table::Text;
use super::{Exit, Globals};

/// Flags of `batches`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  seeddb batches --format json")]
pub struct Args {
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Default, Serialize)]
struct Row {
    batch: u32,
    issued: u32,
    asked: u32,
    attempts: u64,
    rng_seed: u64,
    version: String,
    request: String,
    note: String,
}

/// Lists them.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let mut table = args.print.table::<Row>(Text::Aligned)?;
    let batches = globals.database()?.batches()?;
    for Batch { id, issued, asked, attempts, rng_seed, version, request, note, .. } in batches {
        table.add(&Row { batch: id, issued, asked, attempts, rng_seed, version, request, note })?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
