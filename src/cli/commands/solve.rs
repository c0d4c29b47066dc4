//! `solve`: solutions of each puzzle, their number up to a limit, and what the puzzle is like.

use std::path::PathBuf;

use seeddb::board::Grid;
use seeddb::export::FoundGrid;
use seeddb::rows::{DetailsRow, SolveRow};

use crate::cli::terminal::exit::{Exit, refuse};
use crate::cli::terminal::fields::values;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::input::{self, Next};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::parse;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::source::sources;
use crate::cli::terminal::table::Text;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints puzzle, tab, solution (the first, if there are two), tab, number of solutions (0, 1, or 2 for more \
than one). --solutions N prints all of them up to N, one row per solution, and counts up to N.

--details adds, under their names: clues; whether no clue can go (minimal); how many symmetries, renaming of digits included, \
map the puzzle to itself (automorphisms) and its solution to itself (grid_automorphisms), 1 if only that which changes nothing; \
and the symmetries of the pattern of clues.

Examples:
  seeddb solve puzzles.txt
  seeddb solve --details 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  seeddb solve --solutions 100 grid.txt
  seeddb draw --tier 5 --count 10 | seeddb solve -")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link, an id
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    /// Print up to so many solutions, one row per solution
    #[arg(long, value_name = "N", value_parser = parse::count::<usize>)]
    solutions: Option<usize>,
    /// Say also whether a puzzle is minimal, and which symmetries it has
    #[arg(long, conflicts_with = "solutions")]
    details: bool,
    #[command(flatten)]
    print: PrintArgs,
}

/// More solutions than this could fill the memory.
const MOST: usize = 1_000_000;

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    if args.solutions.is_some_and(|most| most > MOST) {
        return refuse(format!("--solutions: {MOST} are the most"));
    }
    let files = sources(globals, &args.files)?;
    if args.details {
        let mut table = args.print.table::<DetailsRow>(Text::Aligned)?;
        let each = |grid: &Grid| Ok([DetailsRow::of(grid).map_err(|clash| clash.to_string())?]);
        let tally = input::each(&files, each, |next| match next {
            Next::Result(rows) => Ok(rows.iter().try_for_each(|row| table.add(row))?),
            Next::Pause => Ok(table.flush()?),
        });
        return Ok(input::end(table.finish()?, tally)?.exit());
    }
    let most = args.solutions.unwrap_or(2);
    let mut table = args.print.table::<SolveRow>(Text::Tabs)?;
    let tally = input::tabulate(&files, &mut table, |FoundGrid { grid, .. }| {
        let mut rows = SolveRow::all(grid, most).map_err(|clash| clash.to_string())?;
        if args.solutions.is_none() {
            rows.truncate(1);
        }
        Ok(rows.into_iter().map(|row| values(&row)))
    });
    Ok(input::end(table.finish()?, tally)?.exit())
}
