//! Filling a series: assigns a puzzle to each day that has none, recorded before it is shown.
//!
//! [`plan_fill`](Database::plan_fill) assigns puzzles to days and reports shortages, without
//! changes; [`keep_fill`](Database::keep_fill) records a plan; [`fill`](Database::fill) does both,
//! and draws missing puzzles if allowed. Recorded days keep their puzzles, so repeating a call
//! changes nothing.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::ToSpan;
use jiff::civil::Date;
use seeddb_ledger::StoreError;
use serde::{Deserialize, Serialize};

use super::again::again;
use super::all_series::{AllSeries, PuzzleRef};
use super::draw_options::per_crux;
use super::export::find;
use super::fill_error::FillError;
use super::given::GivenAway;
use super::series::is_printed;
use super::series_error::check_series;
use super::unrated::{cruxes_by_seed, cruxes_of, shared_cruxes};
use super::{BatchRef, Control, Database, DrawOptions, Error, Export, IssuedWithId};
use crate::record::Day;
use crate::symmetry::{Crux, Id, Key};
use seeddb_draw::PerCrux;
use seeddb_export::{Missing, Ramp, Row, SeriesDays, day_of};

/// A request to fill days of a series, and the puzzles to use.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FillOptions {
    /// The first day.
    pub from: Date,
    /// The number of days; `None` means a year.
    #[serde(default)]
    pub days: Option<u32>,
    /// The levels by weekday; `None` means that each day takes the next puzzle.
    #[serde(default)]
    pub ramp: Option<Ramp>,
    /// The series that the days belong to.
    #[serde(default = "daily")]
    pub series: String,
    /// The batches to take puzzles from. If neither batches nor puzzles are given, takes drawn
    /// puzzles that are in no book and no series; with `draw` only new ones, since others may have
    /// been handed out.
    #[serde(default)]
    pub batch: Vec<BatchRef>,
    /// Single puzzles to take; ignored if batches are given.
    #[serde(default, with = "ids")]
    pub puzzles: Vec<Id>,
    /// Whether to take puzzles that ran in a series before.
    #[serde(default)]
    pub again: bool,
    /// The number of days before and after a filled day within which no crux may repeat, neither
    /// among the new puzzles nor with those of the series.
    #[serde(default)]
    pub crux_days: Option<u32>,
    /// Whether to draw missing puzzles, with as few repeats of a crux as the seeds allow.
    #[serde(default)]
    pub draw: bool,
    /// The RNG seed of such a draw.
    #[serde(default)]
    pub rng_seed: u64,
}

fn daily() -> String {
    "daily".to_owned()
}

impl FillOptions {
    /// Returns options for a year from this day, in the series `daily`.
    pub fn starting(from: Date) -> Self {
        Self { from, series: daily(), ..Self::default() }
    }

    /// Whether batches or puzzles are given.
    pub fn has_puzzles(&self) -> bool {
        !self.batch.is_empty() || !self.puzzles.is_empty()
    }
}

/// An assignment of puzzles to days.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FillPlan {
    /// The puzzles by day, each with its date, numbered in their captions. If puzzles are missing,
    /// only recorded ones.
    pub rows: Vec<Row>,
    /// The number of these days that keep their recorded puzzle.
    pub kept: usize,
    /// The number of days that get a puzzle.
    pub new: usize,
    /// The days without a puzzle.
    pub open: Vec<Date>,
    /// The days whose new puzzle ran before; empty without `again`.
    pub repeated: Vec<Date>,
    /// The number of missing puzzles by level; empty if each day has one.
    pub missing: Vec<Missing>,
    /// Puzzles skipped because they ran before.
    pub ran: u64,
    /// The number of puzzles skipped because their crux is too near.
    pub near: u64,
    /// The number of new puzzles whose crux another new puzzle shares, counted if puzzles are
    /// drawn.
    pub shared: u64,
    /// The number of void puzzles of the batches, which were skipped.
    pub void: u64,
    /// The number of days whose recorded puzzle is void and is replaced.
    pub void_days: u64,
    series: String,
    all_series: AllSeries,
    days: Vec<(Day, PuzzleRef)>,
}

