//! Calendars: a puzzle a day, which is on record before anybody sees it.
//!
//! The files are written under other names, then the days are recorded, and last the files appear: a file that cannot be
//! written records nothing. Days that are on record keep their puzzles, so the same command prints the same again, also
//! after a crash between the record and the file. Who is overtaken by another command begins again.

use std::collections::BTreeMap;

use anyhow::Context;
use jiff::civil::Date;
use seeddb::database::{BatchRef, CalendarError, CalendarOptions, CalendarPlan, Database};
use seeddb::database::{Error, StoreError};
use seeddb::export::{Missing, Ramp};
use seeddb::plural::{are, by_count, counted};
use seeddb::symmetry::Id;
use seeddb::visible::visible;

use crate::cli::terminal::cure::typed;
use crate::cli::terminal::exit::{Exit, refuse};
use crate::cli::terminal::exit::{Interrupted, UsageError};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::parse;
use crate::cli::terminal::rows::Counted;
use crate::cli::terminal::style::StyleArgs;

/// How often a calendar is begun again that others came before.
const ATTEMPTS: u32 = 20;

#[derive(clap::Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
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
    /// The last day, in place of --days; of a site the last one to be seen, without its solution [default: today]
    #[arg(long, value_name = "DATE", value_parser = parse::date, requires = "calendar")]
    pub until: Option<Date>,
    /// The series that the days belong to (`seeddb series` lists them)
    #[arg(long, value_name = "NAME", default_value = "daily", requires = "calendar")]
    series: String,
    /// Take also puzzles that ran in a series before; --run-twice says that this is meant
    #[arg(long, requires = "calendar")]
    again: bool,
    /// Let the puzzles that --again takes run a second time
    #[arg(long, requires = "again")]
    run_twice: bool,
    /// Give puzzles also to days before today
    #[arg(long, requires = "calendar")]
    past: bool,
    /// Only days that are approved (`seeddb series approve`); no day gets a puzzle
    #[arg(long, requires = "calendar", conflicts_with_all = ["batch", "puzzles", "again", "draw"])]
    approved: bool,
    /// Draw the puzzles that are missing, a batch for each level; without --batch all of them, as others may have been handed out
    #[arg(long, requires = "ramp", conflicts_with_all = ["proof", "dry_run"])]
    pub draw: bool,
    /// The RNG seed of that draw [default: random]
    #[arg(long, value_name = "N", value_parser = parse::whole::<u64>, requires = "draw")]
    rng_seed: Option<u64>,
    /// A trial: titles say PROOF, and nothing is recorded
    #[arg(long, requires = "calendar", conflicts_with = "dry_run")]
    pub proof: bool,
    /// Say how many days would get a puzzle; write and record nothing
    #[arg(long, requires = "calendar")]
    pub dry_run: bool,
}

pub struct Job<'a> {
    pub globals: &'a Globals,
    pub args: &'a CalendarArgs,
    pub style: &'a StyleArgs,
    pub start: Date,
    /// The puzzles that it may take.
    pub batch: Vec<BatchRef>,
    pub puzzles: &'a [Id],
}

pub enum Done {
    /// It is printed.
    Printed,
    /// Nothing was printed or recorded.
    Nothing(Exit),
}

