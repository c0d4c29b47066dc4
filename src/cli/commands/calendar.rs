//! Calendars: a puzzle a day, which is on record before anybody sees it.
//!
//! The files are written under other names, then the days are recorded, and last the files appear: a file that cannot be
//! written records nothing. Days that are on record keep their puzzles, so the same command prints the same again, also
//! after a crash between the record and the file. Who is overtaken by another command begins again.

use anyhow::Context;
use jiff::civil::Date;
use seeddb::database::StoreError;
use seeddb::database::{At, Database, Error, Export, Feeds, check_series};
use seeddb::export::{Calendar, Missing, Ramp, Row, day_of};
use seeddb::rating::levels::LevelTable;
use seeddb::record::Day;

use crate::cli::terminal::database::{are, by_count, counted, row};
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::exit::{Interrupted, UsageError, refuse};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::parse;
use crate::cli::terminal::rows::{Counted, each};
use crate::cli::terminal::style::StyleArgs;

/// How often a calendar is begun again that others came before.
const ATTEMPTS: u32 = 20;

/// Flags of calendars.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "A puzzle a day")]
pub struct CalendarArgs {
    /// A puzzle a day from this day on: 2027-01-31, tomorrow, or the next monday
    #[arg(long, value_name = "DATE", value_parser = parse::date, conflicts_with = "sort")]
    pub calendar: Option<Date>,
    /// The levels of the week: mon:easy,tue-sat:hard,sun:expert [default: the next puzzle]
    #[arg(long, value_name = "DAY:LEVEL,..", requires = "calendar")]
    ramp: Option<Ramp>,
    /// Days in the calendar [default: a year]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>, requires = "calendar")]
    days: Option<u32>,
    /// The feed that the days belong to (`seeddb feeds` lists them)
    #[arg(long, value_name = "NAME", default_value = "daily", requires = "calendar")]
    series: String,
    /// Take also puzzles that ran in a feed before
    #[arg(long, requires = "calendar")]
    again: bool,
    /// A trial: titles say PROOF, and nothing is recorded
    #[arg(long, requires = "calendar", conflicts_with = "dry_run")]
    proof: bool,
    /// Say how many days would get a puzzle; write and record nothing
    #[arg(long, requires = "calendar")]
    dry_run: bool,
}

/// A calendar that was asked for.
pub struct Job<'a> {
    pub globals: &'a Globals,
    pub args: &'a CalendarArgs,
    pub style: &'a StyleArgs,
    pub start: Date,
}

/// What became of it.
pub enum Done {
    /// It is printed.
    Printed,
    /// Nothing was printed or recorded.
    Nothing(Exit),
}

/// The rows of all days, and those of them that are to be recorded.
struct Planned {
    rows: Vec<Row>,
    new: Vec<(Day, At)>,
}

