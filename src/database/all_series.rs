//! [`AllSeries`]: the state of all series, computed from the events of puzzles.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::series_error::SeriesError;
use crate::rating::levels;
use crate::record::{Day, Event, EventKind};

/// The place of a puzzle in the ledger: batch and number.
pub type PuzzleRef = (u32, u32);

/// A puzzle on a day of a series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The series.
    pub series: String,
    /// The day.
    pub day: Day,
    /// The puzzle.
    pub at: PuzzleRef,
    /// Whether it was withdrawn from the day.
    pub withdrawn: bool,
    /// The time when it was assigned to the day, in seconds since 1970 (UTC); `None` if unknown.
    pub since: Option<u64>,
    /// Its approval for the day, if any; `None` once it is withdrawn.
    pub approval: Option<Approval>,
}

/// The approval of a puzzle for printing on its day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approval {
    /// The name of the person who approved it.
    pub by: String,
    /// The time, in seconds since 1970 (UTC); `None` if unknown.
    pub time: Option<u64>,
}

/// The state of all series at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AllSeries {
    /// The number of events that it was computed from.
    pub(super) known: u32,
    /// Running and withdrawn puzzles in order of time.
    runs: Vec<Run>,
    /// Per series, the indices in `runs` of the running puzzles, by day.
    series: BTreeMap<String, BTreeMap<Day, usize>>,
    /// The indices in `runs` of a puzzle.
    of: HashMap<PuzzleRef, Vec<usize>>,
    notes: HashMap<PuzzleRef, Vec<String>>,
    /// Puzzles that were returned by the recipient of their batch.
    back: HashSet<PuzzleRef>,
}

impl AllSeries {
    pub(super) fn of(events: &[Event]) -> Self {
        let mut all = Self { known: events.len() as u32, ..Self::default() };
        for event in events {
            let at = (event.batch, event.number);
            match &event.what {
                EventKind::Note(text) => all.notes.entry(at).or_default().push(text.clone()),
                EventKind::Back(_) => drop(all.back.insert(at)),
                EventKind::Withdrawn(series, day) => all.withdraw(series, *day),
                EventKind::Runs(series, day) => {
                    all.withdraw(series, *day);
                    let place = all.runs.len();
                    let (series, day) = (series.clone(), *day);
                    all.series.entry(series.clone()).or_default().insert(day, place);
                    all.of.entry(at).or_default().push(place);
                    let since = event.time;
                    all.runs.push(Run { series, day, at, withdrawn: false, since, approval: None });
                }
                EventKind::Approved(series, day, by) => {
                    let approval = Approval { by: by.clone(), time: event.time };
                    all.approve(series, *day, Some(approval));
                }
                EventKind::Unapproved(series, day, _) => all.approve(series, *day, None),
            }
        }
        all
    }

    fn withdraw(&mut self, series: &str, day: Day) {
        if let Some(place) = self.series.get_mut(series).and_then(|days| days.remove(&day)) {
            self.runs[place].withdrawn = true;
            self.runs[place].approval = None;
        }
    }

    fn approve(&mut self, series: &str, day: Day, approval: Option<Approval>) {
        if let Some(place) = self.series.get(series).and_then(|days| days.get(&day)) {
            self.runs[*place].approval = approval;
        }
    }

    /// Returns running and withdrawn puzzles, in order of time.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the names of the series, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.series.keys().map(String::as_str)
    }

    /// Returns the puzzle of a day, if it has one.
    pub fn puzzle(&self, series: &str, day: Day) -> Option<PuzzleRef> {
        let place = self.series.get(series)?.get(&day)?;
        Some(self.runs[*place].at)
    }

    /// Returns the approval of a day's puzzle, if any. A void puzzle is never printed.
    pub fn approval(&self, series: &str, day: Day) -> Option<&Approval> {
        let place = self.series.get(series)?.get(&day)?;
        self.runs[*place].approval.as_ref()
    }

    /// Whether a day's puzzle was placed by a change: it ran on another day before, or the day had
    /// another puzzle.
    pub(super) fn is_by_hand(&self, series: &str, day: Day) -> bool {
        let place = self.series.get(series).and_then(|days| days.get(&day)).copied();
        place.is_some_and(|place| {
            let at = self.runs[place].at;
            let is_of_day = |run: &Run| run.series == series && run.day == day;
            self.of[&at].first() != Some(&place) || self.runs[..place].iter().any(is_of_day)
        })
    }

    /// Returns the days of a series with their puzzles, by date.
    pub fn days(&self, series: &str) -> impl Iterator<Item = (Day, PuzzleRef)> {
        let days = self.series.get(series).into_iter().flatten();
        days.map(|(day, place)| (*day, self.runs[*place].at))
    }

    /// Returns all runs of a puzzle, oldest first.
    pub fn of_puzzle(&self, at: PuzzleRef) -> impl Iterator<Item = &Run> {
        self.of.get(&at).into_iter().flatten().map(|place| &self.runs[*place])
    }

    /// Whether a puzzle runs or ran on any day.
    pub fn has_run(&self, at: PuzzleRef) -> bool {
        self.of.contains_key(&at)
    }

    /// Whether a puzzle runs on some day now.
    pub fn is_running(&self, at: PuzzleRef) -> bool {
        self.of_puzzle(at).any(|run| !run.withdrawn)
    }

    /// Whether it was returned by the recipient of its batch.
    pub fn is_back(&self, at: PuzzleRef) -> bool {
        self.back.contains(&at)
    }

    /// Returns the notes on a puzzle, oldest first.
    pub fn notes(&self, at: PuzzleRef) -> &[String] {
        self.notes.get(&at).map_or(&[], Vec::as_slice)
    }

    /// Returns the puzzles with notes, each with its notes in order of time.
    pub fn noted(&self) -> impl Iterator<Item = (PuzzleRef, &[String])> {
        self.notes.iter().map(|(at, notes)| (*at, notes.as_slice()))
    }

    /// Refuses a series that there is not.
    ///
    /// # Errors
    /// [`SeriesError::NoSeries`], which suggests a similar name.
    pub fn expect_series(&self, name: &str) -> Result<(), SeriesError> {
        if self.series.contains_key(name) {
            return Ok(());
        }
        Err(SeriesError::NoSeries {
            name: name.to_owned(),
            meant: levels::meant(name, self.names()).map(str::to_owned),
            known: self.names().collect::<Vec<_>>().join(", "),
        })
    }

    /// Returns the puzzle of a day; fails if there is none.
    ///
    /// # Errors
    /// [`SeriesError::NoSeries`], [`SeriesError::NoDay`].
    pub(super) fn expect(&self, series: &str, day: Day) -> Result<PuzzleRef, SeriesError> {
        self.expect_series(series)?;
        self.puzzle(series, day).ok_or_else(|| {
            let mut days = self.days(series).map(|(day, _)| day);
            let first = days.next();
            let ends = first.map(|first| (first, days.last().unwrap_or(first)));
            SeriesError::NoDay { series: series.to_owned(), day, ends }
        })
    }
}