impl Database {
    /// Plans the puzzles of the days. Nothing is recorded.
    ///
    /// # Errors
    /// [`FillError::TooLong`]; [`FillError::OtherLevel`] if a day has a puzzle of another level
    /// than the ramp, unless by a swap, a move or a replacement; an unknown level, an invalid name
    /// of a series, unknown batches and puzzles; [`Error::Stopped`]; failures of the store.
    pub fn plan_fill(&self, options: &FillOptions, control: &Control) -> Result<FillPlan, Error> {
        let series = &options.series;
        let wanted = self.check_fill(options)?;
        self.read()?.expect_newest()?;
        let all_series = self.series()?;
        let (mut rows, void_days) = self.on_record(series, &all_series, &wanted)?;
        let (kept, series) = (rows.len(), series.clone());
        let mut plan = FillPlan { kept, void_days, series, all_series, ..FillPlan::default() };
        let taken: Vec<Date> = rows.iter().filter_map(|row| row.date).collect();
        let left = wanted.without(&taken);
        plan.open = left.days().map(|(date, _)| date).collect();
        let mut picker = left.picker();
        let mut near = self.near(&plan, options)?;
        if !picker.is_full()
            && let Some(mut export) = self.named(options, control)?
        {
            let here: Vec<PuzzleRef> = rows.iter().map(|row| (row.batch, row.number)).collect();
            let given = GivenAway::of(&self.read()?, &plan.all_series)?;
            let (mut offered, mut refused) = (false, Ok(()));
            while let Some(chunk) = export.next_chunk() {
                let (store, chunk) = (self.read()?, chunk?);
                let cruxes = match options.crux_days {
                    Some(_) => cruxes_by_seed(&store, &seeds_of(&chunk))?,
                    None => HashMap::new(),
                };
                for named in chunk {
                    let at = (named.issued.batch, named.issued.number);
                    let is_here = here.contains(&at);
                    if let Err(error) = given.refuse(at) {
                        refused = Err(error);
                    } else if if options.again { is_here } else { plan.all_series.has_run(at) } {
                        plan.ran += u64::from(!is_here && options.has_puzzles());
                    } else if options.has_puzzles() || !is_printed(&store, at)? {
                        let crux = named.issued.seed.and_then(|seed| cruxes.get(&seed));
                        if crux.is_some_and(|crux| near.contains(crux)) {
                            plan.near += 1;
                        } else if picker.offer(&named.row()) {
                            near.extend(crux);
                        }
                        offered = true;
                    }
                }
                if picker.is_full() {
                    break;
                }
            }
            plan.void = export.void();
            if options.has_puzzles() && !offered {
                refused?;
            }
        }
        if control.is_stopped() {
            return Err(Error::Stopped);
        }
        match picker.finish() {
            Ok(fresh) => {
                let day = |row: &Row| Some((day_of(row.date?), (row.batch, row.number)));
                plan.days = fresh.iter().filter_map(day).collect();
                let ran = |row: &&Row| plan.all_series.has_run((row.batch, row.number));
                plan.repeated = fresh.iter().filter(ran).filter_map(|row| row.date).collect();
                plan.new = plan.days.len();
                if options.draw {
                    let store = self.read()?;
                    let places: Vec<PuzzleRef> = plan.days.iter().map(|day| day.1).collect();
                    let issued = self.puzzles_at(&places)?.into_iter();
                    plan.shared =
                        shared_cruxes(&store, issued.filter_map(|named| named.issued.seed))?;
                }
                rows.extend(fresh);
                rows.sort_by_key(|row| row.date);
            }
            Err(missing) => plan.missing = missing,
        }
        // Numbered in their captions.
        let numbered = (1..).zip(rows).map(|(caption, row)| Row { caption: Some(caption), ..row });
        plan.rows = numbered.collect();
        Ok(plan)
    }

    /// Checks series and levels and returns the days to fill; does not create the database.
    ///
    /// # Errors
    /// [`FillError::TooLong`], an unknown level, an invalid name of a series; failures of the
    /// store.
    pub fn check_fill(&self, options: &FillOptions) -> Result<SeriesDays, Error> {
        let FillOptions { series, ramp, .. } = options;
        check_series(series)?;
        let days = SeriesDays::new(options.from, options.days, ramp.as_ref());
        let days = days.ok_or(FillError::TooLong)?;
        if let Some(ramp) = ramp {
            let levels = self.levels()?;
            // A shortage would be reported otherwise, but not that the level is unknown.
            ramp.levels().into_iter().try_for_each(|level| levels.get(level).map(drop))?;
        }
        Ok(days)
    }