impl Job<'_> {
    /// Prints the calendar; `puzzles` are those that it may take, if some were named.
    pub fn run(
        &self,
        database: &Database,
        puzzles: impl Fn() -> Result<Option<Export>, Error>,
    ) -> anyhow::Result<Done> {
        check_series(&self.args.series).map_err(|error| UsageError(error.to_string()))?;
        let mut attempts = 0;
        loop {
            attempts += 1;
            match self.attempt(database, &puzzles) {
                Err(error) if attempts < ATTEMPTS && is_overtaken(&error) => {}
                done => return done,
            }
        }
    }

    fn attempt(
        &self,
        database: &Database,
        puzzles: impl Fn() -> Result<Option<Export>, Error>,
    ) -> anyhow::Result<Done> {
        let CalendarArgs { series, proof, dry_run, .. } = self.args;
        let calendar = Calendar::new(self.start, self.args.days, self.args.ramp.as_ref());
        let beyond = || UsageError("a calendar ends before the year 10000".to_owned());
        let calendar = calendar.ok_or_else(beyond)?;
        // Before the database is read, so that a place that cannot be written is told at once.
        let sink = if *dry_run { None } else { Some(self.style.open(None, true)?) };
        if let Some(ramp) = &self.args.ramp {
            check_levels(&database.levels()?, ramp)?;
        }
        let feeds = database.feeds()?;
        let mut export = puzzles()?;
        let planned = match self.plan(database, &feeds, &calendar, export.as_mut())? {
            Ok(planned) => planned,
            Err(exit) => {
                sink.map_or(Ok(()), |sink| sink.finish_if(false))?;
                return Ok(Done::Nothing(exit));
            }
        };
        let Planned { mut rows, new } = planned;
        if interrupt::interrupted() {
            return Err(self.stopped().into());
        }
        let Some(sink) = sink else {
            let kept = rows.len() - new.len();
            self.globals.note(format_args!(
                "{} of {series} would get a puzzle, {kept} {} one; nothing was recorded",
                counted(new.len() as u64, "day"),
                by_count(kept as u64, "has", "have"),
            ));
            return Ok(Done::Nothing(Exit::Done));
        };
        for row in &mut rows {
            row.proof = *proof;
        }
        let kept = rows.len() - new.len();
        let mut sink = Counted::new(sink);
        let record = || if *proof { Ok(()) } else { database.run(&feeds, series, &new) };
        if self.style.is_to_stdout() {
            record()?;
            sink.write(rows)?;
            sink.sink.finish().with_context(|| self.is_kept(&new))?;
        } else {
            sink.write(rows)?;
            if interrupt::interrupted() {
                return Err(self.stopped().into());
            }
            let settled = sink.sink.settle()?;
            record()?;
            settled.finish().with_context(|| self.is_kept(&new))?;
        }
        if let Some(export) = export.filter(|export| export.void() > 0) {
            self.globals.note(format_args!("{} left out", counted(export.void(), "void puzzle")));
        }
        if kept > 0 {
            let days = counted(kept as u64, "day");
            let keep = by_count(kept as u64, "keeps its puzzle", "keep their puzzles");
            self.globals.note(format_args!("{days} of {series} {keep}, as recorded before"));
        }
        if *proof {
            self.globals.note("a proof: nothing was recorded");
        }
        Ok(Done::Printed)
    }

    fn stopped(&self) -> Interrupted {
        Interrupted(if self.style.is_to_stdout() {
            "nothing was printed"
        } else {
            "no file was written"
        })
    }

    /// What is said beside an error that comes after the record.
    fn is_kept(&self, new: &[(Day, At)]) -> String {
        let (days, series) = (counted(new.len() as u64, "new day"), &self.args.series);
        format!("{days} of {series} recorded; the same command prints the same puzzles")
    }

    /// The puzzles of all days, or the exit code if some are missing.
    fn plan(
        &self,
        database: &Database,
        feeds: &Feeds,
        calendar: &Calendar,
        export: Option<&mut Export>,
    ) -> anyhow::Result<Result<Planned, Exit>> {
        let CalendarArgs { series, again, .. } = self.args;
        let mut days: Vec<(Date, At)> = Vec::new();
        let mut levels: Vec<Option<&str>> = Vec::new();
        for (date, level) in calendar.days() {
            if let Some(at) = feeds.puzzle(series, day_of(date)) {
                days.push((date, at));
                levels.push(level);
            }
        }
        let places: Vec<At> = days.iter().map(|(_, at)| *at).collect();
        let mut rows = Vec::new();
        let mut void = 0;
        for (((date, _), level), named) in
            days.iter().zip(levels).zip(database.puzzles_at(&places)?)
        {
            // A day whose puzzle was made void gets another.
            if named.issued.void {
                void += 1;
                continue;
            }
            let row = Row { date: Some(*date), ..row(&named) };
            if let Some(wanted) = level.filter(|wanted| row.level.as_deref() != Some(wanted)) {
                let is = row.level_or_tier();
                let words = format!(
                    "the puzzle of {date} in {series} is {is}, not {wanted}: change the ramp, or the day with \
                     `seeddb feeds replace`"
                );
                return refuse(words);
            }
            rows.push(row);
        }
        let taken: Vec<Date> = rows.iter().filter_map(|row| row.date).collect();
        let here: Vec<At> = rows.iter().map(|row| (row.batch, row.number)).collect();
        let left = calendar.without(&taken);
        let open: Vec<Date> = left.days().map(|(date, _)| date).collect();
        let (mut picker, named) = (left.picker(), export.is_some());
        let mut ran = 0_u64;
        if let Some(export) = export {
            each(export, |chunk| {
                for row in &chunk {
                    let at = (row.batch, row.number);
                    let is_free = if *again { !here.contains(&at) } else { !feeds.has_run(at) };
                    if is_free {
                        picker.offer(row);
                    } else {
                        ran += u64::from(!here.contains(&at));
                    }
                }
                Ok(!picker.is_full())
            })?;
        }
        if interrupt::interrupted() {
            return Err(self.stopped().into());
        }
        let fresh = match picker.finish() {
            Ok(fresh) => fresh,
            Err(_) if !named => return Ok(Err(self.nothing_named(&open))),
            Err(missing) => return Ok(Err(self.too_few(&missing, ran))),
        };
        if ran > 0 {
            let puzzles = counted(ran, "puzzle");
            let that =
                by_count(ran, "that ran in a feed before was", "that ran in feeds before were");
            self.globals.note(format_args!("{puzzles} {that} passed over (--again takes them)"));
        }
        if void > 0 {
            let days = counted(void, "day");
            let get = by_count(
                void,
                "gets another puzzle: the one on record is void",
                "get other puzzles: those on record are void",
            );
            self.globals.note(format_args!("{days} of {series} {get}"));
        }
        let day = |row: &Row| Some((day_of(row.date?), (row.batch, row.number)));
        let new = fresh.iter().filter_map(day).collect();
        rows.extend(fresh);
        rows.sort_by_key(|row| row.date);
        Ok(Ok(Planned { rows, new }))
    }

    /// Says which days are not on record, if they are all that could be printed.
    fn nothing_named(&self, open: &[Date]) -> Exit {
        let has = by_count(open.len() as u64, "has", "have");
        self.globals.reason(format_args!(
            "{} of the calendar {has} no puzzle in {} (the first is {}), nothing was written: name batches with --batch",
            counted(open.len() as u64, "day"),
            self.args.series,
            open.first().map(ToString::to_string).unwrap_or_default(),
        ));
        Exit::Fewer
    }

    /// Says what is missing, and what would supply it.
    fn too_few(&self, missing: &[Missing], ran: u64) -> Exit {
        let list: Vec<String> = missing.iter().map(Missing::to_string).collect();
        let ran_before = match ran {
            0 => String::new(),
            1 => " (1 of them ran in a feed before, and is not taken without --again)".to_owned(),
            ran => {
                format!(" ({ran} of them ran in feeds before, and are not taken without --again)")
            }
        };
        let are = are(missing.iter().map(|of_level| of_level.count as u64).sum());
        self.globals.reason(format_args!(
            "the batches have too few puzzles for the calendar{ran_before}: {} {are} missing, nothing was written",
            list.join(", ")
        ));
        for Missing { level, count } in missing {
            let cure = match level {
                // A name with a blank needs quotes in every shell.
                Some(level) if level.contains(' ') => format!("seeddb draw --level \"{level}\""),
                Some(level) => format!("seeddb draw --level {level}"),
                None => "seeddb draw --tier 5".to_owned(),
            };
            self.globals.reason(format_args!("  {cure} --count {count}"));
        }
        let fewer = if self.args.days.is_none() { "; a calendar of a week: --days 7" } else { "" };
        self.globals.reason(format_args!("and then name the new batches with --batch too{fewer}"));
        Exit::Fewer
    }
}

/// Whether another command changed the feeds first.
fn is_overtaken(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::Store(StoreError::Overtaken)))
}

/// A name that no level has would only be found out by what is missing.
fn check_levels(levels: &LevelTable, ramp: &Ramp) -> anyhow::Result<()> {
    for level in ramp.levels() {
        levels.get(level).map_err(|error| UsageError(error.to_string()))?;
    }
    Ok(())
}
