//! Void puzzles, and how batches were used.

use std::collections::BTreeMap;

use postgres::Transaction;

use super::fault::Fault;
use super::{batches, books, events};
use crate::record::Issued;
use crate::store::codec::{decode_issued, encode_issued};
use crate::store::{StoreError, Voided};

pub(super) fn void(
    transaction: &mut Transaction<'_>,
    places: &[(u32, u32)],
    printed_too: bool,
    known: Option<u32>,
) -> Result<Voided, Fault> {
    // Commits and books of these batches wait, in the order of their ids.
    let mut counts: BTreeMap<u32, u32> = places.iter().map(|place| (place.0, 0)).collect();
    for &id in counts.keys() {
        batches::lock(transaction, id)?;
    }
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&super::BOOKS_LOCK])?;
    let (ids, numbers): (Vec<i64>, Vec<i64>) =
        places.iter().map(|&(batch, number)| (i64::from(batch), i64::from(number))).unzip();
    // Those in books that are void are free.
    let free = books::list(transaction)?.into_iter().filter(|book| book.void);
    let free: Vec<i64> = free.map(|book| i64::from(book.id)).collect();
    let sql = "SELECT i.record, EXISTS (SELECT FROM seeddb.printed p WHERE p.batch = w.batch AND p.number = w.number \
                   AND p.book <> ALL ($3::int8[])) \
               FROM unnest($1::int8[], $2::int8[]) WITH ORDINALITY AS w(batch, number, place) \
               LEFT JOIN seeddb.issued i USING (batch, number) ORDER BY w.place";
    let rows = transaction.query(sql, &[&ids, &numbers, &free])?;
    let mut voided = Voided::default();
    let (mut ids, mut numbers, mut records) = (Vec::new(), Vec::new(), Vec::new());
    for (&(batch, number), row) in places.iter().zip(rows) {
        let record: Option<&[u8]> = row.get(0);
        let record = record.ok_or(StoreError::NotIssued(batch, number))?;
        let issued = decode_issued(batch, number, record)?;
        if issued.void {
            voided.known += 1;
        } else if !printed_too && row.get(1) {
            voided.printed += 1;
        } else {
            voided.new += 1;
            *counts.entry(batch).or_default() += 1;
            ids.push(i64::from(batch));
            numbers.push(i64::from(number));
            records.push(encode_issued(batch, number, &Issued { void: true, ..issued })?);
        }
    }
    // Under the lock that events are kept under.
    if let Some(known) = known.filter(|_| voided.new > 0)
        && events::records(transaction)?.len() != known as usize
    {
        return Err(StoreError::Overtaken.into());
    }
    transaction.execute(
        "UPDATE seeddb.issued i SET record = w.record \
         FROM unnest($1::int8[], $2::int8[], $3::bytea[]) AS w(batch, number, record) \
         WHERE i.batch = w.batch AND i.number = w.number",
        &[&ids, &numbers, &records],
    )?;
    for (id, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        let batch = batches::get(transaction, id)?;
        let mut batch = batch.ok_or(StoreError::NoBatch(id))?;
        batch.void += count;
        batches::update(transaction, &batch)?;
    }
    Ok(voided)
}

/// How often each of the batches was exported by now. `before` is what this may have counted already.
pub(super) fn count_export(
    transaction: &mut Transaction<'_>,
    ids: &[u32],
    before: Option<&Vec<u32>>,
) -> Result<Vec<u32>, Fault> {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    for &id in &sorted {
        batches::lock(transaction, id)?.ok_or(StoreError::NoBatch(id))?;
    }
    let mut known = Vec::with_capacity(ids.len());
    for &id in ids {
        known.push(batches::get(transaction, id)?.ok_or(StoreError::NoBatch(id))?);
    }
    let now: Vec<u32> = known.iter().map(|batch| batch.exports).collect();
    if before == Some(&now) {
        return Ok(now);
    }
    for batch in &mut known {
        batch.exports = batch.exports.saturating_add(1);
        batches::update(transaction, batch)?;
    }
    Ok(known.iter().map(|batch| batch.exports).collect())
}

pub(super) fn books_of(
    transaction: &mut Transaction<'_>,
    batch: u32,
) -> Result<Vec<(u32, u32)>, Fault> {
    let sql =
        "SELECT book, count(*) FROM seeddb.printed WHERE batch = $1 GROUP BY book ORDER BY book";
    let rows = transaction.query(sql, &[&i64::from(batch)])?;
    let pair = |row: &postgres::Row| (row.get::<_, i64>(0) as u32, row.get::<_, i64>(1) as u32);
    Ok(rows.iter().map(pair).collect())
}
