//! Series: the assignment of puzzles to days.
//!
//! The store has the history as events; [`AllSeries`] is the resulting state. A day of a series has
//! at most one puzzle. A puzzle that ran once, or was withdrawn, is not used for another day unless
//! requested explicitly, because files sent to a printer cannot be taken back. Changes based on
//! outdated events are refused, so that two commands never fill one day twice, or use one puzzle
//! for two days.

use std::collections::{BTreeMap, BTreeSet};

use seeddb_ledger::rules::{batches, books, events};
use seeddb_ledger::{Issued, Store, StoreError};

use super::again::again;
use super::all_series::{AllSeries, PuzzleRef, Run};
use super::export::{find, one};
use super::given::GivenAway;
use super::series_error::{SeriesError, check_series};

use super::ids::confirmed;
use super::{BatchRef, Database, Error, Ids, IssuedWithId};
use crate::record::{Day, Event, EventKind};
use crate::symmetry::Id;

/// The number of newest puzzles that are examined as candidates for a day.
const LOOKED_AT: usize = 20_000;

/// The longest note, or reason, in characters.
pub const LONGEST_NOTE: usize = 1000;

/// The reason for a change of days, and its permission.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DayChange<'a> {
    /// The reason, stored as a note on the puzzles.
    pub reason: Option<&'a str>,
    /// Whether to change days whose puzzles readers may have seen: today and earlier, by the clock
    /// of the database.
    pub published: bool,
}

/// The puzzle that replaces the one of a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// The puzzle with this id.
    Puzzle(Id),
    /// The first puzzle of these batches that has the same level and never ran.
    Batches(Vec<BatchRef>),
}

/// A day whose puzzle was replaced.
#[derive(Clone, PartialEq, Debug)]
pub struct Replaced {
    /// The withdrawn puzzle.
    pub old: IssuedWithId,
    /// The new puzzle.
    pub new: IssuedWithId,
}

impl Database {
    /// Returns the state of all series.
    pub fn series(&self) -> Result<AllSeries, Error> {
        Ok(AllSeries::of(&self.read()?.read(events::all)?))
    }

    /// Assigns puzzles to days of a series, durably; puzzles that run there are withdrawn.
    /// `all_series` is the state on which the decision is based.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if the series have changed since, [`StoreError::Void`],
    /// [`StoreError::NotIssued`]; [`SeriesError::DayTwice`], [`SeriesError::Name`]; failures of the
    /// store. Nothing is changed then.
    pub fn run(
        &self,
        all_series: &AllSeries,
        series: &str,
        days: &[(Day, PuzzleRef)],
    ) -> Result<(), Error> {
        check_series(series)?;
        let mut seen = BTreeSet::new();
        days.iter().try_for_each(|(day, _)| check_new_day(&mut seen, *day))?;
        let event =
            |&(day, at): &(Day, PuzzleRef)| self.event(at, EventKind::Runs(series.to_owned(), day));
        let events: Vec<Event> = days.iter().map(event).collect();
        if events.is_empty() {
            Ok(())
        } else {
            let store = self.write()?;
            GivenAway::check(&store, all_series, &events)?;
            Ok(store.write_giving(|to| events::append_change(to, all_series.known, &events))?)
        }
    }

