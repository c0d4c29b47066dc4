//! What became of puzzles in another database: days of series, approvals, notes.
//!
//! A day of a series is known by all that happened to it. Where one database knows the beginning of what the other knows, what came
//! then is brought; where each went on by itself, the day stays as it is here, and is named.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::super::engine::{Done, Transaction};
use super::super::super::record::{At, Record as _, encode};
use super::super::rows::numbered;
use super::{Differing, Joined, Theirs};
use crate::record::{Day, Event, What};

/// Events whose places are looked up at a time.
const CHUNK: usize = 4096;

/// A day of a series.
type Dated<'e> = (&'e str, Day);

/// The day that an event is of, if it is of one.
fn dated(event: &Event) -> Option<Dated<'_>> {
    match &event.what {
        What::Runs(series, day)
        | What::Withdrawn(series, day)
        | What::Approved(series, day, _)
        | What::Unapproved(series, day, _) => Some((series, *day)),
        What::Note(_) => None,
    }
}

/// The events of each day, in their order.
fn by_day(events: &[Event]) -> BTreeMap<Dated<'_>, Vec<&Event>> {
    let mut days: BTreeMap<Dated<'_>, Vec<&Event>> = BTreeMap::new();
    for event in events {
        if let Some(day) = dated(event) {
            days.entry(day).or_default().push(event);
        }
    }
    days
}

/// What runs after these events of a day.
fn running(events: &[&Event]) -> Option<At> {
    let last = events.iter().rev().find_map(|event| match event.what {
        What::Runs(..) => Some(Some((event.batch, event.number))),
        What::Withdrawn(..) => Some(None),
        _ => None,
    });
    last.flatten()
}

/// Takes one away, if any is left.
fn take(left: &mut usize) -> bool {
    let is_left = *left > 0;
    *left -= usize::from(is_left);
    is_left
}

/// Brings those that are not here.
pub(super) fn all(theirs: &Theirs<'_>, to: &mut dyn Transaction, joined: &mut Joined) -> Done {
    let own = numbered::<Event>(to)?;
    let mut other = Vec::new();
    for some in theirs.read(numbered::<Event>)?.chunks(CHUNK) {
        let at: Vec<At> = some.iter().map(|event| (event.batch, event.number)).collect();
        for (event, here) in some.iter().zip(theirs.places_in(to, &at)?) {
            match here {
                Some((batch, number)) => other.push(Event { batch, number, ..event.clone() }),
                None => joined.lost += 1,
            }
        }
    }
    let (own_days, other_days) = (by_day(&own), by_day(&other));
    // How many of the first events of each day are here.
    let mut here: BTreeMap<Dated<'_>, usize> = BTreeMap::new();
    for (day, events) in &other_days {
        let known = own_days.get(day).map_or(&[][..], Vec::as_slice);
        let is_here = known.len() >= events.len() && known[..events.len()] == events[..];
        let is_beginning = known.len() < events.len() && *known == events[..known.len()];
        here.insert(*day, if is_beginning { known.len() } else { events.len() });
        if !is_here && !is_beginning {
            let (theirs, here) = (running(events), running(known));
            let series = day.0.to_owned();
            joined.differing.push(Differing::Day { series, day: day.1, theirs, here });
        }
    }
    let mut notes: HashMap<(At, &str, Option<u64>), usize> = HashMap::new();
    for event in &own {
        if let What::Note(text) = &event.what {
            *notes.entry(((event.batch, event.number), text, event.time)).or_default() += 1;
        }
    }
    let known: BTreeSet<&str> = own_days.keys().map(|day| day.0).collect();
    let mut new = Vec::new();
    for event in &other {
        let is_here = match (&event.what, dated(event)) {
            (What::Note(text), _) => {
                notes.get_mut(&((event.batch, event.number), text, event.time)).is_some_and(take)
            }
            (_, Some(day)) => here.get_mut(&day).is_some_and(take),
            _ => true,
        };
        if is_here {
            continue;
        }
        if let Some((series, _)) = dated(event).filter(|day| known.contains(day.0)) {
            joined.series.insert(series.to_owned());
        }
        new.push(event);
    }
    joined.events = new.len() as u64;
    let rows = (own.len() as u32 + 1..).zip(new).map(|(id, event)| encode(&id, event));
    to.put(Event::TABLE, &rows.collect::<Done<Vec<_>>>()?)
}
