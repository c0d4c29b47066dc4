//! The frame around every record of format 2, and the numbered fields inside it, as far as they are read.
//!
//! ```text
//! magic     2 bytes   d5 db
//! length    varint    bytes of the fields, at most 2^20
//! table     u8        what the record is
//! key       fixed     what it is found by
//! checksum  8 bytes   the first of BLAKE3 over everything else in the frame
//! fields              one after the other, their numbers rising
//!
//! field     number varint, length varint, value
//! varint    a u32 in groups of seven bits, the least first, as few as possible; all but the last byte have the high bit
//! ```

use anyhow::{Context as _, anyhow, bail, ensure};

/// The first bytes of a frame.
const MAGIC: [u8; 2] = [0xd5, 0xdb];
/// Bytes of the checksum.
const CHECK: usize = 8;
/// No record has more bytes of fields.
const LONGEST: u32 = 1 << 20;

/// What a record is, by its number in the frame.
#[derive(Clone, Copy)]
pub enum RecordKind {
    Seed = 1,
    Issued = 2,
    Batch = 3,
    Book = 4,
    Place = 5,
    Levels = 7,
    Event = 11,
}

/// The number that `bytes` begin with, which they lose.
fn take_number(bytes: &mut &[u8]) -> anyhow::Result<u32> {
    let mut number = 0;
    for i in 0..5 {
        let (&byte, rest) = bytes.split_first().context("it ends too early")?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            ensure!(i == 0 || byte != 0, "a number in it is too long");
            return Ok(u32::try_from(number)?);
        }
    }
    bail!("a number in it is too long")
}

/// The first `length` of `bytes`, which they lose.
fn take<'a>(bytes: &mut &'a [u8], length: usize) -> anyhow::Result<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length).context("it ends too early")?;
    *bytes = rest;
    Ok(taken)
}

/// The fields in a frame, if it is whole and of this kind and key.
pub fn unseal<'a>(kind: RecordKind, key: &[u8], frame: &'a [u8]) -> anyhow::Result<Fields<'a>> {
    if frame.first() == Some(&1) {
        bail!(
            "it is of format 1: let the program that wrote the database draw once, which makes format 2 of it"
        );
    }
    let mut rest = frame.strip_prefix(&MAGIC).context("it is no record")?;
    let length = take_number(&mut rest)?;
    let found = (take(&mut rest, 1)?, take(&mut rest, key.len())?);
    let head = &frame[..frame.len() - rest.len()];
    let check = take(&mut rest, CHECK)?;
    ensure!(length <= LONGEST && rest.len() == length as usize, "its length is wrong");
    let mut hasher = blake3::Hasher::new();
    hasher.update(head).update(rest);
    ensure!(hasher.finalize().as_bytes()[..CHECK] == *check, "its checksum is wrong");
    ensure!(found == (&[kind as u8][..], key), "another record is in its place");
    Ok(Fields::new(rest))
}

/// Fields being read: ask for them in rising order of their numbers, then [`finish`](Self::finish).
pub struct Fields<'a> {
    bytes: &'a [u8],
    last: u32,
    /// Read, but not asked for yet.
    next: Option<(u32, &'a [u8])>,
}

impl<'a> Fields<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, last: 0, next: None }
    }

    fn peek(&mut self) -> anyhow::Result<Option<(u32, &'a [u8])>> {
        if self.next.is_none() && !self.bytes.is_empty() {
            let number = take_number(&mut self.bytes)?;
            ensure!(number > self.last, "its fields are out of order");
            let length = take_number(&mut self.bytes)?;
            self.next = Some((number, take(&mut self.bytes, length as usize)?));
            self.last = number;
        }
        Ok(self.next)
    }

    /// The field of this number, as `read` has it; none if it is not there.
    pub fn optional<T>(
        &mut self,
        number: u32,
        read: impl FnOnce(&'a [u8]) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        match self.peek()? {
            Some((found, value)) if found == number => {
                self.next = None;
                read(value).map(Some)
            }
            _ => Ok(None),
        }
    }

    pub fn required<T>(
        &mut self,
        number: u32,
        read: impl FnOnce(&'a [u8]) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        self.optional(number, read)?.ok_or_else(|| anyhow!("its field {number} is missing"))
    }

    /// Fails if there are fields that nobody asked for: no program of format 2 wrote any.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        match self.peek()? {
            Some((number, _)) => bail!("it has a field {number}, which this program does not know"),
            None => Ok(()),
        }
    }
}

/// The values of a list, each after its length.
pub fn items(mut list: &[u8]) -> anyhow::Result<Vec<&[u8]>> {
    let mut items = Vec::new();
    while !list.is_empty() {
        let length = take_number(&mut list)?;
        items.push(take(&mut list, length as usize)?);
    }
    Ok(items)
}

/// A value of a fixed length.
pub fn array<const N: usize>(value: &[u8]) -> anyhow::Result<[u8; N]> {
    value.try_into().context("a field has another length")
}

pub fn byte(value: &[u8]) -> anyhow::Result<u8> {
    array(value).map(|[byte]| byte)
}

pub fn number(value: &[u8]) -> anyhow::Result<u32> {
    array(value).map(u32::from_le_bytes)
}

pub fn long(value: &[u8]) -> anyhow::Result<u64> {
    array(value).map(u64::from_le_bytes)
}

pub fn text(value: &[u8]) -> anyhow::Result<String> {
    String::from_utf8(value.to_vec()).context("a text is not UTF-8")
}
