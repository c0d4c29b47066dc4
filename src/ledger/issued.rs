//! [`Issued`]: a puzzle in the ledger.

use std::ops::Deref;

use rayon::prelude::*;

use crate::record::Entry;
use crate::store::engine::Done;
use crate::store::rules::ledger;
use crate::store::{Store, StoreError};
use crate::symmetry::Key;

/// The number of puzzles of a batch that are read at a time.
const CHUNK: u32 = 4096;

/// A puzzle that is durably in the ledger: returned by a commit or read from the ledger. Its
/// record, [`Entry`], can be read but not changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Issued(Entry);

impl Deref for Issued {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.0
    }
}

impl Issued {
    /// Wraps entries of a commit that has returned, or read from a ledger.
    pub(super) fn all(entries: Vec<Entry>) -> Vec<Self> {
        entries.into_iter().map(Self).collect()
    }
}

impl Store {
    /// Returns at most `count` puzzles of `batch`, in order, from number `from` (counted from 1).
    pub fn issued_range(
        &self,
        batch: u32,
        from: u32,
        count: u32,
    ) -> Result<Vec<Issued>, StoreError> {
        self.read(|of| ledger::puzzles(of, batch, from.max(1), count)).map(Issued::all)
    }

    /// Iterates over the puzzles of `batch` in order, up to the first error. Reads 4096 at a time.
    pub fn issued(&self, batch: u32) -> impl Iterator<Item = Result<Issued, StoreError>> {
        let mut next = Some(1);
        let chunks = std::iter::from_fn(move || {
            let chunk = self.issued_range(batch, next?, CHUNK);
            let last = chunk.as_ref().ok().and_then(|chunk| chunk.last());
            next = last.and_then(|issued| issued.number.checked_add(1));
            match chunk {
                Ok(chunk) if chunk.is_empty() => None,
                Ok(chunk) => Some(chunk.into_iter().map(Ok).collect()),
                Err(error) => Some(vec![Err(error)]),
            }
        });
        chunks.flatten()
    }

    /// Returns the puzzle at this place (batch, number).
    ///
    /// # Errors
    /// [`StoreError::NotIssued`], [`StoreError::Lost`]; failures of the engine.
    pub fn issued_at(&self, at: (u32, u32)) -> Result<Issued, StoreError> {
        self.read(|from| ledger::at(from, at)).map(Issued)
    }

    /// Returns the issued puzzle with this key; `None` if the ledger has no puzzle for the key.
    pub fn issued_puzzle(&self, key: Key) -> Result<Option<Issued>, StoreError> {
        Ok(self.read(|from| ledger::of_key(from, key))?.map(Issued))
    }

    /// Returns the issued puzzles whose keys begin with the low 60 bits of `prefix`.
    pub fn issued_by_prefix(&self, prefix: u64) -> Result<Vec<Issued>, StoreError> {
        let entries = self.read(|from| {
            let keys = ledger::of_prefix(from, prefix)?.into_iter();
            keys.filter_map(|key| ledger::of_key(from, key).transpose()).collect::<Done<Vec<_>>>()
        })?;
        Ok(Issued::all(entries))
    }

    /// Checks that each of `puzzles`, read from this database, is the one in the ledger: its key is
    /// computed again and must equal the recorded key, and the ledger must have it at this place.
    /// Takes 3 µs per puzzle on each thread of the rayon pool.
    ///
    /// # Errors
    /// [`StoreError::Damaged`]; failures of the engine.
    pub fn confirm<P: Deref<Target = Entry> + Sync>(
        &self,
        puzzles: &[P],
    ) -> Result<(), StoreError> {
        let keys: Vec<Key> = puzzles.par_iter().map(|issued| Key::of(&issued.puzzle)).collect();
        self.read(|from| {
            let places = ledger::places(from, &keys)?;
            for (issued, (key, place)) in puzzles.iter().zip(keys.iter().zip(places)) {
                let at = (issued.batch, issued.number);
                if *key != issued.key || place != Some(at) {
                    return Err(ledger::misplaced(at));
                }
            }
            Ok(())
        })
    }
}
