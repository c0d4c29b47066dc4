//! `export`: batches again, in any format; a calendar of them.

use seeddb::database::{BatchRef, Database, Error, Export};
use seeddb::plural::counted;
use seeddb::rating::levels::LevelTable;
use seeddb::symmetry::Id;

use super::calendar::{CalendarArgs, Done, Job};
use super::site::{self, SiteArgs};
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::exit::{Interrupted, refuse};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::parse;
use crate::cli::terminal::rows::{Counted, each};
use crate::cli::terminal::sort::{Key, Order, tell_idle};
use crate::cli::terminal::style::StyleArgs;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A calendar gives each day the next puzzle of its level: in one file (pdf, csv, json and others), or in files called \
{date}-{level} with a manifest. Days that the ramp leaves out have no puzzle. The days are recorded as a series before the file \
appears: a puzzle runs once, so puzzles that ran before are passed over, and a day that has a puzzle keeps it. The same command \
prints the same again. Without --batch new days take what was drawn and is in no book and no series, from the first batch on. Puzzles are counted on in captions, whatever \
batches they are of. Void puzzles (`seeddb void`) are left out. `seeddb batches` counts exports.

Examples:
  seeddb export --batch last --format csv -o puzzles.csv
  seeddb export --batch 3 --format board --solutions --sort score
  seeddb export 60RK-4CSM-6MV3-S -o puzzle.png
  seeddb export --book 2 -o book-2.csv
  seeddb export --batch 9..12 --calendar monday --days 7 --sheet 2x4 -o week.pdf
  seeddb export --calendar 2027-01-04 --days 7 --series \"The Courier\" -o week.pdf
  seeddb export --batch 3,4 --format eps --size 90mm --solutions separate -o pictures/
  seeddb export --batch 3 --format pdf --sheet 4x5 -o sheets.zip
  seeddb export --batch 5,6,7 --calendar 2027-01-01 --ramp mon..tue:easy,wed..thu:medium,fri..sat:hard,sun:expert \
--format svg --solutions separate -o year/
  seeddb export --calendar 2027-01-04 --days 7 --approved --format svg -o week/
  seeddb export --calendar 2027-01-01 --ramp mon..fri:easy,sat..sun:hard --draw --format site --site site.toml -o public/
  seeddb export --calendar 2027-01-01 --format site --site site.toml -o public/")]
#[command(group = clap::ArgGroup::new("what").args(["batch", "puzzles", "book"]))]
pub struct Args {
    /// Puzzles by their ids, in this order
    #[arg(value_name = "ID")]
    puzzles: Vec<Id>,
    /// The batch, or several, as 3,5, 9..12 or 9.. (`seeddb batches` lists them); all; last, which is those of the last command
    #[arg(long, value_name = "N|N..M|all|last", value_delimiter = ',', value_parser = batch, required_unless_present_any = ["puzzles", "calendar", "book"])]
    batch: Vec<Batches>,
    /// The puzzles of a book (`seeddb books` lists them) in its order, with book, volume, number and pages as columns
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>, conflicts_with = "calendar")]
    book: Option<u32>,
    /// Print in this order instead of that of the numbers: score, clues, level, tier, er, id, number; -score begins with the greatest. What has
    /// none comes last. Captions count in this order; all puzzles are held in memory (half a kilobyte each)
    #[arg(long, value_name = "KEY,..", value_delimiter = ',', allow_hyphen_values = true)]
    sort: Vec<Key>,
    #[command(flatten)]
    calendar: CalendarArgs,
    #[command(flatten)]
    site: SiteArgs,
    #[command(flatten)]
    style: StyleArgs,
}

/// Batches that one word names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batches(Vec<BatchRef>);

impl Batches {
    pub fn of(all: &[Self]) -> Vec<BatchRef> {
        all.iter().flat_map(|some| some.0.iter().copied()).collect()
    }
}

const MOST_BATCHES: u32 = 100_000;

