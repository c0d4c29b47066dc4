//! `series`: the puzzles on the days of series.

pub mod fill;

use std::collections::BTreeSet;
use std::io::{self, IsTerminal};

use jiff::civil::Date;
use seeddb_core::plural::{by_count, counted};
use seeddb_core::record::Day;
use seeddb_core::symmetry::Id;
use seeddb_database::{
    BatchRef, ChangeRow, DayChange, DayRow, Error, IssuedWithId, PageOptions, Replaced,
};
use seeddb_database::{Replacement, SeriesRow, Since, UndoStep};
use seeddb_export::{Format, Style, Writer, day_of};

use super::export::{Batches, batch, refuse_seeds};
use crate::terminal::{
    Days, Deferred, Exit, Globals, Interrupted, Output, PrintArgs, Text, interrupt, parse, refuse,
    typed,
};

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
`fill` gives each day of a series a puzzle, `export --series` writes the files. A puzzle runs once in any series, unless `fill \
--again` says otherwise. A day can get another puzzle; the one before is withdrawn, stays on record for ever, and counts as one that \
ran, since it may be at the printer's. `approve` says by name that the puzzles of days may be printed: `export --series NAME \
--approved` takes those days alone. An approval ends when the day has another puzzle, or a void one.

Where days are taken, FROM..TO means all days in between that have a puzzle.

Examples:
  seeddb series
  seeddb series fill daily 2027-01-01..2027-12-31 --ramp mon..fri:easy,sat..sun:hard --draw
  seeddb series show daily 2027-01-01..2027-01-31 --format csv
  seeddb series replace daily 2027-01-04 60RK-4CSM-6MV3-S
  seeddb series replace daily 2027-01-04 --candidates 3
  seeddb series replace daily 2027-01-04..2027-01-10 --draw
  seeddb series move daily 2027-01-04 2027-02-01
  seeddb series swap daily 2027-01-04 2027-01-05
  seeddb series shift daily 2027-01-04.. 7
  seeddb series withdraw daily 2027-01-04 2027-02-01..2027-02-28
  seeddb series approve daily 2027-01-04..2027-01-10 --by \"Ann Smith\"
  seeddb series log daily --since 2027-01-01 --format json")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Give each day that has none a puzzle
    Fill(Deferred<Box<fill::Args>>),
    /// List the days of a series, and what was withdrawn from them
    Show(Show),
    /// Give days other puzzles; those before are withdrawn
    Replace(Replace),
    /// Move the puzzle of a day to a day that has none
    Move(TwoDays),
    /// Exchange the puzzles of two days
    Swap(TwoDays),
    /// Move the puzzles of days by a number of days, all of them or none
    Shift(Shift),
    /// Take the puzzles of days out: the days have none then
    Withdraw(Withdraw),
    /// Give a day, and those that were changed with it, back what it had before its last change
    Undo(Undo),
    /// Say that the puzzles of days may be printed
    Approve(Approve),
    /// List the changes in order of time
    Log(Log),
}

#[derive(clap::Args, Debug)]
struct Show {
    /// The series
    series: String,
    /// Only these days: FROM..TO, FROM.., ..TO, one day or a month as 2027-01
    #[arg(value_name = "FROM..TO", value_parser = parse::days, conflicts_with_all = ["from", "to"])]
    days: Option<Days>,
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
#[command(group(clap::ArgGroup::new("with").args(["puzzle", "batch", "draw", "candidates"]).required(true)))]
struct Replace {
    /// The series
    series: String,
    /// The day, or FROM..TO
    #[arg(value_name = "DATE|FROM..TO", value_parser = parse::days)]
    days: Days,
    /// The puzzle that is to run on the day
    #[arg(value_name = "ID")]
    puzzle: Option<Id>,
    /// The first puzzles of these batches that have the same level and never ran
    #[arg(long, value_name = "N|N..M|all|last", value_delimiter = ',', value_parser = batch)]
    batch: Vec<Batches>,
    /// New puzzles, drawn for the days, of the same levels
    #[arg(long)]
    draw: bool,
    /// Change nothing: show so many puzzles that could take the day, of the same level
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    candidates: Option<u32>,
    /// The RNG seed of that draw [default: random]
    #[arg(long, value_name = "N", value_parser = parse::whole::<u64>, requires = "draw")]
    rng_seed: Option<u64>,
    /// Take also a puzzle that ran in a series before
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    why: Why,
}

#[derive(clap::Args, Debug)]
struct Why {
    /// Why: kept as a note on the puzzle, which `show` and `series log` print
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// Change also days that readers may have seen: today and those before it
    #[arg(long)]
    published: bool,
}

impl Why {
    fn of_days(&self) -> DayChange<'_> {
        DayChange { reason: self.reason.as_deref(), published: self.published }
    }
}

