//! `export`: batches again, in any format; a calendar of them.

use clap::ValueEnum;
use jiff::civil::Date;
use seeddb::database::{BatchRef, Error, Export};
use seeddb::export::{Calendar, Missing, Picker, Ramp, Row};
use seeddb::rating::levels::LevelTable;
use seeddb::store::StoreError;
use seeddb::symmetry::Id;

use super::database::{counted, row};
use super::exit::{Interrupted, UsageError};
use super::sink::Sink;
use super::style::StyleArgs;
use super::{Exit, Globals, interrupt, parse};

/// Puzzles written between two looks for an interrupt.
const WRITTEN: usize = 1024;

/// Flags of `export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A calendar gives each day the next puzzle of its level: in one file (pdf, csv, json and others), or in files called \
{date}-{level} with a manifest. Days that the ramp leaves out have no puzzle. Puzzles are counted on in captions, whatever \
batches they are of. Void puzzles (`seeddb void`) are left out. `seeddb batches` counts exports.

Examples:
  seeddb export --batch last --format csv -o puzzles.csv
  seeddb export --batch 3 --format board --solutions --sort score
  seeddb export 60RK-4CSM-6MV3-S -o puzzle.png
  seeddb export --batch 9..12 --calendar monday --days 7 --sheet 2x4 -o week.pdf
  seeddb export --batch 3,4 --format eps --size 90mm --solutions separate -o pictures/
  seeddb export --batch 3 --format pdf --sheet 4x5 -o sheets.zip
  seeddb export --batch 5,6,7 --calendar 2027-01-01 --ramp mon..tue:easy,wed..thu:medium,fri..sat:hard,sun:expert \
--format svg --solutions separate -o year/")]
#[command(group = clap::ArgGroup::new("what").args(["batch", "puzzles"]).required(true))]
pub struct Args {
    /// Puzzles by their ids, in this order
    #[arg(value_name = "ID")]
    puzzles: Vec<Id>,
    /// The batch, or several, as 3,5 or 9..12 (`seeddb batches` lists them)
    #[arg(long, value_name = "N|N..M|last", value_delimiter = ',', value_parser = batch)]
    batch: Vec<Batches>,
    /// Order by score instead of number, the easiest first
    #[arg(long, value_enum)]
    sort: Option<Sort>,
    /// A puzzle a day from this day on: 2027-01-31, tomorrow, or the next monday
    #[arg(long, value_name = "DATE", value_parser = parse::date, conflicts_with = "sort")]
    calendar: Option<Date>,
    /// The levels of the week: mon:easy,tue-sat:hard,sun:expert [default: the next puzzle]
    #[arg(long, value_name = "DAY:LEVEL,..", requires = "calendar")]
    ramp: Option<Ramp>,
    /// Days in the calendar [default: a year]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>, requires = "calendar")]
    days: Option<u32>,
    #[command(flatten)]
    style: StyleArgs,
}

/// Batches that one word names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batches(Vec<BatchRef>);

impl Batches {
    /// Those of several words.
    pub fn of(all: &[Self]) -> Vec<BatchRef> {
        all.iter().flat_map(|some| some.0.iter().copied()).collect()
    }
}

/// The most batches of a range.
const MOST_BATCHES: u32 = 100_000;

