//! Events: what became of issued puzzles, one after the other.

use super::{Tables, sound};
use crate::record::{Event, What};
use crate::store::StoreError;
use crate::store::codec::{decode_event, decode_issued, encode_event};

impl Tables {
    pub(super) fn events(&self) -> Result<Vec<Event>, StoreError> {
        (1..).zip(&self.events).map(|(id, record)| sound(decode_event(id, record))).collect()
    }

    pub(super) fn append(&mut self, known: u32, events: &[Event]) -> Result<(), StoreError> {
        if self.events.len() != known as usize {
            return Err(StoreError::Overtaken);
        }
        let mut records = Vec::with_capacity(events.len());
        for (id, event) in (known + 1..).zip(events) {
            let (batch, number) = (event.batch, event.number);
            let issued = self.issued.get(&(batch, number));
            let issued = issued.ok_or(StoreError::NotIssued(batch, number))?;
            let is_void = sound(decode_issued(batch, number, issued))?.void;
            if is_void && matches!(event.what, What::Runs(..)) {
                return Err(StoreError::Void(batch, number));
            }
            records.push(sound(encode_event(id, event))?);
        }
        self.events.extend(records);
        Ok(())
    }
}
