//! `stats`: what is in the database and what it can still give.

mod plots;

use std::path::PathBuf;

use seeddb::database::Sum;
use serde::Serialize;

use self::plots::Contents;
use super::database::counted;
use super::printing::PrintArgs;
use super::table::Text;
use super::which::Which;
use super::{Exit, Globals, protected};

/// Flags of `stats`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
By tier and by level: seeds, their capacity (different puzzles they can give, at least), puzzles issued \
from them, capacity left. A seed whose scores touch two levels counts in both. With --origin, --score or --symmetry all sums are of \
these seeds and of the puzzles issued from them.

--plot writes SVG files: seeds by tier and score, seeds by tier and level, capacity by tier and of a seed, puzzles issued \
by level.

Examples:
  seeddb stats --format json
  seeddb stats --origin mined
  seeddb stats --plot pictures")]
pub struct Args {
    #[command(flatten)]
    which: Which,
    /// A folder for pictures (SVG)
    #[arg(long, value_name = "DIR", conflicts_with_all = ["origin", "score", "symmetry"])]
    plot: Option<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Default, Serialize)]
struct Row {
    group: &'static str,
    name: String,
    seeds: u64,
    capacity: u64,
    issued: u64,
    left: u64,
}

/// `1 batch`, `2 batches`.
fn batches(count: u64) -> String {
    format!("{count} batch{}", if count == 1 { "" } else { "es" })
}

/// Prints the sums.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    args.plot.as_deref().map_or(Ok(()), protected::check)?;
    let mut table = args.print.table::<Row>(Text::Aligned)?;
    let database = globals.database()?;
    let stats = if args.which.is_all() {
        database.stats()?
    } else {
        database.stats_of(Some(&|seed| args.which.takes(seed)))?
    };
    let issued = args.plot.as_ref().map(|_| database.issued_by_level()).transpose()?;
    let mut row = |group, name, Sum { seeds, capacity, issued, left }: Sum| {
        table.add(&Row { group, name, seeds, capacity, issued, left })
    };
    for (tier, sum) in &stats.tiers {
        row("tier", tier.to_string(), *sum)?;
    }
    for (level, sum) in &stats.levels {
        row("level", level.clone(), *sum)?;
    }
    row("all", batches(stats.batches), stats.all)?;
    table.finish()?.finish()?;
    if let (Some(folder), Some(issued)) = (&args.plot, &issued) {
        let count =
            plots::write(folder, &Contents { stats: &stats, issued }, args.print.place.force)?;
        let pictures = counted(count as u64, "picture");
        globals.note(format_args!("{pictures} in {}", folder.display()));
    }
    Ok(Exit::Done)
}
