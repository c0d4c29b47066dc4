//! The commits: the one place where puzzles become issued.

use super::{Drawn, Issued};
use crate::record::{Batch, Book, Entry, Place};
use crate::store::rules::{batches, books, ledger, uses};
use crate::store::{Store, StoreError};

impl Store {
    /// Keeps a new batch with the next free id and nothing issued yet, which is returned; the `id`, `token`, `issued`, `void` and
    /// `exports` of `batch` count for nothing.
    ///
    /// # Errors
    /// [`StoreError::TooLong`] for a note of a megabyte; failures of the engine.
    pub fn new_batch(&self, batch: &Batch) -> Result<Batch, StoreError> {
        let batch = Batch { token: self.token()?, ..batch.clone() };
        let is_shared = self.is_shared();
        self.write_issuing(|to| {
            if is_shared {
                uses::fold(to)?;
            }
            Ok((batches::begin(to, &batch)?, None))
        })
    }

    /// Commits `drawn` as the next puzzles of `batch`, which counts them, and then hands out those that are in the ledger now. Those
    /// that somebody else issued first are left out.
    ///
    /// Give thousands at a time, at most 65,536: the commit costs some milliseconds, whatever its size.
    ///
    /// # Errors
    /// [`StoreError::OtherBatch`] if the database was replaced since the batch began; failures of the engine. `batch` and the database are unchanged then.
    pub fn commit(&self, batch: &mut Batch, drawn: Vec<Drawn>) -> Result<Vec<Issued>, StoreError> {
        let entries = drawn.into_iter().map(|drawn| drawn.entry(batch.id, 0));
        let mut entries: Vec<Entry> = entries.collect();
        self.commit_some(batch, &mut entries)?;
        Ok(Issued::all(entries))
    }

    /// Commits `drawn`, all of them, as a new batch, with the numbers from 1 on; then hands them out.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if somebody else issued one of them first; failures of the engine. Nothing is issued then.
    pub fn commit_whole(
        &self,
        batch: &Batch,
        drawn: Vec<Drawn>,
    ) -> Result<(Batch, Vec<Issued>), StoreError> {
        let entries = (1..).zip(drawn).map(|(number, drawn)| drawn.entry(0, number));
        let mut entries: Vec<Entry> = entries.collect();
        let (batch, _) = self.commit_entries(batch, &entries, None)?;
        for entry in &mut entries {
            entry.batch = batch.id;
        }
        Ok((batch, Issued::all(entries)))
    }

    /// Issues `puzzles` in `batch`, all in one commit: afterwards `puzzles` holds those that were issued, with
    /// their batch and consecutive numbers, and `batch.issued` counts them; `batch`, with its
    /// counts, is kept. Those whose key is in the ledger already, or came earlier in `puzzles`, are left out; their
    /// places in `puzzles` as it was are returned, in order.
    ///
    /// Give thousands at a time, at most 65,536: the commit costs some milliseconds, whatever its size.
    ///
    /// # Errors
    /// [`StoreError::OtherBatch`] if `batch` did not come from [`Store::new_batch`], or another database was
    /// put in the place of the one where it began; [`StoreError::BatchFull`] after four
    /// billion puzzles; failures of the engine. `puzzles`, `batch` and the database are unchanged then.
    pub(crate) fn commit_some(
        &self,
        batch: &mut Batch,
        puzzles: &mut Vec<Entry>,
    ) -> Result<Vec<usize>, StoreError> {
        for puzzle in puzzles.iter_mut() {
            puzzle.void = false;
        }
        self.are_own(puzzles)?;
        let is_shared = self.is_shared();
        let mut hope = is_shared;
        let ledger::Committed { refused, batch: kept } = self.write_issuing(|to| {
            let hope = std::mem::replace(&mut hope, false);
            let committed = ledger::commit(to, (is_shared, hope), batch, puzzles)?;
            let kept = committed.batch.clone();
            Ok((committed, Some(kept)))
        })?;
        let mut places = 0..;
        puzzles.retain(|_| places.next().is_some_and(|i| refused.binary_search(&i).is_err()));
        for (number, puzzle) in (1..=kept.issued).rev().zip(puzzles.iter_mut().rev()) {
            (puzzle.batch, puzzle.number) = (kept.id, number);
        }
        *batch = kept;
        Ok(refused)
    }

    /// Issues `puzzles` as the whole of a new batch with the next free id, numbered from 1 in their order, and records the book that
    /// they are printed in, if there is one, all in one commit or not at all. The `id` of `batch`, the `batch` and `number` of each
    /// puzzle and the `batch` of each place count for nothing. Returns the batch as it is kept, and the id of the book.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if one of the puzzles was issued; otherwise as [`books::record`](crate::rules::books::record).
    pub(crate) fn commit_entries(
        &self,
        batch: &Batch,
        puzzles: &[Entry],
        book: Option<(&Book, &[Place])>,
    ) -> Result<(Batch, Option<u32>), StoreError> {
        if let Some(void) = puzzles.iter().position(|puzzle| puzzle.void) {
            return Err(StoreError::Void(batch.id, void as u32 + 1));
        }
        self.are_own(puzzles)?;
        let batch = Batch { token: self.token()?, ..batch.clone() };
        let is_shared = self.is_shared();
        self.write_issuing(|to| {
            let issued = books::issue(to, is_shared, &batch, puzzles, book)?;
            let kept = issued.0.clone();
            Ok((issued, Some(kept)))
        })
    }
}
