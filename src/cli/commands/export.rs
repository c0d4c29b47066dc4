//! `export`: prints batches, books and days of series again, in any format.

use std::collections::BTreeSet;

use jiff::ToSpan as _;
use jiff::civil::Date;
use seeddb_core::plural::{by_count, counted};
use seeddb_core::rating::levels::LevelTable;
use seeddb_core::symmetry::Id;
use seeddb_database::{BatchRef, Database, Selection, SeriesRows};

use super::series::fill::listed;
use super::sets;
use super::site::{self, SiteArgs};
use crate::terminal::{
    Exit, Globals, Interrupted, Key, Order, Printer, StyleArgs, interrupt, parse, refuse, typed,
};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The days of a series (`seeddb series fill` gives them puzzles) are in one file (pdf, csv, json and others), or in files called \
{date}-{level} with a manifest. Puzzles are counted on in captions, whatever batches they are of. Void puzzles (`seeddb void`) are \
left out. `seeddb batches` counts exports.

Examples:
  seeddb export --batch last --format csv -o puzzles.csv
  seeddb export --batch 3 --format board --solutions --sort score
  seeddb export --series daily --from 2027-01-04 --to 2027-01-10 --per-page 8 -o week.pdf
  seeddb export --series daily --format site --site site.toml -o public/
  seeddb export 60RK-4CSM-6MV3-S -o puzzle.png
  seeddb export --book 2 -o book-2.csv
  seeddb export --batch 3,4 --format eps --size 90mm --solutions separate -o pictures/
  seeddb export --batch 3 --per-page 20 --solutions overleaf -o sheets.pdf
  seeddb export --series \"The Courier\" --from monday --approved --format svg -o week/")]
#[command(group = clap::ArgGroup::new("what").args(["batch", "puzzles", "book", "series"]))]
#[command(group = clap::ArgGroup::new("of_days").args(["series", "site"]).multiple(true))]
pub struct Args {
    /// Puzzles by their ids, in this order
    #[arg(value_name = "ID")]
    puzzles: Vec<Id>,
    /// The batch, or several, as 3,5, 9..12 or 9.. (`seeddb batches` lists them); all; last, which
    /// is those of the last command
    #[arg(long, value_name = "N|N..M|all|last", value_delimiter = ',', value_parser = batch, required_unless_present_any = ["puzzles", "book", "series", "site"])]
    batch: Vec<Batches>,
    /// The puzzles of a book (`seeddb books` lists them) in its order, with book, volume, number
    /// and pages as columns
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    book: Option<u32>,
    /// Print in this order instead of that of the numbers: score, clues, level, tier, er, id,
    /// number; -score begins with the greatest. Puzzles without that value come last. Captions
    /// count in this order; all puzzles are held in memory (half a kilobyte each)
    #[arg(
        long,
        value_name = "KEY,..",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "of_days"
    )]
    sort: Vec<Key>,
    #[command(flatten)]
    days: DaysArgs,
    #[command(flatten)]
    site: SiteArgs,
    #[command(flatten)]
    style: StyleArgs,
}

/// Which days of a series.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Days of a series")]
pub struct DaysArgs {
    /// The puzzles of a series (`seeddb series` lists them), a day after the other
    #[arg(long, value_name = "NAME")]
    pub series: Option<String>,
    /// From this day on: 2027-01-31, today, tomorrow, or the next monday [default: the first]
    #[arg(long, value_name = "DATE", value_parser = parse::date, requires = "of_days")]
    pub from: Option<Date>,
    /// Up to this day [default: the last]; of a site the last one to be seen, without its solution
    /// [default: today]
    #[arg(long, value_name = "DATE", value_parser = parse::date, requires = "of_days")]
    pub to: Option<Date>,
    /// Only days that are approved (`seeddb series approve`)
    #[arg(long, requires = "of_days")]
    pub approved: bool,
    /// Titles say PROOF
    #[arg(long, requires = "of_days")]
    pub proof: bool,
}

/// The batches that one argument names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batches(Vec<BatchRef>);

impl Batches {
    pub fn of(all: &[Self]) -> Vec<BatchRef> {
        all.iter().flat_map(|some| some.0.iter().copied()).collect()
    }
}

const MOST_BATCHES: u32 = 100_000;

/// Parses the number of a batch, a range, `all`, or `last`.
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
    refuse_seeds(&args.puzzles)?;
    let database = globals.database()?;
    if args.style.is_site()
        && args.batch.is_empty()
        && args.puzzles.is_empty()
        && args.book.is_none()
    {
        return site::run(globals, &args.days, &args.site, &args.style, database);
    }
    args.site.refuse()?;
    if let Some(series) = &args.days.series {
        return days(globals, series, args, database);
    }
    let exit = plain(globals, args, database)?;
    if exit == Exit::Done && !args.batch.is_empty() {
        count_export(globals, database, &Batches::of(&args.batch));
    }
    Ok(exit)
}

