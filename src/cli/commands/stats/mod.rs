//! `stats`: what is in the database and what it can still give.

mod plots;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use seeddb::database::{DrawOptions, Estimate, Sum};
use seeddb::rating::er::Score;
use seeddb::refill::Wish;
use serde::Serialize;

use self::plots::Contents;
use super::bounds::flags;
use super::demands::DemandArgs;
use super::er;
use super::which::Which;
use crate::cli::terminal::database::counted;
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::parse;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::protected;
use crate::cli::terminal::table::Text;

/// Flags of `stats`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
By tier and by level: seeds, their capacity (different puzzles they can give, at least), puzzles issued \
from them, capacity left. A seed whose scores touch two levels counts in both. With --origin, --score or --symmetry all sums are of \
these seeds and of the puzzles issued from them.

With --level, --tier, --se, --clues or what puzzles are to be like there is one row, of a request as `draw` takes it: the seeds that fit, and \
how many such puzzles are left, as `draw --dry-run` says it. That is an estimate: by measured capacity, and by how many of up to 1,024 trial \
refills are as asked for and come twice. Capacity is measured up to 1,000 a seed, so rich seeds give more.

--plot writes SVG files: seeds by tier and score, seeds by tier and level, capacity by tier and of a seed, puzzles issued \
by level.

Examples:
  seeddb stats --format json
  seeddb stats --origin mined
  seeddb stats --level hard --symmetry rot180 --clues 30
  seeddb stats --plot pictures")]
pub struct Args {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    request: RequestArgs,
    /// A folder for pictures (SVG)
    #[arg(long, value_name = "DIR", help_heading = "Output", conflicts_with_all = [flags::<Which>(), flags::<RequestArgs>()].concat())]
    plot: Option<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

/// What is asked for, as flags of `draw`; with those of [`Which`].
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "What is left of a request")]
struct RequestArgs {
    /// A level of the table
    #[arg(long, value_name = "L")]
    level: Option<String>,
    /// The top tier, 0 to 6, or a range of tiers
    #[arg(long, value_name = "T|LO..HI", value_parser = parse::tiers)]
    tier: Option<RangeInclusive<u8>>,
    /// The Sudoku Explainer rating (ER): one value as 7.2, or a range
    #[arg(long, value_name = "ER", value_parser = er::ratings, allow_hyphen_values = true)]
    se: Option<RangeInclusive<Score>>,
    /// The number of clues
    #[arg(long, value_name = "LO..HI", value_parser = parse::clues)]
    clues: Option<RangeInclusive<usize>>,
    /// Only minimal puzzles: removing any clue would give a second solution
    #[arg(long)]
    minimal: bool,
    #[command(flatten)]
    demands: DemandArgs,
}

impl RequestArgs {
    /// What is asked for, if it is a request.
    fn options(&self, which: &Which) -> Option<DrawOptions> {
        let Self { level, tier, se, clues, minimal, demands } = self;
        let wish = Wish { clues: clues.clone(), minimal: *minimal, ..Wish::default() };
        let own = DrawOptions {
            level: level.clone(),
            tier: tier.clone(),
            se: se.clone(),
            asked: demands.asked(se.is_some()),
            wish,
            ..DrawOptions::default()
        };
        (own != DrawOptions::default()).then(|| which.bound(own))
    }
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

/// Prints the sums.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    args.plot.as_deref().map_or(Ok(()), protected::check)?;
    let mut table = args.print.table::<Row>(Text::Aligned)?;
    let database = globals.database()?;
    if let Some(options) = args.request.options(&args.which) {
        // Only who draws makes a database.
        database.expect()?;
        let Estimate { puzzles: left, seeds, capacity, issued, tried } =
            database.estimate(&options)?;
        // Without hyphens: a spreadsheet would take the first for a formula.
        let name = options.to_string().replace("--count 0", "").replace("--", "");
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        table.add(&Row { group: "request", name, seeds: seeds as u64, capacity, issued, left })?;
        table.finish()?.finish()?;
        let trials = match tried {
            0 => String::new(),
            tried => format!(" and {}", counted(tried, "trial")),
        };
        globals.note(format_args!("what is left is an estimate by measured capacity{trials}"));
        return Ok(Exit::Done);
    }
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
    row("all", counted(stats.batches, "batch"), stats.all)?;
    let pictures = match (&args.plot, &issued) {
        (Some(folder), Some(issued)) => {
            let contents = Contents { seeds: &database.used_seeds()?, table: &stats.table, issued };
            Some(plots::draw(folder, &contents, args.print.place.force)?)
        }
        _ => None,
    };
    table.finish()?.finish()?;
    pictures.map_or(Ok(()), |pictures| pictures.finish(globals))?;
    Ok(Exit::Done)
}
