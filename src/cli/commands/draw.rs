//! `draw`: new puzzles.

use std::path::PathBuf;

use anyhow::Context;
use seeddb::database::StoreError;
use seeddb::database::{DrawOptions, Drawing, Error, OverShare};
use seeddb::export::Row;
use seeddb::record::Batch;

use super::bounds::{Bounds, Why, flags};
use super::mix;
use super::mix::Whole;
use crate::cli::terminal::database::{counted, row, store_error};
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::parse;
use crate::cli::terminal::sort::{Key, Order, Sorted};
use crate::cli::terminal::style::StyleArgs;
use crate::cli::terminal::told::{kept, tell};

/// Flags of `draw`.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("difficulty").args(["level", "tier", "score", "se", "technique", "request"]).required(true).multiple(true)))]
#[command(
    override_usage = "seeddb draw --level LEVEL [OPTIONS]   (or --tier, --score, --se, --technique, --request)"
)]
#[command(after_help = "\
Ranges include both ends: `22..25`, `..25`, `4000..`. Each line has the puzzle, its solution, id, level, tier, score, clues, seed, batch and \
number.

Examples:
  seeddb draw --level expert --count 100
  seeddb draw --level easy,medium,hard --count 90
  seeddb draw --tier 5 --score 4000..6000 --count 10 --format board
  seeddb draw --technique xy-wing
  seeddb draw --level hard --symmetry rot180 --count 200 -o hard.csv
  seeddb draw --request tools/samples/year.toml -o year.txt")]
pub struct Args {
    #[command(flatten)]
    bounds: Bounds,
    /// Several kinds of puzzles as one batch, all or none, from this TOML file
    #[arg(long, help_heading = "How hard", value_name = "FILE", conflicts_with_all = flags::<Bounds>())]
    request: Option<PathBuf>,
    #[command(flatten)]
    style: StyleArgs,
    /// Print in this order: score, clues, level, tier, er, id, number; -score begins with the greatest
    #[arg(
        long,
        help_heading = "Output",
        value_name = "KEY,..",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    sort: Vec<Key>,
    /// A remark that is kept with the batch
    #[arg(
        long,
        help_heading = "Output",
        hide_default_value = true,
        value_name = "TEXT",
        default_value = ""
    )]
    note: String,
    /// Repeats the random choices [default: random; a note says which]
    #[arg(long, help_heading = "Seeds", value_name = "N")]
    rng_seed: Option<u64>,
    /// Draw nothing; say how many puzzles the seeds could give
    #[arg(long, help_heading = "Output")]
    dry_run: bool,
}

/// Draws.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if let Some(file) = &args.request {
        let Args { style, sort, note, dry_run, .. } = args;
        let how = Whole { style, sort, note, rng_seed: args.rng_seed, dry_run: *dry_run };
        return mix::run(globals, file, &how);
    }
    args.bounds.check()?;
    let shares = args.bounds.shares()?;
    interrupt::listen()?;
    let sink =
        if args.dry_run { None } else { Some(args.style.open(Some(args.bounds.count()), false)?) };
    let rng_seed = parse::rng_seed(args.rng_seed);
    let database = globals.made()?;
    let levels = database.levels()?;
    // Of several levels none is drawn if one of them cannot be meant.
    let options = |(level, count)| DrawOptions {
        note: args.note.clone(),
        rng_seed,
        ..args.bounds.options(level, count)
    };
    let shares: Vec<DrawOptions> = shares.into_iter().map(options).collect();
    shares.iter().try_for_each(|share| database.check_draw(share))?;
    let Some(sink) = sink else {
        let mut exit = Exit::Done;
        for share in &shares {
            let of = args.bounds.of(share);
            if !tell(globals, &of, share.count, database.estimate(share)?) {
                exit = Exit::Fewer;
            }
        }
        return Ok(exit);
    };
    let mut out = Sorted::new(sink, Order::of(&args.sort, &levels));
    let mut exit = Exit::Done;
    let (mut last, mut has_rows): (Option<Batch>, bool) = (None, false);
    for share in &shares {
        let mut drawing = match database.draw(share, &interrupt::control()) {
            Err(Error::NothingFits(unmet)) => {
                let cure = args.bounds.cure(&Why::Unmet(unmet), &database.fitting(share)?);
                globals.reason(format_args!("no puzzles{}: {cure}", args.bounds.of(share)));
                exit = Exit::Fewer;
                continue;
            }
            drawing => drawing?,
        };
        let Batch { id, rng_seed, .. } = *drawing.batch();
        globals.note(format_args!("RNG seed {rng_seed}, batch {id}"));
        let printed = print(globals, &mut drawing, &mut out);
        let batch = drawing.batch();
        printed
            .map_err(|error| if is_lost(&error) { error } else { error.context(kept(batch)) })?;
        has_rows |= batch.issued > 0;
        if interrupt::interrupted() {
            globals.note(format_args!("stopped: {}", kept(batch)));
            out.finish_if(has_rows).with_context(|| kept(batch))?;
            return Ok(Exit::Interrupted);
        }
        last = Some(batch.clone());
        if let Some(over) = drawing.over_share() {
            globals.note(self::over(over));
        }
        if batch.issued < share.count {
            let fewer = format!("{} of {}", batch.issued, counted(share.count.into(), "puzzle"));
            let why = Why::of(drawing.obstacle());
            let cure = args.bounds.cure(&why, &database.fitting(share)?);
            globals.reason(format_args!("{fewer}{}: {cure}", args.bounds.of(share)));
            exit = Exit::Fewer;
        }
    }
    let ended = out.finish_if(has_rows);
    if let Some(last) = &last { ended.with_context(|| kept(last)) } else { ended }?;
    Ok(exit)
}

/// A share that could not be kept, in words.
fn over(OverShare { share, seeds, most }: OverShare) -> String {
    format!(
        "{} gave more than a share of {}, up to {most}, as the others give too little (--per-seed {share} allows no more)",
        counted(seeds as u64, "seed"),
        counted(share.into(), "puzzle")
    )
}

/// Prints puzzles as they come.
fn print(globals: &Globals, drawing: &mut Drawing, out: &mut Sorted) -> anyhow::Result<()> {
    let progress = globals.progress(Some(drawing.batch().asked.into()));
    while let Some(chunk) = drawing.next_chunk() {
        let rows: Vec<Row> = chunk?.iter().map(row).collect();
        out.rows(rows)?;
        progress.set_position(drawing.batch().issued.into());
    }
    progress.finish_and_clear();
    Ok(())
}

/// Whether the database is not there any more, and with it what was issued.
fn is_lost(error: &anyhow::Error) -> bool {
    matches!(store_error(error), Some(StoreError::Gone(_) | StoreError::Replaced(_)))
}
