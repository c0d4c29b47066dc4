//! `take-back`: returns puzzles that were handed out and not used.

use seeddb_core::plural::counted;
use seeddb_core::symmetry::Id;
use seeddb_database::ToVoid;

use super::export::{Batches, batch, refuse_seeds};
use crate::terminal::{Exit, Globals};

#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("which").args(["ids", "batch"]).required(true)))]
#[command(after_help = "\
`draw --given-to` draws a batch for somebody else; its puzzles are in no series and no book here. Those that come back unused may be \
from then on. What was used there stays there: name only the puzzles that nobody has seen.

Examples:
  seeddb take-back --batch 7
  seeddb take-back 60RK-4CSM-6MV3-S")]
pub struct Args {
    /// Puzzles, by their ids
    #[arg(value_name = "ID")]
    ids: Vec<Id>,
    /// All puzzles of the batch, or of several, as 3,5, 9..12 or 9.. (`seeddb batches` lists them);
    /// all; last, which is those of the last command
    #[arg(long, value_name = "N|N..M|all|last", value_delimiter = ',', value_parser = batch)]
    batch: Vec<Batches>,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    refuse_seeds(&args.ids)?;
    let which = match args.ids.as_slice() {
        [] => ToVoid::Batches(Batches::of(&args.batch)),
        ids => ToVoid::Puzzles(ids.to_vec()),
    };
    let back = globals.database()?.take_back_given(&which)?;
    let others = if back == 0 { ": nobody has any of them" } else { "" };
    globals.note(format_args!("{} taken back{others}", counted(back, "puzzle")));
    Ok(Exit::Done)
}
