//! `feeds`: which puzzle runs on which day of which series.

use std::collections::BTreeSet;

use jiff::civil::Date;
use seeddb::database::{Error, Feeds, Named, Replaced, Replacement, Run};
use seeddb::export::day_of;
use seeddb::record::Day;
use seeddb::symmetry::Id;
use serde::Serialize;

use super::export::{Batches, batch};
use crate::cli::terminal::database::counted;
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::exit::refuse;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::parse;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::table::Text;

/// Flags of `feeds`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
`export --calendar` makes feeds: series of days, each day with a puzzle. A puzzle runs once in any feed, unless `export --again` \
says otherwise. A day can get another puzzle; the one before is withdrawn, stays on record for ever, and counts as one that \
ran, since it may be at the printer's.

Examples:
  seeddb feeds
  seeddb feeds show daily --format csv
  seeddb feeds replace daily 2027-01-04 60RK-4CSM-6MV3-S
  seeddb feeds replace daily 2027-01-04 --batch last
  seeddb feeds withdraw daily 2027-01-04 2027-01-05")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// List the days of a series, and what was withdrawn from them
    Show(Show),
    /// Give a day another puzzle; the one before is withdrawn
    Replace(Replace),
    /// Take the puzzles of days out: the days have none then
    Withdraw(Withdraw),
}

#[derive(clap::Args, Debug)]
struct Show {
    /// The series
    series: String,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("with").args(["puzzle", "batch"]).required(true)))]
struct Replace {
    /// The series
    series: String,
    /// The day
    #[arg(value_name = "DATE", value_parser = parse::date)]
    day: Date,
    /// The puzzle that is to run
    #[arg(value_name = "ID")]
    puzzle: Option<Id>,
    /// The first puzzle of these batches that has the same level and never ran
    #[arg(long, value_name = "N|N..M|last", value_delimiter = ',', value_parser = batch)]
    batch: Vec<Batches>,
    /// Take also a puzzle that ran in a feed before
    #[arg(long)]
    again: bool,
}

#[derive(clap::Args, Debug)]
struct Withdraw {
    /// The series
    series: String,
    /// The days
    #[arg(value_name = "DATE", required = true, value_parser = parse::date)]
    days: Vec<Date>,
}

#[derive(Default, Serialize)]
struct SeriesRow {
    series: String,
    days: usize,
    first: Option<String>,
    last: Option<String>,
    withdrawn: usize,
}

#[derive(Default, Serialize)]
struct DayRow {
    date: String,
    state: &'static str,
    id: String,
    level: Option<String>,
    tier: u8,
    score: Option<f64>,
    batch: u32,
    number: u32,
}

/// Lists or changes them.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    match &args.command {
        None => list(globals, &args.print),
        Some(Command::Show(args)) => show(globals, args),
        Some(Command::Replace(args)) => replace(globals, args),
        Some(Command::Withdraw(args)) => {
            let days: Vec<Day> = args.days.iter().map(|date| day_of(*date)).collect();
            globals.database()?.withdraw_days(&args.series, &days)?;
            let (days, series) = (counted(days.len() as u64, "day"), &args.series);
            globals.note(format_args!("withdrew the puzzles of {days} of {series}"));
            Ok(Exit::Done)
        }
    }
}

fn list(globals: &Globals, print: &PrintArgs) -> anyhow::Result<Exit> {
    let mut table = print.table::<SeriesRow>(Text::Aligned)?;
    let feeds = globals.database()?.feeds()?;
    for series in feeds.series() {
        let days: Vec<Day> = feeds.days(series).map(|(day, _)| day).collect();
        let withdrawn = feeds.runs().iter().filter(|run| run.withdrawn && run.series == series);
        table.add(&SeriesRow {
            series: series.to_owned(),
            days: days.len(),
            first: days.first().map(ToString::to_string),
            last: days.last().map(ToString::to_string),
            withdrawn: withdrawn.count(),
        })?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

fn show(globals: &Globals, args: &Show) -> anyhow::Result<Exit> {
    let mut table = args.print.table::<DayRow>(Text::Aligned)?;
    let database = globals.database()?;
    let feeds: Feeds = database.feeds()?;
    feeds.expect_series(&args.series).map_err(Error::from)?;
    let mut runs: Vec<&Run> = feeds.runs().iter().filter(|run| run.series == args.series).collect();
    // What was withdrawn from a day comes before what runs.
    runs.sort_by_key(|run| (run.day, !run.withdrawn));
    let places: Vec<_> = runs.iter().map(|run| run.at).collect();
    for (run, Named { issued, id, .. }) in runs.iter().zip(database.puzzles_at(&places)?) {
        let state = match (run.withdrawn, issued.void) {
            (true, _) => "withdrawn",
            (false, true) => "void",
            (false, false) => "runs",
        };
        table.add(&DayRow {
            date: run.day.to_string(),
            state,
            id: id.to_string(),
            level: issued.level.clone(),
            tier: issued.tier,
            score: issued.score,
            batch: issued.batch,
            number: issued.number,
        })?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

fn replace(globals: &Globals, args: &Replace) -> anyhow::Result<Exit> {
    let with = match args.puzzle {
        Some(id) if id.is_seed() => {
            return refuse(format!("{id} is a seed: only puzzles that were drawn can run"));
        }
        Some(id) => Replacement::Puzzle(id),
        None => Replacement::Batches(Batches::of(&args.batch)),
    };
    let Replace { series, day, again, .. } = args;
    let Replaced { old, new } =
        globals.database()?.replace_day(series, day_of(*day), &with, *again)?;
    globals.note(format_args!(
        "{series} on {day}: {} instead of {}, which is withdrawn",
        new.id, old.id
    ));
    let levels: BTreeSet<_> = [&old, &new].map(|named| &named.issued.level).into();
    if levels.len() > 1 {
        let name =
            |named: &Named| named.issued.level.clone().unwrap_or_else(|| "no level".to_owned());
        globals.note(format_args!(
            "it is of another level: {} instead of {}",
            name(&new),
            name(&old)
        ));
    }
    Ok(Exit::Done)
}
