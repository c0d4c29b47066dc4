//! Issued puzzles, batches, books and what is smaller, as fields.

use super::frame::{
    Reader, Reason, UNREADABLE, Writer, array, byte, items, number, push_item, text,
};
use super::puzzle::{of_puzzle, puzzle};
use super::{Census, Uses, seed};
use crate::rating::er::Score as Er;
use crate::record::{Batch, Book, Day, Event, Extra, Issued, Place, What};
use crate::symmetry::Key;

pub(super) fn of_issued(issued: &Issued) -> Vec<u8> {
    let mut fields = Writer::new();
    fields.put(1, &issued.key.0);
    fields.put(2, &of_puzzle(&issued.puzzle));
    fields.put(3, &[issued.tier]);
    fields.put_if(4, issued.seed.map(|key| key.0));
    fields.put_if(5, issued.score.map(f64::to_le_bytes));
    fields.put_if(6, issued.level.as_deref());
    fields.put_if(8, issued.void.then_some([]));
    fields.put_if(9, issued.er.map(|er| er.tenths().to_le_bytes()));
    fields.finish(&issued.extra)
}

pub(super) fn issued(batch: u32, number: u32, fields: &[u8]) -> Result<Issued, Reason> {
    let mut fields = Reader::new(fields);
    Ok(Issued {
        key: Key(array(fields.required(1)?)?),
        puzzle: puzzle(fields.required(2)?).ok_or(UNREADABLE)?,
        tier: byte(fields.required(3)?)?,
        seed: fields.optional(4)?.map(array).transpose()?.map(Key),
        score: fields.optional(5)?.map(array).transpose()?.map(f64::from_le_bytes),
        level: fields.optional(6)?.map(text).transpose()?,
        void: fields.optional(8)?.map(array::<0>).transpose()?.is_some(),
        er: fields
            .optional(9)?
            .map(array)
            .transpose()?
            .map(u16::from_le_bytes)
            .map(Er::from_tenths),
        extra: fields.finish()?,
        batch,
        number,
    })
}

/// What cannot be in an issued puzzle.
pub(super) fn impossible(issued: &Issued) -> Option<&'static str> {
    issued.score.is_some_and(|score| !seed::is_mean(score)).then_some("its score cannot be")
}

pub(super) fn of_batch(batch: &Batch) -> Vec<u8> {
    let mut fields = Writer::new();
    fields.put(1, batch.request.as_bytes());
    fields.put(2, &batch.rng_seed.to_le_bytes());
    fields.put(3, batch.version.as_bytes());
    fields.put(4, batch.note.as_bytes());
    fields.put(5, &batch.asked.to_le_bytes());
    fields.put(6, &batch.issued.to_le_bytes());
    fields.put(7, &batch.attempts.to_le_bytes());
    let counted = |count: u32| (count > 0).then_some(count.to_le_bytes());
    fields.put_if(9, batch.begun.map(u64::to_le_bytes));
    fields.put_if(11, counted(batch.void));
    fields.put_if(13, counted(batch.exports));
    fields.finish(&batch.extra)
}

pub(super) fn batch(id: u32, fields: &[u8]) -> Result<Batch, Reason> {
    let mut fields = Reader::new(fields);
    Ok(Batch {
        id,
        request: text(fields.required(1)?)?,
        rng_seed: u64::from_le_bytes(array(fields.required(2)?)?),
        version: text(fields.required(3)?)?,
        note: text(fields.required(4)?)?,
        asked: number(fields.required(5)?)?,
        issued: number(fields.required(6)?)?,
        attempts: u64::from_le_bytes(array(fields.required(7)?)?),
        begun: fields.optional(9)?.map(array).transpose()?.map(u64::from_le_bytes),
        void: fields.optional(11)?.map(number).transpose()?.unwrap_or_default(),
        exports: fields.optional(13)?.map(number).transpose()?.unwrap_or_default(),
        extra: fields.finish()?,
    })
}

pub(super) fn of_book(book: &Book) -> Vec<u8> {
    let mut fields = Writer::new();
    fields.put(1, book.title.as_bytes());
    fields.put(2, book.version.as_bytes());
    fields.put(3, &book.volumes.to_le_bytes());
    fields.put(4, &book.puzzles.to_le_bytes());
    fields.put_if(9, book.void.then_some([]));
    fields.finish(&book.extra)
}

pub(super) fn book(id: u32, fields: &[u8]) -> Result<Book, Reason> {
    let mut fields = Reader::new(fields);
    Ok(Book {
        id,
        title: text(fields.required(1)?)?,
        version: text(fields.required(2)?)?,
        volumes: number(fields.required(3)?)?,
        puzzles: number(fields.required(4)?)?,
        void: fields.optional(9)?.map(array::<0>).transpose()?.is_some(),
        extra: fields.finish()?,
    })
}

