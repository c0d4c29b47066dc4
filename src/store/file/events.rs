//! Events: what became of issued puzzles, one after the other.

use redb::{ReadTransaction, ReadableTable, WriteTransaction};

use super::StoreError;
use super::codec::{decode_event, decode_issued, encode_event, issued_is_sound};
use super::fault::Fault;
use super::tables::{EVENTS, ISSUED, all, find, if_there};
use crate::record::{Event, What};

fn read(id: u32, record: &[u8]) -> Result<(u32, Event), Fault> {
    Ok((id, decode_event(id, record).map_err(Fault::Record)?))
}

/// All of a table, in order and without a gap.
fn list(events: &impl ReadableTable<u32, &'static [u8]>) -> Result<Vec<Event>, Fault> {
    let events = all(events, read)?;
    let complete = events.iter().map(|(id, _)| *id).eq(1..=events.len() as u32);
    let missing = || Fault::Broken("an event is missing".to_owned());
    if complete { Ok(events.into_iter().map(|(_, event)| event).collect()) } else { Err(missing()) }
}

/// All events, the first first; databases that had none yet have no table of them.
pub(super) fn events(transaction: &ReadTransaction) -> Result<Vec<Event>, Fault> {
    if_there(transaction.open_table(EVENTS))?.map_or(Ok(Vec::new()), |events| list(&events))
}

/// Keeps events after the `known` first ones.
pub(super) fn append(
    transaction: &WriteTransaction,
    known: u32,
    events: &[Event],
) -> Result<(), Fault> {
    let mut table = transaction.open_table(EVENTS)?;
    if list(&table)?.len() != known as usize {
        return Err(Fault::Store(StoreError::Overtaken));
    }
    let issued = transaction.open_table(ISSUED)?;
    let is_void = |(batch, number), record: &[u8]| {
        Ok(decode_issued(batch, number, record).map_err(Fault::Record)?.void)
    };
    let check = |(batch, number), record: &[u8]| {
        issued_is_sound(batch, number, record).map_err(Fault::Record)
    };
    for (id, event) in (known + 1..).zip(events) {
        let (batch, number) = (event.batch, event.number);
        match find(&issued, &(batch, number), is_void, check)? {
            None => return Err(Fault::Store(StoreError::NotIssued(batch, number))),
            Some(true) if matches!(event.what, What::Runs(..)) => {
                return Err(Fault::Store(StoreError::Void(batch, number)));
            }
            Some(_) => {}
        }
        table.insert(id, encode_event(id, event).map_err(Fault::Record)?.as_slice())?;
    }
    Ok(())
}
