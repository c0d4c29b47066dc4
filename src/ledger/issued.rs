//! [`Issued`]: a puzzle that is in the ledger.

use std::ops::Deref;

use crate::record::Entry;
use crate::store::{Store, StoreError};
use crate::symmetry::Key;

/// A puzzle in the ledger, durably: a commit made it, or it was read there. What is on record of it is its [`Entry`], which can be
/// read and not changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Issued(Entry);

impl Deref for Issued {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.0
    }
}

impl Issued {
    /// Those of a commit that has returned, or of a ledger.
    pub(super) fn all(entries: Vec<Entry>) -> Vec<Self> {
        entries.into_iter().map(Self).collect()
    }
}

impl Store {
    /// At most `count` puzzles of `batch`, from number `from` (counting from 1), in order.
    pub fn issued_range(
        &self,
        batch: u32,
        from: u32,
        count: u32,
    ) -> Result<Vec<Issued>, StoreError> {
        self.entries_range(batch, from, count).map(Issued::all)
    }

    /// The puzzles of `batch`, in order, read some thousands at a time.
    pub fn issued(&self, batch: u32) -> impl Iterator<Item = Result<Issued, StoreError>> {
        self.entries(batch).map(|entry| entry.map(Issued))
    }

    /// The puzzle at this place.
    ///
    /// # Errors
    /// [`StoreError::NotIssued`], [`StoreError::Lost`]; failures of the engine.
    pub fn issued_at(&self, (batch, number): (u32, u32)) -> Result<Issued, StoreError> {
        let found = match number {
            0 => None,
            number => self.issued_range(batch, number, 1)?.pop(),
        };
        match found.filter(|found| found.number == number) {
            Some(found) => Ok(found),
            None if self.is_lost((batch, number))? => Err(StoreError::Lost(batch, number)),
            None => Err(StoreError::NotIssued(batch, number)),
        }
    }

    /// The puzzle of this class, as it was issued.
    pub fn issued_puzzle(&self, key: Key) -> Result<Option<Issued>, StoreError> {
        Ok(self.entry_of(key)?.map(Issued))
    }

    /// The issued puzzles whose keys begin with the 60 bits of `prefix` (the low 60 bits of the number).
    pub fn issued_by_prefix(&self, prefix: u64) -> Result<Vec<Issued>, StoreError> {
        self.entries_by_prefix(prefix).map(Issued::all)
    }
}
