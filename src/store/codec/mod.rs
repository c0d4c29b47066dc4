//! Records as bytes. Nothing here knows the engine that keeps them.
//!
//! A record of format 2, the last there will be, is a **frame** around numbered fields:
//!
//! ```text
//! magic     2 bytes   d5 db
//! length    varint    bytes of the fields, at most 2^20
//! table     u8        what the record is: 1 seed, 2 issued, 3 batch, 4 book, 5 place, 6 uses, 7 levels,
//!                     9 census, 11 event
//! key       fixed     what it is found by; its length depends on the table
//! checksum  8 bytes   the first of BLAKE3 over everything else in the frame
//! fields              one after the other, their numbers rising
//!
//! field     number varint, length varint, value
//! varint    a u32 in groups of seven bits, the least first, as few as possible; all but the last byte have the high bit
//! ```
//!
//! The checksum is over table and key too, so that a record is never taken for another. Table and key are in the frame
//! itself, so that records can be gathered from the remains of a file whose tree is lost. Nothing may follow the fields; a
//! number that comes twice or out of order, a missing field and a value of another length are damage.
//!
//! **How the format grows.** A later program adds fields with new numbers. One that does not know a field looks at its
//! number: an **odd** field may be passed over; it is kept and written back with the record. An **even** one must be
//! understood, or the record would say something else (a tier by another ladder, say): such a record is refused
//! with "update seeddb". Numbers are never used again. The fields of the first programs, up to 8, are numbered
//! without regard to that; but that a puzzle is void, an even field, must be understood: who does not know it must not print
//! the puzzle. A grading by a ladder that the program does not know is carried along with all its fields.
//!
//! Keys are in the order of their bytes, so the numbers in them are big endian; numbers in values are little endian,
//! and an `f64` is its bits.
//!
//! ```text
//! puzzle   37 bytes   clues     11 bytes: bit c % 8 of byte c / 8 is cell c (row by row)
//!                     solution  26 bytes: the 64 digits of rows 1-8, columns 1-8, each less one, in base 9, the first
//!                               digit least; 20 in each of three u64, 4 in a u16; little endian.
//!                               Row 9 and column 9 follow from the others.
//! seed     key 16     1 puzzle, 2 origin u8 (0 mined, 1 starter, 2 imported), 3 symmetry u8 (as in SYMMETRIES),
//!                     4 gradings: each after its length as a varint, fields in it
//! grading             1 ladder text, 2 tier u8, 3 reserved 11 bytes (as clues), 4 twin key 16, 5 capacity u16;
//!                     if it has them: 6 score (mean f64, error f64), 7 rest (the same), 8 least and greatest score,
//!                     9 with a half turn: its number u16, capacity u16; if it has them: least and greatest score
//! issued   batch u32, number u32
//!                     1 key 16, 2 puzzle, 3 tier u8; if it has them: 4 key of the seed 16, 5 score f64, 6 level text;
//!                     if it is void: 8, empty; 7 is never used; if it has one: 9 Sudoku Explainer rating u16, in tenths
//! batch    id u32     1 request text, 2 RNG seed u64, 3 program version text, 4 note text, 5 asked u32, 6 issued u32,
//!                     7 attempts u64; if it has them: 9 begun u64, seconds since 1970, 11 void puzzles u32,
//!                     13 exports u32
//! book     id u32     1 title text, 2 program version text, 3 volumes u32, 4 puzzles u32; if it is void: 9, empty
//! place    batch u32, number u32, book u32
//!                     1 volume u32, 2 number in the book u32, 3 page u32; if it has one: 4 page of the answer u32
//! event    id u32     1 batch u32, number u32; 2 what u8 (0 runs, 1 withdrawn, 2 note); of days: 3 series text, 4 day (year
//!                     i16, month u8, day u8); of a note: 5 text; if it has one: 9 time u64, seconds since 1970
//! uses     seed 16    1 puzzles issued from it u64
//! levels   "current"  1 level table as TOML
//! census   "rows"     1 tables: of each its name and its rows u64, one after the other, both after their lengths as varints
//! ```
//!
//! A **ledger entry** has no frame, for there are millions: key 16 bytes, batch u32, number u32, and the
//! CRC-32 over a byte 8, key, batch and number. Everything in it can be worked out from the issued records. The last
//! entry, of a key of bytes ff that no puzzle has, is the number of the others, its high half as batch and the low one as
//! number: it tells an older state of the table from the last.
//!
//! The **class of twins** by a ladder, which a seed is found by, is the twin key for `hsolve/1`, and the first 16 bytes of BLAKE3
//! over a byte 10, twin key and ladder id for all others.
//!
//! The census stands in `meta`, whose values are texts, as the hexadecimal digits of its frame.
//!
//! A record that begins with a byte 1 is one of format 1 (`version_1.rs`).

