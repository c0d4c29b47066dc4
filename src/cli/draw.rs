//! `draw`: new puzzles.

use std::ops::RangeInclusive;

use anyhow::bail;
use seeddb::record::Origin;
use seeddb::symmetry::{ClueSymmetry, Id};

use super::exit::UsageError;
use super::style::StyleArgs;
use super::{Exit, Globals, interrupt, parse};

/// Flags of `draw`.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("difficulty").args(["level", "tier", "score"]).required(true).multiple(true)))]
#[command(after_help = "\
Lines: puzzle, then with tabs between solution, id, level, tier, score, clues, seed, batch, number. Ranges \
include both ends; 22..22 is one value, 4000.. has no upper end.

Examples:
  seeddb draw --level expert --count 100
  seeddb draw --tier 5 --score 4000..6000 --count 10 --format board
  seeddb draw --level hard --symmetry rot180 --count 200 --format csv -o hard.csv")]
pub struct Args {
    /// A level of the table (`seeddb levels` shows it)
    #[arg(long, value_name = "L")]
    level: Option<String>,
    /// The top tier, 0 to 6
    #[arg(long, value_name = "T", value_parser = parse::tier)]
    tier: Option<u8>,
    /// The score m(B)
    #[arg(long, value_name = "LO..HI", value_parser = parse::scores, allow_hyphen_values = true)]
    score: Option<RangeInclusive<f64>>,
    /// How many
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse::count::<u32>)]
    count: u32,
    /// Only from this seed
    #[arg(long, value_name = "SEED-ID")]
    from: Option<Id>,
    /// Only from seeds that come from here
    #[arg(long, value_parser = parse::origin())]
    origin: Option<Origin>,
    /// The symmetry of the clues
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: ClueSymmetry,
    /// The number of clues
    #[arg(long, value_name = "LO..HI", value_parser = parse::clues)]
    clues: Option<RangeInclusive<usize>>,
    /// Only puzzles that lose uniqueness without any one clue
    #[arg(long)]
    minimal: bool,
    #[command(flatten)]
    style: StyleArgs,
    /// Kept with the batch
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
    /// Where randomness begins [default: random, and told]
    #[arg(long, value_name = "N")]
    rng_seed: Option<u64>,
    /// Say how many it could give from how many seeds; draw nothing
    #[arg(long)]
    dry_run: bool,
}

impl Args {
    /// The request as it is kept with the batch: what decides which puzzles come, as flags.
    fn request(&self) -> String {
        let flags = [
            self.level.as_ref().map(|level| format!("--level {level}")),
            self.tier.map(|tier| format!("--tier {tier}")),
            self.score.as_ref().map(|score| format!("--score {}", range_text(score))),
            Some(format!("--count {}", self.count)),
            self.from.map(|seed| format!("--from {seed}")),
            self.origin.map(|origin| format!("--origin {}", parse::origin_name(origin))),
            (self.symmetry != ClueSymmetry::None).then(|| format!("--symmetry {}", self.symmetry)),
            self.clues.as_ref().map(|clues| format!("--clues {}..{}", clues.start(), clues.end())),
            self.minimal.then(|| "--minimal".to_owned()),
        ];
        flags.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

fn range_text(range: &RangeInclusive<f64>) -> String {
    let end = if range.end().is_finite() { range.end().to_string() } else { String::new() };
    format!("{}..{end}", range.start())
}

/// Draws.
pub fn run(globals: &Globals, args: Args) -> anyhow::Result<Exit> {
    if args.from.is_some_and(|id| !id.is_seed()) {
        let words = "--from takes the id of a seed (it begins with s): `seeddb seeds` lists them";
        return Err(UsageError(words.to_owned()).into());
    }
    interrupt::listen()?;
    let output = args.style.open()?;
    let levels = globals.open()?.levels()?;
    let level = args.level.as_deref().map(|name| levels.get(name).cloned()).transpose();
    let level = level.map_err(|error| UsageError(error.to_string()))?;
    let rng_seed = parse::rng_seed(args.rng_seed);
    let writer = args.style.writer(output)?;
    let _ = (level, rng_seed, writer, args.request(), args.note, args.dry_run);
    bail!("`draw` is not connected yet")
}
