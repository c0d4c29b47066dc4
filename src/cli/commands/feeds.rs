//! `feeds`: which puzzle runs on which day of which series.

use std::collections::BTreeSet;

use jiff::civil::Date;
use seeddb::database::{ChangeRow, DayRow, Named, PageOptions, Replaced};
use seeddb::database::{Replacement, SeriesRow, Since};
use seeddb::export::day_of;
use seeddb::plural::{by_count, counted};
use seeddb::record::Day;
use seeddb::symmetry::Id;

use super::export::{Batches, batch};
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::exit::refuse;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::parse;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::table::Text;

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
`export --calendar` makes series of days, each day with a puzzle. A puzzle runs once in any series, unless `export --again` \
says otherwise. A day can get another puzzle; the one before is withdrawn, stays on record for ever, and counts as one that \
ran, since it may be at the printer's. `approve` says by name that the puzzles of days may be printed: `export --calendar \
--approved` takes those days alone. An approval ends when the day has another puzzle, or a void one.

Examples:
  seeddb series
  seeddb series show daily --from 2027-01-01 --to 2027-01-31 --format csv
  seeddb series replace daily 2027-01-04 60RK-4CSM-6MV3-S
  seeddb series replace daily 2027-01-04 --batch last
  seeddb series move daily 2027-01-04 2027-02-01
  seeddb series swap daily 2027-01-04 2027-01-05
  seeddb series withdraw daily 2027-01-04 2027-01-05
  seeddb series withdraw daily --from 2027-02-01 --to 2027-02-28
  seeddb series approve daily --from 2027-01-04 --to 2027-01-10 --by \"Ann Smith\"
  seeddb series changes daily --since 2027-01-01 --format json")]
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
    /// Move the puzzle of a day to a day that has none
    Move(TwoDays),
    /// Exchange the puzzles of two days
    Swap(TwoDays),
    /// Take the puzzles of days out: the days have none then
    Withdraw(Withdraw),
    /// Say that the puzzles of days may be printed
    Approve(Approve),
    /// List what happened, the first first
    Changes(Changes),
}

#[derive(clap::Args, Debug)]
struct Show {
    /// The series
    series: String,
    /// Only from this day on
    #[arg(long, value_name = "DATE", value_parser = parse::date)]
    from: Option<Date>,
    /// Only to this day
    #[arg(long, value_name = "DATE", value_parser = parse::date)]
    to: Option<Date>,
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
    #[arg(long, value_name = "N|N..M|all|last", value_delimiter = ',', value_parser = batch)]
    batch: Vec<Batches>,
    /// Take also a puzzle that ran in a series before
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    why: Why,
}