mod frame;
mod outline;
mod puzzle;
mod records;
mod seed;
mod version_1;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::record::{Batch, Book, Event, Extra, Issued, Origin, Place, Seed};
use crate::symmetry::{ClueSymmetry, Id, Key};
use frame::{Kind, LONGEST, Reason, UNREADABLE};
pub(super) use outline::{
    Apart, Cataloged, Mark, OUTLINES, Stamp, decode_outlines, encode_outlines,
};
#[cfg(feature = "postgres")]
pub(super) use outline::{decode_outline, encode_outline};

/// Why bytes are no record, or a value cannot become one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum RecordError {
    #[error("{0} has a field {1}, which a later program wrote: update seeddb")]
    Newer(String, u32),
    #[error("{0}: {1}")]
    Damaged(String, &'static str),
    #[error("{0} is longer than {LONGEST} bytes: shorten its texts")]
    TooLong(&'static str),
    #[error("{0} cannot be kept: {1}")]
    Impossible(String, &'static str),
}

/// Symmetries by their number on disk.
const SYMMETRIES: [ClueSymmetry; 7] = [
    ClueSymmetry::None,
    ClueSymmetry::Rot180,
    ClueSymmetry::Rot90,
    ClueSymmetry::MirrorH,
    ClueSymmetry::MirrorV,
    ClueSymmetry::Diagonal,
    ClueSymmetry::AntiDiagonal,
];
/// Origins by their number on disk.
const ORIGINS: [Origin; 3] = [Origin::Mined, Origin::Starter, Origin::Imported];
/// The key of the one level table.
pub(super) const CURRENT: &str = "current";
/// The ladder that the first databases were made for.
const FIRST: &str = "hsolve/1";
/// The key of the one census.
const ROWS: &[u8] = b"rows";

/// The place of `value` in its table; every value is in it, which a test checks.
fn number_of<T: PartialEq>(table: &[T], value: &T) -> u8 {
    table.iter().position(|other| other == value).unwrap_or(usize::from(u8::MAX)) as u8
}

fn origin(number: u8) -> Result<Origin, Reason> {
    ORIGINS.get(usize::from(number)).copied().ok_or(UNREADABLE)
}

fn symmetry(number: u8) -> Result<ClueSymmetry, Reason> {
    SYMMETRIES.get(usize::from(number)).copied().ok_or(UNREADABLE)
}

/// How often a seed was used.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Uses {
    pub count: u64,
    pub extra: Extra,
}

/// How many rows each table has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Census {
    pub tables: BTreeMap<String, u64>,
    pub extra: Extra,
}

/// The record of `kind` and `key` in `bytes`: as `now` reads its fields or, if it is of format 1, `then` its bytes.
fn read<T>(
    (kind, key): (Kind, &[u8]),
    bytes: &[u8],
    name: impl FnOnce() -> String,
    then: impl FnOnce(&[u8]) -> Result<T, Reason>,
    now: impl FnOnce(&[u8]) -> Result<T, Reason>,
) -> Result<T, RecordError> {
    let record = if bytes.first() == Some(&version_1::VERSION) {
        then(bytes)
    } else {
        frame::unseal(kind, key, bytes).and_then(now)
    };
    record.map_err(|reason| match reason {
        Reason::Damaged(words) => RecordError::Damaged(name(), words),
        Reason::Newer(field) => RecordError::Newer(name(), field),
    })
}

/// There was no such record in format 1.
fn never<T>(_: &[u8]) -> Result<T, Reason> {
    Err(UNREADABLE)
}

