//! Undo: a day of a series gets back what it had before its last change, and so do the days that
//! the same change was of.
//!
//! What is undone stays in the list of changes; the undo is a change like any other, and can itself
//! be undone.

use std::collections::{BTreeMap, BTreeSet};

use seeddb_ledger::rules::events;

use super::all_series::{AllSeries, PuzzleRef, Run};
use super::series_error::SeriesError;
use super::{Database, DayChange, Error};
use crate::record::{Day, Event, EventKind};
use crate::symmetry::Id;

/// The events of one change without a number, as they were once, were made within this many
/// seconds.
const AT_ONCE: u64 = 1;

/// A day that an undo changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undone {
    /// The day.
    pub day: Day,
    /// The puzzle that it has now.
    pub now: Option<Id>,
    /// The one that it gets back.
    pub before: Option<Id>,
}

/// A day, what it has, and what it had before.
type State = (Day, Option<PuzzleRef>, Option<PuzzleRef>);

/// The puzzles of each of a change's days, before and after.
#[derive(Default)]
struct Change {
    days: BTreeMap<Day, (Option<PuzzleRef>, Option<PuzzleRef>)>,
    time: Option<u64>,
    number: u32,
    /// The days and the puzzles that run by it.
    runs: BTreeSet<Day>,
    puzzles: BTreeSet<PuzzleRef>,
}

impl Change {
    /// Whether an event is of this change, by its number. All of one without a number are made at
    /// once, first what is withdrawn, then what runs, each day and each puzzle once.
    fn takes(&self, day: Day, now: Option<PuzzleRef>, event: &Event) -> bool {
        if (self.number, event.change) != (0, 0) {
            return self.number == event.change;
        }
        let is_at_once = match (self.time, event.time) {
            (Some(one), Some(other)) => one.abs_diff(other) <= AT_ONCE,
            (one, other) => one == other,
        };
        let own = self.days.get(&day);
        is_at_once
            && match now {
                None => self.runs.is_empty() && own.is_none(),
                Some(at) => {
                    let is_back = own.is_some_and(|(before, _)| *before == now);
                    !self.runs.contains(&day) && !self.puzzles.contains(&at) && !is_back
                }
            }
    }
}

/// The changes of the days of a series, in their order.
fn changes(events: &[Event], series: &str) -> Vec<Change> {
    let (mut all, mut state) = (Vec::<Change>::new(), BTreeMap::<Day, PuzzleRef>::new());
    for event in events {
        let (day, now) = match &event.what {
            EventKind::Runs(own, day) if own == series => (*day, Some((event.batch, event.number))),
            EventKind::Withdrawn(own, day) if own == series => (*day, None),
            _ => continue,
        };
        if !all.last().is_some_and(|change| change.takes(day, now, event)) {
            all.push(Change { time: event.time, number: event.change, ..Change::default() });
        }
        let before = state.get(&day).copied();
        match now {
            Some(at) => drop(state.insert(day, at)),
            None => drop(state.remove(&day)),
        }
        if let Some(change) = all.last_mut() {
            change.days.entry(day).or_insert((before, now)).1 = now;
            change.runs.extend(now.map(|_| day));
            change.puzzles.extend(now);
        }
    }
    all
}

/// The days of a change that belong together with one of them: those that its puzzles came from, or
/// went to.
fn with_it(change: &Change, day: Day) -> BTreeSet<Day> {
    let (mut found, mut open) = (BTreeSet::new(), vec![day]);
    while let Some(day) = open.pop() {
        if let Some(&(before, now)) = change.days.get(&day).filter(|_| found.insert(day)) {
            let has = |at: Option<PuzzleRef>, own: Option<PuzzleRef>| at.is_some() && at == own;
            let same = |&(other, to): &(Option<PuzzleRef>, Option<PuzzleRef>)| {
                has(before, to) || has(now, other)
            };
            open.extend(change.days.iter().filter(|(_, states)| same(states)).map(|row| *row.0));
        }
    }
    found
}

