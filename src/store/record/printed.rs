//! Books, where puzzles stand in them, and what else became of puzzles.

use bincode::{Decode, Encode};

use super::super::engine::Table;
use super::row::Record;
use crate::record::{Book, Day, Event, Place, What, is_name};

/// The body of a [`Book`].
#[derive(Encode, Decode)]
pub(in crate::store) struct BookBody {
    title: String,
    version: String,
    volumes: u32,
    puzzles: u32,
    void: bool,
}

impl Record for Book {
    const TABLE: Table = Table::Books;
    type Key = u32;
    type Body = BookBody;

    fn name(id: &u32) -> String {
        format!("book {id}")
    }

    fn to_body(&self) -> Result<BookBody, String> {
        let &Self { volumes, puzzles, void, .. } = self;
        let (title, version) = (self.title.clone(), self.version.clone());
        Ok(BookBody { title, version, volumes, puzzles, void })
    }

    fn of_body(&id: &u32, body: BookBody) -> Result<Self, String> {
        let BookBody { title, version, volumes, puzzles, void } = body;
        Ok(Self { id, title, version, volumes, puzzles, void })
    }
}

/// The body of a [`Place`].
#[derive(Encode, Decode)]
pub(in crate::store) struct PlaceBody {
    volume: u32,
    label: u32,
    page: u32,
    answer: Option<u32>,
}

impl Record for Place {
    const TABLE: Table = Table::Printed;
    /// Batch and number of the puzzle, id of the book.
    type Key = (u32, u32, u32);
    type Body = PlaceBody;

    fn name((batch, number, book): &Self::Key) -> String {
        format!("the place of puzzle {number} of batch {batch} in book {book}")
    }

    fn to_body(&self) -> Result<PlaceBody, String> {
        let &Self { volume, label, page, answer, .. } = self;
        Ok(PlaceBody { volume, label, page, answer })
    }

    fn of_body(&(batch, number, _): &Self::Key, body: PlaceBody) -> Result<Self, String> {
        let PlaceBody { volume, label, page, answer } = body;
        Ok(Self { batch, number, volume, label, page, answer })
    }
}

/// The body of an [`Event`].
#[derive(Encode, Decode)]
pub(in crate::store) struct EventBody {
    batch: u32,
    number: u32,
    what: WhatBody,
    time: Option<u64>,
}

/// The body of a [`What`]. A day is year, month and day of the month.
#[derive(Encode, Decode)]
enum WhatBody {
    Runs(String, (i16, u8, u8)),
    Withdrawn(String, (i16, u8, u8)),
    Note(String),
    Approved(String, (i16, u8, u8), String),
    Unapproved(String, (i16, u8, u8), String),
}

impl Record for Event {
    const TABLE: Table = Table::Events;
    type Key = u32;
    type Body = EventBody;

    fn name(id: &u32) -> String {
        format!("event {id}")
    }

    fn to_body(&self) -> Result<EventBody, String> {
        possible(self)?;
        let of_day = |day: &Day| (day.year, day.month, day.day);
        let what = match &self.what {
            What::Runs(series, day) => WhatBody::Runs(series.clone(), of_day(day)),
            What::Withdrawn(series, day) => WhatBody::Withdrawn(series.clone(), of_day(day)),
            What::Note(text) => WhatBody::Note(text.clone()),
            What::Approved(series, day, by) => {
                WhatBody::Approved(series.clone(), of_day(day), by.clone())
            }
            What::Unapproved(series, day, by) => {
                WhatBody::Unapproved(series.clone(), of_day(day), by.clone())
            }
        };
        let &Self { batch, number, time, .. } = self;
        Ok(EventBody { batch, number, what, time })
    }

    fn of_body(_: &u32, body: EventBody) -> Result<Self, String> {
        let day = |(year, month, day)| Day { year, month, day };
        let what = match body.what {
            WhatBody::Runs(series, at) => What::Runs(series, day(at)),
            WhatBody::Withdrawn(series, at) => What::Withdrawn(series, day(at)),
            WhatBody::Note(text) => What::Note(text),
            WhatBody::Approved(series, at, by) => What::Approved(series, day(at), by),
            WhatBody::Unapproved(series, at, by) => What::Unapproved(series, day(at), by),
        };
        let EventBody { batch, number, time, .. } = body;
        let event = Self { batch, number, what, time };
        possible(&event)?;
        Ok(event)
    }
}

/// Refuses an event of a day that nobody can have named so.
fn possible(event: &Event) -> Result<(), String> {
    let (series, day, by) = match &event.what {
        What::Note(_) => return Ok(()),
        What::Runs(series, day) | What::Withdrawn(series, day) => (series, day, None),
        What::Approved(series, day, by) | What::Unapproved(series, day, by) => {
            (series, day, Some(by))
        }
    };
    if let Some(name) = [Some(series), by].into_iter().flatten().find(|name| !is_name(name)) {
        return Err(format!("{name:?} is no name of a series, or of somebody who approves"));
    }
    let is_day = (1..=12).contains(&day.month) && (1..=31).contains(&day.day);
    if is_day { Ok(()) } else { Err(format!("{day} is no day")) }
}
