//! Books, and the pages on which issued puzzles are printed.

use std::collections::BTreeMap;

use super::super::StoreError;
use super::super::engine::{Abort, Done, Lock, Snapshot, Transaction};
use super::super::record::{PuzzleRef, Record, RowKey as _, encode};
use super::ledger::{are_issued, issue_whole};
use super::rows::{all_of, each, expect, get, get_all, numbered, put};
use crate::record::{Batch, Book, Entry, Place};

/// Issues all of `puzzles` as a new batch, and records the book in which they are printed, if
/// given, with places in that batch. Returns the batch and the id of the book.
/// [`StoreError::Overtaken`] if one of the puzzles is not new.
pub(crate) fn issue(
    to: &mut dyn Transaction,
    is_shared: bool,
    batch: &Batch,
    puzzles: &[Entry],
    book: Option<(&Book, &[Place])>,
) -> Done<(Batch, Option<u32>)> {
    if book.is_some() {
        to.lock(Lock::Books)?;
    }
    let batch = issue_whole(to, is_shared, batch, puzzles)?;
    let Some((book, places)) = book else { return Ok((batch, None)) };
    let places: Vec<Place> =
        places.iter().map(|place| Place { batch: batch.id, ..*place }).collect();
    let id = record(to, book, &places)?;
    Ok((batch, Some(id)))
}

/// Adds a book of issued puzzles that are not void under the next id. If a known book has the same
/// places and differs only in id, version, time or description, updates that and returns its id.
pub fn record(to: &mut dyn Transaction, book: &Book, places: &[Place]) -> Done<u32> {
    to.lock(Lock::Books)?;
    are_for_sale(to, places)?;
    let book = Book { puzzles: places.len() as u32, void: false, ..book.clone() };
    let known = numbered::<Book>(to)?;
    for other in known.iter().filter(|known| **known == as_known(&book, known)) {
        if has(to, other.id, places)? {
            if !book.description.is_empty() && book.description != other.description {
                put(to, &other.id, &Book { id: other.id, ..book })?;
            }
            return Ok(other.id);
        }
    }
    let id = known.len() as u32 + 1;
    keep(to, &Book { id, ..book }, places)?;
    Ok(id)
}

/// Fails if a puzzle at these places was not issued, or is void.
fn are_for_sale(from: &dyn Snapshot, places: &[Place]) -> Done {
    let at: Vec<PuzzleRef> = places.iter().map(|place| (place.batch, place.number)).collect();
    are_issued(from, &at, |_| true, |_| false)
}

/// Adds a book of issued puzzles under its own id to a database that is being made. It may equal
/// another book: their differences may have been lost.
pub(super) fn enter(to: &mut dyn Transaction, book: &Book, places: &[Place]) -> Done {
    to.lock(Lock::Books)?;
    are_for_sale(to, places)?;
    keep(to, &Book { puzzles: places.len() as u32, ..book.clone() }, places)
}

/// Whether all of these places are in the book.
pub(super) fn has(from: &dyn Snapshot, id: u32, places: &[Place]) -> Done<bool> {
    let keys: Vec<_> = places.iter().map(|place| (place.batch, place.number, id)).collect();
    let found = get_all::<Place>(from, &keys)?;
    Ok(found.iter().zip(places).all(|(found, place)| found.as_ref() == Some(place)))
}

pub(super) fn keep(to: &mut dyn Transaction, book: &Book, places: &[Place]) -> Done {
    put(to, &book.id, book)?;
    let row = |place: &Place| encode(&(place.batch, place.number, book.id), place);
    let mut rows = places.iter().map(row).collect::<Done<Vec<_>>>()?;
    rows.sort_unstable();
    for two in rows.windows(2) {
        if two[0].0 == two[1].0
            && let Some((batch, number, _)) = <(u32, u32, u32)>::of_bytes(&two[0].0)
        {
            return Err(Abort::Store(StoreError::PrintedTwice(batch, number)));
        }
    }
    to.put(Place::TABLE, &rows)
}

/// Returns `book` with the id, version, time and description of `known`, so that books with equal
/// pages compare equal.
pub(super) fn as_known(book: &Book, known: &Book) -> Book {
    let Book { id, version, made, description, .. } = known.clone();
    Book { id, version, made, description, ..book.clone() }
}

/// Returns all books, by id.
pub fn all(from: &dyn Snapshot) -> Done<Vec<Book>> {
    numbered(from)
}

/// Marks a book as void; returns `false` if it was already.
pub fn void(to: &mut dyn Transaction, id: u32) -> Done<bool> {
    to.lock(Lock::Books)?;
    let book: Book = get(to, &id)?.ok_or(Abort::Store(StoreError::NoBook(id)))?;
    if !book.void {
        put(to, &id, &Book { void: true, ..book.clone() })?;
    }
    Ok(!book.void)
}

/// Returns the books in which a puzzle is printed, with its places, by book id.
pub fn of_puzzle(from: &dyn Snapshot, (batch, number): PuzzleRef) -> Done<Vec<(Book, Place)>> {
    let places = all_of::<Place>(from, (batch, number, 0)..=(batch, number, u32::MAX))?;
    let with_book = |((.., id), place): ((u32, u32, u32), Place)| Ok((expect(from, &id)?, place));
    places.into_iter().map(with_book).collect()
}

/// Returns the places of a book, by batch and number.
///
/// # Errors
/// [`StoreError::NoBook`].
pub fn places(from: &dyn Snapshot, id: u32) -> Done<Vec<Place>> {
    get::<Book>(from, &id)?.ok_or(Abort::Store(StoreError::NoBook(id)))?;
    let mut places = Vec::new();
    each::<Place>(from, .., &mut |at, place| {
        if at.2 == id {
            places.push(place);
        }
        Ok(())
    })?;
    Ok(places)
}

/// Returns the books in which puzzles of the batch are printed, each with their number, by id.
pub fn of_batch(from: &dyn Snapshot, batch: u32) -> Done<Vec<(u32, u32)>> {
    let mut books: BTreeMap<u32, u32> = BTreeMap::new();
    each::<Place>(from, (batch, 0, 0)..=(batch, u32::MAX, u32::MAX), &mut |at, _| {
        *books.entry(at.2).or_default() += 1;
        Ok(())
    })?;
    Ok(books.into_iter().collect())
}
