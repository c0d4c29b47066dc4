//! `seeds`: the list of seeds.

use seeddb_core::board::CellSet;
use seeddb_database::{ListedSeed, SeedRow};

use super::wishes::PartArgs;
use super::{grade, transplant};
use crate::terminal::{
    CellsArg, Exit, Globals, Output, PrintArgs, ReportFormat, Table, Text, cells, grading, names,
    reserved, tell_outdated, values,
};

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
By tier and score. With a level, an origin or wishes, the seeds that are themselves such puzzles (with --er, of those whose rating is \
known). `issued` counts the puzzles drawn from a seed, `capacity` what it can give at least.

Example:
  seeddb seeds --tier 5 --format csv > seeds.csv
  seeddb seeds --origin mined --score 4000.. --symmetry rot180
  seeddb seeds grade
  seeddb seeds transplant sNF30-7Y2M-X2AW-8")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    asked: PartArgs,
    #[command(flatten)]
    cells: CellsArg,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Work out the Sudoku Explainer rating (ER) of the seeds that have none, or one above 9.8 by
    /// an earlier version, for `draw --er`; and their cruxes
    Grade(grade::Args),
    /// Find seeds with the hardest part of one on other solution grids
    Transplant(transplant::Args),
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    match &args.command {
        Some(Command::Grade(args)) => return grade::run(globals, args),
        Some(Command::Transplant(args)) => return transplant::run(globals, args),
        None => {}
    }
    let opened = args.print.open()?;
    let (database, part) = (globals.database()?, args.asked.part());
    tell_outdated(globals, database, std::slice::from_ref(&part))?;
    list(opened, args.print.place.room(), database.seeds_of(&part)?, args.cells.cells)?;
    Ok(Exit::Done)
}

/// Prints seeds, one a row, fitted into the width `room`.
pub fn list(
    (format, output): (ReportFormat, Output),
    room: Option<usize>,
    seeds: impl IntoIterator<Item = ListedSeed>,
    has_cells: bool,
) -> anyhow::Result<()> {
    let all = |row: &SeedRow, cells_of: Option<CellSet>| {
        let mut all = cells(row);
        if has_cells {
            all.extend(reserved::cells(cells_of));
        }
        all
    };
    let columns = names(all(&SeedRow::default(), None));
    let table = Table::new(output, format, Text::Aligned, &columns)?;
    let mut table = table.fitting(room);
    for listed in seeds {
        let Some(grading) = grading(&listed.seed) else { continue };
        let Some(row) = SeedRow::of(&listed, &grading.ladder) else { continue };
        table.row(&values(all(&row, Some(grading.reserved))))?;
    }
    table.finish()?.finish()?;
    Ok(())
}
