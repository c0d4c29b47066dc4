//! `batches`: what was drawn when asked how.

use seeddb::record::Batch;
use serde::Serialize;

use super::output::Output;
use super::table::{ReportFormat, Table, Text};
use super::{Exit, Globals};

/// Flags of `batches`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  seeddb batches --format json")]
pub struct Args {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
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
    let batches = globals.database()?.batches()?;
    let mut table = Table::of::<Row>(Output::open(None)?, args.format, Text::Aligned)?;
    for Batch { id, issued, asked, attempts, rng_seed, version, request, note, .. } in batches {
        table.add(&Row { batch: id, issued, asked, attempts, rng_seed, version, request, note })?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