/// Refuses ids of seeds, which are not drawn puzzles.
pub fn refuse_seeds(puzzles: &[Id]) -> anyhow::Result<()> {
    match puzzles.iter().find(|id| id.is_seed()) {
        None => Ok(()),
        Some(id) => refuse(format!(
            "{id} is a seed, not a puzzle that was drawn: `seeddb show {id}` shows it"
        )),
    }
}

/// Counts an export of these batches in the database.
pub fn count_export(globals: &Globals, database: &Database, batches: &[BatchRef]) {
    if let Err(error) = database.count_export(batches) {
        globals.note(format_args!("this export is not counted: {error}"));
    }
}

/// Prints the days of a series.
fn days(globals: &Globals, series: &str, args: &Args, database: &Database) -> anyhow::Result<Exit> {
    let DaysArgs { from, to, approved, proof, .. } = args.days;
    let sink = args.style.open(from.filter(|_| from == to).map(|_| 1), true)?;
    let mut out = Printer::new(sink, None, globals.notes()).stopping();
    let SeriesRows { mut rows, unapproved, empty } =
        database.series_rows(series, from, to, approved)?;
    tell_unapproved(globals, series, &unapproved);
    let open: Vec<Date> = match (from, to) {
        (Some(from), Some(to)) => {
            let has_puzzle: BTreeSet<Date> =
                rows.iter().filter_map(|row| row.date).chain(unapproved).collect();
            let days = from.series(1.day()).take_while(|day| *day <= to);
            days.filter(|day| !has_puzzle.contains(day)).collect()
        }
        _ => empty,
    };
    if !open.is_empty() {
        let (count, list) = (open.len() as u64, listed(&open));
        let (days, have) = (counted(count, "day"), by_count(count, "has", "have"));
        globals.note(format_args!("{days} of {series} {have} no puzzle: {list}"));
    }
    for row in &mut rows {
        row.proof = proof;
    }
    let has_rows = !rows.is_empty();
    out.rows(rows)?;
    out.finish_if(has_rows)?;
    if has_rows {
        return Ok(Exit::Done);
    }
    globals.reason(if approved {
        "no day is approved, nothing was written"
    } else {
        "the series has no puzzle on these days, nothing was written"
    });
    Ok(Exit::Fewer)
}

/// Notes the days that were skipped as they are not approved, and the command that approves them.
pub fn tell_unapproved(globals: &Globals, series: &str, days: &[Date]) {
    if days.is_empty() {
        return;
    }
    let (count, list) = (days.len() as u64, listed(days));
    let are = by_count(count, "is not approved and was", "are not approved and were");
    globals.note(format_args!(
        "{} of {series} {are} left out: {list}; `seeddb series approve {} DATE --by NAME` approves a day",
        counted(count, "day"),
        typed(series.as_ref()),
    ));
}

/// The page size that all of these batches were first printed with; `None` if they differ.
fn recorded_page(database: &Database, batches: &[BatchRef]) -> Option<String> {
    let pages = batches.iter().map(|&batch| database.request_of(batch).ok()??.page);
    let mut pages: Vec<String> = pages.collect::<Option<_>>()?;
    pages.dedup();
    pages.pop().filter(|_| pages.is_empty())
}

/// Prints puzzles as they are read, or sorted.
fn plain(globals: &Globals, args: &Args, database: &Database) -> anyhow::Result<Exit> {
    let count = (!args.puzzles.is_empty()).then_some(args.puzzles.len() as u32);
    if args.style.is_pdf(count)
        && let Some(page) = recorded_page(database, &Batches::of(&args.batch))
    {
        args.style.take_recorded(&page);
    }
    let sink = args.style.open(count, false)?;
    let sorts = !args.sort.is_empty();
    let levels = if sorts { database.levels()? } else { LevelTable::default() };
    let order = Order::of(&args.sort, &levels);
    let mut out = Printer::new(sink, order, globals.notes()).stopping();
    let read = args.selection().each(database, &interrupt::control(), |rows| out.rows(rows));
    if read.is_ok() {
        out.print_held()?;
    }
    if interrupt::interrupted() {
        let done =
            if args.style.is_to_stdout() { "not all was printed" } else { "no file was written" };
        return Err(Interrupted(done).into());
    }
    let void = read?;
    let has_rows = out.has_rows();
    if let ([batch], true) =
        (&Batches::of(&args.batch)[..], args.sort.is_empty() && args.style.is_pdf(count))
    {
        out.sink.cover(sets::covers(database, *batch)?);
    }
    out.sink.finish_if(has_rows)?;
    if void > 0 {
        globals.note(format_args!("{} left out", counted(void, "void puzzle")));
    }
    if !has_rows {
        globals.reason("there is no puzzle to print");
        return Ok(Exit::Fewer);
    }
    Ok(Exit::Done)
}

impl Args {
    /// The puzzles named by batch, id or book.
    fn selection(&self) -> Selection {
        match (&self.puzzles[..], self.book) {
            ([], Some(book)) => Selection::Book(book),
            ([], None) => Selection::Batches(Batches::of(&self.batch)),
            (ids, _) => Selection::Puzzles(ids.to_vec()),
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