#[derive(clap::Args, Debug)]
struct Why {
    /// Why: kept as a note on the puzzle, which `show` and `series changes` print
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

#[derive(clap::Args, Debug)]
struct Withdraw {
    /// The series
    series: String,
    /// The days
    #[arg(value_name = "DATE", value_parser = parse::date, required_unless_present_any = ["from", "to"], conflicts_with_all = ["from", "to"])]
    days: Vec<Date>,
    /// All days that have a puzzle, from this one on
    #[arg(long, value_name = "DATE", value_parser = parse::date)]
    from: Option<Date>,
    /// All days that have a puzzle, up to this one
    #[arg(long, value_name = "DATE", value_parser = parse::date)]
    to: Option<Date>,
    #[command(flatten)]
    why: Why,
}

#[derive(clap::Args, Debug)]
struct TwoDays {
    /// The series
    series: String,
    /// The day
    #[arg(value_name = "DATE", value_parser = parse::date)]
    day: Date,
    /// The other day
    #[arg(value_name = "DATE", value_parser = parse::date)]
    other: Date,
    #[command(flatten)]
    why: Why,
}

#[derive(clap::Args, Debug)]
struct Approve {
    /// The series
    series: String,
    /// The days
    #[arg(value_name = "DATE", value_parser = parse::date, required_unless_present_any = ["from", "to"], conflicts_with_all = ["from", "to"])]
    days: Vec<Date>,
    /// All days that have a puzzle which is not void, from this one on
    #[arg(long, value_name = "DATE", value_parser = parse::date)]
    from: Option<Date>,
    /// All days that have a puzzle which is not void, up to this one
    #[arg(long, value_name = "DATE", value_parser = parse::date)]
    to: Option<Date>,
    /// The name of whoever approves, which stays on record
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Take approvals back
    #[arg(long)]
    undo: bool,
}

#[derive(clap::Args, Debug)]
struct Changes {
    /// Only those of this series
    series: Option<String>,
    /// Only those of this day and later (UTC), or after the change of this number
    #[arg(long, value_name = "DATE|N", value_parser = since)]
    since: Option<Since>,
    #[command(flatten)]
    print: PrintArgs,
}

/// A day, or the number of a change.
fn since(text: &str) -> Result<Since, String> {
    text.parse().map(Since::Change).or_else(|_| Ok(Since::Day(day_of(parse::date(text)?))))
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    match &args.command {
        None => list(globals, &args.print),
        Some(Command::Show(args)) => show(globals, args),
        Some(Command::Replace(args)) => replace(globals, args),
        Some(Command::Withdraw(args)) => {
            let mut days: Vec<Day> = args.days.iter().copied().map(day_of).collect();
            if days.is_empty() {
                days = days_that(globals, &args.series, (args.from, args.to), |row| {
                    row.state != DayRow::WITHDRAWN
                })?;
            }
            if days.is_empty() {
                return Ok(no_puzzle(globals, &args.series));
            }
            globals.database()?.withdraw_days(&args.series, &days, args.why.reason.as_deref())?;
            let (days, series) = (counted(days.len() as u64, "day"), &args.series);
            globals.note(format_args!("withdrew the puzzles of {days} of {series}"));
            Ok(Exit::Done)
        }
        Some(Command::Move(TwoDays { series, day, other, why })) => {
            globals.database()?.move_day(
                series,
                day_of(*day),
                day_of(*other),
                why.reason.as_deref(),
            )?;
            globals.note(format_args!("{series}: the puzzle of {day} runs on {other}"));
            Ok(Exit::Done)
        }
        Some(Command::Swap(TwoDays { series, day, other, why })) => {
            globals.database()?.swap_days(
                series,
                day_of(*day),
                day_of(*other),
                why.reason.as_deref(),
            )?;
            globals.note(format_args!("{series}: {day} and {other} have each other's puzzle"));
            Ok(Exit::Done)
        }
        Some(Command::Approve(args)) => approve(globals, args),
        Some(Command::Changes(args)) => changes(globals, args),
    }
}

fn list(globals: &Globals, print: &PrintArgs) -> anyhow::Result<Exit> {
    let mut table = print.table::<SeriesRow>(Text::Aligned)?;
    globals.database()?.feeds()?.rows().try_for_each(|row| table.add(&row))?;
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

fn show(globals: &Globals, args: &Show) -> anyhow::Result<Exit> {
    let mut table = args.print.table::<DayRow>(Text::Aligned)?;
    let days = globals.database()?.days_between(
        &args.series,
        args.from.map(day_of),
        args.to.map(day_of),
    )?;
    days.iter().try_for_each(|row| table.add(row))?;
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

/// The days of a series in this span whose rows are as wished.
fn days_that(
    globals: &Globals,
    series: &str,
    (from, to): (Option<Date>, Option<Date>),
    is_wished: impl Fn(&DayRow) -> bool,
) -> anyhow::Result<Vec<Day>> {
    let rows = globals.database()?.days_between(series, from.map(day_of), to.map(day_of))?;
    let rows = rows.iter().filter(|row| is_wished(row));
    Ok(rows.map(|row| row.date.parse().map(day_of)).collect::<Result<_, _>>()?)
}

fn no_puzzle(globals: &Globals, series: &str) -> Exit {
    globals.reason(format_args!("{series} has no puzzle on these days"));
    Exit::Fewer
}

fn approve(globals: &Globals, args: &Approve) -> anyhow::Result<Exit> {
    let Approve { series, days, from, to, by, undo } = args;
    let database = globals.database()?;
    let mut days: Vec<Day> = days.iter().copied().map(day_of).collect();
    if days.is_empty() {
        days = days_that(globals, series, (*from, *to), |row| row.state == DayRow::RUNS)?;
        if days.is_empty() {
            return Ok(no_puzzle(globals, series));
        }
    }
    let days: Vec<_> = days.into_iter().map(|day| (day, None)).collect();
    let approved = if *undo {
        database.unapprove_days(series, &days, by)?
    } else {
        database.approve_days(series, &days, by)?
    };
    let (new, known) = (approved.new.len() as u64, approved.known.len() as u64);
    let (days, not) = (counted(new, "day"), if *undo { "not " } else { "" });
    let are = by_count(new, "is", "are");
    let known = match known {
        0 => String::new(),
        known => {
            format!("; {} {} so before", counted(known, "day"), by_count(known, "was", "were"))
        }
    };
    globals.note(format_args!("{days} of {series} {are} {not}approved now, by {by}{known}"));
    Ok(Exit::Done)
}

fn changes(globals: &Globals, args: &Changes) -> anyhow::Result<Exit> {
    let mut table = args.print.table::<ChangeRow>(Text::Aligned)?;
    let database = globals.database()?;
    let mut options = PageOptions::default();
    loop {
        let page = database.changes(args.series.as_deref(), args.since, &options)?;
        page.rows.iter().try_for_each(|row| table.add(row))?;
        options.after = page.next;
        if options.after.is_none() {
            break;
        }
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
    let Replace { series, day, again, why, .. } = args;
    let Replaced { old, new } = globals.database()?.replace_day(
        series,
        day_of(*day),
        &with,
        *again,
        why.reason.as_deref(),
    )?;
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
