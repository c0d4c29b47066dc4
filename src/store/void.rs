//! Puzzles that were drawn and will never be printed, and how batches were used.

use super::{Store, StoreError};
use crate::record::Batch;

/// What [`Store::void`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Voided {
    /// Puzzles that are void now and were not before.
    pub new: u64,
    /// Puzzles that were void before.
    pub known: u64,
    /// Puzzles passed over, as they are printed in a book.
    pub printed: u64,
}

impl Store {
    /// Makes the puzzles at these places (batch, number) *void*, all in one commit: they are never printed again, and stay in
    /// the ledger, so that no other puzzle of their class is ever issued. There is no way back. Those printed in a book are passed
    /// over unless `printed_too`.
    ///
    /// # Errors
    /// [`StoreError::NotIssued`] if there is no such puzzle; failures of the file. Nothing is changed then.
    pub fn void(&self, places: &[(u32, u32)], printed_too: bool) -> Result<Voided, StoreError> {
        self.void_as(places, printed_too, None)
    }

    /// The same, where the places were chosen by the `known` first events.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if some would become void and there are other events by now; as [`Store::void`].
    pub fn void_by(
        &self,
        known: u32,
        places: &[(u32, u32)],
        printed_too: bool,
    ) -> Result<Voided, StoreError> {
        self.void_as(places, printed_too, Some(known))
    }

    fn void_as(
        &self,
        places: &[(u32, u32)],
        printed_too: bool,
        known: Option<u32>,
    ) -> Result<Voided, StoreError> {
        let mut places = places.to_vec();
        places.sort_unstable();
        places.dedup();
        self.engine.void(&places, printed_too, known)
    }

    /// Counts one more export of each of these batches.
    ///
    /// # Errors
    /// [`StoreError::NoBatch`]; failures of the file.
    pub fn count_export(&self, batches: &[u32]) -> Result<(), StoreError> {
        self.engine.count_export(batches)
    }

    /// The books that puzzles of the batch are printed in, each with how many of them, by id.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn books_of(&self, batch: u32) -> Result<Vec<(u32, u32)>, StoreError> {
        self.engine.books_of(batch)
    }
}

/// `batch` as a commit keeps it: how it was used is what was kept `before`.
pub(super) fn used_as(batch: &Batch, before: &Batch) -> Batch {
    Batch { void: before.void, exports: before.exports, ..batch.clone() }
}
