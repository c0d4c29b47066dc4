//! `solve`: solutions of each puzzle, their number up to a limit, and what the puzzle is like.

use std::path::PathBuf;

use seeddb::board::{Grid, Puzzle, Solution};
use seeddb::export::FoundGrid;
use seeddb::generate::is_minimal;
use seeddb::search;
use seeddb::symmetry::{ClueSymmetry, GridForm};
use serde::Serialize;

use crate::cli::terminal::exit::{Exit, refuse};
use crate::cli::terminal::fields::{Shown, values};
use crate::cli::terminal::input::{self, Next};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::parse;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::table::Text;

/// Flags of `solve`.
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
    /// Files of puzzles, - for stdin, or a puzzle of 81 characters
    #[arg(required = true, value_name = "FILE|-")]
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

#[derive(Default, Serialize)]
struct Row {
    puzzle: Shown<Grid>,
    solution: Option<Shown<Solution>>,
    solutions: usize,
}

/// More solutions than this could fill the memory.
const MOST: usize = 1_000_000;

/// What a puzzle is like.
#[derive(Default, Serialize)]
struct Details {
    puzzle: Shown<Grid>,
    solution: Option<Shown<Solution>>,
    solutions: usize,
    clues: usize,
    minimal: Option<&'static str>,
    automorphisms: Option<usize>,
    grid_automorphisms: Option<usize>,
    symmetry: String,
}

impl Details {
    /// Of a grid; one that is no puzzle has no more than solutions and clues.
    fn of(grid: &Grid) -> Result<Self, String> {
        let all = solutions(grid, 2)?;
        let clues = grid.clues();
        let symmetries = ClueSymmetry::ALL.into_iter().filter(|symmetry| symmetry.holds(clues));
        let others = symmetries.filter(|symmetry| *symmetry != ClueSymmetry::None);
        let symmetry = others.map(ClueSymmetry::name).collect::<Vec<_>>().join(", ");
        let details = Self {
            puzzle: Shown(*grid),
            solution: all.first().copied().map(Shown),
            solutions: all.len(),
            clues: clues.len(),
            symmetry,
            ..Self::default()
        };
        let Ok(puzzle) = Puzzle::new(grid) else { return Ok(details) };
        let form = GridForm::of(puzzle.solution());
        let (least, _) = form.smallest(clues);
        let same = form.transforms().iter().filter(|map| map.apply_cells(clues) == least);
        Ok(Self {
            minimal: Some(if is_minimal(&puzzle) { "yes" } else { "no" }),
            automorphisms: Some(same.count()),
            grid_automorphisms: Some(form.transforms().len()),
            ..details
        })
    }
}

/// The solutions, up to so many.
fn solutions(grid: &Grid, most: usize) -> Result<Vec<Solution>, String> {
    let all = search::solutions(grid, most);
    // Only a grid without a solution can have a clash.
    if all.is_empty()
        && let Some(clash) = grid.clash()
    {
        return Err(clash.to_string());
    }
    Ok(all)
}

/// Solves.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    if args.solutions.is_some_and(|most| most > MOST) {
        return refuse(format!("--solutions: {MOST} are the most"));
    }
    if args.details {
        let mut table = args.print.table::<Details>(Text::Aligned)?;
        let each = |grid: &Grid| Ok([Details::of(grid)?]);
        let tally = input::each(&args.files, each, |next| match next {
            Next::Result(rows) => Ok(rows.iter().try_for_each(|row| table.add(row))?),
            Next::Pause => Ok(table.flush()?),
        });
        return Ok(input::end(table.finish()?, tally)?.exit());
    }
    let most = args.solutions.unwrap_or(2);
    let mut table = args.print.table::<Row>(Text::Tabs)?;
    let tally = input::tabulate(&args.files, &mut table, |FoundGrid { grid, .. }| {
        let all = solutions(grid, most)?;
        let row = |solution: Option<Solution>| Row {
            puzzle: Shown(*grid),
            solution: solution.map(Shown),
            solutions: all.len(),
        };
        let shown = if args.solutions.is_some() { all.len() } else { 1 };
        let mut rows: Vec<Row> = all.iter().take(shown).map(|&one| row(Some(one))).collect();
        if rows.is_empty() {
            rows.push(row(None));
        }
        Ok(rows.into_iter().map(|row| values(&row)))
    });
    Ok(input::end(table.finish()?, tally)?.exit())
}
