//! Books: which page an issued puzzle stands on.

use std::collections::BTreeMap;

use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, Table, WriteTransaction};

use super::codec::{
    decode_book, decode_issued, decode_place, encode_book, encode_place, issued_is_sound,
};
use super::fault::Fault;
use super::format_1::{OLD_PRINTED, left, old_place};
use super::tables::{BATCHES, BOOKS, ISSUED, PRINTED, all, find, if_there, rows};
use super::{StoreError, batches, ledger};
use crate::record::{Batch, Book, Issued, Place};
use crate::store::books::as_known;

/// The place of an issued puzzle in a book: batch, number, book.
type At = (u32, u32, u32);

fn read_book(id: u32, record: &[u8]) -> Result<Book, Fault> {
    decode_book(id, record).map_err(Fault::Record)
}

fn read_place(at: At, record: &[u8]) -> Result<(u32, Place), Fault> {
    Ok((at.2, decode_place(at, record).map_err(Fault::Record)?))
}

fn missing() -> Fault {
    Fault::Broken("a book is missing".to_owned())
}

/// Issues `puzzles` as the whole of the next batch, and records the book.
pub(super) fn issue(
    transaction: &WriteTransaction,
    batch: &Batch,
    puzzles: &[Issued],
    book: Option<(&Book, &[Place])>,
) -> Result<Option<u32>, Fault> {
    let last = batches::last(&transaction.open_table(BATCHES)?)?;
    if last.map_or(0, |last| last.id).checked_add(1) != Some(batch.id) {
        return Err(Fault::Store(StoreError::Overtaken));
    }
    if !ledger::issue(transaction, batch, 0, puzzles)?.refused.is_empty() {
        return Err(Fault::Store(StoreError::Overtaken));
    }
    book.map(|(book, places)| record(transaction, book, places)).transpose()
}

/// All books, the first first.
pub(super) fn list(transaction: &ReadTransaction) -> Result<Vec<Book>, Fault> {
    let Some(books) = if_there(transaction.open_table(BOOKS))? else { return Ok(vec![]) };
    let books = all(&books, read_book)?;
    let complete = books.iter().map(|book| book.id).eq(1..=books.len() as u32);
    if complete { Ok(books) } else { Err(missing()) }
}

/// The books that a puzzle is printed in, and where.
pub(super) fn printed(
    transaction: &ReadTransaction,
    batch: u32,
    number: u32,
) -> Result<Vec<(Book, Place)>, Fault> {
    let mut found = Vec::new();
    for (id, place) in places_of(transaction, batch, number)? {
        let books = transaction.open_table(BOOKS)?;
        let check = |id, record: &[u8]| read_book(id, record).map(drop);
        let book = find(&books, &id, read_book, check)?;
        let book = book.ok_or_else(|| Fault::Broken(format!("book {id} is missing")))?;
        found.push((book, place));
    }
    Ok(found)
}

/// The books that puzzles of the batch are printed in, with how many of them.
pub(super) fn of_batch(
    transaction: &ReadTransaction,
    batch: u32,
) -> Result<Vec<(u32, u32)>, Fault> {
    let mut books: BTreeMap<u32, u32> = BTreeMap::new();
    let (first, last) = ((batch, 0, 0), (batch, u32::MAX, u32::MAX));
    if let Some(printed) = if_there(transaction.open_table(PRINTED))? {
        for (book, _) in rows(&printed, &first, &last, read_place)? {
            *books.entry(book).or_default() += 1;
        }
    }
    if let Some(old) = if_there(transaction.open_table(OLD_PRINTED))? {
        for row in old.range(first..=last)? {
            *books.entry(row?.0.value().2).or_default() += 1;
        }
    }
    Ok(books.into_iter().collect())
}

