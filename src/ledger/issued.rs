//! [`Issued`]: a puzzle that is in the ledger.

use std::ops::Deref;

use rayon::prelude::*;

use crate::record::Entry;
use crate::store::engine::Done;
use crate::store::rules::ledger;
use crate::store::{Store, StoreError};
use crate::symmetry::Key;

/// Puzzles of a batch that are read at a time.
const CHUNK: u32 = 4096;

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
        self.read(|of| ledger::puzzles(of, batch, from.max(1), count)).map(Issued::all)
    }

    /// The puzzles of `batch`, in order, read some thousands at a time, up to the first error.
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

    /// The puzzle at this place.
    ///
    /// # Errors
    /// [`StoreError::NotIssued`], [`StoreError::Lost`]; failures of the engine.
    pub fn issued_at(&self, at: (u32, u32)) -> Result<Issued, StoreError> {
        self.read(|from| ledger::at(from, at)).map(Issued)
    }

    /// The puzzle of this class, as it was issued; none of one whose key alone was entered.
    pub fn issued_puzzle(&self, key: Key) -> Result<Option<Issued>, StoreError> {
        Ok(self.read(|from| ledger::of_key(from, key))?.map(Issued))
    }

    /// The issued puzzles whose keys begin with the 60 bits of `prefix` (the low 60 bits of the number).
    pub fn issued_by_prefix(&self, prefix: u64) -> Result<Vec<Issued>, StoreError> {
        let entries = self.read(|from| {
            let keys = ledger::of_prefix(from, prefix)?.into_iter();
            keys.filter_map(|key| ledger::of_key(from, key).transpose()).collect::<Done<Vec<_>>>()
        })?;
        Ok(Issued::all(entries))
    }

    /// Fails unless each of `puzzles`, which were read from this database, is the one in the ledger: its key, worked out again, is
    /// the one on record, and the ledger has it in this place. All threads of the rayon pool work it out, at 3 µs a puzzle.
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
