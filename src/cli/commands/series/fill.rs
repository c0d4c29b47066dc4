//! `series fill`: assigns puzzles to the days without one, and records them before they are
//! printed.
//!
//! Requested files are written under temporary names, then the days are recorded, and then the
//! files appear: a file that cannot be written records nothing. Recorded days keep their puzzles,
//! so repeating the command prints equal output, even after a crash between the record and the
//! file. A command that another one has overtaken starts again.

use std::collections::BTreeMap;

use anyhow::Context;
use jiff::civil::Date;
use seeddb_core::plural::{are, by_count, counted};
use seeddb_core::symmetry::Id;
use seeddb_database::visible::visible;
use seeddb_database::{Database, FillError, FillOptions, FillPlan};
use seeddb_database::{Error, StoreError};
use seeddb_export::{Missing, Ramp};

use crate::commands::export::{Batches, batch, count_export, refuse_seeds};
use crate::terminal::{
    Days, Exit, Globals, Interrupted, Printer, StyleArgs, UsageError, interrupt, parse, refuse,
    shared, typed,
};

/// The number of attempts at a plan if other commands interfere.
const ATTEMPTS: u32 = 20;

#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[command(after_help = "\
Each day gets the next puzzle of its level; within a week, the puzzles of a level rise by score. A weekday that the ramp leaves out \
has no puzzle. A puzzle runs once: puzzles that ran before are passed over, and a day that has a puzzle keeps it, so the same \
command gives the same again. Without --batch, days take what was drawn and is in no book and no series, from the first batch on; \
with --draw, new puzzles alone. If puzzles are missing, nothing is recorded.

`export --series` writes the files of days on record. With -o or --format they are written at once, and nothing is recorded if that \
fails: in one file (pdf, csv, json and others), or in files called {date}-{level} with a manifest.

Examples:
  seeddb series fill daily 2027-01-01..2027-12-31 --ramp mon..fri:easy,sat..sun:hard --draw
  seeddb series fill daily monday..sunday --level easy --draw -o week.pdf --sheet 2x4
  seeddb series fill \"The Courier\" 2027-01-04 --days 7 --batch 9..12
  seeddb series fill daily 2027-01-01.. --batch 5,6,7 \\
    --ramp mon..tue:easy,wed..thu:medium,fri..sat:hard,sun:expert \\
    --format svg --solutions separate -o year/
  seeddb series fill daily 2027-01-04 60RK-4CSM-6MV3-S")]
pub struct Args {
    /// The series (`seeddb series` lists them); it is new if there is none of this name
    #[arg(value_name = "NAME")]
    series: String,
    /// The days: FROM..TO, FROM.. (a year), or one day: 2027-01-31, today, tomorrow, or the next
    /// monday
    #[arg(value_name = "FROM..TO", value_parser = parse::days)]
    span: Days,
    /// Puzzles that the days take, by their ids
    #[arg(value_name = "ID")]
    puzzles: Vec<Id>,
    /// So many days from the first one on, in place of a last day
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    days: Option<u32>,
    /// The level of every day [default: the next puzzle]
    #[arg(long, value_name = "LEVEL", group = "levels")]
    level: Option<Ramp>,
    /// The levels of the week: mon:easy,tue..sat:hard,sun:expert
    #[arg(long, value_name = "DAY:LEVEL,..", group = "levels")]
    ramp: Option<Ramp>,
    /// The batches whose puzzles the days take, as 3,5, 9..12, all or last
    #[arg(long, value_name = "N|N..M|all|last", value_delimiter = ',', value_parser = batch, conflicts_with = "puzzles")]
    batch: Vec<Batches>,
    /// Draw the puzzles that are missing, a batch for each level; without --batch all of them, as
    /// others may have been handed out
    #[arg(long, requires = "levels", conflicts_with_all = ["proof", "dry_run"])]
    draw: bool,
    /// The RNG seed of that draw [default: random]
    #[arg(long, value_name = "N", value_parser = parse::whole::<u64>, requires = "draw")]
    rng_seed: Option<u64>,
    /// Take also puzzles that ran in a series before; --run-twice says that this is meant
    #[arg(long)]
    again: bool,
    /// No hardest part twice in so many days: neither among these days nor with the days of the
    /// series around them
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    crux_days: Option<u32>,
    /// Let the puzzles that --again takes run a second time
    #[arg(long, requires = "again")]
    run_twice: bool,
    /// Give puzzles also to days before today
    #[arg(long)]
    past: bool,
    /// A trial of the files: titles say PROOF, and nothing is recorded
    #[arg(long, conflicts_with = "dry_run")]
    proof: bool,
    /// Say how many days would get a puzzle; write and record nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    style: StyleArgs,
}

