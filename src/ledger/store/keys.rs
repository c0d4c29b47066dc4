//! Export of the ledger's keys to other databases, and import of theirs.

use std::collections::HashMap;

use super::record::{LedgerEntry, PuzzleRef};
use super::rules::keys;
use super::rules::rows::{each_chunk, get_all};
use super::{Store, StoreError};
use crate::board::Puzzle;
use crate::record::{Batch, Entry};
use crate::symmetry::Key;

impl Store {
    /// Passes all keys of the ledger to `take`, ascending, a few thousand at a time, with their
    /// puzzles if `with_puzzles`; `take` returns whether to continue. Keys without a puzzle were
    /// [entered](Self::enter_keys). Returns whether the end was reached.
    ///
    /// # Errors
    /// As `hand_out`.
    pub fn each_key(
        &self,
        with_puzzles: bool,
        take: &mut dyn FnMut(Vec<(Key, Option<Puzzle>)>) -> bool,
    ) -> Result<bool, StoreError> {
        self.hand_out(&mut |from| {
            each_chunk::<LedgerEntry>(from, .., &mut |rows| {
                let mut at: Vec<PuzzleRef> = Vec::new();
                if with_puzzles {
                    at.extend(rows.iter().map(|(_, LedgerEntry(at))| *at).filter(|at| at.1 > 0));
                }
                let entries = get_all::<Entry>(from, &at)?;
                let puzzles: HashMap<Key, Puzzle> =
                    entries.into_iter().flatten().map(|one| (one.key, one.puzzle)).collect();
                let row = |(key, _): (Key, LedgerEntry)| (key, puzzles.get(&key).copied());
                Ok(take(rows.into_iter().map(row).collect()))
            })
        })
    }

    /// Enters keys into the ledger, in one commit, as keys of this existing batch, which issues
    /// nothing else: no puzzle with these keys is ever issued. Returns the number of keys that were
    /// new, and updates `batch`.
    ///
    /// # Errors
    /// As `Store::commit_some`.
    pub fn enter_keys(&self, batch: &mut Batch, mut new: Vec<Key>) -> Result<u64, StoreError> {
        new.sort_unstable();
        new.dedup();
        let (count, kept) = self.write(|to| keys::enter(to, batch, &new))?;
        *batch = kept;
        Ok(count)
    }
}
