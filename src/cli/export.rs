//! `export`: batches again, in any format; a calendar of them.

use clap::ValueEnum;
use jiff::civil::Date;
use seeddb::database::{BatchRef, Error, Export};
use seeddb::export::{Calendar, Missing, Picker, Ramp, Row};
use seeddb::rating::levels::LevelTable;
use seeddb::store::StoreError;

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
A calendar gives each day the next puzzle of its level, names the files {date}-{level}, and adds a manifest. Days that \
the ramp leaves out have no puzzle. Void puzzles (`seeddb void`) are left out. `seeddb batches` counts exports.

Examples:
  seeddb export --batch last --format csv -o puzzles.csv
  seeddb export --batch 3 --format board --solutions --sort score
  seeddb export --batch 3,4 --format eps --size 90mm --solutions separate -o pictures/
  seeddb export --batch 3 --format pdf --sheet 4x5 -o sheets.zip
  seeddb export --batch 5,6,7 --calendar 2027-01-01 --ramp mon..tue:easy,wed..thu:medium,fri..sat:hard,sun:expert \
--format svg --solutions separate -o year/")]
pub struct Args {
    /// The batch, or several (`seeddb batches` lists them)
    #[arg(long, value_name = "ID|last", value_delimiter = ',', required = true, value_parser = batch)]
    batch: Vec<BatchRef>,
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

/// Reads the number of a batch, or `last`.
pub fn batch(text: &str) -> Result<BatchRef, String> {
    match text {
        "last" => Ok(BatchRef::Last),
        _ => match text.parse() {
            Ok(id @ 1..) => Ok(BatchRef::Id(id)),
            _ => Err(format!("{text}: give the number of a batch, or last")),
        },
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
    let database = globals.database()?;
    let mut export = database.export(&args.batch, &interrupt::control())?;
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
            Ok(rows) => write(&mut sink, &rows)?,
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
        write(&mut sink, &all)?;
    } else {
        each(&mut export, |chunk| write(&mut sink, &chunk).map(|()| true))?;
    }
    if interrupt::interrupted() {
        let done =
            if args.style.is_to_stdout() { "not all was printed" } else { "no file was written" };
        return Err(Interrupted(done).into());
    }
    sink.finish()?;
    if export.void() > 0 {
        globals.note(format_args!("{} left out", counted(export.void(), "void puzzle")));
    }
    match database.count_export(&args.batch) {
        // What may only be read is printed all the same.
        Ok(()) | Err(Error::Store(StoreError::ReadOnly(_) | StoreError::NoLocks { .. })) => {}
        Err(error) => globals.note(format_args!("this export is not counted: {error}")),
    }
    Ok(Exit::Done)
}

/// Writes rows, until Ctrl-C.
fn write(sink: &mut Sink, rows: &[Row]) -> anyhow::Result<()> {
    let mut some = rows.chunks(WRITTEN).take_while(|_| !interrupt::interrupted());
    some.try_for_each(|rows| sink.rows(rows))
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
