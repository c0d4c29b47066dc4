//! `db`: the database itself, wherever it is.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use seeddb::database::copy;
use seeddb::plural::counted;

use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;

/// Flags of `db`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A database is a file, or lies on a server of PostgreSQL: postgres://USER@HOST/DATABASE. A password is read from PGPASSWORD, or from \
the file that PGPASSFILE names (~/.pgpass), and is never told.

Examples:
  seeddb db init postgres://seeds@db.example/puzzles
  seeddb db copy seeds.redb postgres://seeds@db.example/puzzles
  seeddb --db postgres://seeds@db.example/puzzles db status")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Make a database with the starter seeds
    Init {
        /// Where [default: --db]
        #[arg(value_name = "DB")]
        database: Option<PathBuf>,
        /// Say what it would do, and do nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Copy all of a database to a place where nothing is yet
    #[command(allow_missing_positional = true)]
    Copy {
        /// The one that there is [default: that of --db]
        #[arg(value_name = "FROM")]
        from: Option<PathBuf>,
        /// The new one
        #[arg(value_name = "TO")]
        to: PathBuf,
    },
    /// Read everything, and say what does not fit together
    Check,
    /// Make the file as small as it can be
    Compact,
    /// Fold what piles up on a server: use counts of batches into those of seeds
    Tidy,
    /// Say what keeps the database, and whether it could forget puzzles
    Status,
}

/// Does it.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    match &args.what {
        What::Init { database, dry_run } => init(globals, database.as_deref(), *dry_run),
        What::Copy { from, to } => run_copy(globals, from.as_deref(), to),
        What::Check => check(globals),
        What::Compact => compact(globals),
        What::Tidy => tidy(globals),
        What::Status => status(globals),
    }
}

fn init(globals: &Globals, database: Option<&Path>, dry_run: bool) -> anyhow::Result<Exit> {
    let path = database.map_or_else(|| globals.address(), |path| Ok(path.to_owned()))?;
    let database = globals.database_at(&path, true);
    let name = database.name();
    if database.exists()? {
        globals.note(format_args!("there is a database at {name} already"));
    } else if dry_run {
        globals.note(format_args!("would make {name} with the starter seeds"));
    } else {
        database.make()?;
    }
    Ok(Exit::Done)
}

fn run_copy(globals: &Globals, from: Option<&Path>, to: &Path) -> anyhow::Result<Exit> {
    let from = from.map_or_else(|| globals.address(), |path| Ok(path.to_owned()))?;
    let (from, to) = (globals.database_at(&from, false), globals.database_at(to, true));
    let (progress, control) = globals.watched(None, None);
    let counts = copy(&from, &to, &control);
    progress.finish_and_clear();
    let counts = counts?;
    globals.note(format_args!(
        "copied {}, {} in {} to {}",
        counted(counts.seeds, "seed"),
        counted(counts.issued, "puzzle"),
        counted(counts.batches, "batch"),
        to.name(),
    ));
    globals.note("they are one database now: draw from one of them only");
    Ok(Exit::Done)
}

fn check(globals: &Globals) -> anyhow::Result<Exit> {
    let problems = globals.database()?.check()?;
    let mut output = Output::stdout()?;
    for problem in &problems {
        writeln!(output, "{problem}")?;
    }
    output.finish()?;
    if problems.is_empty() {
        globals.note("all is well");
        return Ok(Exit::Done);
    }
    Ok(Exit::Error)
}

fn compact(globals: &Globals) -> anyhow::Result<Exit> {
    let kilobytes = |bytes: u64| bytes.div_ceil(1024);
    match globals.database()?.compact()? {
        Some((before, after)) => {
            let (before, after) = (kilobytes(before), kilobytes(after));
            globals.note(format_args!("the file had {before} kB, and has {after} kB now"));
        }
        None => globals.note("a database on a server is the server's to make small (VACUUM)"),
    }
    Ok(Exit::Done)
}

fn tidy(globals: &Globals) -> anyhow::Result<Exit> {
    let tidied = globals.database()?.tidy()?;
    globals.note(format_args!("{} tidied", counted(tidied, "use count")));
    Ok(Exit::Done)
}

fn status(globals: &Globals) -> anyhow::Result<Exit> {
    let database = globals.database()?;
    let facts = database.status()?;
    let mut output = Output::stdout()?;
    for (name, what) in &facts {
        writeln!(output, "{name}: {what}")?;
    }
    output.finish()?;
    Ok(if facts.iter().any(|(name, _)| name == "danger") { Exit::Error } else { Exit::Done })
}
