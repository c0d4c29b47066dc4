//! `batches`: the batches with their requests.

use seeddb_database::{BatchRow, Json};

use super::export::{Batches, batch};
use super::flags;
use crate::terminal::{Exit, Globals, PrintArgs, ReportFormat, Text};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
`time` is when the batch was begun (UTC), `by` who had it drawn, `issued` how many puzzles it has (0 if the command \
has only begun, or was killed before its first puzzle), `void` how many of its puzzles are void, `books` in which books the others are \
printed, each with how many of them (`2: 40` is 40 in book 2), `runs` in which series how many of them run, with the first \
and the last day (`daily: 7 (2027-01-04..2027-01-10)`), `given_to` whom it was drawn for (`draw --given-to`), `back` how many of \
its puzzles came back unused, `exports` how often it was exported. \
In json and jsonl `request` is the JSON that `draw --request` reads.

Examples:
  seeddb batches 12
  seeddb batches --format json")]
pub struct Args {
    /// These batches alone
    #[arg(value_name = "N|N..M|last", value_delimiter = ',', value_parser = batch)]
    batch: Vec<Batches>,
    #[command(flatten)]
    print: PrintArgs,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let batches = globals.database()?.used_batches(&Batches::of(&args.batch))?;
    let mut table = args.print.table::<BatchRow>(Text::Aligned)?;
    let is_json = matches!(args.print.format()?, ReportFormat::Json | ReportFormat::Jsonl);
    for batch in batches {
        let words = flags::request(&batch.batch.request);
        let row = BatchRow::from(batch);
        let request = if is_json { row.request } else { Json(words.into()) };
        table.add(&BatchRow { request, ..row })?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
