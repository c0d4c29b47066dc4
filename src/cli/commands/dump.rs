//! `db dump` and `db load`: a database as text, and back.

use std::path::PathBuf;

use anyhow::Context as _;
use seeddb_core::plural::counted;
use seeddb_core::record::moment;
use seeddb_database::Dumped;

use super::moved::{self, MovedArgs};
use crate::terminal::{Exit, Globals, OutputArgs, as_it_is, open};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A line of JSON for each record: levels, seeds, batches with their puzzles, books, days of series, notes. `seeddb formats` lists the \
records (dump ...), and the last line has a checksum, by which a file that was cut off is known. Others may use the database meanwhile.

Examples:
  seeddb db dump -o seeds.jsonl.gz
  seeddb db dump | grep '\"record\":\"batch\"'")]
pub struct DumpArgs {
    #[command(flatten)]
    place: OutputArgs,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every puzzle is proved; a line that cannot be is named, and then nothing is made. What is loaded is the database that was dumped, as a \
copy is: draw from one of them only. `seeddb verify` also works out what is on the labels.

Examples:
  seeddb db load seeds.jsonl.gz new.redb
  seeddb db load - postgres://seeds@db.example/puzzles < seeds.jsonl")]
pub struct LoadArgs {
    /// A dump, also in .gz; - for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The new database [default: that of --db]
    #[arg(value_name = "DB")]
    database: Option<PathBuf>,
    #[command(flatten)]
    report: MovedArgs,
}

pub fn dump(globals: &Globals, args: &DumpArgs) -> anyhow::Result<Exit> {
    let database = globals.database()?;
    database.expect()?;
    let mut output = args.place.open()?;
    let dumped = globals.working(None, None, |control| database.dump(&mut output, control));
    let Dumped { seeds, puzzles, batches, backup } = dumped.map_err(as_it_is)?;
    output.finish()?;
    globals.note(format_args!(
        "dumped {}, {} in {}",
        counted(seeds, "seed"),
        counted(puzzles, "puzzle"),
        counted(batches, "batch"),
    ));
    if let Some(made) = backup {
        let made = moment(made).filter(|_| made > 0).map(|made| format!(" of {made}"));
        globals.note(format_args!(
            "it is a backup{}: what was drawn since is not in it",
            made.unwrap_or_default()
        ));
    }
    Ok(Exit::Done)
}

pub fn load(globals: &Globals, args: &LoadArgs) -> anyhow::Result<Exit> {
    let path = args.database.clone().map_or_else(|| globals.address(), Ok)?;
    let database = globals.database_at(&path, true);
    let name = args.file.display().to_string();
    let mut is_read = false;
    let mut source = || open(&args.file, std::mem::replace(&mut is_read, true));
    let loaded = globals
        .working(None, None, |control| database.load(&mut source, args.report.dry_run, control));
    let moved = loaded.map_err(as_it_is).with_context(|| format!("cannot load {name}"))?;
    moved::print(args.report.format, false, &[(name, &moved)])?;
    let (what, to) = (moved::words(&moved.came), database.name());
    if args.report.dry_run {
        globals.note(format_args!("would load {what} to {to}"));
        return Ok(moved::conclude(globals, &moved, true));
    }
    globals.note(format_args!("loaded {what} to {to}"));
    globals.note("it is the database that was dumped: draw from one of them only");
    globals.note_lost(database.lost()?);
    Ok(moved::conclude(globals, &moved, false))
}
