//! `note`: notes on drawn puzzles.

use seeddb_core::symmetry::Id;

use crate::terminal::{Exit, Globals, refuse};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Notes are kept in the database for ever, the first first; `seeddb show` prints them.

Example:
  seeddb note 60RK-4CSM-6MV3-S \"two readers wrote: too hard for a Monday\"")]
pub struct Args {
    /// The puzzle
    #[arg(value_name = "ID")]
    id: Id,
    /// The words
    #[arg(value_name = "TEXT")]
    text: String,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if args.id.is_seed() {
        return refuse(format!("{} is a seed: notes are about puzzles that were drawn", args.id));
    }
    globals.database()?.note(args.id, &args.text)?;
    globals.note(format_args!("noted of {}", args.id));
    Ok(Exit::Done)
}
