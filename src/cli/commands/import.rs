//! `import`: adds seeds from files, and puzzles printed elsewhere.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use seeddb_core::board::{Grid, Puzzle};
use seeddb_core::plural::{are, by_count, counted};
use seeddb_core::record::{Batch, Day, moment};
use seeddb_core::symmetry::{Fraction, Key};
use seeddb_database::visible::visible;
use seeddb_database::{Added, Compared, Dedupe, Imported, TakenBack};
use seeddb_export::FoundGrid;

use super::check::{compared, read};
use super::printed::Columns;
use crate::terminal::{Exit, Globals, Next, input, interrupt, refuse, sources};

/// The number of grids remembered at a time.
const RECENT: usize = 65_536;
/// The number of other partitions that are listed.
const TOLD: usize = 16;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Reads lines of 81 characters, columns (the one called puzzle, or the first of 81 characters), drawn boards, .sdm, .sdk, \
.ss, OpenSudoku, HoDoKu lines, ipuz, json, jsonl, arrays of rows, links of f-puzzles, SudokuPad, SudokuWiki and SudokuExchange, \
sheets of .xlsx, tables of web pages, arrays of Python, C and R, also in .gz; told apart by what is in them. \
With --issued the puzzles are not used as seeds: they count as printed, and are never drawn. When and where they were printed is kept, if \
the file has columns called date, title, newspaper, page and such: `show` and `check` tell it.

Each import has a batch, which it tells (`batches` lists them), and --undo takes it back: first with --dry-run, to see what goes. Its \
puzzles, or those of its seeds, may be drawn then. An import stays as soon as a puzzle was drawn from its seeds, or one of its puzzles is \
in a book or a series, or is void.

Examples:
  seeddb import hardest.txt
  seeddb import --issued book-2019.csv
  seeddb import --undo 7 --dry-run
  seeddb --db part-3.redb import --issued --partition 3/16 --route book-2019.csv")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link
    #[arg(required_unless_present = "undo", value_name = "FILE|PUZZLE")]
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
    /// Say what would be done, and enter nothing (`check` names the lines)
    #[arg(long)]
    dry_run: bool,
    /// Kept with the batch
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
    /// Take back the import that is this batch, if nothing was drawn of it
    #[arg(
        long,
        value_name = "BATCH",
        conflicts_with_all = ["files", "issued", "route", "partition", "date_column", "note"]
    )]
    undo: Option<u32>,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    if let Some(batch) = args.undo {
        return take_back(globals, batch, args.dry_run);
    }
    if args.dry_run {
        return would_import(globals, args);
    }
    // An unusable database is reported before an hour of rating.
    globals.usable()?;
    if args.issued { import_issued(globals, args) } else { import_seeds(globals, args) }
}

/// Adds every puzzle as a seed.
fn import_seeds(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let database = globals.database()?;
    let files = sources(globals, &args.files)?;
    let mut import = database.import().named(&format!("import {}", args.names()), &args.note);
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
    // Puzzles read before a file that cannot be read are kept.
    let (Added { new, known, better }, batch) = import.finish()?;
    progress.finish_and_clear();
    let tally = tally?;
    globals.note(format_args!(
        "{} ({better} replaced an equivalent, poorer seed; {known} already in the database), {} could not be read",
        counted(new as u64, "new seed"),
        counted(tally.bad, "line")
    ));
    tally.tell_full(globals);
    tell_batch(globals, batch);
    Ok(tally.exit())
}

/// Notes the command that undoes an import.
fn tell_batch(globals: &Globals, batch: Option<u32>) {
    if let Some(batch) = batch {
        globals.note(format_args!("batch {batch}: `seeddb import --undo {batch}` takes it back"));
    }
}