pub(super) fn of_place(place: &Place) -> Vec<u8> {
    let mut fields = Writer::new();
    fields.put(1, &place.volume.to_le_bytes());
    fields.put(2, &place.label.to_le_bytes());
    fields.put(3, &place.page.to_le_bytes());
    fields.put_if(4, place.answer.map(u32::to_le_bytes));
    fields.finish(&Extra::default())
}

/// Places are written once and never again, so their unknown fields need not be carried along.
pub(super) fn place(batch: u32, at: u32, fields: &[u8]) -> Result<Place, Reason> {
    let mut fields = Reader::new(fields);
    let place = Place {
        batch,
        number: at,
        volume: number(fields.required(1)?)?,
        label: number(fields.required(2)?)?,
        page: number(fields.required(3)?)?,
        answer: fields.optional(4)?.map(number).transpose()?,
    };
    fields.finish()?;
    Ok(place)
}

/// The field that says what an event is.
const WHAT: u32 = 2;

pub(super) fn of_event(event: &Event) -> Vec<u8> {
    let mut fields = Writer::new();
    fields.put(1, &[event.batch.to_le_bytes(), event.number.to_le_bytes()].concat());
    let (kind, day, note) = match &event.what {
        What::Runs(series, day) => (0, Some((series, day)), None),
        What::Withdrawn(series, day) => (1, Some((series, day)), None),
        What::Note(text) => (2, None, Some(text)),
    };
    fields.put(WHAT, &[kind]);
    if let Some((series, Day { year, month, day })) = day {
        let [low, high] = year.to_le_bytes();
        fields.put(3, series.as_bytes());
        fields.put(4, &[low, high, *month, *day]);
    }
    fields.put_if(5, note);
    fields.put_if(9, event.time.map(u64::to_le_bytes));
    fields.finish(&event.extra)
}

pub(super) fn event(fields: &[u8]) -> Result<Event, Reason> {
    let mut fields = Reader::new(fields);
    let at: [u8; 8] = array(fields.required(1)?)?;
    let ([batch, number], []) = at.as_chunks::<4>() else { return Err(UNREADABLE) };
    let kind = byte(fields.required(WHAT)?)?;
    if kind > 2 {
        return Err(Reason::Newer(WHAT));
    }
    let what = if kind == 2 {
        What::Note(text(fields.required(5)?)?)
    } else {
        let series = text(fields.required(3)?)?;
        let [low, high, month, day] = array(fields.required(4)?)?;
        let day = Day { year: i16::from_le_bytes([low, high]), month, day };
        if kind == 0 { What::Runs(series, day) } else { What::Withdrawn(series, day) }
    };
    Ok(Event {
        batch: u32::from_le_bytes(*batch),
        number: u32::from_le_bytes(*number),
        what,
        time: fields.optional(9)?.map(array).transpose()?.map(u64::from_le_bytes),
        extra: fields.finish()?,
    })
}

pub(super) fn of_uses(uses: &Uses) -> Vec<u8> {
    let mut fields = Writer::new();
    fields.put(1, &uses.count.to_le_bytes());
    fields.finish(&uses.extra)
}

pub(super) fn uses(fields: &[u8]) -> Result<Uses, Reason> {
    let mut fields = Reader::new(fields);
    let count = u64::from_le_bytes(array(fields.required(1)?)?);
    Ok(Uses { count, extra: fields.finish()? })
}

pub(super) fn of_levels(toml: &str) -> Vec<u8> {
    let mut fields = Writer::new();
    fields.put(1, toml.as_bytes());
    fields.finish(&Extra::default())
}

/// A level table is replaced as a whole, and what belonged to the last one with it.
pub(super) fn levels(fields: &[u8]) -> Result<String, Reason> {
    let mut fields = Reader::new(fields);
    let toml = text(fields.required(1)?)?;
    fields.finish()?;
    Ok(toml)
}

pub(super) fn of_census(census: &Census) -> Vec<u8> {
    let mut tables = Vec::with_capacity(256);
    for (name, rows) in &census.tables {
        push_item(name.as_bytes(), &mut tables);
        push_item(&rows.to_le_bytes(), &mut tables);
    }
    let mut fields = Writer::new();
    fields.put(1, &tables);
    fields.finish(&census.extra)
}

pub(super) fn census(fields: &[u8]) -> Result<Census, Reason> {
    let mut fields = Reader::new(fields);
    let tables = items(fields.required(1)?)?;
    let (tables, rest) = tables.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(UNREADABLE);
    }
    let row = |&[name, rows]: &[&[u8]; 2]| Ok((text(name)?, u64::from_le_bytes(array(rows)?)));
    let tables = tables.iter().map(row).collect::<Result<_, _>>()?;
    Ok(Census { tables, extra: fields.finish()? })
}
