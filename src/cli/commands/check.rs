//! `check`: what each puzzle of files is, which are essentially the same, and which are in the database. Nothing is entered.

use std::io::Write;
use std::path::PathBuf;

use rayon::prelude::*;
use seeddb::board::{CellSet, Puzzle};
use seeddb::database::{Compared, Dedupe, DedupeCounts, Error, Presence, StoreError};
use seeddb::export::{BadLine, FoundGrid};
use seeddb::generate::superfluous;
use seeddb::plural::{by_count, counted};
use seeddb::rating::levels::LevelTable;
use seeddb::rating::se::{Without, follow};
use seeddb::record::moment;
use seeddb::rows::{DetailsRow, ExplainerRow, RateRow};
use seeddb::search::solutions;
use seeddb::symmetry::Key;
use serde::Serialize;

use crate::cli::terminal::exit::{Exit, Interrupted, refuse};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::input::{self, Next, Tally, Text as Beside};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::ladder::ladder;
use crate::cli::terminal::output::Output;
use crate::cli::terminal::parse;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::source::source;
use crate::cli::terminal::table::{ReportFormat, Table, Text};

/// More solutions than this could fill the memory.
const MOST: usize = 1_000_000;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints of each puzzle: how many solutions it has (0, 1, or 2 for more than one); clues; whether it is minimal, or which clues \
could go, one at a time; the symmetries of its clues; whether it is essentially the same as one on a line before; whether it was issued \
from the database, by a draw or as printed elsewhere, or is a seed of it; level, tier and ER (the Sudoku Explainer rating). A line that \
cannot be read has a row, too, which says why. The exit code is 1 if a line is no puzzle with exactly one solution.

Text is for people; csv, tsv, json and jsonl have all as columns, with the solution, the symmetries that map the puzzle \
(automorphisms) and its solution (grid_automorphisms) to themselves, and the day it was issued or printed. `seeddb formats check` \
lists them. Nothing is entered: `import --issued` does that. Without a database the puzzles are compared with each other alone.

Examples:
  seeddb check book.txt
  seeddb check --quick --known old.txt new.csv --format csv -o known.csv
  seeddb check --unique old.txt new.csv > without-twins.txt
  seeddb check --solutions 100 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8...9")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link, an id
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    /// Print the lines that are new instead, as they stand there: one of each class, none that was issued
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
    #[command(flatten)]
    print: PrintArgs,
}

/// A line of a file.
#[derive(Default)]
struct Line {
    file: usize,
    number: u64,
    /// The whole line, if the puzzle stood in one.
    text: String,
    /// What is wrong with the line.
    problem: Option<String>,
    details: DetailsRow,
    /// The puzzle, if it has exactly one solution.
    puzzle: Option<Proper>,
    /// What is known of it; nothing of what is no puzzle.
    compared: Option<Compared>,
    rating: Option<(RateRow, ExplainerRow)>,
}

struct Proper {
    puzzle: Puzzle,
    key: Key,
    /// The cells whose clues could go, each of them alone.
    superfluous: CellSet,
}

/// Works on the puzzles of files one after the other; `take` gets the number of the file with each result, and with each bad line.
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

