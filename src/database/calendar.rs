//! Calendars: a puzzle a day, which is on record before anybody sees it.
//!
//! [`plan_calendar`](Database::plan_calendar) says which puzzle takes which day and what is missing, and changes nothing;
//! [`keep_calendar`](Database::keep_calendar) puts a plan on record; [`calendar`](Database::calendar) does both, and draws what is missing
//! if it may. Days that are on record keep their puzzles, so the same options give the same again.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::again::again;
use super::calendar_error::CalendarError;
use super::export::find;
use super::feed::is_printed;
use super::feed_error::check_series;
use super::feeds::{At, Feeds};
use super::{BatchRef, Control, Database, DrawOptions, Error, Export};
use crate::export::{Calendar, Missing, Ramp, Row, day_of};
use crate::record::Day;
use crate::symmetry::Id;
use seeddb_ledger::StoreError;

/// What a calendar is to be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CalendarOptions {
    /// Its first day.
    pub calendar: Date,
    /// How many days; none for a year.
    #[serde(default)]
    pub days: Option<u32>,
    /// The levels of the week; without them each day takes the next puzzle.
    #[serde(default)]
    pub ramp: Option<Ramp>,
    /// The feed that the days belong to.
    #[serde(default = "daily")]
    pub series: String,
    /// The batches whose puzzles it may take. If neither these nor puzzles are named, it takes what was drawn and is in no book and no feed; with
    /// `draw` it takes new puzzles alone, as others may have been handed out.
    #[serde(default)]
    pub batch: Vec<BatchRef>,
    /// Single puzzles that it may take; they count only if no batch is named.
    #[serde(default, with = "ids")]
    pub puzzles: Vec<Id>,
    /// Takes also puzzles that ran in a feed before.
    #[serde(default)]
    pub again: bool,
    /// Takes the days alone that are on record and approved; no day gets a puzzle then.
    #[serde(default)]
    pub approved: bool,
    /// Draws the puzzles that are missing.
    #[serde(default)]
    pub draw: bool,
    /// Where the randomness of such a draw begins.
    #[serde(default)]
    pub rng_seed: u64,
}

fn daily() -> String {
    "daily".to_owned()
}

impl CalendarOptions {
    /// A year from this day on, in the series `daily`.
    pub fn from(start: Date) -> Self {
        Self {
            calendar: start,
            days: None,
            ramp: None,
            series: daily(),
            batch: Vec::new(),
            puzzles: Vec::new(),
            again: false,
            approved: false,
            draw: false,
            rng_seed: 0,
        }
    }

    /// Whether puzzles are named that it may take.
    pub fn has_puzzles(&self) -> bool {
        !self.batch.is_empty() || !self.puzzles.is_empty()
    }
}

/// Which puzzle runs on which day.
#[derive(Clone, PartialEq, Debug)]
pub struct CalendarPlan {
    /// The puzzles by day, each with its date and counted on in its caption. If some are missing, those that are on record.
    pub rows: Vec<Row>,
    /// How many of these days keep the puzzle that is on record.
    pub kept: usize,
    /// How many days get a puzzle.
    pub new: usize,
    /// The days that had none.
    pub open: Vec<Date>,
    /// Days on record that were left out, as nobody approved them and only what is approved was asked for.
    pub unapproved: Vec<Date>,
    /// The days whose new puzzle ran before: none without `again`.
    pub repeated: Vec<Date>,
    /// How many puzzles are missing of each level; nothing if each day has one.
    pub missing: Vec<Missing>,
    /// Puzzles that ran before, and so were passed over.
    pub ran: u64,
    /// Void puzzles of the batches, which were left out.
    pub void: u64,
    /// Days whose puzzle on record is void, and that get another.
    pub void_days: u64,
    series: String,
    feeds: Feeds,
    days: Vec<(Day, At)>,
}

impl CalendarPlan {
    /// Numbers the puzzles.
    fn count(&mut self) {
        for (count, row) in (1..).zip(&mut self.rows) {
            row.caption = Some(count);
        }
    }
}

