//! `draw`: draws new puzzles.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use seeddb_core::plural::counted;
use seeddb_core::record::Batch;
use seeddb_database::visible::visible;
use seeddb_database::{
    BatchRef, Database, Drawing, Error, IssuedWithId, OverShare, Part, StoreError,
};

use super::bounds::Bounds;
use super::request::Asked;
use super::sets;
use super::too_few::{Why, cure, why};
use super::wishes::flags;
use crate::terminal::{
    Exit, Globals, Key, Order, Printer, Pulse, StyleArgs, interrupt, is_closed, kept, parse,
    refuse, store_error, tell, tell_outdated,
};

#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("difficulty").args(["level", "tier", "score", "percentile", "aim", "er", "minutes", "technique", "pattern", "like", "request", "again"]).required(true).multiple(true)))]
#[command(
    override_usage = "seeddb draw --level LEVEL [OPTIONS]   (or --tier, --score, --percentile, --aim, --er, --minutes, --technique, --like, --request, --again)"
)]
#[command(after_help = "\
Lines: puzzle, solution, id, level, tier, score, clues, seed, batch, number. `22..25` has both ends.

Examples:
  seeddb draw --level expert --count 100
  seeddb draw --sets 2 --level easy,medium,hard --count 6 -o contest.pdf")]
pub struct Args {
    #[command(flatten)]
    bounds: Bounds,
    /// Several kinds in one batch, all or none, from this TOML or JSON file
    #[arg(long, help_heading = "How hard", value_name = "FILE", conflicts_with_all = flags::<Bounds>())]
    request: Option<PathBuf>,
    /// The request of this batch once more, for other puzzles
    #[arg(long, help_heading = "How hard", value_name = "N|last", conflicts_with_all = flags::<Bounds>(), conflicts_with = "request", value_parser = one_batch)]
    again: Option<BatchRef>,
    #[command(flatten)]
    style: StyleArgs,
    /// Order: score, clues, level, tier, er, id, number; -score is downwards
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
    /// For somebody else: no puzzle of it comes into a series or book here
    #[arg(long, help_heading = "Output", value_name = "TEXT")]
    given_to: Option<String>,
    /// The same request with the same key gives the same batch
    #[arg(long, help_heading = "Output", value_name = "KEY", conflicts_with = "dry_run")]
    once: Option<String>,
    /// Repeats the random choices [default: random; a note says which]
    #[arg(long, help_heading = "Seeds", value_name = "N", value_parser = parse::whole::<u64>)]
    rng_seed: Option<u64>,
    /// Draw nothing; say how many puzzles the seeds could give
    #[arg(long, help_heading = "Output")]
    dry_run: bool,
}

/// Parses the number of one batch, or `last`.
fn one_batch(text: &str) -> Result<BatchRef, String> {
    let number = || text.parse().ok().filter(|id: &u32| *id > 0).map(BatchRef::Id);
    let batch = if text == "last" { Some(BatchRef::Last) } else { number() };
    batch.ok_or_else(|| format!("{text}: give the number of a batch, or last"))
}