impl Database {
    /// The effect of [`undo_day`](Self::undo_day): the days of the last change of this one.
    ///
    /// # Errors
    /// As [`undo_day`](Self::undo_day).
    pub fn plan_undo(&self, series: &str, day: Day) -> Result<Vec<Undone>, Error> {
        let all_events = self.read()?.read(events::all)?;
        let days = self.undone(&AllSeries::of(&all_events), &all_events, series, day)?;
        let places = days.iter().flat_map(|(_, now, before)| [*now, *before]).flatten();
        let places: Vec<PuzzleRef> = places.collect();
        let ids: BTreeMap<PuzzleRef, Id> = places
            .iter()
            .copied()
            .zip(self.puzzles_at(&places)?.iter().map(|one| one.id))
            .collect();
        let id = |at: Option<PuzzleRef>| at.and_then(|at| ids.get(&at).copied());
        let undone = days.into_iter();
        Ok(undone
            .map(|(day, now, before)| Undone { day, now: id(now), before: id(before) })
            .collect())
    }

    /// Gives a day, and the days that were changed with it, back what they had before its last
    /// change. The reason is kept as a note on what ran until now. Approvals do not come back.
    ///
    /// # Errors
    /// [`SeriesError`], of which [`NoChange`](SeriesError::NoChange),
    /// [`Published`](SeriesError::Published), [`ChangedSince`](SeriesError::ChangedSince), and
    /// [`HasRun`](SeriesError::HasRun) if a puzzle runs elsewhere by now; a puzzle that is void
    /// now; failures of the store. Nothing is changed then.
    pub fn undo_day(&self, series: &str, day: Day, reason: Option<&str>) -> Result<(), Error> {
        self.check_change(DayChange { reason, published: false }, [])?;
        self.change(|store, all_series| {
            let all_events = store.read(events::all)?;
            let days = self.undone(all_series, &all_events, series, day)?;
            let mut events = Vec::new();
            // What leaves its day leaves before it comes to another.
            for (day, now, before) in &days {
                if let (Some(at), None) = (now, before) {
                    events.push(self.event(*at, EventKind::Withdrawn(series.to_owned(), *day)));
                }
            }
            for (day, _, before) in &days {
                if let Some(at) = before {
                    events.push(self.event(*at, EventKind::Runs(series.to_owned(), *day)));
                }
            }
            let noted: Vec<PuzzleRef> =
                days.iter().filter_map(|(_, now, before)| now.or(*before)).collect();
            events.extend(self.because(&noted, reason));
            Ok(((), events))
        })
    }

    /// The days of the last change of a day, each with what it has and what it had.
    fn undone(
        &self,
        all_series: &AllSeries,
        events: &[Event],
        series: &str,
        day: Day,
    ) -> Result<Vec<State>, Error> {
        all_series.expect_series(series)?;
        let all = changes(events, series);
        let last = |day: Day| all.iter().rposition(|change| change.days.contains_key(&day));
        let Some(own) = last(day) else {
            return Err(SeriesError::NoChange { series: series.to_owned(), day }.into());
        };
        let days = with_it(&all[own], day);
        self.check_change(DayChange::default(), days.iter().copied())?;
        if let Some(&day) = days.iter().find(|day| last(**day) != Some(own)) {
            return Err(SeriesError::ChangedSince { series: series.to_owned(), day }.into());
        }
        let states = |day: &Day| all[own].days[day];
        for at in days.iter().filter_map(|day| states(day).0) {
            let is_elsewhere =
                |run: &&Run| !(run.withdrawn || run.series == series && days.contains(&run.day));
            if let Some(run) = all_series.of_puzzle(at).find(is_elsewhere) {
                let id =
                    self.puzzles_at(&[at])?.first().map(|named| named.id).ok_or(Error::Ungraded)?;
                let (series, day) = (run.series.clone(), run.day);
                return Err(SeriesError::HasRun { id, series, day, withdrawn: false }.into());
            }
        }
        let undone = days.into_iter().map(|day| (day, states(&day).1, states(&day).0));
        Ok(undone.filter(|(_, now, before)| now != before).collect())
    }
}