impl Job<'_> {
    pub fn run(&self, database: &Database) -> anyhow::Result<Done> {
        let mut options = self.options();
        options.days = self.days()?;
        retried(|| self.attempt(database, &mut options))
    }

    /// How many days a calendar that is no site has.
    fn days(&self) -> anyhow::Result<Option<u32>> {
        let CalendarArgs { days, until, .. } = self.args;
        let Some(until) = until else { return Ok(*days) };
        if days.is_some() {
            return refuse("--days and --until both say where the calendar ends: give one of them");
        }
        match u32::try_from(self.start.until(*until)?.get_days()) {
            Ok(more) => Ok(Some(more + 1)),
            Err(_) => refuse(format!("--until {until} is before the first day, {}", self.start)),
        }
    }

    pub fn options(&self) -> CalendarOptions {
        let CalendarArgs { ramp, days, series, again, approved, draw, rng_seed, .. } =
            self.args.clone();
        CalendarOptions {
            days,
            ramp,
            series,
            batch: self.batch.clone(),
            puzzles: self.puzzles.to_vec(),
            again,
            approved,
            draw,
            rng_seed: parse::rng_seed(rng_seed),
            ..CalendarOptions::from(self.start)
        }
    }

    /// Which puzzles take the days; what is missing is drawn, if that is wished.
    pub fn planned(
        &self,
        database: &Database,
        options: &mut CalendarOptions,
    ) -> anyhow::Result<CalendarPlan> {
        let control = interrupt::control();
        if options.draw {
            database.check_calendar(options).map_err(|e| self.told(e))?;
            self.globals.made()?;
        }
        let plan = database.plan_calendar(options, &control).map_err(|e| self.told(e))?;
        let CalendarArgs { past, proof, dry_run, .. } = self.args;
        if let Some(day) = plan.open.first().filter(|day| **day < parse::today())
            && !options.approved
            && !(*past || *proof || *dry_run)
        {
            return Err(UsageError(format!(
                "{day} is over and has no puzzle: begin later (`seeddb series show {} --from {} --to {day}` lists the days that have one); --past would give it a puzzle",
                typed(options.series.as_ref()),
                self.start
            ))
            .into());
        }
        if !options.draw || plan.missing.is_empty() {
            return self.agreed(database, options, plan);
        }
        let drawn = database.draw_missing(&plan, options, &control).map_err(|e| self.told(e))?;
        for id in &drawn {
            let rng_seed = options.rng_seed;
            let for_days = "for days without a puzzle";
            self.globals.note(format_args!("RNG seed {rng_seed}, batch {id} {for_days}"));
        }
        let plan = database.plan_calendar(options, &control).map_err(|e| self.told(e))?;
        self.agreed(database, options, plan)
    }

    /// Whether nothing is recorded of what is written.
    fn is_trial(&self) -> bool {
        self.args.proof || self.style.keeps_nothing()
    }

    /// The plan, if it lets no puzzle run twice that nobody said may. Which batches it takes of that
    /// nobody named is said, with their remarks.
    fn agreed(
        &self,
        database: &Database,
        options: &CalendarOptions,
        plan: CalendarPlan,
    ) -> anyhow::Result<CalendarPlan> {
        let days = counted(plan.repeated.len() as u64, "day");
        match plan.repeated.len() {
            0 => {}
            _ if self.args.run_twice || self.is_trial() || self.args.dry_run => {
                self.globals.note(format_args!(
                    "{days} of {} with a puzzle that ran before: {}",
                    options.series,
                    listed(&plan.repeated)
                ));
            }
            _ => {
                return refuse(format!(
                    "{days} would have a puzzle that ran before ({}): give --run-twice, too, if it is to run again",
                    listed(&plan.repeated)
                ));
            }
        }
        if !options.has_puzzles() && plan.new > 0 {
            let mut taken: BTreeMap<u32, u64> = BTreeMap::new();
            for row in &plan.rows {
                if row.date.is_some_and(|date| plan.open.contains(&date)) {
                    *taken.entry(row.batch).or_default() += 1;
                }
            }
            for batch in database.batches()? {
                let Some(count) = taken.get(&batch.id) else { continue };
                let note = if batch.note.is_empty() {
                    "without a remark".to_owned()
                } else {
                    format!("whose remark is \"{}\"", visible(&batch.note))
                };
                let puzzles = counted(*count, "puzzle");
                self.globals.note(format_args!("{puzzles} of batch {}, {note}", batch.id));
            }
        }
        Ok(plan)
    }

    pub fn told_missing(&self, plan: &CalendarPlan, options: &CalendarOptions) -> Option<Exit> {
        if options.approved && plan.rows.is_empty() && !self.style.is_site() {
            self.unapproved(&options.series, &plan.unapproved);
            self.globals.reason("no day is approved, nothing was written");
            return Some(Exit::Fewer);
        }
        if plan.missing.is_empty() {
            return None;
        }
        Some(self.too_few(plan, options.has_puzzles()))
    }

    pub fn would(&self, plan: &CalendarPlan) {
        let (kept, series) = (plan.kept as u64, &self.args.series);
        self.globals.note(format_args!(
            "{} of {series} would get a puzzle, {kept} {} one; nothing was recorded",
            counted(plan.new as u64, "day"),
            by_count(kept, "has", "have"),
        ));
    }

    fn attempt(&self, database: &Database, options: &mut CalendarOptions) -> anyhow::Result<Done> {
        let CalendarArgs { series, proof, dry_run, .. } = self.args;
        // Before the database is read, so that a place that cannot be written is told at once.
        let single = self.args.days.filter(|days| *days == 1);
        let sink = if *dry_run { None } else { Some(self.style.open(single, true)?) };
        let plan = self.planned(database, options)?;
        if let Some(exit) = self.told_missing(&plan, options) {
            sink.map_or(Ok(()), |sink| sink.finish_if(false))?;
            return Ok(Done::Nothing(exit));
        }
        self.notes(&plan);
        if options.approved {
            self.unapproved(series, &plan.unapproved);
            if !plan.open.is_empty() {
                let days = counted(plan.open.len() as u64, "day");
                let have = by_count(plan.open.len() as u64, "has", "have");
                let list = listed(&plan.open);
                self.globals.note(format_args!("{days} of {series} {have} no puzzle: {list}"));
            }
        }
        let Some(sink) = sink else {
            self.would(&plan);
            return Ok(Done::Nothing(Exit::Done));
        };
        let mut rows = plan.rows.clone();
        for row in &mut rows {
            row.proof = *proof;
        }
        let mut sink = Counted::new(sink);
        let is_trial = self.is_trial();
        let record = || if is_trial { Ok(()) } else { database.keep_calendar(&plan) };
        if self.style.is_to_stdout() {
            record()?;
            sink.write(rows)?;
            sink.sink.finish().with_context(|| self.is_kept(&plan))?;
        } else {
            sink.write(rows)?;
            if interrupt::interrupted() {
                return Err(self.stopped().into());
            }
            let settled = sink.sink.settle()?;
            record()?;
            settled.finish().with_context(|| self.is_kept(&plan))?;
        }
        if plan.void > 0 {
            self.globals.note(format_args!("{} left out", counted(plan.void, "void puzzle")));
        }
        if plan.kept > 0 && !options.approved {
            let days = counted(plan.kept as u64, "day");
            let keep = by_count(plan.kept as u64, "keeps its puzzle", "keep their puzzles");
            self.globals.note(format_args!("{days} of {series} {keep}, as recorded before"));
        }
        if plan.new > 0 && !(is_trial || options.draw || options.has_puzzles()) {
            let days = counted(plan.new as u64, "day");
            let got = by_count(plan.new as u64, "got a puzzle that was", "got puzzles that were");
            self.globals.note(format_args!(
                "{days} of {series} {got} drawn before, and recorded so; --draw draws new ones"
            ));
        }
        if self.style.keeps_nothing() {
            self.globals.note("nothing was recorded: /dev/null keeps no calendar");
        } else if *proof {
            self.globals.note("a proof: nothing was recorded");
        }
        Ok(Done::Printed)
    }

    /// An error of the library, with what it means here.
    fn told(&self, error: Error) -> anyhow::Error {
        match error {
            Error::Stopped => self.stopped().into(),
            Error::Calendar(error @ CalendarError::OtherLevel { .. }) => UsageError(format!(
                "{error}: change the ramp, or the day with `seeddb series replace`"
            ))
            .into(),
            error => error.into(),
        }
    }

    pub fn stopped(&self) -> Interrupted {
        Interrupted(if self.style.is_to_stdout() {
            "nothing was printed"
        } else {
            "no file was written"
        })
    }

    /// What is said beside an error that comes after the record.
    pub fn is_kept(&self, plan: &CalendarPlan) -> String {
        let (days, series) = (counted(plan.new as u64, "new day"), &self.args.series);
        format!("{days} of {series} recorded; the same command prints the same puzzles")
    }

    /// Says which days were left out as nobody approved them, if some were, and what approves them.
    pub fn unapproved(&self, series: &str, days: &[Date]) {
        if days.is_empty() {
            return;
        }
        let (count, list) = (days.len() as u64, listed(days));
        let are = by_count(count, "is not approved and was", "are not approved and were");
        let name = if series.contains(' ') { format!("\"{series}\"") } else { series.to_owned() };
        self.globals.note(format_args!(
            "{} of {series} {are} left out: {list}; `seeddb series approve {name} DATE --by NAME` approves a day",
            counted(count, "day"),
        ));
    }

    /// Says which puzzles were passed over.
    pub fn notes(&self, &CalendarPlan { ran, void_days, .. }: &CalendarPlan) {
        if ran > 0 {
            let puzzles = counted(ran, "puzzle");
            let that =
                by_count(ran, "that ran in a series before was", "that ran in series before were");
            self.globals.note(format_args!("{puzzles} {that} passed over (--again takes them)"));
        }
        if void_days > 0 {
            let (days, series) = (counted(void_days, "day"), &self.args.series);
            let get = by_count(
                void_days,
                "gets another puzzle: the one on record is void",
                "get other puzzles: those on record are void",
            );
            self.globals.note(format_args!("{days} of {series} {get}"));
        }
    }

    /// Says what is missing, and what would supply it.
    fn too_few(&self, plan: &CalendarPlan, named: bool) -> Exit {
        let CalendarPlan { ran, missing, open, .. } = plan;
        let list: Vec<String> = missing.iter().map(Missing::to_string).collect();
        let ran_before = match ran {
            0 => String::new(),
            1 => " (1 of them ran in a series before, and is not taken without --again)".to_owned(),
            ran => {
                format!(" ({ran} of them ran in series before, and are not taken without --again)")
            }
        };
        let have =
            if named { "the batches have too few puzzles" } else { "too few puzzles are unused" };
        let first = open.first().map(|day| format!(" from {day} on")).unwrap_or_default();
        let are = are(missing.iter().map(|of_level| of_level.count as u64).sum());
        self.globals.reason(format_args!(
            "{have} for the calendar{first}{ran_before}: {} {are} missing, nothing was written; these draw them:",
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
        let mut hints = Vec::new();
        if named {
            hints.push("then name the new batches with --batch, too");
        }
        if missing.iter().all(|of_level| of_level.level.is_some()) && !self.args.draw {
            hints.push("--draw does it at once");
        }
        if missing.iter().any(|of_level| of_level.level.is_none()) {
            hints.push("--draw --ramp mon..sun:easy draws all of one level");
        }
        if self.args.days.is_none() {
            hints.push("a calendar of a week: --days 7");
        }
        if !hints.is_empty() {
            self.globals.reason(hints.join("; "));
        }
        Exit::Fewer
    }
}

const LISTED: usize = 31;

fn listed(days: &[Date]) -> String {
    let mut list: Vec<String> = days.iter().take(LISTED).map(Date::to_string).collect();
    if days.len() > LISTED {
        list.push(format!("and {} more", days.len() - LISTED));
    }
    list.join(", ")
}

/// Begins again what another command was faster than.
pub fn retried(mut attempt: impl FnMut() -> anyhow::Result<Done>) -> anyhow::Result<Done> {
    for _ in 1..ATTEMPTS {
        match attempt() {
            Err(error) if is_overtaken(&error) => {}
            done => return done,
        }
    }
    attempt()
}

/// Whether another command changed the feeds first.
fn is_overtaken(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::Store(StoreError::Overtaken)))
}