impl Database {
    /// Which puzzles a calendar gives its days. Nothing is recorded.
    ///
    /// # Errors
    /// [`CalendarError::TooLong`]; [`CalendarError::OtherLevel`] if a day has a puzzle of another level than the ramp, and nobody gave it to the
    /// day by a swap, a move or a replacement; an unknown level, a name that no series can have, batches and puzzles
    /// that are not there; [`Error::Stopped`]; failures of the store.
    pub fn plan_calendar(
        &self,
        options: &CalendarOptions,
        control: &Control,
    ) -> Result<CalendarPlan, Error> {
        let series = &options.series;
        let calendar = self.check_calendar(options)?;
        self.read()?.expect_newest()?;
        let feeds = self.feeds()?;
        let (mut rows, void_days) = self.on_record(series, &feeds, &calendar)?;
        let mut plan = CalendarPlan {
            kept: rows.len(),
            void_days,
            series: series.clone(),
            rows: Vec::new(),
            new: 0,
            open: Vec::new(),
            unapproved: Vec::new(),
            repeated: Vec::new(),
            missing: Vec::new(),
            ran: 0,
            void: 0,
            days: Vec::new(),
            feeds,
        };
        let taken: Vec<Date> = rows.iter().filter_map(|row| row.date).collect();
        let left = calendar.without(&taken);
        plan.open = left.days().map(|(date, _)| date).collect();
        if options.approved {
            for row in rows {
                match row.date {
                    Some(date) if plan.feeds.approval(series, day_of(date)).is_none() => {
                        plan.unapproved.push(date);
                    }
                    _ => plan.rows.push(row),
                }
            }
            plan.kept = plan.rows.len();
            plan.count();
            return Ok(plan);
        }
        let mut picker = left.picker();
        if !picker.is_full()
            && let Some(mut export) = self.named(options, control)?
        {
            let here: Vec<At> = rows.iter().map(|row| (row.batch, row.number)).collect();
            while let Some(chunk) = export.next_chunk() {
                let store = self.read()?;
                for named in chunk? {
                    let at = (named.issued.batch, named.issued.number);
                    let is_here = here.contains(&at);
                    if if options.again { is_here } else { plan.feeds.has_run(at) } {
                        plan.ran += u64::from(!is_here && options.has_puzzles());
                    } else if options.has_puzzles() || !is_printed(&store, at)? {
                        picker.offer(&named.row());
                    }
                }
                if picker.is_full() {
                    break;
                }
            }
            plan.void = export.void();
        }
        if control.is_stopped() {
            return Err(Error::Stopped);
        }
        match picker.finish() {
            Ok(fresh) => {
                let day = |row: &Row| Some((day_of(row.date?), (row.batch, row.number)));
                plan.days = fresh.iter().filter_map(day).collect();
                let ran = |row: &&Row| plan.feeds.has_run((row.batch, row.number));
                plan.repeated = fresh.iter().filter(ran).filter_map(|row| row.date).collect();
                plan.new = plan.days.len();
                rows.extend(fresh);
                rows.sort_by_key(|row| row.date);
            }
            Err(missing) => plan.missing = missing,
        }
        plan.rows = rows;
        plan.count();
        Ok(plan)
    }

    /// The days of a calendar whose series and levels there can be; it makes no database.
    ///
    /// # Errors
    /// [`CalendarError::TooLong`], an unknown level, a name that no series can have; failures of the
    /// store.
    pub fn check_calendar(&self, options: &CalendarOptions) -> Result<Calendar, Error> {
        let CalendarOptions { series, ramp, .. } = options;
        check_series(series)?;
        let calendar = Calendar::new(options.calendar, options.days, ramp.as_ref());
        let calendar = calendar.ok_or(CalendarError::TooLong)?;
        if let Some(ramp) = ramp {
            let levels = self.levels()?;
            // What is missing would say so, too, but not that the level does not exist.
            ramp.levels().into_iter().try_for_each(|level| levels.get(level).map(drop))?;
        }
        Ok(calendar)
    }

    /// Puts the new days of a plan on record, durably.
    ///
    /// # Errors
    /// [`CalendarError::TooFew`] if puzzles are missing; [`StoreError::Overtaken`] if the feeds have changed
    /// since: plan again. Failures of the store. Nothing is changed then.
    pub fn keep_calendar(&self, plan: &CalendarPlan) -> Result<(), Error> {
        if plan.missing.is_empty() {
            self.run(&plan.feeds, &plan.series, &plan.days)
        } else {
            Err(CalendarError::TooFew { levels: plan.missing.clone() }.into())
        }
    }

    /// Draws the puzzles that a plan misses, a batch for each level, adds the batches to the options, and gives their
    /// numbers. There may be fewer than wanted, if the seeds have no more.
    ///
    /// # Errors
    /// [`CalendarError::NoLevel`]; those of [`draw`](Self::draw).
    pub fn draw_missing(
        &self,
        plan: &CalendarPlan,
        options: &mut CalendarOptions,
        control: &Control,
    ) -> Result<Vec<u32>, Error> {
        // Those that are drawn here are not what the caller calls the last ones.
        let before = find(&self.read()?, &options.batch)?;
        options.batch = before.iter().map(|batch| BatchRef::Id(batch.id)).collect();
        let mut batches = Vec::new();
        for Missing { level, count } in &plan.missing {
            let level = level.as_deref().ok_or(CalendarError::NoLevel(*count))?;
            let drawn = DrawOptions {
                continues: !batches.is_empty(),
                ..DrawOptions::of_level(level, *count as u32, options.rng_seed)
            };
            let mut drawing = self.draw(&drawn, control)?;
            while let Some(chunk) = drawing.next_chunk() {
                chunk?;
            }
            if drawing.batch().issued > 0 {
                batches.push(drawing.batch().id);
            }
        }
        options.batch.extend(batches.iter().copied().map(BatchRef::Id));
        if control.is_stopped() { Err(Error::Stopped) } else { Ok(batches) }
    }

