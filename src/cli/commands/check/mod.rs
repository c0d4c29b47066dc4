//! `check`: facts of the puzzles in files, with equivalent ones in the files and in the database.
//! Nothing is recorded.

mod archive;
mod report;

use std::io::Write;
use std::path::PathBuf;

use rayon::prelude::*;
use seeddb_core::board::{CellSet, Puzzle};
use seeddb_core::generate::superfluous;
use seeddb_core::plural::{by_count, counted};
use seeddb_core::rating::levels::LevelTable;
use seeddb_core::rating::se::{Without, follow};
use seeddb_core::rows::{DetailsRow, ExplainerRow, RateRow};
use seeddb_core::search::solutions;
use seeddb_core::symmetry::Key;
use seeddb_database::{Compared, Dedupe, DedupeCounts, Error, StoreError};
use seeddb_export::{BadLine, FoundGrid};

use crate::terminal::input::{self, Next, Tally, Text as Beside};
use crate::terminal::{
    Exit, Globals, Interrupted, Output, PrintArgs, interrupt, ladder, parse, refuse, source,
};
use report::Report;

/// The greatest number of solutions to count: more could fill the memory.
const MOST: usize = 1_000_000;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints of each puzzle: how many solutions it has (0, 1, or 2 for more than one); clues; whether it is minimal, or which clues \
could go, one at a time; the symmetries of its clues; whether it is essentially the same as one on a line before; whether it was issued \
from the database, by a draw or as printed elsewhere, or is a seed of it; level, tier and ER (the Sudoku Explainer rating). A line that \
cannot be read has a row, too, which says why. The exit code is 1 if a line is no puzzle with exactly one solution.

Text is for people; csv, tsv, json and jsonl have all as columns, with the solution, the symmetries that map the puzzle \
(automorphisms) and its solution (grid_automorphisms) to themselves, and the day it was issued or printed. `seeddb formats check` \
lists them. With --archive, text is a sentence for each puzzle that came again and a table of years. Nothing is entered: `import --issued` does that. Without a database the puzzles are compared with each other alone.

Examples:
  seeddb check book.txt
  seeddb check --quick --known old.txt new.csv --format csv -o known.csv
  seeddb check --unique old.txt new.csv > without-twins.txt
  seeddb check --archive --html audit.html printed.csv
  seeddb check --solutions 100 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8...9")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link, an id
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    /// Print the lines that are new instead, as they stand there: one of each class, none that was
    /// issued
    #[arg(long, conflicts_with_all = ["format", "known", "quick", "solutions"])]
    unique: bool,
    /// Only puzzles that are the same as one before, were issued, or are seeds
    #[arg(long)]
    known: bool,
    /// Leave level, tier and ER out, which take longest
    #[arg(long)]
    quick: bool,
    /// Count up to so many solutions [default: 2]
    #[arg(long, value_name = "N", value_parser = parse::count::<usize>)]
    solutions: Option<usize>,
    /// What a publisher printed over years: which came again and when, and how hard they were by
    /// year; dates from any column
    #[arg(long, conflicts_with_all = ["unique", "known", "solutions"])]
    archive: bool,
    /// With --archive, the column of dates, by its name or number
    #[arg(long, value_name = "NAME", requires = "archive")]
    date_column: Option<String>,
    /// With --archive, also write the report as a page with plots
    #[arg(long, value_name = "PATH", requires = "archive")]
    html: Option<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

/// The ratings of a puzzle.
type Ratings = (RateRow, ExplainerRow);

/// A line of a file.
#[derive(Default)]
struct Line {
    file: usize,
    number: u64,
    /// The whole line; empty if the puzzle does not stand in one line.
    text: String,
    /// The error of the line; `None` for a valid one.
    problem: Option<String>,
    details: DetailsRow,
    /// The puzzle, if it has exactly one solution.
    puzzle: Option<Proper>,
    /// The equivalent puzzles in files and database; `None` for an invalid puzzle.
    compared: Option<Compared>,
    rating: Option<Ratings>,
}

struct Proper {
    puzzle: Puzzle,
    key: Key,
    /// The cells whose clues are redundant, each by itself.
    superfluous: CellSet,
}

/// Processes the puzzles of files in order; `take` gets each result and each bad line with the
/// index of its file.
pub fn read<T: Send>(
    globals: &Globals,
    files: &[PathBuf],
    beside: Beside,
    work: impl Fn(&FoundGrid) -> Result<T, String> + Sync,
    mut take: impl FnMut(usize, Result<T, BadLine>),
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    for (file, path) in files.iter().enumerate() {
        let read = input::each_row(&[source(globals, path)?], beside, &work, |next| {
            match next {
                Next::Result(one) => take(file, Ok(one)),
                Next::Bad(bad) => take(file, Err(bad)),
                Next::Pause => {}
            }
            Ok(())
        })?;
        tally.good += read.good;
        tally.bad += read.bad;
        tally.full += read.full;
        if interrupt::interrupted() {
            break;
        }
    }
    Ok(tally)
}

