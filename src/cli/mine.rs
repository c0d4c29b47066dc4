//! `mine`: new seeds.

use std::time::Duration;

use anyhow::bail;
use clap::ValueEnum;
use seeddb::symmetry::ClueSymmetry;

use super::{Exit, Globals, interrupt, parse};

/// Flags of `mine`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without --count and --for it goes on until Ctrl-C; everything found is kept.

Examples:
  seeddb mine --tier 5 --for 2m
  seeddb mine --tier 3 --count 20 --symmetry rot180
  seeddb mine --tier 4 --strategy climb")]
pub struct Args {
    /// The top tier, 0 to 6
    #[arg(long, value_name = "T", value_parser = parse::tier)]
    tier: u8,
    /// Stop when so many were found
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    count: Option<u32>,
    /// Stop after this time, such as 90s, 10m or 1h30m
    #[arg(long = "for", value_name = "TIME", value_parser = parse::time)]
    time: Option<Duration>,
    /// How to search
    #[arg(long, value_enum, default_value_t)]
    strategy: Strategy,
    /// The symmetry of the clues
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: ClueSymmetry,
    /// Leave out seeds that give fewer puzzles [default: 16; 4 at tiers 4 and 6]
    #[arg(long, value_name = "N")]
    min_capacity: Option<u16>,
    /// Where randomness begins [default: random, and told]
    #[arg(long, value_name = "N")]
    rng_seed: Option<u64>,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Strategy {
    /// A mix of the others
    #[default]
    Auto,
    /// Random minimal puzzles
    Random,
    /// Hill climbing on the score
    Climb,
    /// Changes of one or two clues to known seeds of the tier
    Vicinity,
}

/// Mines.
pub fn run(globals: &Globals, args: Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let rng_seed = parse::rng_seed(args.rng_seed);
    let min_capacity = args.min_capacity.unwrap_or(if matches!(args.tier, 4 | 6) { 4 } else { 16 });
    if args.count.is_none() && args.time.is_none() {
        globals.note("mining until Ctrl-C (or give --count or --for)");
    }
    let progress = globals.progress(args.count.map(u64::from));
    let _ = (progress, rng_seed, min_capacity, args.strategy, args.symmetry);
    bail!("`mine` is not connected yet")
}
