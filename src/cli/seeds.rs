//! `seeds`: the list of seeds.

use super::database::Rows;
use super::ladder::{grading, ladder};
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
    let store = globals.open_read()?;
    let seeds = store.seeds(args.tier.map_or(ladder().tiers(), |tier| tier..=tier))?;
    let uses = store.seed_uses()?;
    let mut ids = Rows::default();
    let seeds = seeds
        .into_iter()
        .map(|seed| Ok((ids.seed(&store, seed.key)?, seed)))
        .collect::<anyhow::Result<Vec<_>>>()?;
    drop(store);

    let columns = [
        "seed", "tier", "score", "clues", "reserved", "free", "capacity", "issued", "symmetry",
        "origin", "puzzle",
    ];
    let mut table = Table::new(Output::open(None)?, args.format, Text::Aligned, &columns)?;
    for (id, seed) in seeds {
        let Some(grading) = grading(&seed) else { continue };
        table.row(&[
            id.to_string().into(),
            grading.tier.into(),
            grading.score.map(|score| score.mean).into(),
            seed.puzzle.clues().len().into(),
            grading.reserved.len().into(),
            grading.free(&seed.puzzle).into(),
            grading.capacity.into(),
            uses.get(&seed.key).copied().unwrap_or(0).into(),
            seed.symmetry.to_string().into(),
            parse::origin_name(seed.origin).into(),
            seed.puzzle.to_string().into(),
        ])?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
