//! `db`: commands on the database as a whole.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Subcommand;
use seeddb_core::plural::counted;
use seeddb_core::record::moment;
use seeddb_database::{
    Counts, Database, Finding, FindingRow, Grade, PutBack, back_up, copy, is_server, put_back,
    salvage, usual,
};

use super::dump;
use super::keys;
use super::moved::{self, MovedArgs};
use crate::terminal::{
    Exit, Globals, Output, PrintArgs, ReportFormat, Text, check_name, interrupt, refuse, told,
};
use seeddb_database::visible::visible;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A database is a file, or lies on a server of PostgreSQL: postgres://USER@HOST/DATABASE. A password is read from PGPASSWORD, or from \
the file that PGPASSFILE names (~/.pgpass), and is never told.

Nothing can be drawn from a backup. `restore` makes it the database again: the file that is there is moved aside, and all that it \
has and the backup lacks is brought in (puzzles, keys, books, days of series, notes, seeds, levels), as far as it can be read. What is \
missing is named, with exit code 1, and nothing is drawn until `accept-loss` accepts it.

Examples:
  seeddb db backup ~/backups/seeds.redb
  seeddb db restore ~/backups/seeds.redb
  seeddb db init postgres://seeds@db.example/puzzles
  seeddb db copy seeds.redb postgres://seeds@db.example/puzzles
  seeddb --db postgres://seeds@db.example/puzzles db doctor
  seeddb db keys export -o ours.keys.gz
  seeddb db salvage broken.redb -o saved.redb")]
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
    /// Make a backup, while others may use the database, and check it
    Backup {
        /// The backup, where nothing is yet
        #[arg(value_name = "TO")]
        to: PathBuf,
    },
    /// Put a backup in the place of the database, which is moved aside
    Restore {
        /// The backup
        #[arg(value_name = "BACKUP")]
        backup: PathBuf,
        #[command(flatten)]
        report: MovedArgs,
    },
    /// Accept that records are missing which could not be recovered, so that puzzles can be drawn
    /// again
    AcceptLoss,
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
    /// Write all of it as text: a line of JSON for each record
    Dump(dump::DumpArgs),
    /// Make a database of such text, at a place where nothing is yet
    Load(dump::LoadArgs),
    /// Write the keys of all puzzles that were drawn, or take those of another database
    Keys(keys::Args),
    /// Read everything, and say what does not fit together
    Check,
    /// Make the file as small as it can be
    Compact,
    /// Save what can be read of a damaged file into a new database, and say what is lost
    #[command(after_help = "\
Prints a line for each thing that is missing; exit code 1 if puzzles, keys, batches, books or days are, and then nothing is drawn from the \
new database until `seeddb db accept-loss`. The damaged file is only read: it may be one that no longer opens, is cut, or lies on a \
failing disk. Puzzles keep their batches and numbers.