    /// Gives days of a series other puzzles, a different one each. With `again` puzzles that ran
    /// before are allowed. The reason is stored as a note on the withdrawn puzzles.
    ///
    /// # Errors
    /// [`SeriesError`]; [`Error::NotHere`]; failures of the store. Nothing is changed then.
    pub fn replace_days(
        &self,
        series: &str,
        days: &[Day],
        with: &Replacement,
        again: bool,
        why: DayChange<'_>,
    ) -> Result<Vec<Replaced>, Error> {
        self.check_change(why, days.iter().copied())?;
        self.change(|store, all_series| {
            let mut taken: BTreeMap<PuzzleRef, Day> = BTreeMap::new();
            let (mut replaced, mut events) = (Vec::new(), Vec::new());
            let given = GivenAway::of(store, all_series)?;
            let mut seen = BTreeSet::new();
            for &day in days {
                let old = store.issued_at(all_series.expect(series, day)?)?;
                check_new_day(&mut seen, day)?;
                let is_left = |at| !taken.contains_key(&at) && given.to(at).is_none();
                let may_run = |at| is_left(at) && (again || !all_series.has_run(at));
                let new = match with {
                    Replacement::Puzzle(id) => one(store, *id)?,
                    Replacement::Batches(batches) => other(store, batches, &old, may_run)?,
                };
                store.confirm(std::slice::from_ref(&new))?;
                let mut named = Ids::default().name(store, vec![old, new])?.into_iter();
                let (Some(old), Some(new)) = (named.next(), named.next()) else {
                    return Err(Error::Ungraded);
                };
                let at = (new.issued.batch, new.issued.number);
                if new.issued.void {
                    return Err(SeriesError::Void(new.id).into());
                }
                if at == (old.issued.batch, old.issued.number) {
                    return Err(SeriesError::Same(new.id, day).into());
                }
                if let Some(&day) = taken.get(&at) {
                    let (id, series, withdrawn) = (new.id, series.to_owned(), false);
                    return Err(SeriesError::HasRun { id, series, day, withdrawn }.into());
                }
                if let Some(run) = all_series.of_puzzle(at).last().filter(|_| !again) {
                    let Run { series, day, withdrawn, .. } = run.clone();
                    return Err(SeriesError::HasRun { id: new.id, series, day, withdrawn }.into());
                }
                taken.insert(at, day);
                let was = (old.issued.batch, old.issued.number);
                events.push(self.event(at, EventKind::Runs(series.to_owned(), day)));
                events.extend(self.because(&[was], why.reason));
                replaced.push(Replaced { old, new });
            }
            Ok((replaced, events))
        })
    }

    /// Fails if the reason is no valid note, or a day may not be changed because readers may have
    /// seen it.
    ///
    /// # Errors
    /// [`SeriesError::Note`], [`SeriesError::Published`].
    pub fn check_change(
        &self,
        why: DayChange<'_>,
        days: impl IntoIterator<Item = Day>,
    ) -> Result<(), SeriesError> {
        check_reason(why.reason)?;
        let Some(today) = self.today().filter(|_| !why.published) else { return Ok(()) };
        match days.into_iter().find(|day| *day <= today) {
            Some(day) => Err(SeriesError::Published(day)),
            None => Ok(()),
        }
    }

    /// Returns puzzles that could take the day of a series: of the same level, not void, in no
    /// book, never run. Those of the last batches come first; at most `most`, among the newest
    /// 20,000.
    ///
    /// # Errors
    /// [`SeriesError`]; failures of the store.
    pub fn candidates(
        &self,
        series: &str,
        day: Day,
        most: usize,
    ) -> Result<Vec<IssuedWithId>, Error> {
        let (store, all_series) = (self.read()?, self.series()?);
        let level = store.issued_at(all_series.expect(series, day)?)?.level.clone();
        let given = GivenAway::of(&store, &all_series)?;
        let batches = store.read(batches::all)?;
        let newest = batches.iter().rev().flat_map(|batch| store.issued(batch.id));
        let mut found = Vec::new();
        for issued in newest.take(LOOKED_AT) {
            let issued = issued?;
            let at = (issued.batch, issued.number);
            let fits = !issued.void && issued.level == level && !all_series.has_run(at);
            if fits && given.to(at).is_none() && !is_printed(&store, at)? {
                found.push(issued);
            }
            if found.len() == most {
                break;
            }
        }
        confirmed(&store, found)
    }

    /// Withdraws the puzzles of days of a series. They stay on record, with the reason as a note.
    ///
    /// # Errors
    /// [`SeriesError`]; failures of the store. Nothing is changed then.
    pub fn withdraw_days(
        &self,
        series: &str,
        days: &[Day],
        why: DayChange<'_>,
    ) -> Result<(), Error> {
        self.check_change(why, days.iter().copied())?;
        self.change(|_, all_series| {
            let mut seen = BTreeSet::new();
            let mut events = Vec::with_capacity(days.len());
            for &day in days {
                let at = all_series.expect(series, day)?;
                check_new_day(&mut seen, day)?;
                events.push(self.event(at, EventKind::Withdrawn(series.to_owned(), day)));
                events.extend(self.because(&[at], why.reason));
            }
            Ok(((), events))
        })
    }

