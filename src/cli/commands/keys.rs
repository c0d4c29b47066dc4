//! `db keys`: the keys of all puzzles that are never drawn again.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Subcommand;
use seeddb_core::plural::{by_count, counted};
use seeddb_database::{Control, Imported};

use crate::terminal::{Exit, Globals, OutputArgs, as_it_is, interrupt, open};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A key is 32 hexadecimal digits, the same for essentially the same puzzles. A database that took the keys of another one never draws \
its puzzles. So can whoever lost a database keep its promise, with the last list of its keys. A puzzle cannot be worked out from its \
key.

Examples:
  seeddb db keys export -o ours.keys.gz
  seeddb db keys import theirs.keys.gz --note \"the other office\"")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Write all keys of the ledger, in order
    Export {
        /// Write the puzzle behind each key that has one, so that others can check it
        #[arg(long)]
        puzzles: bool,
        #[command(flatten)]
        place: OutputArgs,
    },
    /// Put keys into the ledger: their puzzles were printed elsewhere, and are never drawn
    Import {
        /// A list of keys, also in .gz; - for stdin
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Kept with the batch that they become
        #[arg(long, value_name = "TEXT", default_value = "")]
        note: String,
    },
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    match &args.what {
        What::Export { puzzles, place } => export(globals, *puzzles, place),
        What::Import { file, note } => import(globals, file, note),
    }
}

fn export(globals: &Globals, with_puzzles: bool, place: &OutputArgs) -> anyhow::Result<Exit> {
    let database = globals.database()?;
    database.expect()?;
    let mut output = place.open()?;
    let export = |control: &Control| database.export_keys(&mut output, with_puzzles, control);
    let count = globals.working(None, None, export).map_err(as_it_is)?;
    output.finish()?;
    globals.note(format_args!("{} written", counted(count, "key")));
    Ok(Exit::Done)
}

fn import(globals: &Globals, file: &Path, note: &str) -> anyhow::Result<Exit> {
    let name = file.display().to_string();
    let mut source = open(file, false).with_context(|| format!("cannot read {name}"))?;
    let database = globals.usable()?;
    let request = format!("db keys import {name}");
    let import = |control: &Control| database.import_keys(&mut source, &request, note, control);
    let imported = globals.working(None, None, import).map_err(as_it_is);
    let Imported { new, known, .. } =
        imported.with_context(|| format!("cannot read all of {name}"))?;
    globals.note(format_args!(
        "{} put into the ledger, {known} {} there already",
        counted(new, "key"),
        by_count(known, "was", "were"),
    ));
    Ok(Exit::Done)
}
