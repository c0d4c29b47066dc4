//! `import`: seeds from files, and puzzles printed elsewhere.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use seeddb::board::{Grid, Puzzle};
use seeddb::database::{Added, Compared, Imported};
use seeddb::plural::{are, by_count, counted};
use seeddb::symmetry::Fraction;

use super::dedupe::Files;
use super::printed::Columns;
use crate::cli::terminal::exit::{Exit, refuse};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::input::{self, Next};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::source::sources;

/// Grids remembered at a time.
const RECENT: usize = 65_536;
/// Other partitions told one by one.
const TOLD: usize = 16;

/// Flags of `import`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Reads lines of 81 characters, columns (the one called puzzle, or the first of 81 characters), drawn boards, .sdm, .sdk, \
.ss, OpenSudoku, HoDoKu lines, ipuz, json, jsonl, arrays of rows, links of f-puzzles, SudokuPad, SudokuWiki and SudokuExchange, \
sheets of .xlsx, tables of web pages, arrays of Python, C and R, also in .gz; told apart by what is in them. \
With --issued the puzzles are not used as seeds: they count as printed, and are never drawn. When and where they were printed is kept, if \
the file has columns called date, title, newspaper, page and such: `show` and `dedupe` tell it.

Examples:
  seeddb import hardest.txt
  seeddb import --issued book-2019.csv
  seeddb --db part-3.redb import --issued --partition 3/16 --route book-2019.csv")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    /// Put the puzzles into the ledger only: they were printed elsewhere
    #[arg(long)]
    issued: bool,
    /// Of --issued, leave out puzzles that other partitions issue
    #[arg(long, requires = "issued")]
    route: bool,
    /// The partition that the database is, or becomes
    #[arg(long, value_name = "I/N", requires = "issued")]
    partition: Option<Fraction>,
    /// Of --issued, the column that says when a puzzle was printed, by its name or number
    #[arg(long, value_name = "NAME", requires = "issued")]
    date_column: Option<String>,
    /// Say what would be done, and enter nothing (`dedupe` names the lines)
    #[arg(long)]
    dry_run: bool,
    /// Kept with the batch of --issued
    #[arg(long, value_name = "TEXT", default_value = "", requires = "issued")]
    note: String,
}

/// Imports.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    if args.dry_run {
        return would_import(globals, args);
    }
    // An unusable database is told before an hour of rating.
    globals.usable()?;
    if args.issued { import_issued(globals, args) } else { import_seeds(globals, args) }
}

/// Every puzzle becomes a seed.
fn import_seeds(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let database = globals.database()?;
    let files = sources(globals, &args.files)?;
    let mut import = database.import();
    let progress = globals.progress(None);
    let tally = input::each(
        &files,
        |grid| {
            let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
            Ok(database.assess(&puzzle))
        },
        |seed| {
            let Next::Result(seed) = seed else { return Ok(()) };
            progress.inc(1);
            Ok(import.put(seed)?)
        },
    );
    // What was read before a file that cannot be read is kept too.
    let Added { new, known, better } = import.finish()?;
    progress.finish_and_clear();
    let tally = tally?;
    globals.note(format_args!(
        "{} ({better} replaced an equivalent, poorer seed; {known} already in the database), {} could not be read",
        counted(new as u64, "new seed"),
        counted(tally.bad, "line")
    ));
    tally.tell_full(globals);
    Ok(tally.exit())
}

/// Every puzzle goes into the ledger, as a batch.
fn import_issued(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let files = sources(globals, &args.files)?;
    let request = format!("import --issued {}", args.names());
    let control = interrupt::control();
    let database = globals.database()?;
    if let Some(part) = args.partition {
        database.claim_partition(part)?;
    }
    if args.route && database.partition()?.is_none() {
        return refuse(
            "--route leaves out the puzzles of other partitions, and this database is none: give --partition I/N",
        );
    }
    let mut import = database.import_issued(&request, &args.note, &control);
    if args.route {
        import = import.routed();
    }
    let progress = globals.progress(None);
    let recent = Recent::default();
    let mut columns = Columns::new(args.date_column.as_deref());
    let tally = input::each_row(
        &files,
        |row| {
            if recent.has(&row.grid) {
                return Ok(None);
            }
            let puzzle = Puzzle::new(&row.grid).map_err(|error| error.to_string())?;
            recent.add(&row.grid);
            Ok(Some((puzzle, row.fields.clone())))
        },
        |puzzle| {
            let Next::Result(puzzle) = puzzle else { return Ok(()) };
            progress.inc(1);
            Ok(match puzzle {
                None => import.put_again(),
                Some((puzzle, fields)) => import.put_printed(puzzle, Some(&columns.take(&fields))),
            }?)
        },
    );
    // What was read before a file that cannot be read is kept too.
    let Imported { new, known, elsewhere } = import.finish()?;
    progress.finish_and_clear();
    let tally = tally?;
    globals.note(format_args!(
        "{} put into the ledger, {known} {} there already, {} could not be read",
        counted(new, "puzzle"),
        by_count(known, "was", "were"),
        counted(tally.bad, "line")
    ));
    columns.tell(globals);
    tally.tell_full(globals);
    if !elsewhere.is_empty() {
        let all = counted(elsewhere.values().sum(), "puzzle");
        let mut parts: Vec<String> =
            elsewhere.iter().take(TOLD).map(|(part, count)| format!("{part}: {count}")).collect();
        if elsewhere.len() > TOLD {
            parts.push(format!("and {} more", elsewhere.len() - TOLD));
        }
        let parts = parts.join(", ");
        globals.note(format_args!("left out {all} of other partitions ({parts})"));
    }
    Ok(tally.exit())
}

/// What [`import_issued`] or [`import_seeds`] would say.
fn would_import(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let files = Files::read(globals, &args.files)?;
    files.tally.tell_full(globals);
    if !args.issued {
        let is_new = |one: &&Compared| one.first.is_none() && one.presence.seed.is_none();
        let new = files.dedupe.puzzles.iter().filter(is_new).count() as u64;
        let known = files.dedupe.puzzles.len() as u64 - new;
        globals.note(format_args!(
            "{} would be rated and added, if no better twin is there, {known} {} in the database already or come twice, {} could not be \
             read; nothing was entered",
            counted(new, "seed"),
            are(known),
            counted(files.tally.bad, "line")
        ));
        return Ok(files.tally.exit());
    }
    let new = files.dedupe.counts.new;
    let known = files.dedupe.puzzles.len() as u64 - new;
    globals.note(format_args!(
        "{} would be put into the ledger, {known} {} there already or come twice, {} could not be read; nothing was entered",
        counted(new, "puzzle"),
        are(known),
        counted(files.tally.bad, "line")
    ));
    Ok(files.tally.exit())
}

impl Args {
    fn names(&self) -> String {
        let names = self.files.iter().map(|file| file.display().to_string());
        names.collect::<Vec<_>>().join(" ")
    }
}

/// Grids read not long ago that are puzzles: files may hold the same line thousands of times.
#[derive(Default)]
struct Recent(Mutex<HashSet<Grid>>);

impl Recent {
    fn lock(&self) -> MutexGuard<'_, HashSet<Grid>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, grid: &Grid) -> bool {
        self.lock().contains(grid)
    }

    fn add(&self, grid: &Grid) {
        let mut recent = self.lock();
        if recent.len() == RECENT {
            recent.clear();
        }
        recent.insert(*grid);
    }
}