    /// Moves the puzzle of a day to a day of the series without a puzzle. The reason becomes a note
    /// on it.
    ///
    /// # Errors
    /// [`SeriesError`], among them [`Taken`](SeriesError::Taken) if the other day has a puzzle;
    /// [`StoreError::Void`]; failures of the store. Nothing is changed then.
    pub fn move_day(
        &self,
        series: &str,
        from: Day,
        to: Day,
        why: DayChange<'_>,
    ) -> Result<(), Error> {
        self.check_change(why, [from])?;
        self.change(|_, all_series| {
            let at = all_series.expect(series, from)?;
            if from == to {
                return Err(SeriesError::DayTwice(to).into());
            }
            if all_series.puzzle(series, to).is_some() {
                return Err(SeriesError::Taken { series: series.to_owned(), day: to }.into());
            }
            let withdrawn = self.event(at, EventKind::Withdrawn(series.to_owned(), from));
            let mut events =
                vec![withdrawn, self.event(at, EventKind::Runs(series.to_owned(), to))];
            events.extend(self.because(&[at], why.reason));
            Ok(((), events))
        })
    }

    /// Moves all puzzles of a series between two days (included) by a number of days, all or none;
    /// returns the number of days moved. The reason is stored as a note on each.
    ///
    /// # Errors
    /// [`SeriesError`], among them [`Taken`](SeriesError::Taken) if another puzzle runs on one of
    /// the new days, and [`SeriesError::NoSuchDay`] if a new day is out of range;
    /// [`StoreError::Void`]; failures of the store. Nothing is changed then.
    pub fn shift_days(
        &self,
        series: &str,
        (first, last): (Option<Day>, Option<Day>),
        by: i32,
        why: DayChange<'_>,
    ) -> Result<usize, Error> {
        self.change(|_, all_series| {
            all_series.expect_series(series)?;
            let is_between =
                |day| first.is_none_or(|first| first <= day) && last.is_none_or(|last| day <= last);
            let moved: BTreeMap<Day, PuzzleRef> =
                all_series.days(series).filter(|(day, _)| is_between(*day)).collect();
            self.check_change(why, moved.keys().copied())?;
            let mut events = Vec::with_capacity(2 * moved.len());
            for (&day, &at) in &moved {
                events.push(self.event(at, EventKind::Withdrawn(series.to_owned(), day)));
            }
            for (&day, &at) in &moved {
                let day = day.after(by).ok_or(SeriesError::NoSuchDay { day, by })?;
                if by != 0 && !moved.contains_key(&day) && all_series.puzzle(series, day).is_some()
                {
                    return Err(SeriesError::Taken { series: series.to_owned(), day }.into());
                }
                events.push(self.event(at, EventKind::Runs(series.to_owned(), day)));
                events.extend(self.because(&[at], why.reason));
            }
            Ok((moved.len(), if by == 0 { Vec::new() } else { events }))
        })
    }

    /// Exchanges the puzzles of two days of a series. The reason is stored as a note on both.
    ///
    /// # Errors
    /// As [`move_day`](Self::move_day).
    pub fn swap_days(
        &self,
        series: &str,
        one: Day,
        other: Day,
        why: DayChange<'_>,
    ) -> Result<(), Error> {
        self.check_change(why, [one, other])?;
        self.change(|_, all_series| {
            let (first, second) =
                (all_series.expect(series, one)?, all_series.expect(series, other)?);
            if one == other {
                return Err(SeriesError::DayTwice(one).into());
            }
            let runs = |at, day| self.event(at, EventKind::Runs(series.to_owned(), day));
            let mut events = vec![runs(second, one), runs(first, other)];
            events.extend(self.because(&[first, second], why.reason));
            Ok(((), events))
        })
    }

    /// Adds a permanent note on an issued puzzle, which may have several.
    ///
    /// # Errors
    /// [`SeriesError::Note`]; [`Error::NotHere`]; failures of the store.
    pub fn note(&self, id: Id, text: &str) -> Result<(), Error> {
        check_reason(Some(text))?;
        self.change(|store, _| {
            let issued = one(store, id)?;
            let at = (issued.batch, issued.number);
            Ok(((), self.because(&[at], Some(text))))
        })
    }

    /// Adds one note on several issued puzzles.
    ///
    /// # Errors
    /// [`SeriesError::Note`]; [`StoreError::NotIssued`]; failures of the store. Nothing is changed
    /// then.
    pub fn note_all(&self, places: &[PuzzleRef], text: &str) -> Result<(), Error> {
        check_reason(Some(text))?;
        if places.is_empty() {
            return Ok(());
        }
        self.change(|_, _| Ok(((), self.because(places, Some(text)))))
    }

    /// Adds a note on each of these puzzles.
    pub(super) fn note_each(&self, notes: &[(PuzzleRef, String)]) -> Result<(), Error> {
        if notes.is_empty() {
            return Ok(());
        }
        let event =
            |(at, text): &(PuzzleRef, String)| self.event(*at, EventKind::Note(text.clone()));
        self.change(|_, _| Ok(((), notes.iter().map(event).collect())))
    }