/// Reports the records of an import and removes them, unless it is a dry run.
fn take_back(globals: &Globals, batch: u32, dry_run: bool) -> anyhow::Result<Exit> {
    let database = globals.database()?;
    let TakenBack { batch: Batch { id, begun, request, .. }, seeds, keys, days } =
        database.find_import(batch)?;
    let begun = begun.and_then(moment).map(|begun| format!(" of {begun}")).unwrap_or_default();
    globals.note(format_args!("batch {id}{begun}: {}", visible(&request)));
    let puzzles: u64 = days.values().sum();
    for (day, count) in by_time(&days) {
        let printed = day.map_or("no day is known".to_owned(), |day| format!("printed {day}"));
        globals.note(format_args!("{}, {printed}", counted(count, "puzzle")));
    }
    let all = [(seeds, "seed"), (puzzles, "puzzle"), (keys.into(), "key")].into_iter();
    let all = all.filter(|(count, _)| *count > 0).map(|(count, thing)| counted(count, thing));
    let all = all.collect::<Vec<_>>().join(", ");
    if dry_run {
        globals.note(format_args!("{all} would be taken back; nothing was changed"));
        return Ok(Exit::Done);
    }
    database.take_back(batch)?;
    globals.note(format_args!("{all} taken back"));
    Ok(Exit::Done)
}

/// Sums by day, by month or by year, chosen so that there are few.
fn by_time(days: &BTreeMap<Option<Day>, u64>) -> BTreeMap<Option<String>, u64> {
    let sums = |length: usize| {
        let mut sums = BTreeMap::new();
        for (day, count) in days {
            let time = day.map(|day| day.to_string().chars().take(length).collect::<String>());
            *sums.entry(time).or_default() += count;
        }
        sums
    };
    let (all, months) = (sums("2019-03-04".len()), sums("2019-03".len()));
    match (all.len(), months.len()) {
        (..=TOLD, _) => all,
        (_, ..=TOLD) => months,
        _ => sums("2019".len()),
    }
}

/// Adds every puzzle to the ledger, as a batch.
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
        input::Text::Fields,
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
    // Puzzles read before a file that cannot be read are kept.
    let Imported { batch, new, known, elsewhere } = import.finish()?;
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
    tell_batch(globals, batch);
    Ok(tally.exit())
}

/// Reports the result that [`import_issued`] or [`import_seeds`] would have.
fn would_import(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let work = |row: &FoundGrid| {
        let puzzle = Puzzle::new(&row.grid).map_err(|error| error.to_string())?;
        Ok((Key::of(&puzzle), row.fields.clone()))
    };
    let (mut keys, mut fields) = (Vec::new(), Vec::new());
    let tally = read(globals, &args.files, input::Text::Fields, work, |_, next| {
        if let Ok((key, beside)) = next {
            keys.push(key);
            fields.push(beside);
        }
    })?;
    let Dedupe { puzzles, counts, .. } = compared(globals, &keys)?;
    tally.tell_full(globals);
    if !args.issued {
        let is_new = |one: &&Compared| one.first.is_none() && one.presence.seed.is_none();
        let new = puzzles.iter().filter(is_new).count() as u64;
        let known = puzzles.len() as u64 - new;
        globals.note(format_args!(
            "{} would be rated and added, if no better twin is there, {known} {} in the database already or come twice, {} could not be \
             read; nothing was entered",
            counted(new, "seed"),
            are(known),
            counted(tally.bad, "line")
        ));
        return Ok(tally.exit());
    }
    let new = counts.new;
    let known = puzzles.len() as u64 - new;
    globals.note(format_args!(
        "{} would be put into the ledger, {known} {} there already or come twice, {} could not be read; nothing was entered",
        counted(new, "puzzle"),
        are(known),
        counted(tally.bad, "line")
    ));
    let mut columns = Columns::new(args.date_column.as_deref());
    for (fields, compared) in fields.iter().zip(&puzzles) {
        if compared.first.is_none() {
            columns.take(fields);
        }
    }
    columns.tell(globals);
    Ok(tally.exit())
}

impl Args {
    fn names(&self) -> String {
        let names = self.files.iter().map(|file| file.display().to_string());
        names.collect::<Vec<_>>().join(" ")
    }
}

/// Recently read valid grids: files may repeat a line thousands of times.
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