/// `record`, if it says nothing that cannot be.
fn believed<T>(record: T, impossible: Option<&'static str>) -> Result<T, Reason> {
    impossible.map_or(Ok(record), |words| Err(Reason::Damaged(words)))
}

fn sealed(
    kind: Kind,
    key: &[u8],
    fields: &[u8],
    what: &'static str,
) -> Result<Vec<u8>, RecordError> {
    frame::seal(kind, key, fields).ok_or(RecordError::TooLong(what))
}

/// Whether the bytes are a record, and the one that belongs here; cheaper than reading it. Format 1 had no way to tell.
fn is_sound(kind: Kind, key: &[u8], bytes: &[u8]) -> bool {
    bytes.first() == Some(&version_1::VERSION) || frame::unseal(kind, key, bytes).is_ok()
}

fn name_of_seed(key: Key) -> String {
    format!("seed {}", Id::seed(key))
}

/// An issued puzzle, as one says it.
pub(super) fn name_of_issued(batch: u32, number: u32) -> String {
    format!("puzzle {number} of batch {batch}")
}

/// Numbers as the bytes of a key.
fn key_of<const N: usize>(numbers: [u32; N]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

pub(super) fn encode_seed(seed: &Seed) -> Result<Vec<u8>, RecordError> {
    if let Some(words) = seed::impossible(seed) {
        return Err(RecordError::Impossible(name_of_seed(seed.key), words));
    }
    sealed(Kind::Seed, &seed.key.0, &seed::to_fields(seed), "a seed")
}

/// The seed of `key`; one without a grading is damaged.
pub(super) fn decode_seed(key: Key, bytes: &[u8]) -> Result<Seed, RecordError> {
    let believed = |seed: Seed| {
        let impossible = seed::impossible(&seed);
        believed(seed, impossible)
    };
    read(
        (Kind::Seed, &key.0),
        bytes,
        || name_of_seed(key),
        |bytes| version_1::seed(key, bytes).and_then(believed),
        |fields| seed::from_fields(key, fields).and_then(believed),
    )
}

pub(super) fn seed_is_sound(key: Key, bytes: &[u8]) -> Result<(), RecordError> {
    if is_sound(Kind::Seed, &key.0, bytes) { Ok(()) } else { decode_seed(key, bytes).map(drop) }
}

/// The record of a puzzle issued as this one of this batch; the batch and number in it count for nothing.
pub(super) fn encode_issued(
    batch: u32,
    number: u32,
    issued: &Issued,
) -> Result<Vec<u8>, RecordError> {
    if let Some(words) = records::impossible(issued) {
        return Err(RecordError::Impossible(format!("puzzle {}", Id::of(issued.key)), words));
    }
    sealed(Kind::Issued, &key_of([batch, number]), &records::of_issued(issued), "an issued puzzle")
}

pub(super) fn decode_issued(batch: u32, number: u32, bytes: &[u8]) -> Result<Issued, RecordError> {
    let believed = |issued: Issued| {
        let impossible = records::impossible(&issued);
        believed(issued, impossible)
    };
    read(
        (Kind::Issued, &key_of([batch, number])),
        bytes,
        || name_of_issued(batch, number),
        |bytes| version_1::issued(batch, number, bytes).and_then(believed),
        |fields| records::issued(batch, number, fields).and_then(believed),
    )
}

pub(super) fn issued_is_sound(batch: u32, number: u32, bytes: &[u8]) -> Result<(), RecordError> {
    if is_sound(Kind::Issued, &key_of([batch, number]), bytes) {
        Ok(())
    } else {
        decode_issued(batch, number, bytes).map(drop)
    }
}

pub(super) fn encode_batch(batch: &Batch) -> Result<Vec<u8>, RecordError> {
    sealed(Kind::Batch, &key_of([batch.id]), &records::of_batch(batch), "a batch")
}

pub(super) fn decode_batch(id: u32, bytes: &[u8]) -> Result<Batch, RecordError> {
    read(
        (Kind::Batch, &key_of([id])),
        bytes,
        || format!("batch {id}"),
        |bytes| version_1::batch(id, bytes),
        |fields| records::batch(id, fields),
    )
}

pub(super) fn encode_book(book: &Book) -> Result<Vec<u8>, RecordError> {
    sealed(Kind::Book, &key_of([book.id]), &records::of_book(book), "a book")
}

pub(super) fn decode_book(id: u32, bytes: &[u8]) -> Result<Book, RecordError> {
    read(
        (Kind::Book, &key_of([id])),
        bytes,
        || format!("book {id}"),
        |bytes| version_1::book(id, bytes),
        |fields| records::book(id, fields),
    )
}

pub(super) fn encode_place(book: u32, place: &Place) -> Result<Vec<u8>, RecordError> {
    let key = key_of([place.batch, place.number, book]);
    sealed(Kind::Place, &key, &records::of_place(place), "a place in a book")
}

/// The place in `book` of puzzle `number` of `batch`.
pub(super) fn decode_place(
    (batch, number, book): (u32, u32, u32),
    bytes: &[u8],
) -> Result<Place, RecordError> {
    read(
        (Kind::Place, &key_of([batch, number, book])),
        bytes,
        || format!("the place of {} in book {book}", name_of_issued(batch, number)),
        never,
        |fields| records::place(batch, number, fields),
    )
}

pub(super) fn encode_event(id: u32, event: &Event) -> Result<Vec<u8>, RecordError> {
    sealed(Kind::Event, &key_of([id]), &records::of_event(event), "an event")
}

pub(super) fn decode_event(id: u32, bytes: &[u8]) -> Result<Event, RecordError> {
    read((Kind::Event, &key_of([id])), bytes, || format!("event {id}"), never, records::event)
}

pub(super) fn encode_uses(seed: Key, uses: &Uses) -> Result<Vec<u8>, RecordError> {
    sealed(Kind::Uses, &seed.0, &records::of_uses(uses), "a use count")
}

pub(super) fn decode_uses(seed: Key, bytes: &[u8]) -> Result<Uses, RecordError> {
    let name = || format!("the use count of {}", name_of_seed(seed));
    read((Kind::Uses, &seed.0), bytes, name, never, records::uses)
}

pub(super) fn encode_levels(toml: &str) -> Result<Vec<u8>, RecordError> {
    sealed(Kind::Levels, CURRENT.as_bytes(), &records::of_levels(toml), "the level table")
}

/// The level table found under `key`.
pub(super) fn decode_levels(key: &str, bytes: &[u8]) -> Result<String, RecordError> {
    let name = || "the level table".to_owned();
    read((Kind::Levels, key.as_bytes()), bytes, name, never, records::levels)
}

/// The census as text, two hexadecimal digits a byte.
pub(super) fn encode_census(census: &Census) -> Result<String, RecordError> {
    let record = sealed(Kind::Census, ROWS, &records::of_census(census), "the census")?;
    Ok(record.iter().fold(String::with_capacity(2 * record.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

pub(super) fn decode_census(text: &str) -> Result<Census, RecordError> {
    let name = || "the census of the tables".to_owned();
    let bytes = bytes_of(text).unwrap_or_default();
    read((Kind::Census, ROWS), &bytes, name, never, records::census)
}

/// The bytes of two small hexadecimal digits each.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect()
}

/// What the best of a class of twins is found by. The twin keys of the first ladder there was are written as they are; those of
/// others are hashed with the id of their ladder, since ladders may agree in a key.
pub(super) fn class_of_twins(ladder: &str, twin: Key) -> [u8; 16] {
    if ladder == FIRST { twin.0 } else { frame::class_of_twins(ladder, &twin.0) }
}

/// The ledger entry of a puzzle: batch, number, checksum.
pub(super) fn entry(key: Key, batch: u32, number: u32) -> (u32, u32, u32) {
    (batch, number, frame::entry_checksum(&key.0, batch, number))
}

/// The batch and number in the ledger entry of `key`.
pub(super) fn decode_entry(key: Key, found: (u32, u32, u32)) -> Result<(u32, u32), RecordError> {
    let (batch, number, _) = found;
    if entry(key, batch, number) == found {
        return Ok((batch, number));
    }
    Err(RecordError::Damaged(format!("ledger entry {key:?}"), "its checksum is wrong"))
}

#[cfg(test)]
pub(super) use version_1::old;

#[cfg(test)]
mod tests;
