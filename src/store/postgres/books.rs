//! Books and the places in them; the level table; texts about the database.

use std::collections::HashSet;

use postgres::{Row, Transaction};

use super::batches;
use super::fault::Fault;
use super::ledger::Commit;
use super::types::Uuid;
use crate::record::{Batch, Book, Issued, Place};
use crate::store::StoreError;
use crate::store::books::as_known;
use crate::store::codec::{
    CURRENT, decode_book, decode_issued, decode_levels, decode_place, encode_book, encode_levels,
    encode_place,
};

fn book_of(row: &Row) -> Result<Book, Fault> {
    Ok(decode_book(row.get::<_, i64>(0) as u32, row.get(1))?)
}

pub(super) fn list(transaction: &mut Transaction<'_>) -> Result<Vec<Book>, Fault> {
    let rows = transaction.query("SELECT id, record FROM seeddb.book ORDER BY id", &[])?;
    rows.iter().map(book_of).collect()
}

pub(super) fn printed(
    transaction: &mut Transaction<'_>,
    batch: u32,
    number: u32,
) -> Result<Vec<(Book, Place)>, Fault> {
    let sql = "SELECT p.book, b.record, p.record FROM seeddb.printed p LEFT JOIN seeddb.book b ON b.id = p.book \
               WHERE p.batch = $1 AND p.number = $2 ORDER BY p.book";
    let rows = transaction.query(sql, &[&i64::from(batch), &i64::from(number)])?;
    let found = |row: &Row| {
        let (id, record): (i64, Option<&[u8]>) = (row.get(0), row.get(1));
        let missing = || Fault::Broken(format!("book {id} is missing"));
        let book = decode_book(id as u32, record.ok_or_else(missing)?)?;
        Ok((book, decode_place((batch, number, id as u32), row.get(2))?))
    };
    rows.iter().map(found).collect()
}

/// Whether the book in the database has all its puzzles in these places.
fn is_same(
    transaction: &mut Transaction<'_>,
    known: &Book,
    book: &Book,
    places: &[Place],
) -> Result<bool, Fault> {
    if *known != as_known(book, known) {
        return Ok(false);
    }
    let (batches, numbers) = columns(places);
    let sql = "SELECT p.batch, p.number, p.record FROM seeddb.printed p \
               JOIN unnest($2::int8[], $3::int8[]) AS w(batch, number) USING (batch, number) WHERE p.book = $1";
    let rows = transaction.query(sql, &[&i64::from(known.id), &batches, &numbers])?;
    let mut found = HashSet::new();
    for row in rows {
        let (batch, number): (i64, i64) = (row.get(0), row.get(1));
        let place = decode_place((batch as u32, number as u32, known.id), row.get(2))?;
        found.insert(format!("{place:?}"));
    }
    Ok(places.iter().all(|place| found.contains(&format!("{place:?}"))))
}

fn columns(places: &[Place]) -> (Vec<i64>, Vec<i64>) {
    places.iter().map(|place| (i64::from(place.batch), i64::from(place.number))).unzip()
}

/// [`Engine::record_book`](crate::store::engine::Engine::record_book): a book that is known is the same, so it can be done twice.
pub(super) fn record(
    transaction: &mut Transaction<'_>,
    book: &Book,
    places: &[Place],
) -> Result<u32, Fault> {
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&super::BOOKS_LOCK])?;
    let (batches, numbers) = columns(places);
    let sql = "SELECT i.record FROM unnest($1::int8[], $2::int8[]) WITH ORDINALITY AS w(batch, number, place) \
               LEFT JOIN seeddb.issued i USING (batch, number) ORDER BY w.place";
    for (place, row) in places.iter().zip(transaction.query(sql, &[&batches, &numbers])?) {
        let record: Option<&[u8]> = row.get(0);
        let record = record.ok_or(StoreError::NotIssued(place.batch, place.number))?;
        if decode_issued(place.batch, place.number, record)?.void {
            return Err(StoreError::Void(place.batch, place.number).into());
        }
    }
    let book = Book { puzzles: places.len() as u32, void: false, ..book.clone() };
    let known = list(transaction)?;
    for known in &known {
        if is_same(transaction, known, &book, places)? {
            return Ok(known.id);
        }
    }
    let id = known.last().map_or(0, |book| book.id) + 1;
    let record = encode_book(&Book { id, ..book })?;
    let (mut seen, mut records) = (HashSet::new(), Vec::with_capacity(places.len()));
    for place in places {
        records.push(encode_place(id, place)?);
        if !seen.insert((place.batch, place.number)) {
            return Err(StoreError::PrintedTwice(place.batch, place.number).into());
        }
    }
    let id_column = i64::from(id);
    transaction
        .execute("INSERT INTO seeddb.book (id, record) VALUES ($1, $2)", &[&id_column, &record])?;
    transaction.execute(
        "INSERT INTO seeddb.printed SELECT batch, number, $1, record \
         FROM unnest($2::int8[], $3::int8[], $4::bytea[]) AS t(batch, number, record)",
        &[&id_column, &batches, &numbers, &records],
    )?;
    Ok(id)
}

