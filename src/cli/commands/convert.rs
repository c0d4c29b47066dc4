//! `convert`: puzzles of files in another format, or as pictures, without a database.

use std::path::PathBuf;

use seeddb_core::board::{Grid, Puzzle};
use seeddb_export::Row;

use crate::terminal::{
    Exit, Globals, Next, PuzzleWriter, Source, StyleArgs, input, interrupt, ladder, sources,
};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Nothing is recorded, and no database is needed: puzzles of your own stay yours. Each is solved and rated, and must have one \
solution. They are counted from 1, as batch 0, which no database has; their seed is empty.

Examples:
  seeddb convert mine.txt -o mine.pdf
  seeddb convert mine.txt --format png -o pictures/
  seeddb convert mine.sdk --format board --solutions
  seeddb convert puzzles.csv --sheet 3x4 --solutions separate -o sheets.pdf
  seeddb convert 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 -o one.svg")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link, an id
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    style: StyleArgs,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let files = sources(globals, &args.files)?;
    write(globals, &files, args.style.open(None, false)?)
}

/// Writes puzzles outside the ledger, in the order in which they are read.
pub fn write(
    globals: &Globals,
    puzzles: &[Source],
    mut sink: PuzzleWriter,
) -> anyhow::Result<Exit> {
    let levels = globals.labels()?;
    let row = |grid: &Grid| {
        let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
        Ok(Row::own(ladder(), &levels, &puzzle, 0))
    };
    let mut number = 0;
    let tally = input::each(puzzles, row, |row| {
        let Next::Result(mut row) = row else { return sink.flush() };
        number += 1;
        row.number = number;
        sink.rows(&[row])
    })?;
    tally.tell_full(globals);
    if !interrupt::interrupted() {
        sink.finish_if(number > 0)?;
    }
    Ok(tally.exit())
}
