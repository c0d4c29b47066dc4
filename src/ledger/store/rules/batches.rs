//! Batches: one per run that issues puzzles.

use super::super::StoreError;
use super::super::engine::{Abort, Done, Lock, Snapshot, Transaction};
use super::super::record::Record as _;
use super::rows::{each_chunk, get, last, last_of, numbered, put, records, remove};
use super::{keys, texts};
use crate::record::{Batch, Entry, Numbers};
use std::collections::BTreeMap;

/// Returns the batch with this id.
///
/// # Errors
/// [`StoreError::NoBatch`].
pub fn find(from: &dyn Snapshot, id: u32) -> Done<Batch> {
    get(from, &id)?.ok_or(Abort::Store(StoreError::NoBatch(id)))
}

/// Finds the batch with this token.
pub(in crate::store) fn of_token(from: &dyn Snapshot, token: u128) -> Done<Option<Batch>> {
    let mut found = None;
    each_chunk::<Batch>(from, .., &mut |rows| {
        found = rows.into_iter().map(|row| row.1).find(|batch| batch.token == token);
        Ok(found.is_none())
    })?;
    Ok(found)
}

/// Returns all batches, by id.
pub fn all(from: &dyn Snapshot) -> Done<Vec<Batch>> {
    numbered(from)
}

/// Returns the last batch, if any.
pub fn last_batch(from: &dyn Snapshot) -> Done<Option<Batch>> {
    Ok(last(from)?.map(|row| row.1))
}

/// Returns the last batches, at most `most`, newest first.
pub(in crate::store) fn last_ones(from: &dyn Snapshot, most: usize) -> Done<Vec<Batch>> {
    let rows = records(&from.range(Batch::TABLE, super::EVERYTHING, most, true)?)?;
    Ok(rows.into_iter().map(|(_, batch)| batch).collect())
}

/// Returns the last batch that still has issued puzzles.
pub fn last_with_puzzles(from: &dyn Snapshot) -> Done<Option<Batch>> {
    let mut batch = last_batch(from)?;
    while let Some(Batch { id, issued, ref lost, .. }) = batch
        && u64::from(issued) == lost.count()
    {
        batch = if id > 1 { get(from, &(id - 1))? } else { None };
    }
    Ok(batch)
}

/// Returns the id of the next batch. Only the last batch is ever removed, so ids have no gaps.
fn next_id(from: &dyn Snapshot) -> Done<u32> {
    let last = last_batch(from)?.map_or(0, |batch| batch.id);
    last.checked_add(1).ok_or(Abort::Store(StoreError::BatchFull(last)))
}

/// Adds a new batch under the next id and returns it; `id`, `issued`, `void`, `keys` and `exports`
/// of `batch` are ignored. [`StoreError::Overtaken`] if its request key was used before.
pub(crate) fn begin(to: &mut dyn Transaction, batch: &Batch) -> Done<Batch> {
    to.lock(Lock::Batches)?;
    let id = next_id(to)?;
    let batch = Batch { id, issued: 0, void: 0, exports: 0, keys: 0, ..batch.clone() };
    if let Some(once) = &batch.once {
        if of_key(to, &once.key)?.is_some_and(|known| known.issued > 0) {
            return Err(Abort::Store(StoreError::Overtaken));
        }
        // A batch of this key without puzzles is superseded: its process may have been killed.
        texts::set(to, &name_of(&once.key), &id.to_string())?;
    }
    put(to, &id, &batch)?;
    Ok(batch)
}

/// Returns the name of the text that maps a request key to its batch.
fn name_of(key: &str) -> String {
    format!("once-{key}")
}

/// Returns the batch of a request key; `None` if the key is unused.
pub fn of_key(from: &dyn Snapshot, key: &str) -> Done<Option<Batch>> {
    let Some(id) = texts::text(from, &name_of(key))? else { return Ok(None) };
    let id: u32 = id.parse().map_err(|_| Abort::Corrupt(format!("the batch of key {key:?}")))?;
    // The empty batch may have been removed, and its id reused.
    let batch: Option<Batch> = get(from, &id)?;
    Ok(batch.filter(|batch| batch.once.as_ref().is_some_and(|once| once.key == key)))
}

/// Fails if another batch has the request key of this batch, which has no puzzles.
pub(super) fn expect_key(from: &dyn Snapshot, batch: &Batch) -> Done {
    let Some(once) = &batch.once else { return Ok(()) };
    match of_key(from, &once.key)? {
        Some(known) if known.id != batch.id => Err(Abort::Store(StoreError::Overtaken)),
        _ => Ok(()),
    }
}

/// Removes the batch if it is the last one and has no puzzles and no keys; returns whether it did.
/// Ids stay without gaps.
pub fn remove_empty(to: &mut dyn Transaction, batch: &Batch) -> Done<bool> {
    to.lock(Lock::Batches)?;
    to.lock(Lock::Batch(batch.id))?;
    let is_last =
        last_batch(to)?.is_some_and(|last| (last.id, last.token) == (batch.id, batch.token));
    if !is_last || last_number(to, batch.id)? > 0 || keys::are_in(to, batch.id)? {
        return Ok(false);
    }
    remove::<Batch>(to, [batch.id])?;
    Ok(true)
}

/// Returns the lost numbers of each batch that has any.
pub(in crate::store) fn lost(from: &dyn Snapshot) -> Done<BTreeMap<u32, Numbers>> {
    let mut lost = BTreeMap::new();
    each_chunk::<Batch>(from, .., &mut |rows| {
        let rows = rows.into_iter().filter(|(_, batch)| !batch.lost.is_empty());
        lost.extend(rows.map(|(id, batch)| (id, batch.lost)));
        Ok(true)
    })?;
    Ok(lost)
}

/// Returns the greatest puzzle number in a batch; 0 if it has none.
pub(super) fn last_number(from: &dyn Snapshot, batch: u32) -> Done<u32> {
    let found = last_of::<Entry>(from, (batch, 0)..=(batch, u32::MAX))?;
    Ok(found.map_or(0, |((_, number), _)| number))
}

/// Applies `change` to the record of a batch.
pub(super) fn change(to: &mut dyn Transaction, id: u32, change: impl FnOnce(&mut Batch)) -> Done {
    to.lock(Lock::Batch(id))?;
    let mut batch = find(to, id)?;
    change(&mut batch);
    put(to, &id, &batch)
}

/// Counts one more export of each of these batches.
pub fn count_export(to: &mut dyn Transaction, ids: &[u32]) -> Done {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    let count = |batch: &mut Batch| batch.exports = batch.exports.saturating_add(1);
    sorted.iter().try_for_each(|&id| change(to, id, count))
}
