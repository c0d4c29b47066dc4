//! The list of changes to puzzles in order of time, for systems that synchronise with it.

use std::collections::{HashMap, HashSet};

use seeddb_ledger::rules::events;
use serde::{Deserialize, Serialize};

use super::all_series::PuzzleRef;
use super::page::{Cursor, Page, PageOptions};
use super::rows::{APPROVED, RUNS, UNAPPROVED, WITHDRAWN};
use super::{Database, Error};
use crate::record::{Day, Event, EventKind, moment};
use crate::symmetry::Id;

/// The start of a list of changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Since {
    /// Changes after this number.
    Change(u32),
    /// Changes of this day (UTC) and later, and changes without a known time.
    Day(Day),
}

/// A change to a puzzle.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ChangeRow {
    /// Its number, from 1; it never changes.
    pub change: u32,
    /// Its time (UTC).
    pub time: Option<String>,
    /// `runs` on a day, `withdrawn` from a day, `approved` or `unapproved` for a day, `note`, or
    /// `back` from its recipient.
    pub what: String,
    /// The series.
    pub series: Option<String>,
    /// The day.
    pub date: Option<String>,
    /// The puzzle.
    pub id: String,
    /// Its batch.
    pub batch: u32,
    /// Its number in the batch.
    pub number: u32,
    /// The puzzle that ran on the day before and is withdrawn.
    pub replaces: Option<String>,
    /// The name of the person who approved the day, or withdrew the approval.
    pub approved_by: Option<String>,
    /// The text of a note.
    pub note: Option<String>,
}

const CHANGES: char = 'c';

impl Database {
    /// Returns a page of changes, oldest first, of one series if given.
    ///
    /// # Errors
    /// [`SeriesError::NoSeries`](super::SeriesError::NoSeries), [`Error::Cursor`]; failures of the
    /// store.
    pub fn changes(
        &self,
        series: Option<&str>,
        since: Option<Since>,
        options: &PageOptions,
    ) -> Result<Page<ChangeRow>, Error> {
        let after = options.after.as_ref().map(|cursor| cursor.place(CHANGES)).transpose()?;
        let events = self.read()?.read(events::all)?;
        if let Some(series) = series {
            super::AllSeries::of(&events).expect_series(series)?;
        }
        let is_new = |number: u32, event: &Event| {
            after.is_none_or(|after| u128::from(number) > after)
                && match since {
                    None => true,
                    Some(Since::Change(known)) => number > known,
                    Some(Since::Day(day)) => {
                        event.time.and_then(Day::at).is_none_or(|own| own >= day)
                    }
                }
        };
        let mut running: HashMap<(&str, Day), PuzzleRef> = HashMap::new();
        let mut found: Vec<(u32, &Event, Option<PuzzleRef>)> = Vec::new();
        for (number, event) in (1..).zip(&events) {
            let own = event.what.day();
            let before = match &event.what {
                EventKind::Runs(series, day) => {
                    running.insert((series, *day), (event.batch, event.number))
                }
                EventKind::Withdrawn(..) => {
                    own.and_then(|day| running.remove(&day));
                    None
                }
                _ => None,
            };
            let is_wanted = series.is_none_or(|wanted| own.is_some_and(|own| own.0 == wanted));
            if is_wanted && is_new(number, event) {
                found.push((number, event, before));
                if found.len() > options.most() {
                    break;
                }
            }
        }
        let places = found.iter().flat_map(|(_, event, before)| {
            [Some((event.batch, event.number)), *before].into_iter().flatten()
        });
        let places: Vec<PuzzleRef> = places.collect::<HashSet<PuzzleRef>>().into_iter().collect();
        let named = self.puzzles_at(&places)?.into_iter().map(|named| named.id);
        let ids: HashMap<PuzzleRef, Id> = places.into_iter().zip(named).collect();
        let rows = found.into_iter().map(|(change, event, before)| {
            let (batch, number) = (event.batch, event.number);
            let row = ChangeRow {
                change,
                time: event.time.and_then(moment),
                id: ids[&(batch, number)].to_string(),
                batch,
                number,
                replaces: before.map(|at| ids[&at].to_string()),
                ..ChangeRow::default()
            };
            let of_day = |what: &str, series: &str, day: &Day| ChangeRow {
                what: what.to_owned(),
                series: Some(series.to_owned()),
                date: Some(day.to_string()),
                ..row.clone()
            };
            let by_somebody = |what, series, day, by: &str| ChangeRow {
                approved_by: Some(by.to_owned()),
                ..of_day(what, series, day)
            };
            match &event.what {
                EventKind::Runs(series, day) => of_day(RUNS, series, day),
                EventKind::Withdrawn(series, day) => of_day(WITHDRAWN, series, day),
                EventKind::Approved(series, day, by) => by_somebody(APPROVED, series, day, by),
                EventKind::Unapproved(series, day, by) => by_somebody(UNAPPROVED, series, day, by),
                EventKind::Back(from) => {
                    ChangeRow { what: "back".to_owned(), note: Some(from.clone()), ..row }
                }
                EventKind::Note(text) => {
                    ChangeRow { what: "note".to_owned(), note: Some(text.clone()), ..row }
                }
            }
        });
        let rows: Vec<ChangeRow> = rows.collect();
        Ok(options.page(rows, |row| Cursor::of(CHANGES, row.change.into())))
    }
}
