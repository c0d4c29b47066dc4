//! `seeds`: the list of seeds.

use seeddb::database::ListedSeed;

use super::ladder::grading;
use super::output::Output;
use super::parse;
use super::table::{ReportFormat, Table, Text};
use super::{Exit, Globals};

/// Flags of `seeds`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
By tier and score. `issued` counts the puzzles drawn from a seed, `capacity` what it can give at least.

Example:
  seeddb seeds --tier 5 --format csv > seeds.csv")]
pub struct Args {
    /// Only those of this tier, 0 to 6
    #[arg(long, value_name = "T", value_parser = parse::tier)]
    tier: Option<u8>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

/// Lists them.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    drop(globals.open_read()?);
    let seeds = globals.database()?.seeds(args.tier)?;

    let columns = [
        "seed", "tier", "score", "clues", "reserved", "free", "capacity", "issued", "symmetry",
        "origin", "puzzle",
    ];
    let mut table = Table::new(Output::open(None)?, args.format, Text::Aligned, &columns)?;
    for ListedSeed { seed, id, issued } in seeds {
        let Some(grading) = grading(&seed) else { continue };
        table.row(&[
            id.to_string().into(),
            grading.tier.into(),
            grading.score.map(|score| score.mean).into(),
            seed.puzzle.clues().len().into(),
            grading.reserved.len().into(),
            grading.free(&seed.puzzle).into(),
            grading.capacity.into(),
            issued.into(),
            seed.symmetry.to_string().into(),
            seed.origin.name().into(),
            seed.puzzle.to_string().into(),
        ])?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