/// Days of a series that are named one by one, or by their first and last.
#[derive(clap::Args, Debug)]
struct DaysArgs {
    /// The days: each one a day, or FROM..TO
    #[arg(value_name = "DATE|FROM..TO", value_parser = parse::days, required_unless_present_any = ["from", "to"], conflicts_with_all = ["from", "to"])]
    days: Vec<Days>,
    /// All days that have a puzzle, from this one on
    #[arg(long, value_name = "DATE", value_parser = parse::date)]
    from: Option<Date>,
    /// All days that have a puzzle, up to this one
    #[arg(long, value_name = "DATE", value_parser = parse::date)]
    to: Option<Date>,
}

#[derive(clap::Args, Debug)]
struct Withdraw {
    /// The series
    series: String,
    #[command(flatten)]
    days: DaysArgs,
    #[command(flatten)]
    why: Why,
}

#[derive(clap::Args, Debug)]
struct Undo {
    /// The series
    series: String,
    /// The day, which no reader has seen yet
    #[arg(value_name = "DATE", value_parser = parse::date)]
    day: Date,
    /// Do the change again that was undone last
    #[arg(long)]
    again: bool,
    /// Why: kept as a note on the puzzle that gives way
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
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
struct Shift {
    /// The series
    series: String,
    /// The days: FROM..TO, FROM.., ..TO or one day
    #[arg(value_name = "FROM..TO", value_parser = parse::days)]
    days: Days,
    /// By how many days: 7 is a week later, -7 a week earlier
    #[arg(value_name = "N", value_parser = parse::shift, allow_negative_numbers = true)]
    by: i32,
    #[command(flatten)]
    why: Why,
}

#[derive(clap::Args, Debug)]
struct Approve {
    /// The series
    series: String,
    #[command(flatten)]
    days: DaysArgs,
    /// The name of whoever approves, which stays on record
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Take approvals back
    #[arg(long)]
    undo: bool,
}

#[derive(clap::Args, Debug)]
struct Log {
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
        Some(Command::Fill(args)) => fill::run(globals, args),
        Some(Command::Show(args)) => show(globals, args),
        Some(Command::Replace(args)) => replace(globals, args),
        Some(Command::Withdraw(args)) => withdraw(globals, args),
        Some(Command::Move(TwoDays { series, day, other, why })) => {
            globals.database()?.move_day(series, day_of(*day), day_of(*other), why.of_days())?;
            globals.note(format_args!("{series}: the puzzle of {day} runs on {other}"));
            Ok(Exit::Done)
        }
        Some(Command::Swap(TwoDays { series, day, other, why })) => {
            globals.database()?.swap_days(series, day_of(*day), day_of(*other), why.of_days())?;
            globals.note(format_args!("{series}: {day} and {other} have each other's puzzle"));
            Ok(Exit::Done)
        }
        Some(Command::Undo(Undo { series, day, again, reason })) => {
            let (step, before) = if *again {
                (UndoStep::Again, "the undo")
            } else {
                (UndoStep::Back, "its last change")
            };
            globals.database()?.undo_day(series, day_of(*day), step, reason.as_deref())?;
            globals.note(format_args!("{series}: {day} is as it was before {before}"));
            Ok(Exit::Done)
        }
        Some(Command::Shift(args)) => shift(globals, args),
        Some(Command::Approve(args)) => approve(globals, args),
        Some(Command::Log(args)) => log(globals, args),
    }
}

