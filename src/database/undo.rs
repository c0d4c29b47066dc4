//! Undo: restores the puzzle that a day of a series had before its last change, and likewise the
//! other days of that change.
//!
//! Several undos go back change by change, and what was undone can be done again until the day is
//! changed otherwise. All of it stays in the list of changes.

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

/// A step along the changes of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UndoStep {
    /// The last change that stands is undone.
    Back,
    /// The change that was undone last is done again.
    Again,
}

/// A day that a step changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undone {
    /// The day.
    pub day: Day,
    /// The puzzle that it has now.
    pub now: Option<Id>,
    /// The puzzle that it gets back; `None` if it had none.
    pub before: Option<Id>,
}

/// A day that a step changes: what it has, what it gets, and how many of its changes are undone
/// then.
struct Stepped {
    day: Day,
    now: Option<PuzzleRef>,
    to: Option<PuzzleRef>,
    undone: usize,
}

/// The changes of a day, of which the last `undone` are undone.
#[derive(Default)]
struct Line {
    changes: Vec<usize>,
    undone: usize,
}

impl Line {
    /// The change that a step undoes, or does again.
    fn next(&self, step: UndoStep) -> Option<usize> {
        let stands = self.changes.len() - self.undone;
        let at = if step == UndoStep::Again { Some(stands) } else { stands.checked_sub(1) };
        self.changes.get(at?).copied()
    }

    /// A new change takes the place of those that are undone.
    fn push(&mut self, change: usize) {
        self.changes.truncate(self.changes.len() - self.undone);
        self.undone = 0;
        self.changes.push(change);
    }
}

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
    /// Whether an event belongs to this change, by its number. Events without a number belong to
    /// one change if they are simultaneous, withdrawals before runs, with each day and each puzzle
    /// once.
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

/// The changes of the days of a series, in their order, and those of each day.
fn changes(events: &[Event], series: &str) -> (Vec<Change>, BTreeMap<Day, Line>) {
    let (mut all, mut state) = (Vec::<Change>::new(), BTreeMap::<Day, PuzzleRef>::new());
    let mut lines = BTreeMap::<Day, Line>::new();
    for event in events {
        let (day, now) = match &event.what {
            EventKind::Runs(own, day) if own == series => (*day, Some((event.batch, event.number))),
            EventKind::Withdrawn(own, day) if own == series => (*day, None),
            _ => continue,
        };
        let before = state.get(&day).copied();
        match now {
            Some(at) => drop(state.insert(day, at)),
            None => drop(state.remove(&day)),
        }
        let line = lines.entry(day).or_default();
        if let Some(undone) = event.undone {
            line.undone = line.changes.len().min(undone as usize);
            continue;
        }
        if !all.last().is_some_and(|change| change.takes(day, now, event)) {
            all.push(Change { time: event.time, number: event.change, ..Change::default() });
        }
        let place = all.len() - 1;
        if line.next(UndoStep::Back) != Some(place) {
            line.push(place);
        }
        if let Some(change) = all.last_mut() {
            change.days.entry(day).or_insert((before, now)).1 = now;
            change.runs.extend(now.map(|_| day));
            change.puzzles.extend(now);
        }
    }
    (all, lines)
}

