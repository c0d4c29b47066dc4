//! `batches`: what was drawn when asked how.

use seeddb::database::BatchRow;

use super::flags;
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::table::Text;

/// Flags of `batches`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
`date` is when the batch was begun (UTC), `void` how many of its puzzles are void, `books` in which books the others are \
printed, each with how many of them (`2: 40` is 40 in book 2), `feeds` in which series how many of them run, with the first \
and the last day (`daily: 7 (2027-01-04..2027-01-10)`), `exports` how often it was exported.

Example:
  seeddb batches --format json")]
pub struct Args {
    #[command(flatten)]
    print: PrintArgs,
}

/// Lists them.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let batches = globals.database()?.used_batches()?;
    let mut table = args.print.table::<BatchRow>(Text::Aligned)?;
    for batch in batches {
        let row = BatchRow::from(batch);
        table.add(&BatchRow { request: flags::request(&row.request), ..row })?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