/// The places of a puzzle, each with the id of its book.
fn places_of(
    transaction: &ReadTransaction,
    batch: u32,
    number: u32,
) -> Result<Vec<(u32, Place)>, Fault> {
    let (first, last) = ((batch, number, 0), (batch, number, u32::MAX));
    let mut places = Vec::new();
    if let Some(printed) = if_there(transaction.open_table(PRINTED))? {
        places = rows(&printed, &first, &last, read_place)?;
    }
    if let Some(old) = if_there(transaction.open_table(OLD_PRINTED))? {
        let read = |at: At, place| Ok((at.2, old_place(at, place)));
        places.extend(rows(&old, &first, &last, read)?);
    }
    places.sort_unstable_by_key(|(book, _)| *book);
    Ok(places)
}

/// Records a book of issued puzzles.
pub(super) fn record(
    transaction: &WriteTransaction,
    book: &Book,
    places: &[Place],
) -> Result<u32, Fault> {
    let issued = transaction.open_table(ISSUED)?;
    let check = |(batch, number), record: &[u8]| {
        issued_is_sound(batch, number, record).map_err(Fault::Record)
    };
    let is_void = |(batch, number), record: &[u8]| {
        let issued = decode_issued(batch, number, record).map_err(Fault::Record)?;
        Ok(issued.void)
    };
    for place in places {
        let (batch, number) = (place.batch, place.number);
        match find(&issued, &(batch, number), is_void, check)? {
            Some(false) => {}
            Some(true) => return Err(Fault::Store(StoreError::Void(batch, number))),
            None => return Err(Fault::Store(StoreError::NotIssued(batch, number))),
        }
    }
    let mut books = transaction.open_table(BOOKS)?;
    let mut printed = transaction.open_table(PRINTED)?;
    let book = Book { puzzles: places.len() as u32, void: false, ..book.clone() };
    let known = all(&books, read_book)?;
    if let Some(id) = known_as(&known, transaction, &printed, &book, places)? {
        return Ok(id);
    }
    if known.last().map_or(0, |book| u64::from(book.id)) != books.len()? {
        return Err(missing());
    }
    let id = known.len() as u32 + 1;
    let book = Book { id, ..book };
    books.insert(id, encode_book(&book).map_err(Fault::Record)?.as_slice())?;
    for place in places {
        let record = encode_place(id, place).map_err(Fault::Record)?;
        if printed.insert((place.batch, place.number, id), record.as_slice())?.is_some() {
            return Err(Fault::Store(StoreError::PrintedTwice(place.batch, place.number)));
        }
    }
    Ok(id)
}

/// Makes a book void; false if it was before.
pub(super) fn void(transaction: &WriteTransaction, id: u32) -> Result<bool, Fault> {
    let mut books = transaction.open_table(BOOKS)?;
    let check = |id, record: &[u8]| read_book(id, record).map(drop);
    let book = find(&books, &id, read_book, check)?;
    let book = book.ok_or(Fault::Store(StoreError::NoBook(id)))?;
    if book.void {
        return Ok(false);
    }
    let record = encode_book(&Book { void: true, ..book }).map_err(Fault::Record)?;
    books.insert(id, record.as_slice())?;
    Ok(true)
}

/// The ids of the books that are void.
pub(super) fn void_ids(transaction: &WriteTransaction) -> Result<Vec<u32>, Fault> {
    let books = all(&transaction.open_table(BOOKS)?, read_book)?;
    Ok(books.iter().filter(|book| book.void).map(|book| book.id).collect())
}

/// The id under which this very book is known.
fn known_as(
    known: &[Book],
    transaction: &WriteTransaction,
    printed: &Table<'_, At, &'static [u8]>,
    book: &Book,
    places: &[Place],
) -> Result<Option<u32>, Fault> {
    let old = left(transaction, OLD_PRINTED)?;
    for known in known {
        if *known != as_known(book, known) {
            continue;
        }
        let mut same = true;
        for place in places {
            let at = (place.batch, place.number, known.id);
            let mut found =
                find(printed, &at, read_place, |at, record| read_place(at, record).map(drop))?;
            if let (None, Some(old)) = (&found, &old) {
                found = old.get(at)?.map(|place| (known.id, old_place(at, place.value())));
            }
            same = found == Some((known.id, *place));
            if !same {
                break;
            }
        }
        if same {
            return Ok(Some(known.id));
        }
    }
    Ok(None)
}
