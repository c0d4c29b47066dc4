//! Books, and the places in them.

use std::collections::HashSet;

use super::{Tables, damaged, sound};
use crate::record::{Book, Place};
use crate::store::StoreError;
use crate::store::books::as_known;
use crate::store::codec::{decode_book, decode_issued, decode_place, encode_book, encode_place};

/// What recording a book is going to write.
pub(super) enum Printing {
    /// Nothing: it is known by this id.
    Known(u32),
    /// The book, and its places by batch and number.
    New(Vec<u8>, Vec<((u32, u32), Vec<u8>)>),
}

impl Tables {
    pub(super) fn book(&self, id: u32) -> Result<Book, StoreError> {
        let record = id.checked_sub(1).and_then(|place| self.books.get(place as usize));
        let record = record.ok_or_else(|| damaged(format!("book {id} is missing")))?;
        sound(decode_book(id, record))
    }

    /// What a book will write, of puzzles that were issued or `are_new`.
    pub(super) fn print(
        &self,
        book: &Book,
        places: &[Place],
        are_new: impl Fn(&Place) -> bool,
    ) -> Result<Printing, StoreError> {
        for place in places {
            let (batch, number) = (place.batch, place.number);
            match self.issued.get(&(batch, number)) {
                Some(record) if sound(decode_issued(batch, number, record))?.void => {
                    return Err(StoreError::Void(batch, number));
                }
                None if !are_new(place) => return Err(StoreError::NotIssued(batch, number)),
                _ => {}
            }
        }
        let book = Book { puzzles: places.len() as u32, void: false, ..book.clone() };
        for id in 1..=self.books.len() as u32 {
            if self.is_same(&self.book(id)?, &book, places)? {
                return Ok(Printing::Known(id));
            }
        }
        let id = self.books.len() as u32 + 1;
        let record = sound(encode_book(&Book { id, ..book }))?;
        let (mut seen, mut rows) = (HashSet::new(), Vec::with_capacity(places.len()));
        for place in places {
            let at = (place.batch, place.number);
            let place = sound(encode_place(id, place))?;
            if !seen.insert(at) {
                return Err(StoreError::PrintedTwice(at.0, at.1));
            }
            rows.push((at, place));
        }
        Ok(Printing::New(record, rows))
    }

    pub(super) fn void_book(&mut self, id: u32) -> Result<bool, StoreError> {
        if !(1..=self.books.len() as u32).contains(&id) {
            return Err(StoreError::NoBook(id));
        }
        let book = self.book(id)?;
        if book.void {
            return Ok(false);
        }
        self.books[id as usize - 1] = sound(encode_book(&Book { void: true, ..book }))?;
        Ok(true)
    }

    fn is_same(&self, known: &Book, book: &Book, places: &[Place]) -> Result<bool, StoreError> {
        if *known != as_known(book, known) {
            return Ok(false);
        }
        for place in places {
            let at = (place.batch, place.number, known.id);
            let Some(record) = self.printed.get(&at) else { return Ok(false) };
            if sound(decode_place(at, record))? != *place {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes it; the id of the book.
    pub(super) fn keep(&mut self, printing: Printing) -> u32 {
        match printing {
            Printing::Known(id) => id,
            Printing::New(book, places) => {
                self.books.push(book);
                let id = self.books.len() as u32;
                let row = |((batch, number), place)| ((batch, number, id), place);
                self.printed.extend(places.into_iter().map(row));
                id
            }
        }
    }

    pub(super) fn printed(
        &self,
        batch: u32,
        number: u32,
    ) -> Result<Vec<(Book, Place)>, StoreError> {
        let rows = self.printed.range((batch, number, 0)..=(batch, number, u32::MAX));
        rows.map(|(&at, record)| Ok((self.book(at.2)?, sound(decode_place(at, record))?))).collect()
    }
}
