//! `mine`: searches for new seeds.

use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar};
use seeddb_core::ask::text::one_or_range;
use seeddb_core::plural::counted;
use seeddb_core::symmetry;
use seeddb_database::{Added, Shard};
use seeddb_database::{Control, Error, Event, MineOptions, Mined, Part, mine_shard, shard_at};
use seeddb_mine::{Progress, Strategy};

use super::flags;
use super::rescue::rescue;
use super::wishes::Wishes;
use crate::terminal::{Exit, Globals, Pulse, interrupt, ladder, parse, refuse};

#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("difficulty").args(["level", "tier", "score", "er", "minutes", "technique", "pattern"]).required(true).multiple(true)))]
#[command(after_help = "\
Without --count and --for it goes on until Ctrl-C; everything found is kept. Where stderr is no terminal, as under nohup, it \
writes a line now and then. Each seed that it keeps gives puzzles that are as asked: that was tried. What is found is rated (ER) meanwhile, \
and at the end; with --for the rest is left to `seeds grade`.

Examples:
  seeddb mine --tier 5 --for 2m
  seeddb mine --tier 3 --count 20 --symmetry rot180
  seeddb mine --tier 4 --strategy climb
  seeddb mine --er 8.3.. --for 10m
  seeddb mine --level hard --symmetry top-bottom --count 50
  seeddb mine --tier 5 --count 1000 --rng-seed 7 --shard 3/16 -o shard-3.redb")]
pub struct Args {
    /// A level of the table that the seeds give puzzles of
    #[arg(long, value_name = "L", conflicts_with = "shard")]
    level: Option<String>,
    /// Stop when so many were found
    #[arg(short = 'n', long, value_name = "N", value_parser = parse::count::<u32>)]
    count: Option<u32>,
    /// Stop after this time, such as 90s, 10m or 1h30m
    #[arg(long = "for", value_name = "TIME", value_parser = parse::time)]
    time: Option<Duration>,
    /// How to search: random puzzles, hill climbing, changes to known seeds, a mix of these (auto),
    /// their hardest parts on other solution grids (transplant), or the puzzles of a method of
    /// `generate`
    #[arg(long, value_name = "STRATEGY", default_value = "auto", value_parser = parse::named::<Strategy>(Strategy::ALL.map(Strategy::name)))]
    strategy: Strategy,
    /// Leave out seeds that give fewer puzzles [default: 16; 4 at tiers 4 and 6 and with a
    /// symmetry]
    #[arg(long, value_name = "N", value_parser = parse::whole::<u16>)]
    min_capacity: Option<u16>,
    /// The most seeds of the tier that a solution grid may have
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse::count::<u32>)]
    per_grid: u32,
    /// Repeats the random choices [default: random; a note says which]
    #[arg(long, value_name = "N", value_parser = parse::whole::<u64>)]
    rng_seed: Option<u64>,
    /// One of N searches, each with randomness of its own: what it finds goes into a file, for
    /// `merge`
    #[arg(long, value_name = "I/N", requires_all = ["output", "rng_seed"])]
    shard: Option<symmetry::Fraction>,
    /// The file of a shard, there only when the search has come to its end
    #[arg(long, short, value_name = "FILE", requires = "shard")]
    output: Option<PathBuf>,
    #[command(flatten)]
    wishes: Wishes,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let options = args.options(parse::rng_seed(args.rng_seed));
    interrupt::listen()?;
    if let (Some(part), Some(path)) = (args.shard, &args.output) {
        return run_shard(globals, args, part, path, &options);
    }
    let bar = globals.spinner();
    let mined = globals.database()?.mine(&options, &watched(globals, &options, &bar));
    bar.finish_and_clear();
    let Mined { progress, added: Added { new, known, better }, finds } = match mined {
        Err(Error::Unsaved(unsaved)) => rescue(globals, *unsaved)?,
        mined => mined?,
    };
    globals.note(format_args!(
        "{} of {} ({better} replaced an equivalent, poorer seed; {known} already in the database); {} puzzles tried in {}",
        counted(new as u64, "new seed"),
        args.sought(),
        HumanCount(progress.tried),
        HumanDuration(progress.elapsed),
    ));
    finds.words().into_iter().for_each(|words| globals.note(format_args!("found: {words}")));
    if interrupt::interrupted() {
        return Ok(Exit::Interrupted);
    }
    if let Some(count) = options.count.filter(|&count| progress.found < count) {
        globals.reason(format_args!(
            "found {} of {count} before the time was over: give a longer --for, or none",
            progress.found
        ));
        return Ok(Exit::Fewer);
    }
    Ok(Exit::Done)
}