struct Job<'a> {
    globals: &'a Globals,
    args: &'a Args,
    start: Date,
    days: Option<u32>,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    refuse_seeds(&args.puzzles)?;
    if args.style.is_site() {
        let name = typed(args.series.as_ref());
        return refuse(format!(
            "a site is made of days on record: fill the series, then `seeddb export --series {name} --format site`"
        ));
    }
    if !args.style.has_output() {
        if let Some(flag) = args.style.given() {
            return refuse(format!("{flag} is for files: give their place with -o"));
        }
        if args.proof {
            return refuse("--proof is for files: give their place with -o");
        }
    }
    let (start, days) = args.first_and_count()?;
    let database = if args.draw { globals.usable()? } else { globals.database()? };
    let job = Job { globals, args, start, days };
    let mut options = job.options();
    let exit = retried(|| job.attempt(database, &mut options))?;
    if exit == Exit::Done && args.style.has_output() && !args.dry_run && !args.batch.is_empty() {
        count_export(globals, database, &Batches::of(&args.batch));
    }
    Ok(exit)
}

impl Args {
    /// The first day, and the number of days; `None` means a year.
    fn first_and_count(&self) -> anyhow::Result<(Date, Option<u32>)> {
        let Days { first: Some(first), last } = self.span else {
            return refuse("say with which day the series begins, as 2027-01-01..2027-01-31");
        };
        if self.days.is_some() && last != Some(first) {
            return refuse("--days and FROM..TO both say where the days end: give one of them");
        }
        let days = match (self.days, last) {
            (Some(days), _) => Some(days),
            (None, Some(last)) => Some(u32::try_from(first.until(last)?.get_days())? + 1),
            (None, None) => None,
        };
        Ok((first, days))
    }
}