    /// Records the new days of a plan, durably.
    ///
    /// # Errors
    /// [`FillError::TooFew`] if puzzles are missing; [`StoreError::Overtaken`] if the series have
    /// changed since the plan was made; failures of the store. Nothing is changed then.
    pub fn keep_fill(&self, plan: &FillPlan) -> Result<(), Error> {
        if plan.missing.is_empty() {
            self.run(&plan.all_series, &plan.series, &plan.days)
        } else {
            Err(FillError::TooFew { levels: plan.missing.clone() }.into())
        }
    }

    /// Draws the missing puzzles of a plan, one batch per level, adds the batches to the options,
    /// and returns their numbers; fewer puzzles than wanted if the seeds give no more.
    ///
    /// # Errors
    /// [`FillError::NoLevel`]; those of [`draw`](Self::draw).
    pub fn draw_missing(
        &self,
        plan: &FillPlan,
        options: &mut FillOptions,
        control: &Control,
    ) -> Result<Vec<u32>, Error> {
        // Resolved now: afterwards `last` would mean the batches drawn here.
        let before = find(&self.read()?, &options.batch)?;
        options.batch = before.iter().map(|batch| BatchRef::Id(batch.id)).collect();
        let near = self.near(plan, options)?.into_iter().map(|crux| (crux, u32::MAX));
        let apart = PerCrux { before: near.collect(), ..per_crux(1, options.crux_days.is_none()) };
        let batches = self.draw_levels(&plan.missing, options.rng_seed, apart, control)?;
        options.batch.extend(batches.iter().copied().map(BatchRef::Id));
        Ok(batches)
    }

    /// Draws puzzles, one batch per level, and returns the numbers of the batches. There may be
    /// fewer puzzles than wanted, if the seeds give no more.
    ///
    /// # Errors
    /// [`FillError::NoLevel`]; those of [`draw`](Self::draw).
    fn draw_levels(
        &self,
        wanted: &[Missing],
        rng_seed: u64,
        mut apart: PerCrux,
        control: &Control,
    ) -> Result<Vec<u32>, Error> {
        let mut batches = Vec::new();
        for Missing { level, count } in wanted {
            let level = level.as_deref().ok_or(FillError::NoLevel(*count))?;
            let drawn = DrawOptions {
                continues: !batches.is_empty(),
                ..DrawOptions::of_level(level, *count as u32, rng_seed)
            };
            let mut drawing = self.draw_apart(&drawn, Some(&apart), control)?;
            while let Some(chunk) = drawing.next_chunk() {
                for crux in cruxes_by_seed(&self.read()?, &seeds_of(&chunk?))?.into_values() {
                    let given = apart.before.entry(crux).or_default();
                    *given = given.saturating_add(1);
                }
            }
            if drawing.batch().issued > 0 {
                batches.push(drawing.batch().id);
            }
        }
        if control.is_stopped() { Err(Error::Stopped) } else { Ok(batches) }
    }

    /// Draws a puzzle of the present level for each of these days of a series, one batch per level,
    /// and returns the numbers of the batches, for [`replace_days`](Self::replace_days).
    ///
    /// # Errors
    /// [`SeriesError`](super::SeriesError) for a day without a puzzle; [`FillError::NoLevel`];
    /// those of [`draw`](Self::draw).
    pub fn draw_spares(
        &self,
        series: &str,
        days: &[Day],
        rng_seed: u64,
        control: &Control,
    ) -> Result<Vec<u32>, Error> {
        let (store, all_series) = (self.read()?, self.series()?);
        let mut wanted: BTreeMap<Option<String>, usize> = BTreeMap::new();
        for &day in days {
            let level = store.issued_at(all_series.expect(series, day)?)?.level.clone();
            *wanted.entry(level).or_default() += 1;
        }
        let wanted: Vec<Missing> =
            wanted.into_iter().map(|(level, count)| Missing { level, count }).collect();
        self.draw_levels(&wanted, rng_seed, per_crux(1, true), control)
    }

