//! `show`: what is known of a puzzle or an id.

use std::io::Write;

use anyhow::Context;
use seeddb::board::{Grid, Puzzle};
use seeddb::database::StoreError;
use seeddb::database::{Database, Error, Known, Question, Role, Run, Uses};
use seeddb::export::draw_board;
use seeddb::record::{Book, Place};
use serde::Serialize;

use crate::cli::terminal::escape::visible;
use crate::cli::terminal::exit::{Exit, refuse};
use crate::cli::terminal::fields::{Fields, values};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::ladder::{grading, ladder};
use crate::cli::terminal::output::Output;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::reserved;
use crate::cli::terminal::table::{ReportFormat, Table, Text};
use crate::cli::terminal::value::Value;

/// Flags of `show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A puzzle is found in any of its equivalent forms. One that was made void is of the kind `void`. One that is not in the database is rated.

Examples:
  seeddb show 60RK-4CSM-6MV3-S
  seeddb show 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
pub struct Args {
    /// A puzzle of 81 characters, the id of a puzzle, or of a seed
    #[arg(value_name = "PUZZLE|ID")]
    what: String,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Clone, Default, Serialize)]
struct Row {
    kind: &'static str,
    id: Option<String>,
    puzzle: String,
    solution: String,
    clues: usize,
    tier: u8,
    score: Option<f64>,
    level: Option<String>,
    reserved: usize,
    free: Option<usize>,
    capacity: Option<u16>,
    scores_from: Option<f64>,
    scores_to: Option<f64>,
    symmetry: Option<&'static str>,
    origin: Option<&'static str>,
    seed: Option<String>,
    batch: Option<u32>,
    number: Option<u32>,
    note: Option<String>,
    // From here on a row for each book and each day.
    book: Option<u32>,
    title: Option<String>,
    volume: Option<u32>,
    book_number: Option<u32>,
    page: Option<u32>,
    answer_page: Option<u32>,
    series: Option<String>,
    date: Option<String>,
    /// Of a book `void`, of a day `runs` or `withdrawn`.
    state: Option<&'static str>,
}

/// Shows it.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let (format, output) = args.print.open()?;
    let question = question(&args.what)?;
    let known = match globals.database()?.show(&question) {
        // A puzzle can be rated before there is a database.
        Err(Error::Store(StoreError::NotFound(_)))
            if matches!(question, Question::Puzzle(_)) && !globals.is_named() =>
        {
            Database::in_memory(ladder().clone(), &[])?.show(&question)?
        }
        known => known?,
    };
    print(format, output, &known)?;
    Ok(Exit::Done)
}

/// What is asked about.
fn question(what: &str) -> anyhow::Result<Question> {
    if let Ok(grid) = what.parse::<Grid>() {
        return Ok(Question::Puzzle(Puzzle::new(&grid).context("not a puzzle")?));
    }
    match what.parse() {
        Ok(id) => Ok(Question::Id(id)),
        Err(error) => refuse(format!("{what} is neither a puzzle nor an id: {error}")),
    }
}

impl Row {
    /// What is known of a puzzle, but for books.
    fn of(known: &Known) -> Self {
        let Known { puzzle, tier, score, level, reserved, role } = known;
        let row = Self {
            puzzle: puzzle.to_string(),
            solution: puzzle.solution().to_string(),
            clues: puzzle.clues().len(),
            tier: *tier,
            score: *score,
            level: level.clone(),
            reserved: reserved.len(),
            ..Self::default()
        };
        match role {
            Role::Issued(named, uses) => Self {
                kind: if named.issued.void { "void" } else { "issued" },
                id: Some(named.id.to_string()),
                seed: named.seed.map(|seed| seed.to_string()),
                batch: Some(named.issued.batch),
                number: Some(named.issued.number),
                note: Some(uses.notes.join("; ")).filter(|note| !note.is_empty()),
                ..row
            },
            Role::Seed(seed, id) => {
                let grading = grading(seed);
                let scores = grading.and_then(|grading| grading.scores);
                Self {
                    kind: "seed",
                    id: Some(id.to_string()),
                    free: grading.map(|grading| grading.free(puzzle)),
                    capacity: grading.map(|grading| grading.capacity),
                    scores_from: scores.map(|scores| scores.0),
                    scores_to: scores.map(|scores| scores.1),
                    symmetry: Some(seed.symmetry.name()),
                    origin: Some(seed.origin.name()),
                    ..row
                }
            }
            Role::Stranger => Self { kind: "not issued", ..row },
        }
    }

