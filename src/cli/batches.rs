//! `batches`: what was drawn when asked how.

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

/// Lists them.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let batches = globals.open_read()?.batches()?;
    let columns =
        ["batch", "issued", "asked", "attempts", "rng_seed", "version", "request", "note"];
    let mut table = Table::new(Output::open(None)?, args.format, Text::Aligned, &columns)?;
    for batch in batches {
        table.row(&[
            batch.id.into(),
            batch.issued.into(),
            batch.asked.into(),
            batch.attempts.into(),
            batch.rng_seed.into(),
            batch.version.into(),
            batch.request.into(),
            batch.note.into(),
        ])?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
