//! `books`: what was printed as a book.

use seeddb::record::Book;
use serde::Serialize;

use super::printing::PrintArgs;
use super::table::Text;
use super::{Exit, Globals};

/// Flags of `books`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Books are counted from 1 as they were made; proofs are none. `seeddb show` says on which page of which book a puzzle stands.

Example:
  seeddb books --format json")]
pub struct Args {
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Default, Serialize)]
struct Row {
    book: u32,
    title: String,
    volumes: u32,
    puzzles: u32,
    version: String,
}

/// Lists them.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let mut table = args.print.table::<Row>(Text::Aligned)?;
    for Book { id, title, volumes, puzzles, version, .. } in globals.database()?.books()? {
        table.add(&Row { book: id, title, volumes, puzzles, version })?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
