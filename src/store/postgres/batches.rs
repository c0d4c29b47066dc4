//! Batches: their ids, without a gap, and their records.

use postgres::{Row, Transaction};

use super::fault::Fault;
use super::types::Uuid;
use crate::record::Batch;
use crate::store::StoreError;
use crate::store::codec::{decode_batch, encode_batch};

fn batch_of(row: &Row) -> Result<Batch, Fault> {
    let (id, issued): (i64, i64) = (row.get(0), row.get(1));
    let batch = decode_batch(id as u32, row.get(2))?;
    if i64::from(batch.issued) == issued {
        Ok(batch)
    } else {
        Err(Fault::Broken(format!("batch {id} has {issued} puzzles, not {}", batch.issued)))
    }
}

pub(super) fn list(transaction: &mut Transaction<'_>) -> Result<Vec<Batch>, Fault> {
    let sql = "SELECT id, issued, record FROM seeddb.batch ORDER BY id";
    transaction.query(sql, &[])?.iter().map(batch_of).collect()
}

pub(super) fn get(transaction: &mut Transaction<'_>, id: u32) -> Result<Option<Batch>, Fault> {
    let sql = "SELECT id, issued, record FROM seeddb.batch WHERE id = $1";
    transaction.query_opt(sql, &[&i64::from(id)])?.as_ref().map(batch_of).transpose()
}

pub(super) fn last(transaction: &mut Transaction<'_>) -> Result<Option<Batch>, Fault> {
    let sql = "SELECT id, issued, record FROM seeddb.batch ORDER BY id DESC LIMIT 1";
    transaction.query_opt(sql, &[])?.as_ref().map(batch_of).transpose()
}

/// Locks the row of a batch, which waits for all who had it.
pub(super) fn lock(transaction: &mut Transaction<'_>, id: u32) -> Result<Option<Batch>, Fault> {
    let sql = "SELECT id, issued, record FROM seeddb.batch WHERE id = $1 FOR UPDATE";
    transaction.query_opt(sql, &[&i64::from(id)])?.as_ref().map(batch_of).transpose()
}

/// Writes the record of a batch that is there.
pub(super) fn update(transaction: &mut Transaction<'_>, batch: &Batch) -> Result<(), Fault> {
    let record = encode_batch(batch)?;
    let sql = "UPDATE seeddb.batch SET issued = $2, record = $3 WHERE id = $1";
    transaction.execute(sql, &[&i64::from(batch.id), &i64::from(batch.issued), &record])?;
    Ok(())
}

/// The last id, under the lock of those who give ids; 0 if there is none.
pub(super) fn lock_ids(transaction: &mut Transaction<'_>) -> Result<u32, Fault> {
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&super::BATCHES_LOCK])?;
    let row = transaction.query_one("SELECT coalesce(max(id), 0) FROM seeddb.batch", &[])?;
    Ok(row.get::<_, i64>(0) as u32)
}

/// The batch that was begun with this token, if one was.
pub(super) fn of_token(
    transaction: &mut Transaction<'_>,
    token: Uuid,
    id: u32,
) -> Result<bool, Fault> {
    let sql = "SELECT token FROM seeddb.batch WHERE id = $1 FOR UPDATE";
    let row = transaction.query_opt(sql, &[&i64::from(id)])?;
    Ok(row.is_some_and(|row| row.get::<_, Uuid>(0) == token))
}

pub(super) fn insert(
    transaction: &mut Transaction<'_>,
    batch: &Batch,
    token: Uuid,
) -> Result<(), Fault> {
    let record = encode_batch(batch)?;
    let (id, issued) = (i64::from(batch.id), i64::from(batch.issued));
    let sql = "INSERT INTO seeddb.batch (id, issued, token, record) VALUES ($1, $2, $3, $4)";
    transaction.execute(sql, &[&id, &issued, &token, &record])?;
    Ok(())
}

/// A batch that this token makes, under the next id; `before` is the one that it may have made already.
pub(super) fn new(
    transaction: &mut Transaction<'_>,
    batch: &Batch,
    token: Uuid,
    before: Option<u32>,
) -> Result<u32, Fault> {
    let last = lock_ids(transaction)?;
    if let Some(id) = before
        && of_token(transaction, token, id)?
    {
        return Ok(id);
    }
    let id = last.checked_add(1).ok_or(StoreError::BatchFull(last))?;
    insert(transaction, &Batch { id, issued: 0, void: 0, exports: 0, ..batch.clone() }, token)?;
    Ok(id)
}

pub(super) fn remove_empty(transaction: &mut Transaction<'_>, id: u32) -> Result<bool, Fault> {
    let last = lock_ids(transaction)?;
    let sql = "DELETE FROM seeddb.batch WHERE id = $1 AND id = $2 AND issued = 0";
    Ok(transaction.execute(sql, &[&i64::from(id), &i64::from(last)])? == 1)
}