Example:
  seeddb db salvage broken.redb -o saved.redb
  seeddb db salvage broken.redb -o saved.redb --format json")]
    Salvage {
        /// The damaged file
        #[arg(value_name = "BROKEN")]
        broken: PathBuf,
        /// The new database, where nothing is yet
        #[arg(short, long, value_name = "NEW")]
        output: PathBuf,
        /// text, csv, tsv, json or jsonl
        #[arg(
            long,
            value_enum,
            hide_possible_values = true,
            default_value = "text",
            hide_default_value = true
        )]
        format: ReportFormat,
    },
    /// Fold what piles up on a server: use counts of batches into those of seeds
    Tidy,
    /// Say where the database is, who has it, what is wrong, and what helps
    Doctor {
        #[command(flatten)]
        print: PrintArgs,
    },
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    match &args.what {
        What::Init { database, dry_run } => init(globals, database.as_deref(), *dry_run),
        What::Copy { from, to } => run_copy(globals, from.as_deref(), to),
        What::Dump(args) => dump::dump(globals, args),
        What::Load(args) => dump::load(globals, args),
        What::Keys(args) => keys::run(globals, args),
        What::Check => check(globals),
        What::Compact => compact(globals),
        What::Salvage { broken, output, format } => run_salvage(globals, broken, output, *format),
        What::Tidy => tidy(globals),
        What::Backup { to } => backup(globals, to),
        What::Restore { backup, report } => restore(globals, backup, report),
        What::AcceptLoss => accept_loss(globals),
        What::Doctor { print } => doctor(globals, print),
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

/// A database for reading only, which must exist.
pub fn source(globals: &Globals, path: &Path, what: &str) -> anyhow::Result<Database> {
    let database = globals.database_at(path, false);
    if is_server(path) || database.exists()? {
        return Ok(database);
    }
    bail!("there is no {what} at {}: {}", database.name(), check_name(path))
}

fn run_copy(globals: &Globals, from: Option<&Path>, to: &Path) -> anyhow::Result<Exit> {
    let from = from.map_or_else(|| globals.address(), |path| Ok(path.to_owned()))?;
    let (from, to) = (source(globals, &from, "database")?, globals.database_at(to, true));
    let counts = globals.working(None, None, |control| copy(&from, &to, control))?;
    globals.note(format_args!("copied {} to {}", held(&counts), to.name()));
    globals.note("they are one database now: draw from one of them only");
    Ok(Exit::Done)
}

fn check(globals: &Globals) -> anyhow::Result<Exit> {
    let problems = globals.database()?.check()?;
    let mut output = Output::stdout()?;
    for problem in &problems {
        writeln!(output, "{}", visible(&problem.to_string()))?;
    }
    output.finish()?;
    if problems.is_empty() {
        globals.note_lost(globals.database()?.lost()?);
        globals.note("all is well");
        return Ok(Exit::Done);
    }
    Ok(Exit::Error)
}

fn run_salvage(
    globals: &Globals,
    broken: &Path,
    to: &Path,
    format: ReportFormat,
) -> anyhow::Result<Exit> {
    let to = globals.database_at(to, true);
    let moved = globals.working(None, None, |control| salvage(broken, &to, control))?;
    moved::print(format, false, &[(broken.display().to_string(), &moved)])?;
    globals.note(format_args!("saved {} to {}", moved::words(&moved.came), to.name()));
    Ok(moved::conclude(globals, &moved, false))
}

fn accept_loss(globals: &Globals) -> anyhow::Result<Exit> {
    match globals.database()?.accept_missing()? {
        None => globals.note("nothing is missing that was not accepted"),
        Some(lines) => {
            for line in lines.lines() {
                globals.note(format_args!("accepted: {}", visible(line)));
            }
        }
    }
    Ok(Exit::Done)
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

fn backup(globals: &Globals, to: &Path) -> anyhow::Result<Exit> {
    let to = globals.database_at(to, true);
    let database = globals.database()?;
    let counts = globals.working(None, None, |control| back_up(database, &to, control))?;
    globals.note(format_args!("{}: {}, checked", to.name(), held(&counts)));
    Ok(Exit::Done)
}

fn held(counts: &Counts) -> String {
    format!(
        "{}, {} in {}",
        counted(counts.seeds, "seed"),
        counted(counts.issued, "puzzle"),
        counted(counts.batches, "batch"),
    )
}

fn restore(globals: &Globals, from: &Path, report: &MovedArgs) -> anyhow::Result<Exit> {
    let path = globals.address()?;
    if is_server(&path) {
        return refuse("a backup is put back as a file: `seeddb db copy` copies that to a server");
    }
    let backup = source(globals, from, "backup")?;
    let (stamp, options) = (stamp(), globals.options(&path, false));
    let PutBack { counts, made, aside, moved, missing } =
        globals.working(None, None, |control| {
            put_back(&backup, &path, &options, &stamp, report.dry_run, control)
        })?;
    moved::print(report.format, false, &[(path.display().to_string(), &moved)])?;
    let made = moment(made).filter(|_| made > 0).map(|made| format!(" of {made}"));
    let (made, name) = (made.unwrap_or_default(), path.display());
    let would = if report.dry_run { "would be " } else { "" };
    globals.note(format_args!("{name}: {would}{}, from the backup{made}", held(&counts)));
    if let Some(aside) = &aside {
        globals.note(format_args!("the file that was there is {} now", aside.display()));
    }
    if aside.is_some() || report.dry_run {
        globals.note(format_args!("since the backup came: {}", moved::words(&moved.came)));
    }
    let exit = moved::conclude(globals, &moved, report.dry_run);
    let Some(older) = missing else { return Ok(exit) };
    globals.reason(format_args!(
        "known to be missing: {}: bring that in (`seeddb import --issued FILE`, `seeddb merge --all`), or give --accept-older with the next draw",
        older.missing()
    ));
    Ok(Exit::Error)
}

/// The current time, for a file name.
fn stamp() -> String {
    let now = usual::now().and_then(moment).unwrap_or_default();
    now.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn doctor(globals: &Globals, print: &PrintArgs) -> anyhow::Result<Exit> {
    let found = globals.database()?.diagnose();
    let is_in_danger = found.iter().any(|finding| finding.grade == Grade::Danger);
    if print.format()? == ReportFormat::Text {
        let mut output = print.place.open()?;
        for Finding { name, what, cures, .. } in &found {
            let cure = told(cures).map(|cure| format!(": {cure}")).unwrap_or_default();
            writeln!(output, "{name}: {}", visible(&format!("{what}{cure}")))?;
        }
        output.finish()?;
    } else {
        let mut table = print.table::<FindingRow>(Text::Aligned)?;
        for Finding { name, what, grade, cures } in found {
            let (grade, cure) = (grade.name().to_owned(), told(&cures));
            table.add(&FindingRow { name, grade, what, cure })?;
        }
        table.finish()?.finish()?;
    }
    Ok(if is_in_danger { Exit::Error } else { Exit::Done })
}
