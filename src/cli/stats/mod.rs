//! `stats`: what is in the database and what it can still give.

mod plots;

use std::collections::HashMap;
use std::path::PathBuf;

use seeddb::rating::levels::Level;
use seeddb::record::Seed;
use seeddb::symmetry::Key;

use self::plots::Contents;
use super::ladder::{grading, ladder};
use super::output::Output;
use super::table::{ReportFormat, Table, Text};
use super::{Exit, Globals, protected};

/// Flags of `stats`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
By tier and by level: seeds, their capacity (different puzzles they can give, at least), puzzles issued \
from them, capacity left. A seed whose scores touch two levels counts in both.

--plot writes SVG files: seeds by tier and score, seeds by tier and level, capacity by tier and of a seed, puzzles issued \
by level.

Examples:
  seeddb stats --format json
  seeddb stats --plot pictures")]
pub struct Args {
    /// A folder for pictures (SVG)
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

/// Sums over some of the seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    seeds: u64,
    capacity: u64,
    issued: u64,
    left: u64,
}

impl Sum {
    fn of<'a>(seeds: impl Iterator<Item = &'a Seed>, uses: &HashMap<Key, u64>) -> Self {
        seeds.fold(Self::default(), |sum, seed| {
            let capacity = grading(seed).map_or(0, |grading| u64::from(grading.capacity));
            let issued = uses.get(&seed.key).copied().unwrap_or(0);
            Self {
                seeds: sum.seeds + 1,
                capacity: sum.capacity + capacity,
                issued: sum.issued + issued,
                left: sum.left + capacity.saturating_sub(issued),
            }
        })
    }
}

/// Prints the sums.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    args.plot.as_deref().map_or(Ok(()), protected::check)?;
    let store = globals.open_read()?;
    let (seeds, uses, levels) =
        (store.seeds(ladder().id(), ladder().tiers())?, store.seed_uses()?, store.levels()?);
    let counts = store.counts()?;
    let mut issued: HashMap<Option<String>, u64> = HashMap::new();
    if args.plot.is_some() {
        for batch in store.batches()? {
            for puzzle in store.issued(batch.id) {
                *issued.entry(puzzle?.level).or_default() += 1;
            }
        }
    }
    drop(store);

    let columns = ["group", "name", "seeds", "capacity", "issued", "left"];
    let mut table = Table::new(Output::open(None)?, args.format, Text::Aligned, &columns)?;
    let mut row = |group: &str, name: String, sum: Sum| {
        table.row(&[
            group.into(),
            name.into(),
            sum.seeds.into(),
            sum.capacity.into(),
            sum.issued.into(),
            sum.left.into(),
        ])
    };
    for tier in ladder().tiers() {
        let is_in = |seed: &&Seed| grading(seed).is_some_and(|grading| grading.tier == tier);
        let seeds = seeds.iter().filter(is_in);
        row("tier", tier.to_string(), Sum::of(seeds, &uses))?;
    }
    for level in levels.levels() {
        let seeds = seeds.iter().filter(|seed| can_give(seed, level));
        row("level", level.name.clone(), Sum::of(seeds, &uses))?;
    }
    // The ledger also has what was printed elsewhere, or drawn from seeds since replaced.
    let all = Sum { issued: counts.issued, ..Sum::of(seeds.iter(), &uses) };
    row("all", format!("{} batches", counts.batches), all)?;
    table.finish()?.finish()?;
    if let Some(folder) = &args.plot {
        let contents = Contents { seeds: &seeds, uses: &uses, levels: &levels, issued: &issued };
        let count = plots::write(folder, &contents)?;
        globals.note(format_args!("{count} pictures in {}", folder.display()));
    }
    Ok(Exit::Done)
}

/// Whether refills of `seed` may lie in `level`.
fn can_give(seed: &Seed, level: &Level) -> bool {
    let Some(grading) = grading(seed) else { return false };
    let tier_fits = level.tiers.as_ref().is_none_or(|tiers| tiers.contains(&grading.tier));
    let score_fits = level.score.as_ref().is_none_or(|wanted| {
        grading.scores.is_some_and(|(least, most)| least < wanted.end && wanted.start <= most)
    });
    tier_fits && score_fits
}
