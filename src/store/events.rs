//! Events of issued puzzles, and books that are given up.

use super::{Store, StoreError};
use crate::record::{Event, Issued};

impl Store {
    /// All events, the first first.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn events(&self) -> Result<Vec<Event>, StoreError> {
        self.engine.events()
    }

    /// Keeps events after the `known` ones by which they were decided, all of them or none.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if there are not exactly so many; [`StoreError::NotIssued`] of a puzzle that is not there,
    /// [`StoreError::Void`] of one that is to run and is void; failures of the file. Nothing is changed then.
    pub fn append(&self, known: u32, events: &[Event]) -> Result<(), StoreError> {
        if events.is_empty() { Ok(()) } else { self.engine.append(known, events) }
    }

    /// The puzzle at this place.
    ///
    /// # Errors
    /// [`StoreError::NotIssued`]; failures of the file.
    pub fn issued_at(&self, (batch, number): (u32, u32)) -> Result<Issued, StoreError> {
        let found = match number {
            0 => None,
            number => self.issued_range(batch, number, 1)?.pop(),
        };
        found.ok_or(StoreError::NotIssued(batch, number))
    }

    /// Makes a book *void*: it stays in the list for ever, and its puzzles are free for others. False if it was before.
    ///
    /// # Errors
    /// [`StoreError::NoBook`]; failures of the file.
    pub fn void_book(&self, id: u32) -> Result<bool, StoreError> {
        self.engine.void_book(id)
    }
}
