//! Batches: one for each run that issues puzzles.

use redb::{ReadableTable, WriteTransaction};

use super::codec::{decode_batch, encode_batch};
use super::error::Fault;
use super::tables::{BATCHES, ISSUED, all, find};
use super::{Store, StoreError};
use crate::record::Batch;

/// Writes the record of `batch`.
pub(super) fn put(transaction: &WriteTransaction, batch: &Batch) -> Result<(), Fault> {
    let record = encode_batch(batch).map_err(Fault::Record)?;
    transaction.open_table(BATCHES)?.insert(batch.id, record.as_slice())?;
    Ok(())
}

/// The batch of this id.
pub(super) fn get(
    batches: &impl ReadableTable<u32, &'static [u8]>,
    id: u32,
) -> Result<Option<Batch>, Fault> {
    find(batches, &id, read, |id, record| read(id, record).map(drop))
}

fn read(id: u32, record: &[u8]) -> Result<Batch, Fault> {
    decode_batch(id, record).map_err(Fault::Record)
}

/// The last batch. No batch ever goes, so its id is their number.
pub(super) fn last(
    batches: &impl ReadableTable<u32, &'static [u8]>,
) -> Result<Option<Batch>, Fault> {
    let last = batches.last()?.map(|(id, record)| read(id.value(), record.value())).transpose()?;
    let id = last.as_ref().map_or(0, |batch| batch.id);
    if u64::from(id) == batches.len()? { Ok(last) } else { Err(missing()) }
}

fn missing() -> Fault {
    Fault::Broken("a batch is missing".to_owned())
}

impl Store {
    /// Keeps a new batch with the next free id, which is returned, and nothing issued yet; the `id` and
    /// `issued` of `batch` count for nothing.
    ///
    /// # Errors
    /// [`StoreError::TooLong`] for a note of a megabyte; failures of the file.
    pub fn new_batch(&self, batch: &Batch) -> Result<u32, StoreError> {
        self.write(|transaction| {
            let last = last(&transaction.open_table(BATCHES)?)?.map_or(0, |batch| batch.id);
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
            let batches = all(&transaction.open_table(BATCHES)?, read)?;
            let complete = batches.iter().map(|batch| batch.id).eq(1..=batches.len() as u32);
            if complete { Ok(batches) } else { Err(missing()) }
        })
    }

    /// The batch of this id.
    ///
    /// # Errors
    /// [`StoreError::NoBatch`]; failures of the file.
    pub fn batch(&self, id: u32) -> Result<Batch, StoreError> {
        self.read(|transaction| {
            let batch = get(&transaction.open_table(BATCHES)?, id)?;
            batch.ok_or(Fault::Store(StoreError::NoBatch(id)))
        })
    }

    /// The last batch, if there was any.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn last_batch(&self) -> Result<Option<Batch>, StoreError> {
        self.read(|transaction| last(&transaction.open_table(BATCHES)?))
    }
}