    /// Assigns a puzzle to each day and records it.
    ///
    /// # Errors
    /// [`FillError::TooFew`] if there are too few, even after a draw; those of
    /// [`plan_fill`](Self::plan_fill) and [`draw_missing`](Self::draw_missing); failures of the
    /// store. No day gets a puzzle then.
    pub fn fill(&self, options: &FillOptions, control: &Control) -> Result<FillPlan, Error> {
        let plan = self.fill_if(options, control, |_| true)?;
        plan.ok_or_else(|| StoreError::Overtaken.into())
    }

    /// [`fill`](Self::fill), if `is_wanted` accepts the plan. Otherwise returns `None`, also if the
    /// series has changed meanwhile and the new plan is refused.
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    pub fn fill_if(
        &self,
        options: &FillOptions,
        control: &Control,
        is_wanted: impl Fn(&FillPlan) -> bool,
    ) -> Result<Option<FillPlan>, Error> {
        let mut options = options.clone();
        if options.draw {
            self.check_fill(&options)?;
            self.ensure()?;
        }
        let on_record =
            |plan: &FillPlan| plan.all_series.days(&plan.series).collect::<Vec<(Day, PuzzleRef)>>();
        let mut wanted = None;
        again(|| {
            let mut plan = self.plan_fill(&options, control)?;
            let days = on_record(&plan);
            // Puzzles drawn by this call do not require another decision.
            if wanted.as_ref() != Some(&days) && !is_wanted(&plan) {
                return Ok(None);
            }
            wanted = Some(days);
            if options.draw && !plan.missing.is_empty() {
                self.draw_missing(&plan, &mut options, control)?;
                plan = self.plan_fill(&options, control)?;
                if wanted.as_ref() != Some(&on_record(&plan)) {
                    return Err(StoreError::Overtaken.into());
                }
            }
            self.keep_fill(&plan)?;
            Ok(Some(plan))
        })
    }

    /// Returns the cruxes of the puzzles that the series has on the days of the plan, and within
    /// the distance of the options around them; empty without such an option.
    fn near(&self, plan: &FillPlan, options: &FillOptions) -> Result<HashSet<Crux>, Error> {
        let (Some(days), Some(first), Some(last)) =
            (options.crux_days, plan.open.first(), plan.open.last())
        else {
            return Ok(HashSet::new());
        };
        let days = i64::from(days).days();
        let first = day_of(first.saturating_sub(days));
        let last = day_of(last.saturating_add(days));
        let on_record = plan.all_series.days(&plan.series);
        let places: Vec<PuzzleRef> =
            on_record.filter(|(day, _)| first < *day && *day < last).map(|one| one.1).collect();
        let puzzles = self.puzzles_at(&places)?;
        let seeds: Vec<Key> = puzzles.iter().filter_map(|named| named.issued.seed).collect();
        cruxes_of(&self.read()?, &seeds)
    }

    /// Returns the puzzles that are on record, with their dates, and how many days have a void one.
    fn on_record(
        &self,
        series: &str,
        all_series: &AllSeries,
        wanted: &SeriesDays,
    ) -> Result<(Vec<Row>, u64), Error> {
        let on = |(date, level)| Some((all_series.puzzle(series, day_of(date))?, date, level));
        let days: Vec<(PuzzleRef, Date, Option<&str>)> = wanted.days().filter_map(on).collect();
        let places: Vec<PuzzleRef> = days.iter().map(|day| day.0).collect();
        let mut rows = Vec::with_capacity(days.len());
        let mut void = 0;
        for ((_, date, level), named) in days.iter().zip(self.puzzles_at(&places)?) {
            if named.issued.void {
                void += 1;
                continue;
            }
            let row = Row { date: Some(*date), ..named.row() };
            let is_other = |wanted: &&str| row.level.as_deref() != Some(wanted);
            let by_hand = || all_series.is_by_hand(series, day_of(*date));
            if let Some(wanted) = level.filter(is_other).filter(|_| !by_hand()) {
                let (series, wanted) = (series.to_owned(), wanted.to_owned());
                let (day, is) = (day_of(*date), row.level_or_tier());
                return Err(FillError::OtherLevel { series, day, level: is, wanted }.into());
            }
            rows.push(row);
        }
        Ok((rows, void))
    }

    fn named(&self, options: &FillOptions, control: &Control) -> Result<Option<Export>, Error> {
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

/// Returns the crux of each of the seeds of these puzzles.
fn seeds_of(puzzles: &[IssuedWithId]) -> Vec<Key> {
    puzzles.iter().filter_map(|named| named.issued.seed).collect()
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