/// Reads the number of a batch, a range of them, `all`, or `last`.
pub fn batch(text: &str) -> Result<Batches, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|id: &u32| *id > 0);
    let ends = text.split_once("..").or_else(|| text.split_once('-'));
    let batches = match ends {
        Some((first, "")) => vec![BatchRef::From(number(first).unwrap_or_default())],
        Some((first, last)) => {
            let first = if first.is_empty() { Some(1) } else { number(first) };
            let (first, last) = (first.unwrap_or_default(), number(last).unwrap_or_default());
            let many = last.saturating_sub(first) >= MOST_BATCHES;
            if many || first == 0 { Vec::new() } else { (first..=last).map(BatchRef::Id).collect() }
        }
        None if text == "last" => vec![BatchRef::Last],
        None if text == "all" => vec![BatchRef::From(1)],
        None => number(text).into_iter().map(BatchRef::Id).collect(),
    };
    if batches.is_empty() || batches == [BatchRef::From(0)] {
        let words = "give the number of a batch, a range as 9..12 or 9.., all, or last";
        return Err(format!("{text}: {words}"));
    }
    Ok(Batches(batches))
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    if let Some(id) = args.puzzles.iter().find(|id| id.is_seed()) {
        return refuse(format!(
            "{id} is a seed, not a puzzle that was drawn: `seeddb show {id}` shows it"
        ));
    }
    let database = if args.calendar.draw { globals.usable()? } else { globals.database()? };
    let done = match args.calendar.calendar {
        Some(start) => {
            let (batch, puzzles) = (Batches::of(&args.batch), &args.puzzles[..]);
            let calendar = &args.calendar;
            let job = Job { globals, args: calendar, style: &args.style, start, batch, puzzles };
            if args.style.is_site() {
                site::run(&job, &args.site, database)?
            } else {
                args.site.refuse()?;
                job.run(database)?
            }
        }
        None => plain(globals, args, database)?,
    };
    if let Done::Nothing(exit) = done {
        return Ok(exit);
    }
    if args.batch.is_empty() {
        return Ok(Exit::Done);
    }
    if let Err(error) = database.count_export(&Batches::of(&args.batch)) {
        globals.note(format_args!("this export is not counted: {error}"));
    }
    Ok(Exit::Done)
}

/// Prints them as they come, or in the order asked for.
fn plain(globals: &Globals, args: &Args, database: &Database) -> anyhow::Result<Done> {
    let count = (!args.puzzles.is_empty()).then_some(args.puzzles.len() as u32);
    let mut sink = Counted::new(args.style.open(count, false)?);
    let Some(mut export) = args.puzzles(database)? else { return Ok(Done::Nothing(Exit::Done)) };
    let sorts = !args.sort.is_empty();
    let levels = if sorts { database.levels()? } else { LevelTable::default() };
    if let Some(order) = Order::of(&args.sort, &levels) {
        let mut all = Vec::new();
        each(&mut export, |chunk| {
            all.extend(chunk);
            Ok(true)
        })?;
        order.sort(&mut all);
        tell_idle(&order, &all, globals.notes());
        sink.write(all)?;
    } else {
        each(&mut export, |chunk| sink.write(chunk).map(|()| true))?;
    }
    if interrupt::interrupted() {
        let done =
            if args.style.is_to_stdout() { "not all was printed" } else { "no file was written" };
        return Err(Interrupted(done).into());
    }
    let has_rows = sink.has_rows();
    sink.sink.finish_if(has_rows)?;
    if export.void() > 0 {
        globals.note(format_args!("{} left out", counted(export.void(), "void puzzle")));
    }
    if !has_rows {
        globals.reason("there is no puzzle to print");
        return Ok(Done::Nothing(Exit::Fewer));
    }
    Ok(Done::Printed)
}

impl Args {
    /// The puzzles that are named, by batch or by id; none if none are.
    fn puzzles(&self, database: &Database) -> Result<Option<Export>, Error> {
        let control = interrupt::control();
        match (&self.batch[..], &self.puzzles[..]) {
            ([], []) => self.book.map(|book| database.export_book(book, &control)).transpose(),
            ([], ids) => database.export_puzzles(ids, &control).map(Some),
            (batches, _) => database.export(&Batches::of(batches), &control).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_have_ranges() {
        let read = |text: &str| batch(text).map(|batches| Batches::of(&[batches]).len());
        for (text, count) in [
            ("3", 1),
            ("last", 1),
            ("9..12", 4),
            ("9-12", 4),
            ("5..5", 1),
            ("..3", 3),
            ("2..", 1),
            ("all", 1),
        ] {
            assert_eq!(read(text), Ok(count), "{text}");
        }
        for text in ["0", "", "12..9", "0..3", "a", "1..4000000000", "..", "0..", "all.."] {
            assert!(read(text).unwrap_err().contains("9..12"), "{text}");
        }
    }
}