impl Args {
    /// The requests, each of which is one call of the library.
    fn asked(&self, globals: &Globals) -> anyhow::Result<Vec<Asked>> {
        let mut all = match (&self.request, self.again) {
            (Some(file), _) => vec![Asked::read(file)?],
            (_, Some(batch)) => vec![Asked::again(globals, batch)?],
            _ => self.bounds.draws(globals)?.into_iter().map(Asked::from).collect(),
        };
        let random = parse::rng_seed(self.rng_seed);
        for Asked { options, has_rng_seed, .. } in &mut all {
            if self.rng_seed.is_some() || !*has_rng_seed {
                options.rng_seed = random;
            }
            if !self.note.is_empty() {
                options.note.clone_from(&self.note);
            }
            if self.given_to.is_some() {
                options.given_to.clone_from(&self.given_to);
            }
            if options.part.iter().any(|part| part.from.is_some_and(|id| !id.is_seed())) {
                return refuse(
                    "--from takes the id of a seed (it begins with s): `seeddb seeds` lists them",
                );
            }
        }
        Ok(all)
    }
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let mut all = args.asked(globals)?;
    interrupt::listen()?;
    let count = u32::try_from(all.iter().map(|asked| asked.options.count()).sum::<u64>()).ok();
    let page = all.iter().find_map(|asked| asked.options.page.as_deref());
    if let Some(page) = page {
        args.style.take_recorded(page);
    }
    let sink = if args.dry_run { None } else { Some(args.style.open(count, false)?) };
    for asked in &mut all {
        asked.options.page = args.style.paper(count)?;
    }
    let several = all.len() > 1;
    if several && args.once.is_some() {
        return refuse(
            "--once is the key of one batch: give one level, or several parts with --request",
        );
    }
    let database = globals.usable()?;
    let database = &args.once.as_ref().map_or(Ok(database.clone()), |key| database.once(key))?;
    let levels = database.levels()?;
    // If one of several requests is invalid, none is drawn.
    for asked in &all {
        database.check_draw(&asked.options).map_err(|error| asked.at(error))?;
    }
    // A mistyped request must not create a database.
    database.ensure()?;
    let parts: Vec<Part> = all.iter().flat_map(|asked| asked.options.part.clone()).collect();
    tell_outdated(globals, database, &parts)?;
    let Some(sink) = sink else { return tell_all(globals, database, &all, several) };
    let out = Printer::new(sink, Order::of(&args.sort, &levels), globals.notes());
    let mut drawn = Vec::new();
    draw(globals, args, database, &mut all, out, &mut drawn).map_err(|error| match drawn.last() {
        Some(last) if !is_lost(&error, database, last) => error.context(kept(&drawn)),
        _ => error,
    })
}

/// Tells of techniques that the tiers do not have the ladder by which they are the hardest.
fn tell_ladders(globals: &Globals, asked: &Asked) {
    for name in asked.options.part.iter().flat_map(|part| &part.ask.technique) {
        let ladder = match (name.built_in(), name.of_common()) {
            (Some(_), _) => continue,
            (None, Some(_)) => "common",
            (None, None) => "se",
        };
        globals.note(format_args!("{name} as `seeddb explain --ladder {ladder}` has it"));
    }
}