/// Puzzles held against each other and against the database.
pub fn compared(globals: &Globals, keys: &[Key]) -> anyhow::Result<Dedupe> {
    let dedupe = globals.database()?.dedupe(keys)?;
    if !dedupe.has_database {
        let path = globals.path()?;
        // Who names a database wants the answer of that one.
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

/// Columns of the row of a line.
#[derive(Default, Serialize)]
struct Row {
    file: String,
    line: u64,
    problem: Option<String>,
    solutions: Option<usize>,
    clues: Option<usize>,
    minimal: Option<bool>,
    superfluous: Option<String>,
    symmetry: Option<String>,
    automorphisms: Option<usize>,
    grid_automorphisms: Option<usize>,
    first_file: Option<String>,
    first_line: Option<u64>,
    id: Option<String>,
    batch: Option<u32>,
    number: Option<u32>,
    time: Option<String>,
    printed: Option<String>,
    seed: Option<String>,
    level: Option<String>,
    tier: Option<u8>,
    score: Option<f64>,
    er: Option<f64>,
    puzzle: Option<String>,
    solution: Option<String>,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
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
            rate(globals, &mut lines, is_shown)?;
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

/// Rates the puzzles that are shown.
fn rate(
    globals: &Globals,
    lines: &mut [Line],
    is_shown: impl Fn(&Line) -> bool + Sync,
) -> anyhow::Result<()> {
    let levels: LevelTable = globals.labels()?;
    let (progress, _) = globals.watched(Some(lines.len() as u64), Some("looked at"));
    let rated = lines.par_iter_mut().try_for_each(|one| {
        progress.inc(1);
        let Some(Proper { puzzle, .. }) = one.puzzle.as_ref().filter(|_| is_shown(one)) else {
            return Ok(());
        };
        let rating = follow(&puzzle.grid(), Without::default(), interrupt::stop(), |_| {})?;
        let ratings =
            (RateRow::of(ladder(), &levels, puzzle), ExplainerRow::rated(puzzle, &rating));
        one.rating = Some(ratings);
        Ok::<_, seeddb::rating::stop::Interrupted>(())
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

struct Report<'a> {
    args: &'a Args,
    /// The number of solutions at which counting ended.
    most: usize,
    lines: &'a [Line],
    /// The places in `lines` of puzzles with exactly one solution.
    places: &'a [usize],
}

impl Report<'_> {
    fn print(
        &self,
        format: ReportFormat,
        mut output: Output,
        is_shown: impl Fn(&Line) -> bool,
    ) -> anyhow::Result<Output> {
        let lines = self.lines.iter().filter(|one| is_shown(one));
        if format == ReportFormat::Text {
            // Bad lines are told on stderr.
            for one in lines.filter(|one| one.problem.is_none()) {
                writeln!(output, "{}:{}: {}", self.name(one.file), one.number, self.words(one))?;
            }
            return Ok(output);
        }
        let mut table = Table::of::<Row>(output, format, Text::Tabs)?;
        for one in lines {
            table.add(&self.row(one))?;
        }
        Ok(table.finish()?)
    }

    fn name(&self, file: usize) -> String {
        self.args.files[file].display().to_string()
    }

    /// The first line whose puzzle is essentially the same, if that is another one.
    fn first(&self, one: &Line) -> Option<&Line> {
        Some(&self.lines[self.places[one.compared.as_ref()?.first?]])
    }

    fn row(&self, one: &Line) -> Row {
        let mut row = Row {
            file: self.name(one.file),
            line: one.number,
            problem: one.problem.clone(),
            ..Row::default()
        };
        if one.problem.is_some() {
            return row;
        }
        let DetailsRow {
            puzzle,
            solution,
            solutions,
            clues,
            minimal,
            automorphisms,
            grid_automorphisms,
            symmetry,
        } = one.details.clone();
        row.solutions = Some(solutions);
        (row.clues, row.minimal) = (Some(clues), minimal);
        row.superfluous = one.puzzle.as_ref().map(|one| {
            one.superfluous.iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
        });
        (row.automorphisms, row.grid_automorphisms) = (automorphisms, grid_automorphisms);
        (row.symmetry, row.puzzle, row.solution) = (Some(symmetry), Some(puzzle), solution);
        if let Some(first) = self.first(one) {
            (row.first_file, row.first_line) = (Some(self.name(first.file)), Some(first.number));
        }
        if let Some(Compared { presence, .. }) = &one.compared {
            let Presence { issued, elsewhere, begun, printed, seed } = presence;
            row.id = issued.as_ref().map(|named| named.id.to_string());
            row.batch = issued.as_ref().map(|named| named.issued.batch).or(*elsewhere);
            row.number = issued.as_ref().map(|named| named.issued.number);
            row.time = begun.and_then(moment);
            row.printed.clone_from(printed);
            row.seed = seed.map(|id| id.to_string());
        }
        if let Some((rate, explainer)) = &one.rating {
            (row.level, row.tier, row.score) = (rate.level.clone(), Some(rate.tier), rate.score);
            row.er = explainer.er;
        }
        row
    }

    /// What a line holds, for people.
    fn words(&self, one: &Line) -> String {
        let row = self.row(one);
        let mut words = vec![match row.solutions.unwrap_or_default() {
            0 => "no solution".to_owned(),
            1 => "1 solution".to_owned(),
            many if many < self.most => counted(many as u64, "solution"),
            many => format!("{many} solutions or more"),
        }];
        words.extend(row.clues.map(|clues| counted(clues as u64, "clue")));
        words.extend(row.superfluous.map(|cells| match cells.split(' ').count() {
            _ if cells.is_empty() => "minimal".to_owned(),
            many if many > LISTED => format!("not minimal ({many} clues could go)"),
            _ => format!("not minimal ({cells} could go)"),
        }));
        words.extend(row.symmetry.filter(|name| !name.is_empty()));
        if let (Some(file), Some(line)) = (row.first_file, row.first_line) {
            words.push(format!("the same as {file}:{line}"));
        }
        let time = row.time.map(|time| format!(", {}", time.split('T').next().unwrap_or_default()));
        let time = time.unwrap_or_default();
        match (row.id, row.batch) {
            (Some(id), Some(batch)) => words.push(format!("issued as {id} (batch {batch}{time})")),
            (None, Some(batch)) => words.push(format!("printed elsewhere (batch {batch}{time})")),
            _ => {}
        }
        words.extend(row.printed.map(|printed| format!("printed {printed}")));
        words.extend(row.seed.map(|id| format!("seed {id}")));
        words.extend(row.level.map(|level| format!("level {level}")));
        words.extend(row.tier.map(|tier| format!("tier {tier}")));
        words.extend(row.er.map(|er| format!("ER {er:.1}")));
        words.join(", ")
    }
}

/// More cells than these are not listed in text.
const LISTED: usize = 6;
