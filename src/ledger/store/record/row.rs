//! Common parts of all rows: [`Record`], the checksum, the frame.

use std::borrow::Cow;
use std::ops::Range;

use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use bincode::enc::write::Writer;
use bincode::error::EncodeError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::StoreError;
use super::super::engine::{Abort, Done, Row, Table, derived};
use super::key::RowKey;

/// The maximum length of a body in bytes, for writing and for reading damaged rows.
pub(in crate::store) const LONGEST: usize = 1 << 20;

/// The initial buffer for a body in bytes; `HEAD` is the same for the beginning of a frame.
const USUAL: usize = 256;
const HEAD: usize = 5;

/// The first byte of a frame.
pub(super) const MAGIC: u8 = 0xd5;
/// The version of bodies that have not changed since the first release of this format.
pub(super) const VERSION: u8 = 4;

/// Returns the newest version of the bodies of a table. Earlier versions, from [`VERSION`] on, are
/// also read ([`Record::of_body`]).
pub(super) const fn version_of(table: Table) -> u8 {
    match table {
        Table::Books | Table::Seeds => 5,
        Table::Events => 7,
        _ => VERSION,
    }
}
/// The length of the checksum in bytes.
pub(super) const SUM: usize = 4;

/// A record stored as a row of a table.
///
/// Serde writes a record without the fields that are in its key, or, in a frame, with them: the key
/// is read from there when the tree of a file is lost.
pub(in crate::store) trait Record: Clone + Serialize + DeserializeOwned {
    const TABLE: Table;
    type Key: RowKey;
    /// The part of the key that a frame holds in addition to the record.
    type Beside: Default + Serialize + DeserializeOwned;

    /// Returns the row's name in errors: `batch 3`.
    fn name(key: &Self::Key) -> String;

    /// Returns the part of the key that precedes the record in a frame.
    fn beside(_: &Self::Key) -> Self::Beside {
        Self::Beside::default()
    }

    /// Returns the key of a framed record; `None` for rows without frames.
    fn key(&self, _: Self::Beside) -> Option<Self::Key> {
        None
    }

    /// Decodes a body of this version, which must be a known one, and the part before the record.
    fn of_body(_version: u8, body: &[u8]) -> Option<(Self::Beside, Self)> {
        read(body)
    }

    /// Sets the fields that are in the key.
    fn set_key(&mut self, _: &Self::Key) {}

    /// Returns the version of its body: the oldest that can express it, so that older programs can
    /// read it.
    fn version(&self) -> u8 {
        version_of(Self::TABLE)
    }

    /// Checks the values; the error describes an impossible one.
    fn possible(&self) -> Result<(), String> {
        Ok(())
    }
}

pub(super) struct Head {
    pub version: u8,
    pub table: Table,
    /// The position of the body in the frame.
    pub body: Range<usize>,
}

/// Writes the beginning of a frame: magic, version and table, length of the body.
fn head(version: u8, table: Table, mut length: usize, to: &mut Vec<u8>) {
    to.extend([MAGIC, version << 4 | tag(table)]);
    while length >= 0x80 {
        to.push(length as u8 | 0x80);
        length >>= 7;
    }
    to.push(length as u8);
}

/// Parses the beginning of a frame; `None` if the bytes are not one.
pub(super) fn head_of(bytes: &[u8]) -> Option<Head> {
    let [MAGIC, kind, rest @ ..] = bytes else { return None };
    let table = *Table::ALL.get(usize::from(kind & 0xf))?;
    let mut length = 0;
    for (at, byte) in rest.iter().take(3).enumerate() {
        length |= usize::from(byte & 0x7f) << (7 * at);
        if *byte < 0x80 {
            let start = 3 + at;
            return Some(Head { version: kind >> 4, table, body: start..start + length });
        }
    }
    None
}

/// The key of the text that holds the format.
const FORMAT_ROW: &[u8] = b"format";
/// The beginning of a frame of format 3, the oldest that any program reads: magic, table, version.
/// The length of the key, the key, the length of the body in four bytes, and the body follow.
pub(super) const BEFORE: [u8; 4] = [0xd5, 0xdb, 0, 3];

/// Frames the format text as in format 3, in this and all later formats, so that old programs can
/// name the format they find.
fn framed_as_before(body: &[u8]) -> Vec<u8> {
    // Bincode writes a short text as length and bytes, just as that frame has its key.
    let (key, text) = body.split_at((1 + FORMAT_ROW.len()).min(body.len()));
    [&BEFORE, key, &(text.len() as u32).to_le_bytes(), text].concat()
}

fn body_of_before(frame: &[u8]) -> Option<Vec<u8>> {
    let (key, rest) = frame.strip_prefix(&BEFORE)?.split_at_checked(1 + FORMAT_ROW.len())?;
    let (length, text) = rest.split_first_chunk::<4>()?;
    (u32::from_le_bytes(*length) as usize == text.len()).then(|| [key, text].concat())
}

/// Returns the encoding of bodies: bincode, little endian, small numbers in few bytes.
fn layout() -> Configuration<LittleEndian, Varint, Limit<LONGEST>> {
    bincode::config::standard().with_limit::<LONGEST>()
}