/// Returns the days of a change that are connected with a day: those that its puzzles came from, or
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
    /// The effect of [`undo_day`](Self::undo_day): the days of the change that it undoes, or does
    /// again.
    ///
    /// # Errors
    /// As [`undo_day`](Self::undo_day).
    pub fn plan_undo(&self, series: &str, day: Day, step: UndoStep) -> Result<Vec<Undone>, Error> {
        let all_events = self.read()?.read(events::all)?;
        let days = self.stepped(&AllSeries::of(&all_events), &all_events, (series, day), step)?;
        let places: Vec<PuzzleRef> =
            days.iter().flat_map(|row| [row.now, row.to]).flatten().collect();
        let named = self.puzzles_at(&places)?.into_iter().map(|one| one.id);
        let ids: BTreeMap<PuzzleRef, Id> = places.into_iter().zip(named).collect();
        let id = |at: Option<PuzzleRef>| at.and_then(|at| ids.get(&at).copied());
        let undone = |row: Stepped| Undone { day: row.day, now: id(row.now), before: id(row.to) };
        Ok(days.into_iter().map(undone).collect())
    }

    /// Gives a day, and the days that were changed with it, back what they had before its last
    /// change that stands; or does again what was undone last. The reason is kept as a note on what
    /// ran until now. Approvals do not come back.
    ///
    /// # Errors
    /// [`SeriesError`], of which [`NoChange`](SeriesError::NoChange),
    /// [`Published`](SeriesError::Published), [`ChangedSince`](SeriesError::ChangedSince), and
    /// [`HasRun`](SeriesError::HasRun) if a puzzle runs elsewhere by now; a puzzle that is void
    /// now; failures of the store. Nothing is changed then.
    pub fn undo_day(
        &self,
        series: &str,
        day: Day,
        step: UndoStep,
        reason: Option<&str>,
    ) -> Result<(), Error> {
        self.check_change(DayChange { reason, published: false }, [])?;
        self.change(|store, all_series| {
            let all_events = store.read(events::all)?;
            let days = self.stepped(all_series, &all_events, (series, day), step)?;
            let event = |row: &Stepped, at: PuzzleRef, what: fn(String, Day) -> EventKind| Event {
                undone: Some(row.undone as u32),
                ..self.event(at, what(series.to_owned(), row.day))
            };
            // What leaves its day leaves before it comes to another.
            let leave = days
                .iter()
                .filter(|row| row.to.is_none())
                .filter_map(|row| Some(event(row, row.now?, EventKind::Withdrawn)));
            let come = days.iter().filter_map(|row| Some(event(row, row.to?, EventKind::Runs)));
            let mut events: Vec<Event> = leave.chain(come).collect();
            let noted: Vec<PuzzleRef> = days.iter().filter_map(|row| row.now.or(row.to)).collect();
            events.extend(self.because(&noted, reason));
            Ok(((), events))
        })
    }

    /// The days that a step of a day changes.
    fn stepped(
        &self,
        all_series: &AllSeries,
        events: &[Event],
        (series, day): (&str, Day),
        step: UndoStep,
    ) -> Result<Vec<Stepped>, Error> {
        all_series.expect_series(series)?;
        let (all, lines) = changes(events, series);
        let next = |day: &Day| lines.get(day).and_then(|line| line.next(step));
        let Some(own) = next(&day) else {
            return Err(SeriesError::NoChange { series: series.to_owned(), day }.into());
        };
        let days = with_it(&all[own], day);
        self.check_change(DayChange::default(), days.iter().copied())?;
        let states = |day: &Day| match (step, all[own].days[day]) {
            (UndoStep::Back, (before, now)) => (now, before),
            (UndoStep::Again, states) => states,
        };
        let is_other = |day: &&Day| {
            next(day) != Some(own) || all_series.puzzle(series, **day) != states(day).0
        };
        if let Some(&day) = days.iter().find(is_other) {
            return Err(SeriesError::ChangedSince { series: series.to_owned(), day }.into());
        }
        for at in days.iter().filter_map(|day| states(day).1) {
            let is_elsewhere =
                |run: &&Run| !(run.withdrawn || run.series == series && days.contains(&run.day));
            if let Some(run) = all_series.of_puzzle(at).find(is_elsewhere) {
                let id =
                    self.puzzles_at(&[at])?.first().map(|named| named.id).ok_or(Error::Ungraded)?;
                let (series, day) = (run.series.clone(), run.day);
                return Err(SeriesError::HasRun { id, series, day, withdrawn: false }.into());
            }
        }
        let stepped = days.into_iter().map(|day| {
            let ((now, to), undone) = (states(&day), lines[&day].undone);
            let undone = if step == UndoStep::Back { undone + 1 } else { undone - 1 };
            Stepped { day, now, to, undone }
        });
        Ok(stepped.filter(|row| row.now != row.to).collect())
    }
}