/// Mines a shard into a file.
fn run_shard(
    globals: &Globals,
    args: &Args,
    part: symmetry::Fraction,
    path: &Path,
    options: &MineOptions,
) -> anyhow::Result<Exit> {
    if args.count.is_none() && args.time.is_none() {
        return refuse("a shard needs an end: give --count, or --for");
    }
    let shard = Shard { part, search: args.search(options.rng_seed) };
    match shard_at(path)? {
        None => {}
        Some(known) if known == shard => {
            globals.note(format_args!("{} is there already: it is this shard", path.display()));
            return Ok(Exit::Done);
        }
        Some(Shard { part, search }) => {
            let path = path.display();
            return refuse(format!("{path} is another shard ({part} {search}): give another name"));
        }
    }
    let bar = globals.spinner();
    let mined = mine_shard(path, &shard, ladder(), options, &watched(globals, options, &bar));
    bar.finish_and_clear();
    let Some(Mined { progress, added, finds }) = mined? else {
        globals.note("nothing is kept of a shard that does not come to its end");
        return Ok(Exit::Interrupted);
    };
    globals.note(format_args!(
        "shard {part}: {} of {} in {}; {} puzzles tried in {}",
        counted(added.new as u64, "seed"),
        args.sought(),
        path.display(),
        HumanCount(progress.tried),
        HumanDuration(progress.elapsed),
    ));
    finds.words().into_iter().for_each(|words| globals.note(format_args!("found: {words}")));
    Ok(Exit::Done)
}

/// A control that stops at a signal and shows progress.
fn watched(globals: &Globals, options: &MineOptions, bar: &ProgressBar) -> Control {
    let (notes, options, bar) = (globals.notes(), options.clone(), bar.clone());
    let pulse = Pulse::new();
    interrupt::control().watched_by(move |event| match event {
        Event::Begun => {
            notes.note(format_args!("RNG seed {}", options.rng_seed));
            if options.count.is_none() && options.time.is_none() {
                notes.note(
                    "mining until Ctrl-C (or give --count or --for); everything found is kept",
                );
            }
        }
        Event::Mining(progress) => {
            bar.set_message(words(&options, progress));
            bar.tick();
            if pulse.is_due() {
                notes.note(words(&options, progress));
            }
        }
        Event::Done { done, total: Some(total), .. } => {
            bar.set_message(format!("{done} of {total} rated that the search left"));
            bar.tick();
        }
        Event::Waiting { holder } => notes.note(format_args!(
            "the database is in use by {holder}: new seeds wait in memory until it is free"
        )),
        _ => {}
    })
}

impl Args {
    fn part(&self) -> Part {
        Part { level: self.level.clone(), ask: self.wishes.constraints(), ..Part::default() }
    }

    /// The target of the search in words: `tier 5`, `ER 7.2`.
    fn sought(&self) -> String {
        let ask = self.wishes.constraints();
        match (&self.level, &ask.er, &ask.tier) {
            (Some(level), ..) => format!("level {level}"),
            (_, Some(se), _) => format!("ER {}", one_or_range(se)),
            (.., Some(tiers)) => format!("tier {}", one_or_range(tiers)),
            _ => "what was asked for".to_owned(),
        }
    }

    /// The flags that all shards of a search share.
    fn search(&self, rng_seed: u64) -> String {
        let mut words = format!(
            "{} --strategy {} --per-grid {} --rng-seed {rng_seed}",
            flags::part(&self.part()),
            self.strategy,
            self.per_grid
        );
        let capacity = self.min_capacity.map(|least| format!(" --min-capacity {least}"));
        let count = self.count.map(|count| format!(" --count {count}"));
        let time = self.time.map(|time| format!(" --for {}s", time.as_secs_f64()));
        words.extend([capacity, count, time].into_iter().flatten());
        words
    }

    fn options(&self, rng_seed: u64) -> MineOptions {
        MineOptions {
            level: self.level.clone(),
            ask: self.wishes.constraints(),
            strategy: self.strategy,
            min_capacity: self.min_capacity,
            count: self.count.map(|count| count as usize),
            time: self.time,
            per_grid: self.per_grid as usize,
            rng_seed,
            // The seeds are saved to a file before a longer wait.
            last_wait: Some(Duration::ZERO),
        }
    }
}

/// The progress in words: `12 found, 123,456 tried (2,345/s), 1m left`.
fn words(options: &MineOptions, progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64().max(0.001);
    let by_count = options.count.filter(|_| progress.found > 0).map(|count| {
        let left = count.saturating_sub(progress.found) as f64;
        Duration::from_secs_f64(left * seconds / progress.found as f64)
    });
    let by_time = options.time.map(|time| time.saturating_sub(progress.elapsed));
    let left = by_count.into_iter().chain(by_time).min();
    format!(
        "{} found, {} tried ({}/s){}",
        progress.found,
        HumanCount(progress.tried),
        HumanCount((progress.tried as f64 / seconds) as u64),
        left.map(|left| format!(", {} left", HumanDuration(left))).unwrap_or_default(),
    )
}