impl Job<'_> {
    fn options(&self) -> FillOptions {
        let Args { series, puzzles, level, ramp, batch, again, crux_days, draw, rng_seed, .. } =
            self.args;
        FillOptions {
            days: self.days,
            ramp: level.clone().or_else(|| ramp.clone()),
            series: series.clone(),
            batch: Batches::of(batch),
            puzzles: puzzles.clone(),
            again: *again,
            crux_days: *crux_days,
            draw: *draw,
            rng_seed: parse::rng_seed(*rng_seed),
            ..FillOptions::starting(self.start)
        }
    }

    /// The puzzles for the days; missing ones are drawn if requested.
    fn planned(&self, database: &Database, options: &mut FillOptions) -> anyhow::Result<FillPlan> {
        let control = interrupt::control();
        if options.draw {
            database.check_fill(options).map_err(|e| self.told(e))?;
            self.globals.made()?;
        }
        let plan = database.plan_fill(options, &control).map_err(|e| self.told(e))?;
        let Args { past, proof, dry_run, .. } = self.args;
        if let Some(day) = plan.open.first().filter(|day| **day < parse::today())
            && !(*past || *proof || *dry_run)
        {
            return Err(UsageError(format!(
                "{day} is over and has no puzzle: begin later (`seeddb series show {} {}..{day}` lists the days that have one); --past would give it a puzzle",
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
        let plan = database.plan_fill(options, &control).map_err(|e| self.told(e))?;
        self.agreed(database, options, plan)
    }

    /// Whether the output is not recorded.
    fn is_trial(&self) -> bool {
        self.args.proof || self.args.style.keeps_nothing()
    }

    /// The plan, unless it repeats a puzzle without permission. Notes the batches that were chosen
    /// automatically, with their remarks.
    fn agreed(
        &self,
        database: &Database,
        options: &FillOptions,
        plan: FillPlan,
    ) -> anyhow::Result<FillPlan> {
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
        if plan.shared > 0 {
            self.globals.note(shared(plan.shared, "--crux-days allows none"));
        }
        if let (Some(days), 1..) = (options.crux_days, plan.near) {
            let puzzles = counted(plan.near, "puzzle");
            self.globals.note(format_args!(
                "{puzzles} passed over, whose hardest part another one has within {} (--crux-days)",
                counted(days.into(), "day")
            ));
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

    fn would(&self, plan: &FillPlan) {
        let (kept, series) = (plan.kept as u64, &self.args.series);
        self.globals.note(format_args!(
            "{} of {series} would get a puzzle, {kept} {} one; nothing was recorded",
            counted(plan.new as u64, "day"),
            by_count(kept, "has", "have"),
        ));
    }

    fn attempt(&self, database: &Database, options: &mut FillOptions) -> anyhow::Result<Exit> {
        let Args { series, proof, dry_run, style, .. } = self.args;
        // Opened before the database is read, so that a place without write access is reported at
        // once.
        let is_printed = style.has_output() && !dry_run;
        let single = self.days.filter(|days| *days == 1);
        let sink = if is_printed { Some(style.open(single, true)?) } else { None };
        let plan = self.planned(database, options)?;
        if !plan.missing.is_empty() {
            sink.map_or(Ok(()), |sink| sink.finish_if(false))?;
            return Ok(self.too_few(&plan, options.has_puzzles()));
        }
        self.notes(&plan);
        if *dry_run {
            self.would(&plan);
            return Ok(Exit::Done);
        }
        let is_trial = self.is_trial();
        let record = || if is_trial { Ok(()) } else { database.keep_fill(&plan) };
        match sink {
            None => record()?,
            Some(sink) => {
                let mut rows = plan.rows.clone();
                for row in &mut rows {
                    row.proof = *proof;
                }
                let mut out = Printer::new(sink, None, self.globals.notes()).stopping();
                if style.is_to_stdout() {
                    record()?;
                    out.rows(rows)?;
                    out.sink.finish().with_context(|| self.is_kept(&plan))?;
                } else {
                    out.rows(rows)?;
                    if interrupt::interrupted() {
                        return Err(self.stopped().into());
                    }
                    let settled = out.sink.settle()?;
                    record()?;
                    settled.finish().with_context(|| self.is_kept(&plan))?;
                }
            }
        }
        if plan.void > 0 {
            self.globals.note(format_args!("{} left out", counted(plan.void, "void puzzle")));
        }
        if plan.kept > 0 {
            let days = counted(plan.kept as u64, "day");
            let keep = by_count(plan.kept as u64, "keeps its puzzle", "keep their puzzles");
            self.globals.note(format_args!("{days} of {series} {keep}, as recorded before"));
        }
        if plan.new > 0 && !is_trial {
            let (new, days) = (plan.new as u64, counted(plan.new as u64, "day"));
            if options.draw || options.has_puzzles() {
                if !is_printed {
                    let puzzles = by_count(new, "a puzzle", "puzzles");
                    self.globals.note(format_args!("{days} of {series} got {puzzles}"));
                }
            } else {
                let got = by_count(new, "got a puzzle that was", "got puzzles that were");
                self.globals.note(format_args!(
                    "{days} of {series} {got} drawn before, and recorded so; --draw draws new ones"
                ));
            }
        }
        if style.keeps_nothing() {
            self.globals.note("nothing was recorded: /dev/null keeps no files");
        } else if *proof {
            self.globals.note("a proof: nothing was recorded");
        }
        Ok(Exit::Done)
    }

    /// Converts an error of the library to one with advice for this command.
    fn told(&self, error: Error) -> anyhow::Error {
        match error {
            Error::Stopped => self.stopped().into(),
            Error::Fill(error @ FillError::OtherLevel { .. }) => UsageError(format!(
                "{error}: change the ramp, or the day with `seeddb series replace`"
            ))
            .into(),
            error => error.into(),
        }
    }

    fn stopped(&self) -> Interrupted {
        Interrupted(if self.args.style.is_to_stdout() {
            "nothing was printed"
        } else {
            "no file was written"
        })
    }

    /// The text after an error that occurred after recording.
    fn is_kept(&self, plan: &FillPlan) -> String {
        let (days, series) = (counted(plan.new as u64, "new day"), &self.args.series);
        format!("{days} of {series} recorded; the same command prints the same puzzles")
    }

    /// Notes the puzzles that were skipped.
    fn notes(&self, &FillPlan { ran, void_days, .. }: &FillPlan) {
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

    /// Reports the missing puzzles, and the command that would supply them.
    fn too_few(&self, plan: &FillPlan, named: bool) -> Exit {
        let FillPlan { ran, missing, open, .. } = plan;
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
            "{have} for the series{first}{ran_before}: {} {are} missing, nothing was written; these draw them:",
            list.join(", ")
        ));
        for Missing { level, count } in missing {
            let cure = match level {
                // A name with a space needs quotes in every shell.
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
            hints.push("--draw --level easy draws all of one level");
        }
        if self.days.is_none() {
            hints.push("a week: --days 7");
        }
        if !hints.is_empty() {
            self.globals.reason(hints.join("; "));
        }
        Exit::Fewer
    }
}

const LISTED: usize = 31;

pub fn listed(days: &[Date]) -> String {
    let mut list: Vec<String> = days.iter().take(LISTED).map(Date::to_string).collect();
    if days.len() > LISTED {
        list.push(format!("and {} more", days.len() - LISTED));
    }
    list.join(", ")
}

/// Repeats an attempt that another command has overtaken.
fn retried(mut attempt: impl FnMut() -> anyhow::Result<Exit>) -> anyhow::Result<Exit> {
    for _ in 1..ATTEMPTS {
        match attempt() {
            Err(error) if is_overtaken(&error) => {}
            done => return done,
        }
    }
    attempt()
}

/// Whether another command changed the series first.
fn is_overtaken(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::Store(StoreError::Overtaken)))
}
