//! Commits, the only place where puzzles become issued.

use super::{Drawn, Issued};
use crate::record::{Batch, Book, Entry, Place};
use crate::store::rules::{batches, books, ledger, uses};
use crate::store::{Store, StoreError};

impl Store {
    /// Adds a new, empty batch with the next free id and returns the stored batch. The fields `id`,
    /// `token`, `issued`, `void` and `exports` of `batch` are ignored.
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

    /// Commits `drawn` as the next puzzles of `batch`, updates `batch`, and returns the issued
    /// puzzles. Puzzles that are in the ledger already are skipped.
    ///
    /// Pass thousands at a time, at most 65,536: a commit of any size takes a few milliseconds.
    ///
    /// # Errors
    /// [`StoreError::OtherBatch`] if the database was replaced since the batch began; failures of
    /// the engine. `batch` and the database are unchanged then.
    pub fn commit(&self, batch: &mut Batch, drawn: Vec<Drawn>) -> Result<Vec<Issued>, StoreError> {
        let entries = drawn.into_iter().map(|drawn| drawn.entry(batch.id, 0));
        let mut entries: Vec<Entry> = entries.collect();
        self.commit_some(batch, &mut entries)?;
        Ok(Issued::all(entries))
    }

    /// Commits all of `drawn` as a new batch, numbered from 1; returns both.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if one of the puzzles is in the ledger already; failures of the
    /// engine. No puzzle is issued then.
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

    /// Issues `puzzles` in `batch`, all in one commit. Afterwards `puzzles` holds the issued
    /// puzzles, with their batch and consecutive numbers, and `batch` is the stored batch with its
    /// new counts. Puzzles whose key is in the ledger already, or occurs earlier in `puzzles`, are
    /// skipped; returns their indices in the original `puzzles`, ascending.
    ///
    /// Pass thousands at a time, at most 65,536: a commit of any size takes a few milliseconds.
    ///
    /// # Errors
    /// [`StoreError::OtherBatch`] if `batch` did not come from [`Store::new_batch`], or its
    /// database was replaced by another; [`StoreError::BatchFull`] after four billion puzzles;
    /// failures of the engine. `puzzles`, `batch` and the database are unchanged then.
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

    /// Issues `puzzles` as a whole new batch with the next free id, numbered from 1 in their order,
    /// and records `book`, in which they are printed, if given: all in one commit or nothing. The
    /// `id` of `batch`, the `batch` and `number` of each puzzle and the `batch` of each place are
    /// ignored. Returns the stored batch and the id of the book.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if one of the puzzles was issued; otherwise as
    /// [`books::record`](crate::rules::books::record).
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
