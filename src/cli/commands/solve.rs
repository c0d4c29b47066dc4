//! `solve`: solutions of each puzzle, and their number up to a limit.

use std::path::PathBuf;

use seeddb_core::rows::SolveRow;
use seeddb_export::FoundGrid;

use crate::terminal::{
    Exit, Globals, PrintArgs, Text, cells, input, interrupt, parse, refuse, sources, values,
};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints puzzle, tab, solution (the first, if there are two), tab, number of solutions (0, 1, or 2 for more \
than one). --solutions N prints all of them up to N, one row per solution, and counts up to N.

`seeddb check` says what else a puzzle is.

Examples:
  seeddb solve puzzles.txt
  seeddb solve --solutions 100 grid.txt
  seeddb draw --tier 5 --count 10 | seeddb solve -")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link, an id
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    /// Print up to so many solutions, one row per solution
    #[arg(long, value_name = "N", value_parser = parse::count::<usize>)]
    solutions: Option<usize>,
    #[command(flatten)]
    print: PrintArgs,
}

/// The greatest number of solutions to collect: more could fill the memory.
const MOST: usize = 1_000_000;

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    if args.solutions.is_some_and(|most| most > MOST) {
        return refuse(format!("--solutions: {MOST} are the most"));
    }
    let files = sources(globals, &args.files)?;
    let most = args.solutions.unwrap_or(2);
    let mut table = args.print.table::<SolveRow>(Text::Tabs)?;
    let tally = input::tabulate(&files, &mut table, |FoundGrid { grid, .. }| {
        let mut rows = SolveRow::all(grid, most).map_err(|clash| clash.to_string())?;
        if args.solutions.is_none() {
            rows.truncate(1);
        }
        Ok(rows.into_iter().map(|row| values(cells(&row))))
    });
    Ok(input::end(table.finish()?, tally)?.exit())
}
