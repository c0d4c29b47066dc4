//! `seeds grade`: computes missing ratings, and those of an earlier version.

use seeddb_core::plural::counted;
use seeddb_core::record::Origin;
use seeddb_database::{Control, is_rated};
use seeddb_mine::er_of_starter;

use crate::terminal::{Exit, Globals, grading, interrupt, parse};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Seeds are rated when they are imported, and while they are mined as far as there is time; those of earlier versions are not, and `draw --er` \
passes them over. This command rates them, measures how many puzzles they give by that rating, and works out EP, ED and the crux, which is \
the same for seeds with the same hardest part: some tens a second on a core, fewer at tier 6. The ratings of the starter seeds come with the program. Ratings above 9.8 of earlier versions, which may be 0.1 \
too low, are worked out again, a few a second. Ctrl-C keeps what is done; the same command goes on from there. \
Draws by level, tier and score stay as they are.

Examples:
  seeddb seeds grade
  seeddb seeds grade --origin mined --tier 5")]
pub struct Args {
    /// Only seeds of this origin
    #[arg(long, value_name = "ORIGIN", value_parser = parse::origin())]
    origin: Option<Origin>,
    /// Only those of this tier, 0 to 6
    #[arg(long, value_name = "T", value_parser = parse::tier)]
    tier: Option<u8>,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let database = globals.database()?;
    let mut seeds = database.unrated_seeds()?;
    seeds.retain(|seed| {
        let is_tier = |tier| grading(seed).is_some_and(|grading| grading.tier == tier);
        args.origin.is_none_or(|origin| origin == seed.origin) && args.tier.is_none_or(is_tier)
    });
    let rate = |control: &Control| database.rate_seeds(&seeds, control);
    let rated = globals.working(Some(seeds.len() as u64), Some("rated"), rate)?;
    let carried = seeds
        .iter()
        .take(rated as usize)
        .filter(|seed| er_of_starter(&seed.puzzle).is_some())
        .count();
    let of_program = match carried {
        0 => String::new(),
        carried => format!(", of which the program carries the ratings of {carried}"),
    };
    let of_before = seeds.iter().take(rated as usize).filter(|seed| is_rated(seed)).count();
    let of_before = match of_before {
        0 => String::new(),
        1 => ", 1 of them only its EP, ED and crux".to_owned(),
        several => format!(", {several} of them only their EP, ED and crux"),
    };
    let left = (seeds.len() as u64).saturating_sub(rated);
    globals.note(match left {
        0 => format!("{} rated{of_program}{of_before}", counted(rated, "seed")),
        left => format!("{} rated{of_program}{of_before}, {left} left", counted(rated, "seed")),
    });
    Ok(if interrupt::interrupted() { Exit::Interrupted } else { Exit::Done })
}
