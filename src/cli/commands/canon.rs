//! `canon`: the canonical form of each grid.

use std::path::PathBuf;

use seeddb_core::rows::CanonRow;

use crate::terminal::{
    Cell, Exit, Globals, PrintArgs, ReportFormat, Table, cells, input, interrupt, names, sources,
    values,
};

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
    /// Files of grids, - for stdin, or grids: 81 characters, a link, an id
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    /// Begin each line of text with the number of the line of the file
    #[arg(long)]
    line_number: bool,
    #[command(flatten)]
    print: PrintArgs,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let files = sources(globals, &args.files)?;
    let (format, output) = args.print.open()?;
    let is_text = format == ReportFormat::Text;
    // Text omits the puzzle and, unless requested, the line number.
    let is_shown = [!is_text || args.line_number, !is_text, true, true, true];
    let shown = |row: &CanonRow| -> Vec<Cell> {
        let all = cells(row).into_iter().zip(is_shown);
        all.filter(|one| one.1).map(|one| one.0).collect()
    };
    let columns = names(shown(&CanonRow::default()));
    let mut table = Table::new(output, format, args.print.tabs(), &columns)?;
    let tally = input::tabulate(&files, &mut table, |found| {
        Ok([values(shown(&CanonRow::of(found.line, &found.grid)))])
    });
    Ok(input::end(table.finish()?, tally)?.exit())
}