/// Draws all requests. Puzzles in `drawn` are issued, even if the output fails.
fn draw(
    globals: &Globals,
    args: &Args,
    database: &Database,
    all: &mut [Asked],
    mut out: Printer,
    drawn: &mut Vec<Batch>,
) -> anyhow::Result<Exit> {
    let (several, mut exit) = (all.len() > 1, Exit::Done);
    for asked in all {
        asked.options.continues = !drawn.is_empty();
        let asked = &*asked;
        let of = of(asked, several);
        tell_more_than_there_is(globals, database, asked, &of)?;
        let mut drawing = match begin(globals, database, asked) {
            Ok(drawing) => drawing,
            Err(error) if asked.options.whole => {
                let told = too_few(database, asked, error)?;
                out.finish_if(false)?;
                globals.reason(format_args!("nothing was issued:{told}"));
                return Ok(Exit::Fewer);
            }
            Err(Error::NothingFits(unmet)) => {
                let part = &asked.options.part[0];
                let cure = cure(&Why::Unmet(unmet), part, &database.cures(part)?);
                globals.reason(format_args!("no puzzles{of}: {cure}"));
                exit = Exit::Fewer;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let Batch { id, rng_seed, .. } = *drawing.batch();
        globals.note(format_args!("RNG seed {rng_seed}, batch {id}"));
        if let Some(to) = &asked.options.given_to {
            globals.note(format_args!(
                "given to {}: no puzzle of batch {id} comes into a series or a book here; `seeddb take-back --batch {id}` takes back what comes back unused",
                visible(to)
            ));
        }
        if args.again.is_some() {
            globals.note(
                "other puzzles of the same kind; `seeddb export --batch N` prints those of a batch again",
            );
        }
        if args.rng_seed.is_some() {
            tell_repeated(globals, database, drawing.batch())?;
        }
        tell_numbers(globals, asked);
        tell_ladders(globals, asked);
        let printed = print(globals, &asked.options.part[0], &mut drawing, &mut out);
        let batch = drawing.batch();
        if asked.options.sets.is_some() {
            let sets = database.sets(BatchRef::Id(batch.id))?;
            sets::tell(globals, &sets);
            if args.sort.is_empty() {
                out.sink.cover(sets.iter().map(sets::cover).collect());
            }
        }
        drawn.push(batch.clone());
        if printed.as_ref().is_err_and(is_closed) {
            // The reader of the pipe has enough; issued puzzles stay issued.
            globals.note(kept(drawn));
        }
        printed?;
        if interrupt::interrupted() {
            globals.note(format_args!("stopped: {}", kept(drawn)));
            out.finish_if(has_rows(drawn))?;
            return Ok(Exit::Interrupted);
        }
        if let Some(over) = drawing.over_share() {
            globals.note(self::over(over));
        }
        if batch.issued < batch.asked {
            let fewer = format!("{} of {}", batch.issued, counted(batch.asked.into(), "puzzle"));
            let part = &asked.options.part[0];
            let cure = cure(&Why::after(drawing.trouble(), part), part, &database.cures(part)?);
            globals.reason(format_args!("{fewer}{of}: {cure}"));
            exit = Exit::Fewer;
        }
    }
    out.finish_if(has_rows(drawn))?;
    Ok(exit)
}

fn has_rows(drawn: &[Batch]) -> bool {
    drawn.iter().any(|batch| batch.issued > 0)
}

/// The number of puzzles from which the supply is estimated first; the estimate takes less than a
/// tenth of a second.
const MANY: u64 = 1_000;

/// Notes before a long draw that there are fewer puzzles than requested.
fn tell_more_than_there_is(
    globals: &Globals,
    database: &Database,
    asked: &Asked,
    of: &str,
) -> anyhow::Result<()> {
    let count = asked.options.count();
    let is_short = asked.options.whole || count < MANY;
    if is_short || globals.is_quiet() || database.has_plenty(&asked.options)? {
        return Ok(());
    }
    let left: u64 = database.estimate(&asked.options)?.iter().map(|part| part.puzzles).sum();
    if left < count {
        globals.note(format_args!(
            "the seeds are known to give about {}{of} more, fewer than the {count} asked for; all that come are drawn",
            counted(left, "puzzle")
        ));
    }
    Ok(())
}

/// Begins to draw; a request for all or nothing is drawn completely here.
fn begin(globals: &Globals, database: &Database, asked: &Asked) -> Result<Drawing, Error> {
    if !asked.options.whole {
        return database.draw(&asked.options, &interrupt::control());
    }
    let count = Some(asked.options.count());
    globals.working(count, None, |control| database.draw(&asked.options, control))
}

/// The level of a draw in words, if there are several draws.
fn of(asked: &Asked, several: bool) -> String {
    let level = asked.options.part.first().and_then(|part| part.level.as_ref());
    level.filter(|_| several).map(|level| format!(" of level {level}")).unwrap_or_default()
}

/// `--dry-run`: reports the number of available puzzles for each part.
fn tell_all(
    globals: &Globals,
    database: &Database,
    all: &[Asked],
    several: bool,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    for asked in all {
        let estimates = database.estimate(&asked.options)?;
        for (place, (part, estimate)) in asked.options.part.iter().zip(estimates).enumerate() {
            let of = format!("{}{}", of(asked, several), asked.of(place));
            let count = part.count.saturating_mul(asked.options.sets.unwrap_or(1));
            if !tell(globals, &of, count, estimate) {
                exit = Exit::Fewer;
            }
        }
    }
    Ok(exit)
}

/// Notes an earlier batch of the same request and RNG seed, whose puzzles are not drawn again.
fn tell_repeated(globals: &Globals, database: &Database, own: &Batch) -> anyhow::Result<()> {
    let alike = |batch: &Batch| {
        (batch.rng_seed, &batch.request) == (own.rng_seed, &own.request) && batch.id != own.id
    };
    if let Some(Batch { id, .. }) = database.batches()?.into_iter().find(alike) {
        globals.note(format_args!(
            "batch {id} had the same request and RNG seed: its puzzles are not drawn again, `seeddb export --batch {id}` prints them"
        ));
    }
    Ok(())
}

fn tell_numbers(globals: &Globals, asked: &Asked) {
    if !asked.options.whole || asked.options.sets.is_some() {
        return;
    }
    let mut first = 1;
    for (place, part) in asked.options.part.iter().enumerate() {
        let last = first + part.count - 1;
        globals.note(format_args!("{}:{}", sets::numbers(&(first..=last)), asked.of(place)));
        first = last + 1;
    }
}

/// The reason for too few puzzles of a part, with advice; other errors are returned.
fn too_few(database: &Database, asked: &Asked, error: Error) -> anyhow::Result<String> {
    let Error::Part { part: place, error } = error else {
        return Err(error).context("nothing was issued");
    };
    let part = &asked.options.part[place];
    let cure = |why: &Why| database.cures(part).map(|cures| cure(why, part, &cures));
    let what = match *error {
        Error::NothingFits(unmet) => format!("gives no puzzles: {}", cure(&Why::Unmet(unmet))?),
        Error::TooFew { made, asked, obstacle } => {
            let cure = cure(&Why::of(obstacle))?;
            format!("gives {made} of {}: {cure}", counted(asked.into(), "puzzle"))
        }
        error => return Err(asked.at(Error::Part { part: place, error: Box::new(error) })),
    };
    Ok(format!("{} {what}", asked.of(place)))
}

fn over(OverShare { share, seeds, most }: OverShare) -> String {
    format!(
        "{} gave more than a share of {}, up to {most}, as the others give too little (--per-seed {share} allows no more)",
        counted(seeds as u64, "seed"),
        counted(share.into(), "puzzle")
    )
}

/// How long nobody waits for the first puzzle without a word.
const SILENT: Duration = Duration::from_secs(2);

fn print(
    globals: &Globals,
    part: &Part,
    drawing: &mut Drawing,
    out: &mut Printer,
) -> anyhow::Result<()> {
    let progress = globals.progress(Some(drawing.batch().asked.into()));
    let pulse = Pulse::after(SILENT);
    while let Some(chunk) = drawing.next_chunk() {
        out.rows(chunk?.iter().map(IssuedWithId::row).collect())?;
        let Batch { issued: 0, attempts, .. } = drawing.batch() else {
            progress.set_position(drawing.batch().issued.into());
            continue;
        };
        if pulse.is_due() {
            let attempts = counted(*attempts, "attempt");
            progress.suspend(|| {
                globals.note(format_args!(
                    "no puzzle in {attempts}: {}",
                    why(drawing.trouble(), part)
                ));
            });
        }
    }
    progress.finish_and_clear();
    Ok(())
}

/// Whether the present database lacks the issued puzzles.
fn is_lost(error: &anyhow::Error, database: &Database, batch: &Batch) -> bool {
    match store_error(error) {
        Some(StoreError::Gone(_) | StoreError::Replaced(_) | StoreError::OtherBatch(_)) => true,
        // The file may have been replaced by now; or two copies were drawn from, and this one has
        // the batch.
        Some(StoreError::Older { .. }) => {
            let is_it = |own: &Batch| (own.id, own.token) == (batch.id, batch.token);
            !database.batches().is_ok_and(|all| all.iter().any(is_it))
        }
        _ => false,
    }
}