/// Makes a book void; false if it was before.
pub(super) fn void(transaction: &mut Transaction<'_>, id: u32) -> Result<bool, Fault> {
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&super::BOOKS_LOCK])?;
    let column = i64::from(id);
    let sql = "SELECT id, record FROM seeddb.book WHERE id = $1";
    let book = transaction.query_opt(sql, &[&column])?.as_ref().map(book_of).transpose()?;
    let book = book.ok_or(StoreError::NoBook(id))?;
    if book.void {
        return Ok(false);
    }
    let record = encode_book(&Book { void: true, ..book })?;
    transaction.execute("UPDATE seeddb.book SET record = $2 WHERE id = $1", &[&column, &record])?;
    Ok(true)
}

/// The whole of a new batch, and its book. `before` is the book that this token may have made already.
pub(super) fn issue(
    transaction: &mut Transaction<'_>,
    (batch, puzzles): (&Batch, &[Issued]),
    book: Option<(&Book, &[Place])>,
    token: Uuid,
    before: Option<&Option<u32>>,
) -> Result<Option<u32>, Fault> {
    let last = batches::lock_ids(transaction)?;
    if let Some(book) = before
        && batches::of_token(transaction, token, batch.id)?
    {
        return Ok(*book);
    }
    if last.checked_add(1) != Some(batch.id) {
        return Err(StoreError::Overtaken.into());
    }
    let mut commit = Commit::of(puzzles);
    let issued = commit.issue(transaction, batch, 0, &[]);
    let batch = issued.map_err(|fault| match fault {
        Fault::Again => StoreError::Overtaken.into(),
        fault => fault,
    })?;
    batches::insert(transaction, &batch, token)?;
    book.map(|(book, places)| record(transaction, book, places)).transpose()
}

pub(super) fn levels(transaction: &mut Transaction<'_>) -> Result<Option<String>, Fault> {
    let row = transaction.query_opt("SELECT name, record FROM seeddb.level LIMIT 1", &[])?;
    let toml = |row: &Row| decode_levels(row.get(0), row.get(1));
    Ok(row.as_ref().map(toml).transpose()?)
}

pub(super) fn set_levels(
    transaction: &mut Transaction<'_>,
    toml: Option<&str>,
) -> Result<(), Fault> {
    transaction.execute("DELETE FROM seeddb.level", &[])?;
    if let Some(toml) = toml {
        let sql = "INSERT INTO seeddb.level (name, record) VALUES ($1, $2)";
        transaction.execute(sql, &[&CURRENT, &encode_levels(toml)?])?;
    }
    Ok(())
}

fn row_of(name: &str) -> String {
    format!("property-{name}")
}

pub(super) fn property(
    transaction: &mut Transaction<'_>,
    name: &str,
) -> Result<Option<String>, Fault> {
    let sql = "SELECT value FROM seeddb.meta WHERE name = $1";
    Ok(transaction.query_opt(sql, &[&row_of(name)])?.map(|row| row.get(0)))
}

/// [`Engine::claim`](crate::store::engine::Engine::claim); nobody commits meanwhile.
pub(super) fn claim(
    transaction: &mut Transaction<'_>,
    name: &str,
    text: &str,
    unissued: bool,
) -> Result<Option<String>, Fault> {
    transaction
        .batch_execute("LOCK TABLE seeddb.meta, seeddb.issued IN SHARE ROW EXCLUSIVE MODE")?;
    if let Some(known) = property(transaction, name)? {
        return Ok(Some(known));
    }
    let sql = "SELECT EXISTS (SELECT FROM seeddb.issued)";
    if unissued && transaction.query_one(sql, &[])?.get::<_, bool>(0) {
        return Ok(None);
    }
    let sql = "INSERT INTO seeddb.meta (name, value) VALUES ($1, $2)";
    transaction.execute(sql, &[&row_of(name), &text])?;
    Ok(Some(text.to_owned()))
}
