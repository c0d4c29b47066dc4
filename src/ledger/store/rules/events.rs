//! Events of issued puzzles in order of time, and void puzzles.

use std::collections::{BTreeMap, HashSet};

use super::super::StoreError;
use super::super::engine::{Abort, Done, Lock, Snapshot, Transaction};
use super::super::record::{PuzzleRef, Record, encode};
use super::batches::change;
use super::changes::{self, VOID};
use super::ledger::are_issued;
use super::rows::{all_of, get_all, last, numbered, put_all};
use crate::record::{Book, Entry, Event, EventKind, Place};

/// The result of making puzzles void.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Voided {
    /// Puzzles that became void.
    pub new: u64,
    /// Puzzles that were void before.
    pub known: u64,
    /// Puzzles skipped because they are printed in a book.
    pub printed: u64,
}

/// Returns all events, in their order.
pub fn all(from: &dyn Snapshot) -> Done<Vec<Event>> {
    numbered(from)
}

/// Appends events. Refused unless there are exactly `known` events before: if two callers decide by
/// the same events, the second is refused.
pub fn append(to: &mut dyn Transaction, known: u32, events: &[Event]) -> Done {
    if events.is_empty() {
        return Ok(());
    }
    to.lock(Lock::Books)?;
    if last::<Event>(to)?.map_or(0, |(id, _)| id) != known {
        return Err(Abort::Store(StoreError::Overtaken));
    }
    let places: Vec<PuzzleRef> = events.iter().map(|event| (event.batch, event.number)).collect();
    let is_for_sale =
        |at: usize| matches!(events[at].what, EventKind::Runs(..) | EventKind::Approved(..));
    let is_note = |at: usize| matches!(events[at].what, EventKind::Note(_));
    are_issued(to, &places, is_for_sale, is_note)?;
    let rows = (known + 1..).zip(events).map(|(id, event)| encode(&id, event));
    to.put(Event::TABLE, &rows.collect::<Done<Vec<_>>>()?)
}

/// Appends the events of one change, which have its number from then on. Refused as by [`append`].
pub fn append_change(to: &mut dyn Transaction, known: u32, events: &[Event]) -> Done {
    let of_change = |event: &Event| Event { change: known + 1, ..event.clone() };
    append(to, known, &events.iter().map(of_change).collect::<Vec<_>>())
}

/// Makes the puzzles at these places void, in their records and in the counts of their batches; the
/// ledger and the uses stay. Skips puzzles printed in a book that is not void, unless
/// `printed_too`. Refused if puzzles would become void and there are not exactly the `known` events
/// by which they were chosen.
pub fn void(
    to: &mut dyn Transaction,
    places: &[PuzzleRef],
    printed_too: bool,
    known: Option<u32>,
) -> Done<Voided> {
    let mut places = places.to_vec();
    places.sort_unstable();
    places.dedup();
    to.lock(Lock::Books)?;
    let given_up = numbered::<Book>(to)?.into_iter().filter(|book| book.void);
    let given_up: HashSet<u32> = given_up.map(|book| book.id).collect();
    let mut voided = Voided::default();
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    let mut changed: Vec<(PuzzleRef, Entry)> = Vec::new();
    for (issued, &at) in get_all::<Entry>(to, &places)?.into_iter().zip(&places) {
        let issued = issued.ok_or(Abort::Store(StoreError::NotIssued(at.0, at.1)))?;
        if issued.void {
            voided.known += 1;
            continue;
        }
        let printed = if printed_too {
            Vec::new()
        } else {
            all_of::<Place>(to, (at.0, at.1, 0)..=(at.0, at.1, u32::MAX))?
        };
        if printed.iter().any(|((.., book), _)| !given_up.contains(book)) {
            voided.printed += 1;
            continue;
        }
        voided.new += 1;
        *counts.entry(at.0).or_default() += 1;
        changed.push((at, Entry { void: true, ..issued }));
    }
    let is_known = |known| Ok::<_, Abort>(last::<Event>(to)?.map_or(0, |(id, _)| id) == known);
    if voided.new > 0 && !known.map_or(Ok(true), is_known)? {
        return Err(Abort::Store(StoreError::Overtaken));
    }
    put_all(to, changed.iter().map(|(at, issued)| (*at, issued)))?;
    for (batch, count) in counts {
        change(to, batch, |batch| batch.void += count)?;
    }
    if voided.new > 0 {
        changes::add(to, VOID, voided.new)?;
    }
    Ok(voided)
}
