//! Books: which page an issued puzzle stands on.

use redb::{ReadTransaction, ReadableTable, Table, TableError, WriteTransaction};

use super::codec::{decode_book, encode_book};
use super::error::Fault;
use super::tables::{BATCHES, BOOKS, ISSUED, PRINTED, WirePlace};
use super::{Store, StoreError, ledger};
use crate::record::{Batch, Book, Issued, Place};

/// A table that databases of older programs do not have.
pub(super) fn if_there<T>(table: Result<T, TableError>) -> Result<Option<T>, Fault> {
    match table {
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        table => Ok(Some(table?)),
    }
}

fn wire(place: &Place) -> WirePlace {
    (place.volume, place.label, place.page, place.answer)
}

impl Store {
    /// Issues `puzzles` as the whole of a new batch and records the book they are printed in, all in one
    /// commit or not at all. `batch.id` must be the next free one, all puzzles new and their places in the batch
    /// numbered from 1 in order; the `batch` and `number` of each count for nothing. Returns the id of the book.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if the batch exists or one of the puzzles was issued; otherwise as
    /// [`Store::record_book`].
    pub fn issue_book(
        &self,
        batch: &Batch,
        puzzles: &[Issued],
        book: &Book,
        places: &[Place],
    ) -> Result<u32, StoreError> {
        self.write(|transaction| {
            let last = transaction.open_table(BATCHES)?.last()?.map_or(0, |(id, _)| id.value());
            let (refused, _) = ledger::issue(transaction, batch, puzzles)?;
            if !refused.is_empty() || last.checked_add(1) != Some(batch.id) {
                return Err(Fault::Store(StoreError::Overtaken));
            }
            record(transaction, book, places)
        })
    }

    /// Records a book of issued puzzles under the next free id, which is returned; `book.id` and
    /// `book.puzzles` count for nothing. One of the same title and volumes with every puzzle in the same
    /// place is the same book: it keeps the id it has.
    ///
    /// # Errors
    /// [`StoreError::NotIssued`] if a place is of a puzzle that was never issued, [`StoreError::TooLong`] for a title of a
    /// megabyte; failures of the file.
    pub fn record_book(&self, book: &Book, places: &[Place]) -> Result<u32, StoreError> {
        self.write(|transaction| record(transaction, book, places))
    }

    /// All books, the first first.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn books(&self) -> Result<Vec<Book>, StoreError> {
        self.read(|transaction| {
            let Some(books) = if_there(transaction.open_table(BOOKS))? else { return Ok(vec![]) };
            let mut all = Vec::new();
            for row in books.iter()? {
                let (id, record) = row?;
                all.push(decode_book(id.value(), record.value()).map_err(Fault::Record)?);
            }
            Ok(all)
        })
    }

    /// The books that puzzle `number` of `batch` is printed in, and where, the first first.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn printed(&self, batch: u32, number: u32) -> Result<Vec<(Book, Place)>, StoreError> {
        self.read(|transaction| {
            let mut found = Vec::new();
            for place in places_of(transaction, batch, number)? {
                let (id, place) = place;
                let books = transaction.open_table(BOOKS)?;
                let record = books.get(id)?;
                let record =
                    record.ok_or_else(|| Fault::Broken(format!("book {id} is missing")))?;
                let book = decode_book(id, record.value()).map_err(Fault::Record)?;
                found.push((book, place));
            }
            Ok(found)
        })
    }
}

/// The places of a puzzle, each with the id of its book.
fn places_of(
    transaction: &ReadTransaction,
    batch: u32,
    number: u32,
) -> Result<Vec<(u32, Place)>, Fault> {
    let Some(printed) = if_there(transaction.open_table(PRINTED))? else { return Ok(vec![]) };
    let mut places = Vec::new();
    for row in printed.range((batch, number, 0)..=(batch, number, u32::MAX))? {
        let (at, place) = row?;
        let (volume, label, page, answer) = place.value();
        places.push((at.value().2, Place { batch, number, volume, label, page, answer }));
    }
    Ok(places)
}

fn record(transaction: &WriteTransaction, book: &Book, places: &[Place]) -> Result<u32, Fault> {
    let issued = transaction.open_table(ISSUED)?;
    for place in places {
        if issued.get((place.batch, place.number))?.is_none() {
            return Err(Fault::Store(StoreError::NotIssued(place.batch, place.number)));
        }
    }
    let mut books = transaction.open_table(BOOKS)?;
    let mut printed = transaction.open_table(PRINTED)?;
    let book = Book { puzzles: places.len() as u32, ..book.clone() };
    if let Some(id) = find(&books, &printed, &book, places)? {
        return Ok(id);
    }
    let last = books.last()?.map_or(0, |(id, _)| id.value());
    let id = last.checked_add(1).ok_or_else(|| Fault::Broken("no number for a book".to_owned()))?;
    books.insert(id, encode_book(&book).map_err(Fault::Record)?.as_slice())?;
    for place in places {
        let twice = printed.insert((place.batch, place.number, id), wire(place))?.is_some();
        if twice {
            return Err(Fault::Store(StoreError::PrintedTwice(place.batch, place.number)));
        }
    }
    Ok(id)
}

/// The id under which this very book is known.
fn find(
    books: &Table<'_, u32, &'static [u8]>,
    printed: &Table<'_, (u32, u32, u32), WirePlace>,
    book: &Book,
    places: &[Place],
) -> Result<Option<u32>, Fault> {
    for row in books.iter()? {
        let (id, record) = row?;
        let id = id.value();
        let known = decode_book(id, record.value()).map_err(Fault::Record)?;
        // The same pages by another version of the program are the same book.
        if known != (Book { id, version: known.version.clone(), ..book.clone() }) {
            continue;
        }
        let mut same = true;
        for place in places {
            let at = printed.get((place.batch, place.number, id))?.map(|place| place.value());
            same = at == Some(wire(place));
            if !same {
                break;
            }
        }
        if same {
            return Ok(Some(id));
        }
    }
    Ok(None)
}
