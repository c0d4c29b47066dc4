//! `mine`: new seeds.

use std::time::Duration;

use indicatif::{HumanCount, HumanDuration};
use seeddb::mine::{Progress, Request, Strategy, mine};
use seeddb::store::Added;
use seeddb::symmetry::ClueSymmetry;

use super::basket::Basket;
use super::database::counted;
use super::exit::UsageError;
use super::ladder::ladder;
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
    /// How to search: random puzzles, hill climbing, changes to known seeds, a mix of these (auto), or the puzzles of
    /// a method of `generate`
    #[arg(long, value_name = "STRATEGY", default_value = "auto", value_parser = parse::named::<Strategy>(Strategy::ALL.map(Strategy::name)))]
    strategy: Strategy,
    /// The symmetry of the clues
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: ClueSymmetry,
    /// Leave out seeds that give fewer puzzles [default: 16; 4 at tiers 4 and 6 and with a symmetry]
    #[arg(long, value_name = "N")]
    min_capacity: Option<u16>,
    /// The most seeds of the tier that a solution grid may have
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse::count::<u32>)]
    per_grid: u32,
    /// Where randomness begins [default: random, and told]
    #[arg(long, value_name = "N")]
    rng_seed: Option<u64>,
}

/// Mines.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let request = Request {
        strategy: args.strategy,
        symmetry: args.symmetry,
        min_capacity: args.min_capacity,
        count: args.count.map(|count| count as usize),
        time: args.time,
        rng_seed: parse::rng_seed(args.rng_seed),
        per_grid: args.per_grid as usize,
        ..Request::new(ladder(), args.tier)
    };
    request.check().map_err(|error| UsageError(error.to_string()))?;
    interrupt::listen()?;
    let mut known = globals.open()?.seeds(ladder().id(), args.tier..=args.tier)?;
    // The same seeds in the same order, whatever their scores: what a search finds depends on it.
    known.sort_by_key(|seed| seed.key);
    globals.note(format_args!("rng seed {}", request.rng_seed));
    if args.count.is_none() && args.time.is_none() {
        globals.note("mining until Ctrl-C (or give --count or --for); everything found is kept");
    }

    let bar = globals.spinner();
    let mut found = Basket::new(globals);
    let mined = mine(&request, &known, interrupt::flag(), |seeds, progress| {
        bar.set_message(words(&request, progress));
        bar.tick();
        found.put(seeds)
    });
    bar.finish_and_clear();
    // Also after an error: what was found is kept.
    let Added { new, known, better } = found.empty()?;
    let progress = mined?;
    globals.note(format_args!(
        "{} of tier {}, {better} better than a twin, {known} known; {} puzzles tried in {}",
        counted(new as u64, "new seed"),
        args.tier,
        HumanCount(progress.tried),
        HumanDuration(progress.elapsed),
    ));
    if interrupt::interrupted() {
        return Ok(Exit::Interrupted);
    }
    if let Some(count) = request.count.filter(|&count| progress.found < count) {
        globals.note(format_args!(
            "found {} of {count} before the time was over: give a longer --for, or none",
            progress.found
        ));
        return Ok(Exit::Fewer);
    }
    Ok(Exit::Done)
}

/// `12 found, 123,456 tried (2,345/s), 1m left`.
fn words(request: &Request, progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64().max(0.001);
    let by_count = request.count.filter(|_| progress.found > 0).map(|count| {
        let left = count.saturating_sub(progress.found) as f64;
        Duration::from_secs_f64(left * seconds / progress.found as f64)
    });
    let by_time = request.time.map(|time| time.saturating_sub(progress.elapsed));
    let left = by_count.into_iter().chain(by_time).min();
    format!(
        "{} found, {} tried ({}/s){}",
        progress.found,
        HumanCount(progress.tried),
        HumanCount((progress.tried as f64 / seconds) as u64),
        left.map(|left| format!(", {} left", HumanDuration(left))).unwrap_or_default(),
    )
}