/// Reads the number of a batch, two of them with what is between, or `last`.
pub fn batch(text: &str) -> Result<Batches, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|id: &u32| *id > 0);
    let ends = text.split_once("..").or_else(|| text.split_once('-'));
    let wrong = || format!("{text}: give the number of a batch, a range as 9..12, or last");
    match ends.map(|(first, last)| (number(first), number(last))) {
        Some((Some(first), Some(last))) if first <= last && last - first < MOST_BATCHES => {
            Ok(Batches((first..=last).map(BatchRef::Id).collect()))
        }
        None if text == "last" => Ok(Batches(vec![BatchRef::Last])),
        None => number(text).map(|id| Batches(vec![BatchRef::Id(id)])).ok_or_else(wrong),
        Some(_) => Err(wrong()),
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
    let count = (!args.puzzles.is_empty()).then_some(args.puzzles.len() as u32);
    let mut sink = Counted { sink: args.style.open(count, picker.is_some())?, last: 0 };
    let database = globals.database()?;
    if let Some(id) = args.puzzles.iter().find(|id| id.is_seed()) {
        let words =
            format!("{id} is a seed, not a puzzle that was drawn: `seeddb show {id}` shows it");
        return Err(UsageError(words).into());
    }
    let mut export = match &args.puzzles[..] {
        [] => database.export(&Batches::of(&args.batch), &interrupt::control())?,
        ids => database.export_puzzles(ids, &interrupt::control())?,
    };
    if let Some(ramp) = &args.ramp {
        check_levels(&database.levels()?, ramp)?;
    }
    if let Some(mut picker) = picker {
        each(&mut export, |chunk| {
            for row in &chunk {
                picker.offer(row);
            }
            Ok(!picker.is_full())
        })?;
        match picker.finish() {
            _ if interrupt::interrupted() => {}
            Ok(rows) => write(&mut sink, rows)?,
            Err(missing) => return Ok(too_few(globals, &missing)),
        }
    } else if args.sort.is_some() {
        let mut all = Vec::new();
        each(&mut export, |chunk| {
            all.extend(chunk);
            Ok(true)
        })?;
        let of = |row: &Row| row.score.unwrap_or(f64::INFINITY);
        all.sort_by(|a, b| of(a).total_cmp(&of(b)));
        write(&mut sink, all)?;
    } else {
        each(&mut export, |chunk| write(&mut sink, chunk).map(|()| true))?;
    }
    if interrupt::interrupted() {
        let done =
            if args.style.is_to_stdout() { "not all was printed" } else { "no file was written" };
        return Err(Interrupted(done).into());
    }
    sink.sink.finish()?;
    if export.void() > 0 {
        globals.note(format_args!("{} left out", counted(export.void(), "void puzzle")));
    }
    if args.batch.is_empty() {
        return Ok(Exit::Done);
    }
    match database.count_export(&Batches::of(&args.batch)) {
        // What may only be read is printed all the same.
        Ok(()) | Err(Error::Store(StoreError::ReadOnly(_) | StoreError::NoLocks { .. })) => {}
        Err(error) => globals.note(format_args!("this export is not counted: {error}")),
    }
    Ok(Exit::Done)
}

/// Counts the puzzles in captions on, from 1.
struct Counted {
    sink: Sink,
    last: u32,
}

/// Writes rows, until Ctrl-C.
fn write(out: &mut Counted, mut rows: Vec<Row>) -> anyhow::Result<()> {
    for row in &mut rows {
        out.last = out.last.saturating_add(1);
        row.caption = Some(out.last);
    }
    let mut some = rows.chunks(WRITTEN).take_while(|_| !interrupt::interrupted());
    some.try_for_each(|rows| out.sink.rows(rows))
}

/// Reads the puzzles in chunks, in order, until `take` has enough or Ctrl-C.
fn each(
    export: &mut Export,
    mut take: impl FnMut(Vec<Row>) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    while let Some(chunk) = export.next_chunk() {
        if !take(chunk?.iter().map(row).collect())? {
            break;
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
fn check_levels(levels: &LevelTable, ramp: &Ramp) -> anyhow::Result<()> {
    for level in ramp.levels() {
        levels.get(level).map_err(|error| UsageError(error.to_string()))?;
    }
    Ok(())
}

/// Says what is missing, and what would supply it.
fn too_few(globals: &Globals, missing: &[Missing]) -> Exit {
    let list: Vec<String> = missing.iter().map(Missing::to_string).collect();
    globals.reason(format_args!(
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
        globals.reason(format_args!("  {cure} --count {count}"));
    }
    globals.reason("and then name the new batches with --batch too");
    Exit::Fewer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_have_ranges() {
        let read = |text: &str| batch(text).map(|batches| Batches::of(&[batches]).len());
        for (text, count) in [("3", 1), ("last", 1), ("9..12", 4), ("9-12", 4), ("5..5", 1)] {
            assert_eq!(read(text), Ok(count), "{text}");
        }
        for text in ["0", "", "12..9", "0..3", "a", "1..4000000000", "..3"] {
            assert!(read(text).unwrap_err().contains("9..12"), "{text}");
        }
    }
}