    /// The row with a book that the puzzle stands in.
    fn printed(self, (book, place): &(Book, Place)) -> Self {
        Self {
            book: Some(book.id),
            title: Some(book.title.clone()),
            volume: Some(place.volume),
            book_number: Some(place.label),
            page: Some(place.page),
            answer_page: place.answer,
            state: book.void.then_some("void"),
            ..self
        }
    }

    /// The row with a day that the puzzle runs on, or ran.
    fn run(self, run: &Run) -> Self {
        Self {
            series: Some(run.series.clone()),
            date: Some(run.day.to_string()),
            state: Some(if run.withdrawn { "withdrawn" } else { "runs" }),
            ..self
        }
    }
}

/// What became of a puzzle, if it was issued.
fn uses(known: &Known) -> Option<&Uses> {
    match &known.role {
        Role::Issued(_, uses) => Some(uses),
        Role::Seed(..) | Role::Stranger => None,
    }
}

fn print(format: ReportFormat, mut output: Output, all: &[Known]) -> anyhow::Result<()> {
    if format == ReportFormat::Text {
        for (i, known) in all.iter().enumerate() {
            if i > 0 {
                writeln!(output)?;
            }
            draw_board(&mut output, &known.puzzle.grid())?;
            let Fields { mut names, mut values, .. } = Fields::of(&Row::of(known));
            names.extend(reserved::COLUMNS);
            values.extend(reserved::values(known.reserved));
            for (name, value) in names.iter().zip(&values) {
                if *value != Value::Nothing && *value != Value::List(Vec::new()) {
                    writeln!(output, "{name:<12}  {value}")?;
                }
            }
            let Some(uses) = uses(known) else { continue };
            for (book, place) in &uses.books {
                writeln!(output, "{:<12}  {}", "printed", words(book, place))?;
            }
            for Run { series, day, withdrawn, .. } in &uses.runs {
                let (what, series) =
                    (if *withdrawn { "withdrawn" } else { "runs" }, visible(series));
                writeln!(output, "{what:<12}  {day} in {series}")?;
            }
        }
    } else {
        let mut columns = Fields::of(&Row::default()).names;
        columns.extend(reserved::COLUMNS);
        let mut table = Table::new(output, format, Text::Aligned, &columns)?;
        for known in all {
            let row = Row::of(known);
            let uses = uses(known);
            let books = uses.iter().flat_map(|uses| &uses.books);
            let runs = uses.iter().flat_map(|uses| &uses.runs);
            let printed = books.map(|book| row.clone().printed(book));
            let mut rows: Vec<Row> = printed.chain(runs.map(|run| row.clone().run(run))).collect();
            if rows.is_empty() {
                rows.push(row);
            }
            rows.iter().try_for_each(|row| {
                let mut values = values(row);
                values.extend(reserved::values(known.reserved));
                table.row(&values)
            })?;
        }
        output = table.finish()?;
    }
    output.finish()
}

/// Where a puzzle stands, as one says it.
fn words(book: &Book, place: &Place) -> String {
    let volume = match book.volumes {
        1 => String::new(),
        volumes => format!(", volume {} of {volumes}", place.volume),
    };
    let answer = place.answer.map(|page| format!(", answer on page {page}")).unwrap_or_default();
    let (id, title) = (book.id, visible(&book.title));
    let void = if book.void { " (void)" } else { "" };
    format!(
        "number {} on page {}{answer}, in book {id}{void}{volume}: {title}",
        place.label, place.page
    )
}
