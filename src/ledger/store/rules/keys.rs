//! Keys of puzzles printed elsewhere, without the puzzles, so that they are never drawn.
//!
//! The ledger maps such a key to number 0, which no puzzle has, of the batch that entered it. Since
//! the ledger can be computed from other tables, the keys of a batch are also in rows of their own
//! table, several per row. The batch counts them.

use super::super::StoreError;
use super::super::engine::{Abort, Done, Lock, Row, Snapshot, Table, Transaction};
use super::super::record::{Keys, LedgerEntry, Record, encode};
use super::rows::{self, each_chunk, get, get_all, last_of, put, put_all, remove};
use crate::record::Batch;
use crate::symmetry::Key;

/// Returns the number of keys in the ledger without a puzzle.
pub fn count(from: &dyn Snapshot) -> Done<u64> {
    Ok(from.len(Table::Ledger)?.saturating_sub(from.len(Table::Issued)?))
}

/// Enters those of `keys` (without duplicates) that are not in the ledger, in order, as keys of an
/// existing batch that issues nothing else. Returns the number of new keys, and the batch, which
/// counts them as `asked`, and all of `keys` as attempts.
pub(in crate::store) fn enter(
    to: &mut dyn Transaction,
    batch: &Batch,
    keys: &[Key],
) -> Done<(u64, Batch)> {
    to.lock(Lock::Batch(batch.id))?;
    let kept: Option<Batch> = get(to, &batch.id)?;
    let mut kept =
        kept.filter(|kept| kept.token == batch.token).ok_or(StoreError::OtherBatch(batch.id))?;
    let new = add(to, &mut kept, keys)?;
    kept.asked = kept.asked.saturating_add(new);
    kept.attempts = kept.attempts.saturating_add(keys.len() as u64);
    put(to, &kept.id, &kept)?;
    Ok((u64::from(new), kept))
}

/// Enters those of `keys` (without duplicates) that are not in the ledger as keys of a batch; the
/// caller writes the batch. Returns the number of new keys.
pub(super) fn add(to: &mut dyn Transaction, batch: &mut Batch, keys: &[Key]) -> Done<u32> {
    let id = batch.id;
    let known = get_all::<LedgerEntry>(to, keys)?;
    let new: Vec<Key> =
        keys.iter().zip(known).filter(|(_, known)| known.is_none()).map(|(key, _)| *key).collect();
    let count = u32::try_from(new.len()).map_err(|_| StoreError::BatchFull(id))?;
    batch.keys = batch.keys.checked_add(count).ok_or(StoreError::BatchFull(id))?;
    let row = |key| encode(key, &LedgerEntry((id, 0)));
    let mut rows = new.iter().map(row).collect::<Done<Vec<Row>>>()?;
    rows.sort_unstable();
    if !to.put_new(LedgerEntry::TABLE, &rows)?.is_empty() {
        return Err(Abort::Again);
    }
    let last = last_of::<Keys>(to, (id, 0)..=(id, u32::MAX))?;
    let next = last.map_or(1, |((_, part), _)| part.saturating_add(1));
    let some: Vec<Keys> = new.chunks(Keys::MOST).map(|some| Keys(some.to_vec())).collect();
    put_all(to, some.iter().zip(next..).map(|(keys, part)| ((id, part), keys)))?;
    Ok(count)
}

/// Passes the keys of all batches, or of one, to `take` in parts of one batch each, until it
/// returns `false`. Returns whether the end was reached.
pub(in crate::store) fn each(
    from: &dyn Snapshot,
    batch: Option<u32>,
    take: &mut dyn FnMut(u32, Vec<Key>) -> Done<bool>,
) -> Done<bool> {
    let (first, last) = batch.map_or((0, u32::MAX), |id| (id, id));
    each_chunk::<Keys>(from, (first, 0)..=(last, u32::MAX), &mut |rows| {
        for same in rows.chunk_by(|one, other| one.0.0 == other.0.0) {
            let keys = same.iter().flat_map(|(_, Keys(keys))| keys).copied().collect();
            if !take(same[0].0.0, keys)? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// Removes these (batch, key) pairs, sorted, from the rows of their batches, because their puzzles
/// are in the ledger now.
pub(super) fn remove_of(to: &mut dyn Transaction, gone: &[(u32, Key)]) -> Done {
    for same in gone.chunk_by(|one, other| one.0 == other.0) {
        let id = same[0].0;
        let (mut changed, mut empty, mut count) = (Vec::new(), Vec::new(), 0);
        rows::each::<Keys>(to, (id, 0)..=(id, u32::MAX), &mut |at, Keys(mut keys)| {
            let before = keys.len();
            keys.retain(|key| same.binary_search(&(id, *key)).is_err());
            count += (before - keys.len()) as u32;
            match keys.len() {
                0 => empty.push(at),
                left if left < before => changed.push((at, Keys(keys))),
                _ => {}
            }
            Ok(())
        })?;
        remove::<Keys>(to, empty)?;
        put_all(to, changed.iter().map(|(at, keys)| (*at, keys)))?;
        if let Some(mut batch) = get::<Batch>(to, &id)? {
            batch.keys = batch.keys.saturating_sub(count);
            put(to, &id, &batch)?;
        }
    }
    Ok(())
}

pub(super) fn are_in(from: &dyn Snapshot, batch: u32) -> Done<bool> {
    Ok(!rows::range::<Keys>(from, (batch, 0)..=(batch, u32::MAX), 1)?.is_empty())
}
