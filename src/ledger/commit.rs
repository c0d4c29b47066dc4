//! The commits: the one place where puzzles become issued.

use super::{Drawn, Issued};
use crate::record::{Batch, Entry};
use crate::store::{Store, StoreError};

impl Store {
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
}
