//! Batches: one for each run that issues puzzles.

use redb::{ReadTransaction, ReadableTable, WriteTransaction};

use super::StoreError;
use super::codec::{decode_batch, encode_batch};
use super::fault::Fault;
use super::tables::{BATCHES, ISSUED, all, find};
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

/// The id of the next batch.
fn next_id(batches: &impl ReadableTable<u32, &'static [u8]>) -> Result<u32, Fault> {
    let last = last(batches)?.map_or(0, |batch| batch.id);
    last.checked_add(1).ok_or(Fault::Store(StoreError::BatchFull(last)))
}

/// Keeps a new batch under the next id, which is returned.
pub(super) fn new(transaction: &WriteTransaction, batch: &Batch) -> Result<u32, Fault> {
    let id = next_id(&transaction.open_table(BATCHES)?)?;
    put(transaction, &Batch { id, issued: 0, void: 0, exports: 0, ..batch.clone() })?;
    Ok(id)
}

/// Changes the record of a batch.
pub(super) fn change(
    transaction: &WriteTransaction,
    id: u32,
    change: impl FnOnce(&mut Batch),
) -> Result<(), Fault> {
    let batch = get(&transaction.open_table(BATCHES)?, id)?;
    let mut batch = batch.ok_or(Fault::Store(StoreError::NoBatch(id)))?;
    change(&mut batch);
    put(transaction, &batch)
}

/// One more export of each.
pub(super) fn count_export(transaction: &WriteTransaction, ids: &[u32]) -> Result<(), Fault> {
    let count = |batch: &mut Batch| batch.exports = batch.exports.saturating_add(1);
    ids.iter().try_for_each(|&id| change(transaction, id, count))
}

/// Removes the batch if it is the last and empty.
pub(super) fn remove_empty(transaction: &WriteTransaction, id: u32) -> Result<bool, Fault> {
    let mut batches = transaction.open_table(BATCHES)?;
    let is_last = batches.last()?.is_some_and(|(last, _)| last.value() == id);
    let issued = transaction.open_table(ISSUED)?;
    let goes = is_last && issued.range((id, 0)..=(id, u32::MAX))?.next().is_none();
    if goes {
        batches.remove(id)?;
    }
    Ok(goes)
}

/// All batches, the first first.
pub(super) fn list(transaction: &ReadTransaction) -> Result<Vec<Batch>, Fault> {
    let batches = all(&transaction.open_table(BATCHES)?, read)?;
    let complete = batches.iter().map(|batch| batch.id).eq(1..=batches.len() as u32);
    if complete { Ok(batches) } else { Err(missing()) }
}
