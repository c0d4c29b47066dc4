//! Events: what became of issued puzzles, one after the other.
//!
//! Their table came after the others. Whoever keeps the first event of an older database makes it; until then there are none.
//! Programs that do not know it do not miss it.

use postgres::{Row, Transaction};

use super::fault::Fault;
use crate::record::{Event, What};
use crate::store::StoreError;
use crate::store::codec::{decode_event, decode_issued, encode_event};

const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS seeddb.event (id int8 PRIMARY KEY, record bytea NOT NULL)";

/// The records of all events by id, as they are.
pub(super) fn records(transaction: &mut Transaction<'_>) -> Result<Vec<(u32, Vec<u8>)>, Fault> {
    let sql = "SELECT to_regclass('seeddb.event') IS NOT NULL";
    if !transaction.query_one(sql, &[])?.get::<_, bool>(0) {
        return Ok(Vec::new());
    }
    let rows = transaction.query("SELECT id, record FROM seeddb.event ORDER BY id", &[])?;
    Ok(rows.iter().map(|row: &Row| (row.get::<_, i64>(0) as u32, row.get(1))).collect())
}

pub(super) fn list(transaction: &mut Transaction<'_>) -> Result<Vec<Event>, Fault> {
    let records = records(transaction)?;
    if !records.iter().map(|(id, _)| *id).eq(1..=records.len() as u32) {
        return Err(Fault::Broken("an event is missing".to_owned()));
    }
    records.iter().map(|(id, record)| Ok(decode_event(*id, record)?)).collect()
}

/// [`Engine::append`](crate::store::engine::Engine::append); `again` if it may have been done already.
pub(super) fn append(
    transaction: &mut Transaction<'_>,
    known: u32,
    events: &[Event],
    again: bool,
) -> Result<(), Fault> {
    // With books, since puzzles become void under this lock.
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&super::BOOKS_LOCK])?;
    transaction.batch_execute(TABLE)?;
    let there = list(transaction)?;
    if again && there.get(known as usize..).is_some_and(|after| after.starts_with(events)) {
        return Ok(());
    }
    if there.len() != known as usize {
        return Err(StoreError::Overtaken.into());
    }
    let column = |number: fn(&Event) -> u32| -> Vec<i64> {
        events.iter().map(|event| i64::from(number(event))).collect()
    };
    let (batches, numbers) = (column(|event| event.batch), column(|event| event.number));
    let sql = "SELECT i.record FROM unnest($1::int8[], $2::int8[]) WITH ORDINALITY AS w(batch, number, place) \
               LEFT JOIN seeddb.issued i USING (batch, number) ORDER BY w.place";
    let (mut ids, mut records) = (Vec::new(), Vec::new());
    let rows = transaction.query(sql, &[&batches, &numbers])?;
    for ((id, event), row) in (known + 1..).zip(events).zip(rows) {
        let (batch, number) = (event.batch, event.number);
        let record: Option<&[u8]> = row.get(0);
        let record = record.ok_or(StoreError::NotIssued(batch, number))?;
        if decode_issued(batch, number, record)?.void && matches!(event.what, What::Runs(..)) {
            return Err(StoreError::Void(batch, number).into());
        }
        ids.push(i64::from(id));
        records.push(encode_event(id, event)?);
    }
    let sql =
        "INSERT INTO seeddb.event SELECT * FROM unnest($1::int8[], $2::bytea[]) AS t(id, record)";
    transaction.execute(sql, &[&ids, &records])?;
    Ok(())
}
