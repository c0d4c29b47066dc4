//! Batches: one for each run that issues puzzles.

use redb::{ReadableTable, WriteTransaction};

use super::codec::{decode_batch, encode_batch};
use super::error::Fault;
use super::tables::{BATCHES, ISSUED};
use super::{Store, StoreError};
use crate::record::Batch;

/// Writes the record of `batch`.
pub(super) fn put(transaction: &WriteTransaction, batch: &Batch) -> Result<(), Fault> {
    let record = encode_batch(batch).map_err(Fault::Record)?;
    transaction.open_table(BATCHES)?.insert(batch.id, record.as_slice())?;
    Ok(())
}

impl Store {
    /// Keeps a new batch with the next free id, which is returned, and nothing issued yet; the `id` and
    /// `issued` of `batch` count for nothing.
    ///
    /// # Errors
    /// [`StoreError::TooLong`] for a note of a megabyte; failures of the file.
    pub fn new_batch(&self, batch: &Batch) -> Result<u32, StoreError> {
        self.write(|transaction| {
            let last = transaction.open_table(BATCHES)?.last()?.map_or(0, |(id, _)| id.value());
            let id = last.checked_add(1).ok_or(Fault::Store(StoreError::BatchFull(last)))?;
            put(transaction, &Batch { id, issued: 0, ..batch.clone() })?;
            Ok(id)
        })
    }

    /// Removes the batch of this id if it is the last one and nothing was issued in it, so that the ids have no gap. False if
    /// it was left, or is not there.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn remove_empty_batch(&self, id: u32) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let mut batches = transaction.open_table(BATCHES)?;
            let is_last = batches.last()?.is_some_and(|(last, _)| last.value() == id);
            let issued = transaction.open_table(ISSUED)?;
            let goes = is_last && issued.range((id, 0)..=(id, u32::MAX))?.next().is_none();
            if goes {
                batches.remove(id)?;
            }
            Ok(goes)
        })
    }

    /// All batches, the first first.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn batches(&self) -> Result<Vec<Batch>, StoreError> {
        self.read(|transaction| {
            let batches = transaction.open_table(BATCHES)?;
            let mut all = Vec::new();
            for row in batches.iter()? {
                let (id, record) = row?;
                all.push(decode_batch(id.value(), record.value()).map_err(Fault::Record)?);
            }
            Ok(all)
        })
    }

    /// The batch of this id.
    ///
    /// # Errors
    /// [`StoreError::NoBatch`]; failures of the file.
    pub fn batch(&self, id: u32) -> Result<Batch, StoreError> {
        self.read(|transaction| {
            let batches = transaction.open_table(BATCHES)?;
            let record = batches.get(id)?.ok_or(Fault::Store(StoreError::NoBatch(id)))?;
            decode_batch(id, record.value()).map_err(Fault::Record)
        })
    }

    /// The last batch, if there was any.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn last_batch(&self) -> Result<Option<Batch>, StoreError> {
        self.read(|transaction| {
            let batches = transaction.open_table(BATCHES)?;
            let last = batches.last()?;
            last.map(|(id, record)| decode_batch(id.value(), record.value()).map_err(Fault::Record))
                .transpose()
        })
    }
}
