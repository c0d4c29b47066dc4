//! `export`: batches again, in any format; a calendar of them.

use std::str::FromStr;

use anyhow::Context;
use clap::ValueEnum;
use jiff::civil::Date;
use seeddb::database::Ids;
use seeddb::export::{Calendar, Missing, Picker, Ramp, Row};
use seeddb::record::Batch;
use seeddb::store::Store;

use super::database::rows;
use super::exit::{Interrupted, UsageError};
use super::sink::Sink;
use super::style::StyleArgs;
use super::{Exit, Globals, interrupt, parse};

/// Puzzles read while the database is held.
const CHUNK: u32 = 65_536;
/// Puzzles written between two looks for an interrupt.
const WRITTEN: usize = 1024;

/// Flags of `export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A calendar gives each day the next puzzle of its level, names the files {date}-{level}, and adds a manifest. Days that \
the ramp leaves out have no puzzle.

Examples:
  seeddb export --batch last --format csv -o puzzles.csv
  seeddb export --batch 3 --format board --solutions --sort score
  seeddb export --batch 3,4 --format eps --size 90mm --solutions separate -o pictures/
  seeddb export --batch 3 --format pdf --sheet 4x5 -o sheets.zip
  seeddb export --batch 5,6,7 --calendar 2027-01-01 --ramp mon..tue:easy,wed..thu:medium,fri..sat:hard,sun:expert \
--format svg --solutions separate -o year/")]
pub struct Args {
    /// The batch, or several (`seeddb batches` lists them)
    #[arg(long, value_name = "ID|last", value_delimiter = ',', required = true)]
    batch: Vec<Which>,
    /// Order by score instead of number, the easiest first
    #[arg(long, value_enum)]
    sort: Option<Sort>,
    /// A puzzle a day from this day on, as 2027-01-31
    #[arg(long, value_name = "DATE", value_parser = parse::date, conflicts_with_all = ["sort", "sheet"])]
    calendar: Option<Date>,
    /// The levels of the week: mon:easy,tue..sat:hard,sun:expert [default: the next puzzle]
    #[arg(long, value_name = "DAY:LEVEL,..", requires = "calendar")]
    ramp: Option<Ramp>,
    /// Days in the calendar [default: a year]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>, requires = "calendar")]
    days: Option<u32>,
    #[command(flatten)]
    style: StyleArgs,
}

/// Which batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Id(u32),
    Last,
}

impl FromStr for Which {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "last" => Ok(Self::Last),
            _ => match text.parse() {
                Ok(id @ 1..) => Ok(Self::Id(id)),
                _ => Err(format!("{text}: give the number of a batch, or last")),
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Sort {
    /// By score; puzzles without one come last
    Score,
}

/// Prints the batches.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let picker = args.picker()?;
    let mut sink = args.style.open(None, picker.is_some())?;
    let store = globals.open_read()?;
    let batches = find(&store, &args.batch)?;
    if let Some(ramp) = &args.ramp {
        check_levels(&store, ramp)?;
    }
    drop(store);
    if let Some(mut picker) = picker {
        each(globals, &batches, |chunk| {
            for row in &chunk {
                picker.offer(row);
            }
            Ok(!picker.is_full())
        })?;
        match picker.finish() {
            _ if interrupt::interrupted() => {}
            Ok(rows) => write(&mut sink, &rows)?,
            Err(missing) => return Ok(too_few(globals, &missing)),
        }
    } else if args.sort.is_some() {
        let mut all = Vec::new();
        each(globals, &batches, |chunk| {
            all.extend(chunk);
            Ok(true)
        })?;
        let of = |row: &Row| row.score.unwrap_or(f64::INFINITY);
        all.sort_by(|a, b| of(a).total_cmp(&of(b)));
        write(&mut sink, &all)?;
    } else {
        each(globals, &batches, |chunk| write(&mut sink, &chunk).map(|()| true))?;
    }
    if interrupt::interrupted() {
        let done =
            if args.style.is_to_stdout() { "not all was printed" } else { "no file was written" };
        return Err(Interrupted(done).into());
    }
    sink.finish()?;
    Ok(Exit::Done)
}

/// Writes rows, until Ctrl-C.
fn write(sink: &mut Sink, rows: &[Row]) -> anyhow::Result<()> {
    let mut some = rows.chunks(WRITTEN).take_while(|_| !interrupt::interrupted());
    some.try_for_each(|rows| sink.rows(rows))
}

/// The batches, none of them twice.
pub fn find(store: &Store, wanted: &[Which]) -> anyhow::Result<Vec<Batch>> {
    let mut batches: Vec<Batch> = Vec::with_capacity(wanted.len());
    for which in wanted {
        let batch = match *which {
            Which::Id(id) => store.batch(id)?,
            Which::Last => {
                let last = store.last_batch()?;
                last.context("nothing was drawn yet: `seeddb draw` makes the first batch")?
            }
        };
        if batches.iter().any(|other| other.id == batch.id) {
            return Err(UsageError(format!("batch {} is named twice", batch.id)).into());
        }
        batches.push(batch);
    }
    Ok(batches)
}

/// Reads the puzzles of the batches in chunks, in order, until `take` has enough or Ctrl-C. A reader of our
/// output may be slow (a pager): the database is free while it reads.
fn each(
    globals: &Globals,
    batches: &[Batch],
    mut take: impl FnMut(Vec<Row>) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let mut ids = Ids::default();
    for batch in batches {
        let mut next = 1;
        loop {
            let store = globals.open_read()?;
            let issued = store.issued_range(batch.id, next, CHUNK)?;
            store.confirm(&issued)?;
            let chunk = rows(&mut ids, &store, &issued)?;
            drop(store);
            next = next.saturating_add(CHUNK);
            let full = chunk.len() == CHUNK as usize;
            if !take(chunk)? || interrupt::interrupted() {
                return Ok(());
            }
            if !full {
                break;
            }
        }
    }
    Ok(())
}

impl Args {
    fn picker(&self) -> anyhow::Result<Option<Picker>> {
        let Some(start) = self.calendar else { return Ok(None) };
        let calendar = Calendar::new(start, self.days, self.ramp.as_ref());
        let beyond = || UsageError("a calendar ends before the year 10000".to_owned());
        Ok(Some(calendar.ok_or_else(beyond)?.picker()))
    }
}

/// A name that no level has would only be found out by what is missing.
fn check_levels(store: &Store, ramp: &Ramp) -> anyhow::Result<()> {
    let levels = store.levels()?;
    for level in ramp.levels() {
        levels.get(level).map_err(|error| UsageError(error.to_string()))?;
    }
    Ok(())
}

/// Says what is missing, and what would supply it.
fn too_few(globals: &Globals, missing: &[Missing]) -> Exit {
    let list: Vec<String> = missing.iter().map(Missing::to_string).collect();
    globals.note(format_args!(
        "the batches have too few puzzles for the calendar: {} are missing, nothing was written",
        list.join(", ")
    ));
    for Missing { level, count } in missing {
        let cure = match level {
            // A name with a blank needs quotes in every shell.
            Some(level) if level.contains(' ') => format!("seeddb draw --level \"{level}\""),
            Some(level) => format!("seeddb draw --level {level}"),
            None => "seeddb draw --tier 5".to_owned(),
        };
        globals.note(format_args!("  {cure} --count {count}"));
    }
    globals.note("and then name the new batches with --batch too");
    Exit::Fewer
}