/// Compares puzzles with each other and with the database.
pub fn compared(globals: &Globals, keys: &[Key]) -> anyhow::Result<Dedupe> {
    let dedupe = globals.database()?.dedupe(keys)?;
    if !dedupe.has_database {
        let path = globals.path()?;
        // A named database must exist to give an answer.
        if globals.is_named() {
            return Err(Error::Store(StoreError::NotFound(path)).into());
        }
        globals.note(format_args!(
            "there is no database yet ({}): the puzzles are compared with each other alone",
            path.display()
        ));
    }
    Ok(dedupe)
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    if args.archive {
        return archive::run(globals, args);
    }
    if args.solutions.is_some_and(|most| most > MOST) {
        return refuse(format!("--solutions: {MOST} are the most"));
    }
    let most = args.solutions.unwrap_or(2).max(2);
    let (format, output) = args.print.open()?;
    let (mut lines, tally) = read_lines(globals, args, most)?;
    let keys: Vec<Key> = lines.iter().filter_map(|one| Some(one.puzzle.as_ref()?.key)).collect();
    let Dedupe { puzzles, counts, .. } = compared(globals, &keys)?;
    let mut puzzles = puzzles.into_iter();
    let mut places = Vec::with_capacity(keys.len());
    for (place, one) in lines.iter_mut().enumerate().filter(|(_, one)| one.puzzle.is_some()) {
        places.push(place);
        one.compared = puzzles.next();
    }
    let improper = tally.good - places.len() as u64;
    let output = if args.unique {
        unique(&lines, output)?
    } else {
        let is_shown =
            |one: &Line| !args.known || one.compared.as_ref().is_some_and(|one| !one.is_unknown());
        if !args.quick {
            rate(globals, &mut lines, |one| {
                let is_shown = is_shown(one);
                let puzzle = one.puzzle.as_ref().filter(|_| is_shown)?;
                Some((&puzzle.puzzle, &mut one.rating))
            })?;
        }
        let report = Report { args, most, lines: &lines, places: &places };
        report.print(format, output, is_shown)?
    };
    let tally = input::end(output, Ok(tally))?;
    let DedupeCounts { issued, twins, new, seeds } = counts;
    let seeds = match seeds {
        0 => String::new(),
        1 => ", 1 is a seed".to_owned(),
        count => format!(", {count} are seeds"),
    };
    let improper_words = match improper {
        0 => String::new(),
        count => {
            let have = by_count(count, "has", "have");
            format!("{} {have} not exactly one solution; ", counted(count, "grid"))
        }
    };
    globals.note(format_args!(
        "{}: {new} new, {twins} the same as one before, {issued} issued before{seeds}; {improper_words}{} could not be read; \
         nothing was entered",
        counted(places.len() as u64, "puzzle"),
        counted(tally.bad, "line"),
    ));
    Ok(match tally.exit() {
        Exit::Done if improper > 0 => Exit::Error,
        exit => exit,
    })
}

fn read_lines(globals: &Globals, args: &Args, most: usize) -> anyhow::Result<(Vec<Line>, Tally)> {
    let mut lines: Vec<Line> = Vec::new();
    let work = |found: &FoundGrid| {
        let mut details = DetailsRow::of(&found.grid).map_err(|clash| clash.to_string())?;
        if details.solutions > 1 && most > 2 {
            details.solutions = solutions(&found.grid, most).len();
        }
        let puzzle = Puzzle::new(&found.grid).ok();
        let puzzle = puzzle.map(|puzzle| Proper {
            key: Key::of(&puzzle),
            superfluous: superfluous(&puzzle),
            puzzle,
        });
        Ok(Line {
            number: found.line,
            text: found.text.clone(),
            details,
            puzzle,
            ..Line::default()
        })
    };
    let tally = read(globals, &args.files, Beside::Kept, work, |file, next| {
        let of_bad = |BadLine { line, reason }| Line {
            number: line,
            problem: Some(reason),
            ..Line::default()
        };
        lines.push(Line { file, ..next.unwrap_or_else(of_bad) });
    })?;
    lines.sort_by_key(|one| (one.file, one.number));
    Ok((lines, tally))
}

/// Rates puzzles, each with a slot for its ratings; entries without a puzzle are skipped.
fn rate<'a, T: Send + 'a>(
    globals: &Globals,
    all: &'a mut [T],
    place: impl Fn(&'a mut T) -> Option<(&'a Puzzle, &'a mut Option<Ratings>)> + Sync,
) -> anyhow::Result<()> {
    let levels: LevelTable = globals.labels()?;
    let (progress, _) = globals.watched(Some(all.len() as u64), Some("looked at"));
    let rated = all.par_iter_mut().try_for_each(|one| {
        progress.inc(1);
        let Some((puzzle, ratings)) = place(one) else { return Ok(()) };
        let rating = follow(&puzzle.grid(), Without::default(), interrupt::stop(), |_| {})?;
        let explainer = ExplainerRow::rated(puzzle, &rating);
        *ratings = Some((RateRow::of(ladder(), &levels, puzzle), explainer));
        Ok::<_, seeddb_core::rating::stop::Interrupted>(())
    });
    progress.finish_and_clear();
    rated.map_err(|_| Interrupted("nothing was printed").into())
}

fn unique(lines: &[Line], mut output: Output) -> anyhow::Result<Output> {
    for one in lines.iter().filter(|one| one.compared.as_ref().is_some_and(Compared::is_new)) {
        match one.text.as_str() {
            "" => writeln!(output, "{}", one.details.puzzle)?,
            text => writeln!(output, "{text}")?,
        }
    }
    Ok(output)
}
