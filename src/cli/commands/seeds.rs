//! `seeds`: the list of seeds.

use seeddb::database::ListedSeed;
use serde::Serialize;

use super::grade;
use super::which::Which;
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::fields::{Fields, values};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::ladder::grading;
use crate::cli::terminal::parse;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::reserved;
use crate::cli::terminal::reserved::CellsArg;
use crate::cli::terminal::table::{Table, Text};

/// Flags of `seeds`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
By tier and score. `issued` counts the puzzles drawn from a seed, `capacity` what it can give at least.

Example:
  seeddb seeds --tier 5 --format csv > seeds.csv
  seeddb seeds --origin mined --score 4000.. --symmetry rot180
  seeddb seeds grade")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Only those of this tier, 0 to 6
    #[arg(long, value_name = "T", value_parser = parse::tier)]
    tier: Option<u8>,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    cells: CellsArg,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Work out the Sudoku Explainer rating (ER) of the seeds that have none, for `draw --se`
    Grade(grade::Args),
}

#[derive(Default, Serialize)]
struct Row {
    seed: String,
    tier: u8,
    score: Option<f64>,
    clues: usize,
    reserved: usize,
    free: usize,
    capacity: u16,
    issued: u64,
    symmetry: &'static str,
    origin: &'static str,
    puzzle: String,
}

/// Lists them.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if let Some(Command::Grade(args)) = &args.command {
        return grade::run(globals, args);
    }
    let (format, output) = args.print.open()?;
    let mut columns = Fields::of(&Row::default()).names;
    columns.extend(reserved::COLUMNS.iter().filter(|_| args.cells.cells));
    let mut table = Table::new(output, format, Text::Aligned, &columns)?;
    let seeds = globals.database()?.seeds(args.tier)?;
    for ListedSeed { seed, id, issued } in seeds {
        let Some(grading) = grading(&seed).filter(|_| args.which.takes(&seed)) else { continue };
        let mut row = values(&Row {
            seed: id.to_string(),
            tier: grading.tier,
            score: grading.score.map(|score| score.mean),
            clues: seed.puzzle.clues().len(),
            reserved: grading.reserved.len(),
            free: grading.free(&seed.puzzle),
            capacity: grading.capacity,
            issued,
            symmetry: seed.symmetry.name(),
            origin: seed.origin.name(),
            puzzle: seed.puzzle.to_string(),
        });
        if args.cells.cells {
            row.extend(reserved::values(grading.reserved));
        }
        table.row(&row)?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
