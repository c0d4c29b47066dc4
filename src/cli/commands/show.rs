//! `show`: the records of a puzzle or an id.

use std::io::Write;

use anyhow::Context;
use seeddb_core::board::Puzzle;
use seeddb_core::record::{Book, Place};
use seeddb_database::StoreError;
use seeddb_database::{Answer, Database, Error, Question, Role, Run, ShowRow, Uses};
use seeddb_export::draw_board;

use crate::terminal::{
    Exit, Globals, Output, PrintArgs, ReportFormat, Table, Text, Value, cells, grid, ladder, refuse,
};
use seeddb_database::visible::visible;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A puzzle is found in any of its equivalent forms. One that was made void is of the kind `void`. One that is not in the database is rated.

Examples:
  seeddb show 60RK-4CSM-6MV3-S
  seeddb show 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
pub struct Args {
    /// A puzzle (81 characters, a link), the id of one, or of a seed
    #[arg(value_name = "PUZZLE|ID")]
    what: String,
    #[command(flatten)]
    print: PrintArgs,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let (format, output) = args.print.open()?;
    let question = question(&args.what)?;
    let known = match globals.database()?.show(&question) {
        // A puzzle can be rated without a database.
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

/// The puzzle given, or the one of this id.
pub fn puzzle(globals: &Globals, what: &str) -> anyhow::Result<Puzzle> {
    match question(what)? {
        Question::Puzzle(puzzle) => Ok(puzzle),
        id @ Question::Id(_) => match &globals.database()?.show(&id)?[..] {
            [one] => Ok(one.puzzle),
            _ => refuse(format!("{what} is short for several: `seeddb show {what}` lists them")),
        },
    }
}

fn question(what: &str) -> anyhow::Result<Question> {
    if let Some(grid) = grid(what) {
        return Ok(Question::Puzzle(Puzzle::new(&grid).context("not a puzzle")?));
    }
    if let Ok(batch) = what.parse::<u32>() {
        return refuse(format!(
            "{what} is neither a puzzle nor an id; `seeddb batches {batch}` tells about batch {batch}"
        ));
    }
    match what.parse() {
        Ok(id) => Ok(Question::Id(id)),
        Err(error) => refuse(format!("{what} is neither a puzzle nor an id: {error}")),
    }
}

/// The uses of a puzzle, if it was issued.
fn uses(known: &Answer) -> Option<&Uses> {
    match &known.role {
        Role::Issued(_, uses) => Some(uses),
        Role::Seed(..) | Role::Elsewhere(_) | Role::Stranger => None,
    }
}

fn print(format: ReportFormat, mut output: Output, all: &[Answer]) -> anyhow::Result<()> {
    if format == ReportFormat::Text {
        for (i, known) in all.iter().enumerate() {
            if i > 0 {
                writeln!(output)?;
            }
            draw_board(&mut output, &known.puzzle.grid())?;
            for (name, value) in cells(&known.row()) {
                if value != Value::Nothing && value != Value::List(Vec::new()) {
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
        let mut table = Table::of::<ShowRow>(output, format, Text::Aligned)?;
        let mut rows = all.iter().flat_map(Answer::rows);
        rows.try_for_each(|row| table.add(&row))?;
        output = table.finish()?;
    }
    output.finish()
}

/// The place of a puzzle in a book, in words.
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