    /// Gives each day its puzzle, on record when this returns.
    ///
    /// # Errors
    /// [`CalendarError::TooFew`] if there are too few, also after a draw; those of [`plan_calendar`](Self::plan_calendar) and
    /// [`draw_missing`](Self::draw_missing); failures of the store. No day has a puzzle then that had none.
    pub fn calendar(
        &self,
        options: &CalendarOptions,
        control: &Control,
    ) -> Result<CalendarPlan, Error> {
        let plan = self.calendar_if(options, control, |_| true)?;
        plan.ok_or_else(|| StoreError::Overtaken.into())
    }

    /// [`calendar`](Self::calendar), if its plan is one that `is_wanted`: none otherwise, also if that was so and the series has changed before
    /// the days were kept.
    ///
    /// # Errors
    /// As [`calendar`](Self::calendar).
    pub fn calendar_if(
        &self,
        options: &CalendarOptions,
        control: &Control,
        is_wanted: impl Fn(&CalendarPlan) -> bool,
    ) -> Result<Option<CalendarPlan>, Error> {
        let mut options = options.clone();
        if options.draw {
            self.check_calendar(&options)?;
            self.ensure()?;
        }
        let on_record =
            |plan: &CalendarPlan| plan.feeds.days(&plan.series).collect::<Vec<(Day, At)>>();
        let mut wanted = None;
        again(|| {
            let mut plan = self.plan_calendar(&options, control)?;
            let days = on_record(&plan);
            // What this call has drawn is no change of the plan.
            if wanted.as_ref() != Some(&days) && !is_wanted(&plan) {
                return Ok(None);
            }
            wanted = Some(days);
            if options.draw && !plan.missing.is_empty() {
                self.draw_missing(&plan, &mut options, control)?;
                plan = self.plan_calendar(&options, control)?;
                if wanted.as_ref() != Some(&on_record(&plan)) {
                    return Err(StoreError::Overtaken.into());
                }
            }
            self.keep_calendar(&plan)?;
            Ok(Some(plan))
        })
    }

    /// The puzzles that are on record, with their dates, and how many days have a void one.
    fn on_record(
        &self,
        series: &str,
        feeds: &Feeds,
        calendar: &Calendar,
    ) -> Result<(Vec<Row>, u64), Error> {
        let on = |(date, level)| Some((feeds.puzzle(series, day_of(date))?, date, level));
        let days: Vec<(At, Date, Option<&str>)> = calendar.days().filter_map(on).collect();
        let places: Vec<At> = days.iter().map(|day| day.0).collect();
        let mut rows = Vec::with_capacity(days.len());
        let mut void = 0;
        for ((_, date, level), named) in days.iter().zip(self.puzzles_at(&places)?) {
            if named.issued.void {
                void += 1;
                continue;
            }
            let row = Row { date: Some(*date), ..named.row() };
            let is_other = |wanted: &&str| row.level.as_deref() != Some(wanted);
            let by_hand = || feeds.is_by_hand(series, day_of(*date));
            if let Some(wanted) = level.filter(is_other).filter(|_| !by_hand()) {
                let (series, wanted) = (series.to_owned(), wanted.to_owned());
                let (day, is) = (day_of(*date), row.level_or_tier());
                return Err(CalendarError::OtherLevel { series, day, level: is, wanted }.into());
            }
            rows.push(row);
        }
        Ok((rows, void))
    }

    fn named(&self, options: &CalendarOptions, control: &Control) -> Result<Option<Export>, Error> {
        match (&options.batch[..], &options.puzzles[..]) {
            ([], []) if options.draw => Ok(None),
            ([], []) => match self.export(&[BatchRef::From(1)], control) {
                Err(Error::NoBatch) => Ok(None),
                all => all.map(Some),
            },
            ([], puzzles) => self.export_puzzles(puzzles, control).map(Some),
            (batches, _) => self.export(batches, control).map(Some),
        }
    }
}

mod ids {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::symmetry::Id;

    pub fn serialize<S: Serializer>(ids: &[Id], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(ids.iter().map(Id::to_string))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Id>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}