impl DaysArgs {
    /// The named days; of spans only those days whose rows satisfy `is_wished`.
    fn days(
        &self,
        globals: &Globals,
        series: &str,
        is_wished: impl Fn(&DayRow) -> bool,
    ) -> anyhow::Result<Vec<Day>> {
        if self.days.is_empty() {
            let span = Days { first: self.from, last: self.to };
            return days_between(globals, series, span, is_wished);
        }
        let days = self.days.iter().map(|span| days_of(globals, series, *span, &is_wished));
        Ok(days.collect::<Result<Vec<_>, _>>()?.concat())
    }
}

/// The day, or the days of a span whose rows satisfy `is_wished`.
fn days_of(
    globals: &Globals,
    series: &str,
    span: Days,
    is_wished: impl Fn(&DayRow) -> bool,
) -> anyhow::Result<Vec<Day>> {
    match span.single() {
        Some(day) => Ok(vec![day_of(day)]),
        None => days_between(globals, series, span, is_wished),
    }
}

/// The days of a span whose rows satisfy `is_wished`.
fn days_between(
    globals: &Globals,
    series: &str,
    span: Days,
    is_wished: impl Fn(&DayRow) -> bool,
) -> anyhow::Result<Vec<Day>> {
    let (first, last) = span.ends();
    let rows = globals.database()?.days_between(series, first, last)?;
    let rows = rows.iter().filter(|row| is_wished(row));
    Ok(rows.map(|row| row.date.parse().map(day_of)).collect::<Result<_, _>>()?)
}

fn withdraw(globals: &Globals, args: &Withdraw) -> anyhow::Result<Exit> {
    let Withdraw { series, days, why } = args;
    let days = days.days(globals, series, |row| row.state != DayRow::WITHDRAWN)?;
    if days.is_empty() {
        return Ok(no_puzzle(globals, series));
    }
    globals.database()?.withdraw_days(series, &days, why.of_days())?;
    let days = counted(days.len() as u64, "day");
    globals.note(format_args!("withdrew the puzzles of {days} of {series}"));
    Ok(Exit::Done)
}

fn shift(globals: &Globals, args: &Shift) -> anyhow::Result<Exit> {
    let Shift { series, days, by, why } = args;
    let moved = globals.database()?.shift_days(series, days.ends(), *by, why.of_days())?;
    if moved == 0 {
        return Ok(no_puzzle(globals, series));
    }
    let puzzles = by_count(moved as u64, "the puzzle", "the puzzles");
    let run = by_count(moved as u64, "runs", "run");
    let (moved, by_days) = (counted(moved as u64, "day"), counted(by.unsigned_abs().into(), "day"));
    let way = if *by < 0 { "earlier" } else { "later" };
    globals.note(format_args!("{series}: {puzzles} of {moved} {run} {by_days} {way}"));
    Ok(Exit::Done)
}

