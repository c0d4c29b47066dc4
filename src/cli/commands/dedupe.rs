//! `dedupe`: which puzzles of files are essentially the same, and which are in the database. Nothing is entered.

use std::io::Write;
use std::path::PathBuf;

use seeddb::board::{Grid, Puzzle};
use seeddb::database::{Compared, Dedupe, DedupeCounts, Error, Presence, StoreError};
use seeddb::plural::counted;
use seeddb::record::moment;
use seeddb::symmetry::Key;
use serde::Serialize;

use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::input::{self, Next, Tally, Text as Beside};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::source::source;
use crate::cli::terminal::table::Text;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints a row for each puzzle that is essentially the same as one on a line before (first_file, first_line), or was issued \
from the database, by a draw or as printed elsewhere (id, batch, number, and as time when the batch was begun, UTC; as printed what its file said), or is a seed of it (seed); nothing, if all are new. \
Nothing is entered: `import --issued` does that. Without a database the puzzles are compared with each other alone.

Examples:
  seeddb dedupe book.txt
  seeddb dedupe --unique old.txt new.csv > without-twins.txt")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    /// Print the lines that are new instead, as they stand there: one of each class, none that was issued
    #[arg(long, conflicts_with = "format")]
    unique: bool,
    #[command(flatten)]
    print: PrintArgs,
}

pub struct Found {
    file: usize,
    line: u64,
    grid: Grid,
    key: Key,
    /// The whole line, if it stood in one.
    text: String,
}

/// Puzzles of files, held against each other and against the database.
pub struct Files {
    found: Vec<Found>,
    /// What stands beside each puzzle; nothing if that was not asked for.
    pub fields: Vec<Vec<(String, String)>>,
    pub dedupe: Dedupe,
    pub tally: Tally,
}

impl Files {
    pub fn read(globals: &Globals, files: &[PathBuf], beside: Beside) -> anyhow::Result<Self> {
        let (mut found, mut fields): (Vec<Found>, Vec<_>) = (Vec::new(), Vec::new());
        let mut tally = Tally::default();
        for (file, path) in files.iter().enumerate() {
            let work = |row: &seeddb::export::FoundGrid| {
                let puzzle = Puzzle::new(&row.grid).map_err(|error| error.to_string())?;
                let (line, grid, text) = (row.line, row.grid, row.text.clone());
                Ok((Found { file, line, grid, key: Key::of(&puzzle), text }, row.fields.clone()))
            };
            let read = input::each_row(&[source(globals, path)?], beside, work, |next| {
                if let Next::Result((one, beside)) = next {
                    found.push(one);
                    fields.push(beside);
                }
                Ok(())
            })?;
            tally.good += read.good;
            tally.bad += read.bad;
            tally.full += read.full;
            if interrupt::interrupted() {
                break;
            }
        }
        let keys: Vec<Key> = found.iter().map(|one| one.key).collect();
        let dedupe = globals.database()?.dedupe(&keys)?;
        if !dedupe.has_database {
            let path = globals.path()?;
            // Who names a database wants the answer of that one.
            if globals.is_named() {
                return Err(Error::Store(StoreError::NotFound(path)).into());
            }
            globals.note(format_args!(
                "there is no database yet ({}): the puzzles are compared with each other alone",
                path.display()
            ));
        }
        Ok(Self { found, fields, dedupe, tally })
    }

    fn all(&self) -> impl Iterator<Item = (&Found, &Compared)> {
        self.found.iter().zip(&self.dedupe.puzzles)
    }
}

#[derive(Default, Serialize)]
struct Row {
    file: String,
    line: u64,
    first_file: Option<String>,
    first_line: Option<u64>,
    id: Option<String>,
    batch: Option<u32>,
    number: Option<u32>,
    time: Option<String>,
    printed: Option<String>,
    seed: Option<String>,
    puzzle: String,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let files = Files::read(globals, &args.files, Beside::Kept)?;
    let output =
        if args.unique { unique(&files, args.print.place.open()?)? } else { report(&files, args)? };
    let tally = input::end(output, Ok(files.tally))?;
    let DedupeCounts { issued, twins, new, seeds } = files.dedupe.counts;
    let seeds = match seeds {
        0 => String::new(),
        1 => ", 1 is a seed".to_owned(),
        count => format!(", {count} are seeds"),
    };
    globals.note(format_args!(
        "{}: {new} new, {twins} the same as one before, {issued} issued before{seeds}; {} could not be read; nothing was \
         entered",
        counted(files.tally.good, "puzzle"),
        counted(files.tally.bad, "line"),
    ));
    Ok(tally.exit())
}

fn unique(files: &Files, mut output: Output) -> anyhow::Result<Output> {
    for (one, _) in files.all().filter(|(_, compared)| compared.is_new()) {
        match one.text.as_str() {
            "" => writeln!(output, "{}", one.grid)?,
            text => writeln!(output, "{text}")?,
        }
    }
    Ok(output)
}

fn report(files: &Files, args: &Args) -> anyhow::Result<Output> {
    let name = |file: usize| args.files[file].display().to_string();
    let mut table = args.print.table::<Row>(Text::Aligned)?;
    for (one, compared) in files.all().filter(|(_, compared)| !compared.is_unknown()) {
        let Presence { issued, elsewhere, begun, printed, seed } = &compared.presence;
        let first = compared.first.map(|first| &files.found[first]);
        table.add(&Row {
            file: name(one.file),
            line: one.line,
            first_file: first.map(|first| name(first.file)),
            first_line: first.map(|first| first.line),
            id: issued.as_ref().map(|named| named.id.to_string()),
            batch: issued.as_ref().map(|named| named.issued.batch).or(*elsewhere),
            number: issued.as_ref().map(|named| named.issued.number),
            time: begun.and_then(moment),
            printed: printed.clone(),
            seed: seed.map(|id| id.to_string()),
            puzzle: one.grid.to_string(),
        })?;
    }
    Ok(table.finish()?)
}