/// Whether the rows of a table have frames, so that they can be found in the remains of a file
/// whose tree is lost. All other tables can be computed from these.
pub(super) const fn is_framed(table: Table) -> bool {
    match table {
        Table::Texts
        | Table::Seeds
        | Table::Keys
        | Table::Issued
        | Table::Batches
        | Table::Books
        | Table::Printed
        | Table::Events => true,
        derived!() => false,
    }
}

/// Returns the table's number in checksums and frames.
const fn tag(table: Table) -> u8 {
    table as u8
}

fn checksum(table: Table, key: &[u8], rest: &[u8]) -> [u8; SUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[tag(table)]);
    hasher.update(key);
    hasher.update(rest);
    hasher.finalize().to_le_bytes()
}

/// A buffer for a body, mostly written byte by byte by [`compact`](seeddb_core::compact).
struct Body(Vec<u8>);

impl Writer for Body {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        match bytes {
            [byte] => self.0.push(*byte),
            bytes => self.0.extend_from_slice(bytes),
        }
        Ok(())
    }
}

pub(in crate::store) fn encode<R: Record>(key: &R::Key, record: &R) -> Done<Row> {
    let impossible =
        |what: String| StoreError::Impossible(format!("{} cannot be kept: {what}", R::name(key)));
    record.possible().map_err(impossible)?;
    let mut known = Cow::Borrowed(record);
    if is_framed(R::TABLE) && record.key(R::beside(key)).as_ref() != Some(key) {
        known.to_mut().set_key(key);
    }
    let mut body = Body(Vec::with_capacity(USUAL));
    let written =
        bincode::serde::encode_into_writer((R::beside(key), &*known), &mut body, layout());
    written.map_err(|error| impossible(error.to_string()))?;
    let (row, Body(body)) = (key.to_bytes(), body);
    if body.len() > LONGEST || row.len() > usize::from(u8::MAX) {
        return Err(too_long::<R>(key));
    }
    let mut value = Vec::with_capacity(SUM + HEAD + body.len());
    value.extend([0; SUM]);
    if row == FORMAT_ROW && R::TABLE == Table::Texts {
        value.extend(framed_as_before(&body));
    } else {
        if is_framed(R::TABLE) {
            head(record.version(), R::TABLE, body.len(), &mut value);
        }
        value.extend_from_slice(&body);
    }
    let sum = checksum(R::TABLE, &row, &value[SUM..]);
    value[..SUM].copy_from_slice(&sum);
    Ok((row, value))
}

fn too_long<R: Record>(key: &R::Key) -> Abort {
    let what = format!("{} is longer than {LONGEST} bytes", R::name(key));
    Abort::Store(StoreError::TooLong(what))
}

/// Decodes a row; a fault if anything in it is not as it was written.
pub(in crate::store) fn decode<R: Record>(key: &[u8], value: &[u8]) -> Done<(R::Key, R)> {
    check(R::TABLE, key, value)?;
    let known = R::Key::of_bytes(key).ok_or_else(|| unreadable(R::TABLE))?;
    let wrong = |what: &str| Abort::Corrupt(format!("{}: {what}", R::name(&known)));
    let rest = &value[SUM..];
    let (newest, mut version) = (version_of(R::TABLE), VERSION);
    let body = if key == FORMAT_ROW && R::TABLE == Table::Texts {
        Cow::from(body_of_before(rest).ok_or_else(|| wrong("its frame does not read"))?)
    } else if is_framed(R::TABLE) {
        match head_of(rest) {
            Some(Head { version, .. }) if version > newest => {
                let record = R::name(&known);
                let newer = StoreError::NewerRecord { record, found: version, known: newest };
                return Err(Abort::Store(newer));
            }
            Some(head)
                if head.version >= VERSION
                    && head.table == R::TABLE
                    && head.body.end == rest.len() =>
            {
                version = head.version;
                Cow::from(&rest[head.body])
            }
            _ => return Err(wrong("its frame does not read")),
        }
    } else {
        Cow::from(rest)
    };
    let (beside, mut record) =
        R::of_body(version, &body).ok_or_else(|| wrong("it does not read"))?;
    if is_framed(R::TABLE) && record.key(beside).as_ref() != Some(&known) {
        return Err(wrong("its frame is that of another one"));
    }
    record.set_key(&known);
    record.possible().map_err(|what| wrong(&what))?;
    Ok((known, record))
}

/// Decodes a whole body: the record, after the part of the key beside it.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    let decoded = bincode::serde::decode_from_slice(body, layout());
    decoded.ok().filter(|(_, read)| *read == body.len()).map(|(read, _)| read)
}

fn unreadable(table: Table) -> Abort {
    Abort::Corrupt(format!("a row of {} does not read", table.name()))
}

/// Fails unless the checksum of a row holds.
pub(in crate::store) fn check(table: Table, key: &[u8], value: &[u8]) -> Done {
    match value.split_first_chunk::<SUM>() {
        Some((sum, rest)) if *sum == checksum(table, key, rest) => Ok(()),
        _ => {
            Err(Abort::Corrupt(format!("the checksum of a row of {} does not hold", table.name())))
        }
    }
}