fn list(globals: &Globals, print: &PrintArgs) -> anyhow::Result<Exit> {
    let mut table = print.table::<SeriesRow>(Text::Aligned)?;
    globals.database()?.series()?.rows().try_for_each(|row| table.add(&row))?;
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

fn show(globals: &Globals, args: &Show) -> anyhow::Result<Exit> {
    let mut table = args.print.table::<DayRow>(Text::Aligned)?;
    let span = args.days.unwrap_or(Days { first: args.from, last: args.to });
    let (first, last) = span.ends();
    let days = globals.database()?.days_between(&args.series, first, last)?;
    days.iter().try_for_each(|row| table.add(row))?;
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

fn no_puzzle(globals: &Globals, series: &str) -> Exit {
    globals.reason(format_args!("{series} has no puzzle on these days"));
    Exit::Fewer
}

fn approve(globals: &Globals, args: &Approve) -> anyhow::Result<Exit> {
    let Approve { series, days, by, undo } = args;
    let database = globals.database()?;
    let days = days.days(globals, series, |row| row.state == DayRow::RUNS)?;
    if days.is_empty() {
        return Ok(no_puzzle(globals, series));
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

fn log(globals: &Globals, args: &Log) -> anyhow::Result<Exit> {
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
    interrupt::listen()?;
    let Replace { series, days: span, puzzle, batch, draw, candidates, rng_seed, again, why } =
        args;
    refuse_seeds(puzzle.as_slice())?;
    if puzzle.is_some() && span.single().is_none() {
        return refuse(
            "one puzzle runs on one day: give the day, or other puzzles with --batch or --draw",
        );
    }
    let days = days_of(globals, series, *span, |row| row.state != DayRow::WITHDRAWN)?;
    if days.is_empty() {
        return Ok(no_puzzle(globals, series));
    }
    let database = globals.database()?;
    if let Some(most) = candidates {
        return show_candidates(globals, series, &days, *most as usize);
    }
    // Checked before anything is drawn for these days.
    database.check_change(why.of_days(), days.iter().copied()).map_err(Error::from)?;
    let with = match puzzle {
        Some(id) => Replacement::Puzzle(*id),
        None if *draw => {
            let rng_seed = parse::rng_seed(*rng_seed);
            let drawn = database.draw_spares(series, &days, rng_seed, &interrupt::control());
            let drawn = drawn.map_err(|error| match error {
                Error::Stopped => Interrupted("no day was changed").into(),
                error => anyhow::Error::from(error),
            })?;
            for id in &drawn {
                globals.note(format_args!("RNG seed {rng_seed}, batch {id} for these days"));
            }
            Replacement::Batches(drawn.into_iter().map(BatchRef::Id).collect())
        }
        None => Replacement::Batches(Batches::of(batch)),
    };
    let replaced = database.replace_days(series, &days, &with, *again, why.of_days())?;
    for (day, Replaced { old, new }) in days.iter().zip(&replaced) {
        globals.note(format_args!(
            "{series} on {day}: {} instead of {}, which is withdrawn",
            new.id, old.id
        ));
        let levels: BTreeSet<_> = [old, new].map(|named| &named.issued.level).into();
        if levels.len() > 1 {
            let name = |named: &IssuedWithId| {
                named.issued.level.clone().unwrap_or_else(|| "no level".to_owned())
            };
            let (new, old) = (name(new), name(old));
            globals.note(format_args!("it is of another level: {new} instead of {old}"));
        }
    }
    Ok(Exit::Done)
}

/// Prints candidates for a day with their solutions, and the command that takes one.
fn show_candidates(
    globals: &Globals,
    series: &str,
    days: &[Day],
    most: usize,
) -> anyhow::Result<Exit> {
    let [day] = days else { return refuse("candidates are for one day: give a day") };
    let found = globals.database()?.candidates(series, *day, most)?;
    let is_terminal = io::stdout().is_terminal();
    let style = Style::of(if is_terminal { Format::Board } else { Format::Line });
    let mut writer = Writer::new(Output::open(None, false)?, style)?;
    for named in &found {
        writer.row(&named.row())?;
    }
    writer.finish()?.finish()?;
    if found.len() < most {
        let found = counted(found.len() as u64, "puzzle");
        globals.reason(format_args!(
            "{found} could take {day}: draw more of its level, or give --draw in place of --candidates"
        ));
        return Ok(Exit::Fewer);
    }
    globals.note(format_args!(
        "`seeddb series replace {} {day} ID` takes one of them",
        typed(series.as_ref())
    ));
    Ok(Exit::Done)
}
