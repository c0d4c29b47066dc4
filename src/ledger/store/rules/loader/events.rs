//! Entry of events of puzzles: days of series, approvals, notes.
//!
//! A day of a series is identified by its whole history. If the history in one database is the
//! beginning of that in the other, the rest is added; if both diverged, the day is not changed
//! here, and is reported.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::super::StoreError;
use super::super::super::engine::{Abort, Done, Transaction};
use super::super::super::moved::{Part, RecordConflict};
use super::super::super::record::{PuzzleRef, Record as _, encode};
use super::super::events::append;
use super::super::rows::numbered;
use super::{Loader, Policy};
use crate::record::{Day, Event, EventKind};

/// The number of events whose places are looked up at a time.
const CHUNK: usize = 4096;

type Dated<'e> = (&'e str, Day);

/// Returns puzzle, whether it is a note, text and time of an event without a day.
fn undated_of(event: &Event) -> Option<(PuzzleRef, (bool, &str), Option<u64>)> {
    let at = (event.batch, event.number);
    match &event.what {
        EventKind::Note(text) => Some((at, (true, text), event.time)),
        EventKind::Back(from) => Some((at, (false, from), event.time)),
        _ => None,
    }
}

/// Groups the events by day, in their order.
fn by_day(events: &[Event]) -> BTreeMap<Dated<'_>, Vec<&Event>> {
    let mut days: BTreeMap<Dated<'_>, Vec<&Event>> = BTreeMap::new();
    for event in events {
        if let Some(day) = event.what.day() {
            days.entry(day).or_default().push(event);
        }
    }
    days
}

/// Returns the puzzle that runs on a day after these events.
fn running(events: &[&Event]) -> Option<PuzzleRef> {
    let last = events.iter().rev().find_map(|event| match event.what {
        EventKind::Runs(..) => Some(Some((event.batch, event.number))),
        EventKind::Withdrawn(..) => Some(None),
        _ => None,
    });
    last.flatten()
}

/// Decrements a positive counter; returns whether it was positive.
fn take(left: &mut usize) -> bool {
    let is_left = *left > 0;
    *left -= usize::from(is_left);
    is_left
}

/// Describes an event.
pub(in crate::store) fn words(event: &Event) -> String {
    match &event.what {
        EventKind::Runs(series, day) => format!("{series} {day}"),
        EventKind::Withdrawn(series, day) => format!("{series} {day}, withdrawn"),
        EventKind::Approved(series, day, _) => format!("{series} {day}, approved"),
        EventKind::Unapproved(series, day, _) => format!("{series} {day}, no longer approved"),
        EventKind::Note(_) => "a note".to_owned(),
        EventKind::Back(_) => "that it came back".to_owned(),
    }
}

impl Loader {
    pub(super) fn append(&mut self, to: &mut dyn Transaction, events: &[(u32, Event)]) -> Done {
        let known = self.moved.came.events as u32;
        let new: Vec<Event> = events.iter().map(|row| row.1.clone()).collect();
        if let Err(fault) = append(to, known, &new) {
            let is_wrong = |event: &Event| match &fault {
                Abort::Store(StoreError::NotIssued(batch, number)) => {
                    (event.batch, event.number) == (*batch, *number)
                }
                _ => encode(&1, event).is_err(),
            };
            self.at = new.iter().position(is_wrong).unwrap_or(0);
            return Err(fault);
        }
        self.moved.came.events += new.len() as u64;
        Ok(())
    }

    pub(super) fn join_events(&mut self, to: &mut dyn Transaction) -> Done {
        let own = numbered::<Event>(to)?;
        let mut other: Vec<(u32, Event)> = Vec::new();
        let last_id = self.events.last().map_or(0, |row| u64::from(row.0));
        for some in std::mem::take(&mut self.events).chunks(CHUNK) {
            let at: Vec<PuzzleRef> =
                some.iter().map(|(_, event)| (event.batch, event.number)).collect();
            for ((id, event), here) in some.iter().zip(self.places_here(to, &at)?) {
                let (batch, number) = (event.batch, event.number);
                // A note on a puzzle that was taken back keeps its number; another database has
                // neither the note nor the number.
                let is_gone = self.gone.get(&batch).is_some_and(|lost| lost.has(number));
                let here =
                    here.or_else(|| Some((*self.same.get(&batch).filter(|_| is_gone)?, number)));
                if let Some((batch, number)) = here {
                    other.push((*id, Event { batch, number, ..event.clone() }));
                } else if !is_gone {
                    let words =
                        format!("{}: puzzle {number} of batch {batch} is lost", words(event));
                    self.moved.miss(Part::Events, Some(batch), Some(1), words);
                }
            }
        }
        // An older copy has the first events, whatever the newer copy lost of them.
        let there = |id: u32| own.get((id as usize).wrapping_sub(1));
        let is_older = self.policy == Policy::CatchUp
            && other.iter().all(|(id, event)| there(*id).is_none_or(|own| own == event));
        let new: Vec<Event> = if is_older {
            other.into_iter().filter(|(id, _)| there(*id).is_none()).map(|row| row.1).collect()
        } else {
            let other: Vec<Event> = other.into_iter().map(|row| row.1).collect();
            self.new_events(&own, &other)
        };
        if is_older {
            let first = self.moved.missing.iter().filter(|missing| missing.part == Part::Events);
            let gone = last_id.saturating_sub((own.len() + new.len() + first.count()) as u64);
            if gone > 0 {
                let words = "days of series, or notes, are lost".to_owned();
                self.moved.miss(Part::Events, None, Some(gone), words);
            }
        }
        self.moved.came.events += new.len() as u64;
        let rows = (own.len() as u32 + 1..).zip(&new).map(|(id, event)| encode(&id, event));
        to.put(Event::TABLE, &rows.collect::<Done<Vec<_>>>()?)
    }

    /// Returns the events of the other database that are not among its own.
    fn new_events(&mut self, own: &[Event], other: &[Event]) -> Vec<Event> {
        let (own_days, other_days) = (by_day(own), by_day(other));
        // The number of the first events of each day that are here.
        let mut here: BTreeMap<Dated<'_>, usize> = BTreeMap::new();
        for (day, events) in &other_days {
            let known = own_days.get(day).map_or(&[][..], Vec::as_slice);
            let is_here = known.len() >= events.len() && known[..events.len()] == events[..];
            let is_beginning = known.len() < events.len() && *known == events[..known.len()];
            here.insert(*day, if is_beginning { known.len() } else { events.len() });
            if !is_here && !is_beginning {
                let (theirs, here) = (running(events), running(known));
                let series = day.0.to_owned();
                self.moved.differing.push(RecordConflict::Day { series, day: day.1, theirs, here });
            }
        }
        let mut undated = HashMap::<_, usize>::new();
        for event in own {
            if let Some(told) = undated_of(event) {
                *undated.entry(told).or_default() += 1;
            }
        }
        let known: BTreeSet<&str> = own_days.keys().map(|day| day.0).collect();
        let mut new = Vec::new();
        for event in other {
            let is_here = match (undated_of(event), event.what.day()) {
                (Some(told), _) => undated.get_mut(&told).is_some_and(take),
                (_, Some(day)) => here.get_mut(&day).is_some_and(take),
                _ => true,
            };
            if is_here {
                self.moved.known.events += 1;
                continue;
            }
            if let Some((series, _)) = event.what.day().filter(|day| known.contains(day.0)) {
                self.moved.series.insert(series.to_owned());
            }
            new.push(event.clone());
        }
        new
    }
}
