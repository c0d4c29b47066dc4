//! `solve`: a solution of each puzzle, and the number of solutions up to 2.

use std::path::PathBuf;

use seeddb::board::{Grid, Solution};
use seeddb::search;
use serde::Serialize;

use super::Exit;
use super::fields::Shown;
use super::input;
use super::printing::PrintArgs;
use super::table::Text;

/// Flags of `solve`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints puzzle, tab, solution (the first, if there are two), tab, number of solutions (0, 1, or 2 for more \
than one).

Examples:
  seeddb solve puzzles.txt
  seeddb draw --tier 5 --count 10 | seeddb solve -")]
pub struct Args {
    /// Files of puzzles, - for stdin, or a puzzle of 81 characters
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Default, Serialize)]
struct Row {
    puzzle: Shown<Grid>,
    solution: Option<Shown<Solution>>,
    solutions: usize,
}

/// Solves.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut table = args.print.table::<Row>(Text::Tabs)?;
    let tally = input::tabulate_rows(&args.files, &mut table, |grid| {
        let solutions = search::solutions(grid, 2);
        // Only a grid without a solution can have a clash.
        if solutions.is_empty()
            && let Some(clash) = grid.clash()
        {
            return Err(clash.to_string());
        }
        let solution = solutions.first().copied().map(Shown);
        Ok([Row { puzzle: Shown(*grid), solution, solutions: solutions.len() }])
    });
    table.finish()?.finish()?;
    Ok(tally?.exit())
}
