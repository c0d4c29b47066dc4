//! `seeds transplant`: the hardest part of a seed on other solution grids.

use seeddb_core::plural::counted;
use seeddb_core::record::Seed;
use seeddb_core::symmetry::Id;
use seeddb_database::ListedSeed;

use super::{seeds, show};
use crate::terminal::{Exit, Globals, PrintArgs, interrupt, parse};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The seeds found have the tier, the crux and, above 4.4, the Sudoku Explainer rating (ER) of the one given, and other solutions. Many have \
such seeds where fewer than 40 cells are reserved, few where more are. Listed are those that the database does not have; with --add it has \
them then. `mine --strategy transplant` does the same with all seeds of a tier.

Examples:
  seeddb seeds transplant sNF30-7Y2M-X2AW-8
  seeddb seeds transplant --count 100 --add 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
pub struct Args {
    /// The seed: its id, or any puzzle (81 characters, a link, an id)
    #[arg(value_name = "PUZZLE|ID")]
    seed: String,
    /// The most seeds to find
    #[arg(long, short = 'n', value_name = "N", default_value = "10", value_parser = parse::count::<u32>)]
    count: u32,
    /// Add them to the database
    #[arg(long)]
    add: bool,
    /// Repeats the random choices [default: random; a note says which]
    #[arg(long, value_name = "N", value_parser = parse::whole::<u64>)]
    rng_seed: Option<u64>,
    #[command(flatten)]
    print: PrintArgs,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let opened = args.print.open()?;
    let parent = show::puzzle(globals, &args.seed)?;
    let rng_seed = parse::rng_seed(args.rng_seed);
    interrupt::listen()?;
    globals.note(format_args!("RNG seed {rng_seed}"));
    let database = globals.database()?;
    let control = interrupt::control();
    let found = database.transplants(&parent, args.count as usize, rng_seed, &control)?;
    if args.add {
        let added = database.add_seeds(&found)?;
        globals.note(format_args!("{} added", counted(added.new as u64, "seed")));
    }
    let few = found.len();
    let listed = |seed: Seed| ListedSeed { id: Id::seed(seed.key), seed, issued: 0 };
    seeds::list(opened, args.print.place.room(), found.into_iter().map(listed), false)?;
    if interrupt::interrupted() {
        return Ok(Exit::Interrupted);
    }
    if few < args.count as usize {
        globals.reason(match few {
            0 => "no other solution grid was found that keeps the hardest part".to_owned(),
            few => {
                format!("found {few} of {}: other grids are seldom, or known already", args.count)
            }
        });
        return Ok(Exit::Fewer);
    }
    Ok(Exit::Done)
}
