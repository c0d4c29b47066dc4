//! Rows of books, of the places of puzzles in them, and of events of puzzles.

use super::super::engine::Table;
use super::row::{Record, VERSION, read};
use crate::record::{Book, Event, EventKind, Place, is_name};

/// The first version of events of puzzles that came back, that of numbers of changes, and that of
/// changes undone.
const BACK: u8 = 5;
const NUMBERED: u8 = 6;
const UNDONE: u8 = 7;

impl Record for Book {
    const TABLE: Table = Table::Books;
    type Key = u32;
    type Beside = ();

    fn name(id: &u32) -> String {
        format!("book {id}")
    }

    fn key(&self, (): ()) -> Option<u32> {
        Some(self.id)
    }

    /// Version 4 lacks the time and the description of a book.
    fn of_body(version: u8, body: &[u8]) -> Option<((), Self)> {
        if version > VERSION {
            return read(body);
        }
        let (id, title, version, volumes, puzzles, void) = read(body)?;
        let (made, description) = (None, String::new());
        Some(((), Self { id, title, version, volumes, puzzles, void, made, description }))
    }

    fn set_key(&mut self, id: &u32) {
        self.id = *id;
    }
}

impl Record for Place {
    const TABLE: Table = Table::Printed;
    /// Batch and number of the puzzle, id of the book.
    type Key = (u32, u32, u32);
    /// The id of the book.
    type Beside = u32;

    fn name((batch, number, book): &Self::Key) -> String {
        format!("the place of puzzle {number} of batch {batch} in book {book}")
    }

    fn beside(&(.., book): &Self::Key) -> u32 {
        book
    }

    fn key(&self, book: u32) -> Option<Self::Key> {
        Some((self.batch, self.number, book))
    }

    fn set_key(&mut self, &(batch, number, _): &Self::Key) {
        (self.batch, self.number) = (batch, number);
    }
}

impl Record for Event {
    const TABLE: Table = Table::Events;
    type Key = u32;
    type Beside = u32;

    fn name(id: &u32) -> String {
        format!("event {id}")
    }

    fn beside(id: &u32) -> u32 {
        *id
    }

    fn key(&self, id: u32) -> Option<u32> {
        Some(id)
    }

    /// Version 4 has no event for a puzzle that came back, neither it nor 5 numbers of changes, and
    /// none of them changes undone.
    fn of_body(version: u8, body: &[u8]) -> Option<(u32, Self)> {
        let lacks = [NUMBERED, UNDONE].iter().filter(|first| version < **first).count();
        read(&[body, &[0; 2][..lacks]].concat())
    }

    fn version(&self) -> u8 {
        match self.what {
            _ if self.undone.is_some() => UNDONE,
            _ if self.change > 0 => NUMBERED,
            EventKind::Back(_) => BACK,
            _ => VERSION,
        }
    }

    /// Refuses invalid names of series and people, impossible days, and an undo that is no change.
    fn possible(&self) -> Result<(), String> {
        if self.undone.is_some() && self.change == 0 {
            return Err("an undo has the number of no change".to_owned());
        }
        let Some((series, day)) = self.what.day() else { return Ok(()) };
        let by = match &self.what {
            EventKind::Approved(.., by) | EventKind::Unapproved(.., by) => by,
            _ => series,
        };
        if let Some(name) = [series, by].into_iter().find(|name| !is_name(name)) {
            return Err(format!("{name:?} is no name of a series, or of somebody who approves"));
        }
        let is_day = (1..=12).contains(&day.month) && (1..=31).contains(&day.day);
        if is_day { Ok(()) } else { Err(format!("{day} is no day")) }
    }
}