    /// Returns the puzzles at these places, in order, each verified against the ledger.
    ///
    /// # Errors
    /// [`StoreError::NotIssued`] for a missing one; failures of the store.
    pub fn puzzles_at(&self, places: &[PuzzleRef]) -> Result<Vec<IssuedWithId>, Error> {
        let store = self.read()?;
        let issued = places.iter().map(|&at| store.issued_at(at));
        let issued = issued.collect::<Result<Vec<_>, _>>()?;
        confirmed(&store, issued)
    }

    /// Returns the events of a note with this reason on each puzzle.
    pub(super) fn because(&self, places: &[PuzzleRef], reason: Option<&str>) -> Vec<Event> {
        let note = |text: String| {
            let event = |at: &PuzzleRef| self.event(*at, EventKind::Note(text.clone()));
            places.iter().map(event).collect()
        };
        self.signed_note(reason).map(note).unwrap_or_default()
    }

    /// Returns a note with the name of the signed-in user, if there is one; also without a text.
    pub(super) fn signed_note(&self, text: Option<&str>) -> Option<String> {
        match (text, self.signed.as_deref()) {
            (text, None) => text.map(str::to_owned),
            (Some(text), Some(name)) => Some(format!("{text} ({name})")),
            (None, Some(name)) => Some(format!("changed by {name}")),
        }
    }

    pub(super) fn event(&self, (batch, number): PuzzleRef, what: EventKind) -> Event {
        Event { batch, number, what, time: self.now(), change: 0, undone: None }
    }

    /// Calls `decide` with a database handle fixed to one state of its series. Changes through it
    /// are refused if the series have changed meanwhile; then `decide` is called again.
    ///
    /// # Errors
    /// Those of `decide`; failures of the store.
    pub fn decided<T>(&self, decide: impl Fn(&Self) -> Result<T, Error>) -> Result<T, Error> {
        again(|| decide(&Self { known: Some(self.series()?.known), ..self.clone() }))
    }

    /// Appends the events that `decide` returns for the present series; decides again if others
    /// have changed them.
    pub(super) fn change<T>(
        &self,
        decide: impl Fn(&Store, &AllSeries) -> Result<(T, Vec<Event>), Error>,
    ) -> Result<T, Error> {
        let store = self.read()?;
        let attempt = || {
            let all_series = AllSeries::of(&store.read(events::all)?);
            if self.known.is_some_and(|known| known != all_series.known) {
                return Err(StoreError::Overtaken.into());
            }
            let (value, events) = decide(&store, &all_series)?;
            GivenAway::check(&store, &all_series, &events)?;
            store.write_giving(|to| events::append_change(to, all_series.known, &events))?;
            Ok(value)
        };
        if self.known.is_some() { attempt() } else { again(attempt) }
    }
}

/// Returns the first puzzle of these batches with the level of `old` that is not void and may run.
fn other(
    store: &Store,
    batches: &[BatchRef],
    old: &Issued,
    may_run: impl Fn(PuzzleRef) -> bool,
) -> Result<Issued, Error> {
    for batch in find(store, batches)? {
        for issued in store.issued(batch.id) {
            let issued = issued?;
            let at = (issued.batch, issued.number);
            let is_other = at != (old.batch, old.number);
            if !issued.void && issued.level == old.level && is_other && may_run(at) {
                return Ok(issued);
            }
        }
    }
    Err(SeriesError::NoOther { level: old.level.clone() }.into())
}

/// Whether a puzzle is in a book that is not void.
pub(super) fn is_printed(store: &Store, (batch, number): PuzzleRef) -> Result<bool, Error> {
    let books = store.read(|from| books::of_puzzle(from, (batch, number)))?;
    Ok(books.iter().any(|(book, _)| !book.void))
}

/// Fails if a note is empty or too long.
pub fn check_reason(reason: Option<&str>) -> Result<(), SeriesError> {
    let is_note = |text: &str| !text.trim().is_empty() && text.chars().count() <= LONGEST_NOTE;
    if reason.is_none_or(is_note) { Ok(()) } else { Err(SeriesError::Note) }
}

/// Fails if the day was seen before.
pub(super) fn check_new_day(seen: &mut BTreeSet<Day>, day: Day) -> Result<(), SeriesError> {
    if seen.insert(day) { Ok(()) } else { Err(SeriesError::DayTwice(day)) }
}
