//! `canon`: the canonical form of each grid.

use std::path::PathBuf;

use seeddb::board::{Grid, Puzzle};
use seeddb::symmetry::{Id, Key, minlex};
use serde::Serialize;

use super::fields::Shown;
use super::printing::PrintArgs;
use super::table::{ReportFormat, Table, Text};
use super::{Exit, input, interrupt};

/// Flags of `canon`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints the smallest equivalent string (open cells 0), tab, key, tab, the id that the puzzle has in a database (`show` takes it \
there). Works on any grid; one that is no puzzle (none or several solutions) has no key and no id. --format csv, json and \
jsonl have line, puzzle, canonical, key and id.

Examples:
  seeddb canon puzzles.txt
  seeddb canon puzzles.txt | sort | uniq -d
  seeddb canon --line-number --format csv puzzles.txt")]
pub struct Args {
    /// Files of grids, - for stdin, or a grid of 81 characters
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<PathBuf>,
    /// Begin each line of text with the number of the line of the file
    #[arg(long)]
    line_number: bool,
    #[command(flatten)]
    print: PrintArgs,
}

/// A line of text.
#[derive(Default, Serialize)]
struct Row {
    canonical: String,
    key: Option<Shown<Key>>,
    id: Option<Shown<Id>>,
}

/// The same with the number of its line.
#[derive(Default, Serialize)]
struct Numbered {
    line: u64,
    canonical: String,
    key: Option<Shown<Key>>,
    id: Option<Shown<Id>>,
}

/// A row for programs.
#[derive(Default, Serialize)]
struct Record {
    line: u64,
    puzzle: Shown<Grid>,
    canonical: String,
    key: Option<Shown<Key>>,
    id: Option<Shown<Id>>,
}

/// The forms of a grid.
fn forms(grid: &Grid) -> Row {
    let key = Puzzle::new(grid).ok().map(|puzzle| Key::of(&puzzle));
    let id = key.map(|key| Shown(Id::of(key)));
    Row { canonical: minlex(grid).0.line('0'), key: key.map(Shown), id }
}

/// Prints the forms.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let (format, output) = args.print.open()?;
    let files = &args.files;
    let (table, tally) = match (format, args.line_number) {
        (ReportFormat::Text, false) => {
            let mut table = Table::of::<Row>(output, format, Text::Tabs)?;
            let tally = input::tabulate_rows(files, &mut table, |grid| Ok([forms(grid)]));
            (table, tally)
        }
        (ReportFormat::Text, true) => {
            let mut table = Table::of::<Numbered>(output, format, Text::Tabs)?;
            let tally = input::tabulate_found(files, &mut table, |found| {
                let (line, Row { canonical, key, id }) = (found.line, forms(&found.grid));
                Ok([Numbered { line, canonical, key, id }])
            });
            (table, tally)
        }
        _ => {
            let mut table = Table::of::<Record>(output, format, Text::Tabs)?;
            let tally = input::tabulate_found(files, &mut table, |found| {
                let (line, Row { canonical, key, id }) = (found.line, forms(&found.grid));
                Ok([Record { line, puzzle: Shown(found.grid), canonical, key, id }])
            });
            (table, tally)
        }
    };
    Ok(input::end(table.finish()?, tally)?.exit())
}
