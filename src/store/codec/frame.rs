//! The frame around every record, and the numbered fields inside it.

use std::ops::Range;

use crate::record::Extra;

/// The first bytes of a frame. No single bit turns the first into 1, which a record of format 1 begins with.
const MAGIC: [u8; 2] = [0xd5, 0xdb];
/// Bytes of the checksum.
const CHECK: usize = 8;
/// No record has more bytes of fields.
pub(super) const LONGEST: usize = 1 << 20;

/// What a record is, by its number in the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Seed = 1,
    Issued = 2,
    Batch = 3,
    Book = 4,
    Place = 5,
    Uses = 6,
    Levels = 7,
    /// No frame: the checksum of a ledger entry counts it as one.
    Entry = 8,
    Census = 9,
    /// No frame either: the hash of a class of twins counts it as one.
    Twins = 10,
    Event = 11,
}

/// Why bytes are not the record that is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// Damage, in words that follow the name of the record.
    Damaged(&'static str),
    /// A field of this number, which a program must understand to use the record.
    Newer(u32),
}

pub(super) const UNREADABLE: Reason = Reason::Damaged("it does not read");

/// The leading bytes of BLAKE3 over `parts`, one after the other.
fn checksum(parts: [&[u8]; 2]) -> [u8; CHECK] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    let mut check = [0; CHECK];
    check.copy_from_slice(&hasher.finalize().as_bytes()[..CHECK]);
    check
}

/// The checksum of a ledger entry: CRC-32, which notices any three wrong bits in so few bytes. Every draw looks at several
/// entries, so it must cost little.
pub(super) fn entry_checksum(key: &[u8; 16], batch: u32, number: u32) -> u32 {
    let mut bytes = [0; 25];
    bytes[0] = Kind::Entry as u8;
    bytes[1..17].copy_from_slice(key);
    bytes[17..21].copy_from_slice(&batch.to_be_bytes());
    bytes[21..].copy_from_slice(&number.to_be_bytes());
    crc32fast::hash(&bytes)
}

/// The class of twins of this key by a ladder.
pub(super) fn class_of_twins(ladder: &str, twin: &[u8; 16]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[Kind::Twins as u8]).update(twin).update(ladder.as_bytes());
    let mut class = [0; 16];
    class.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    class
}

/// `number` in groups of seven bits, the least first; all but the last byte have the high bit set.
fn push_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The number that `bytes` begin with, which they lose. Each number has one form only.
fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for (i, &byte) in bytes.iter().enumerate().take(5) {
        number |= u64::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            *bytes = &bytes[i + 1..];
            let is_shortest = i == 0 || byte != 0;
            return if is_shortest { u32::try_from(number).ok() } else { None };
        }
    }
    None
}

/// The first `length` of `bytes`, which they lose.
fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

/// The frame around `fields`; none if they are too long.
pub(super) fn seal(kind: Kind, key: &[u8], fields: &[u8]) -> Option<Vec<u8>> {
    if fields.len() > LONGEST {
        return None;
    }
    let mut frame = Vec::with_capacity(MAGIC.len() + 6 + key.len() + CHECK + fields.len());
    frame.extend(MAGIC);
    push_number(fields.len() as u32, &mut frame);
    frame.push(kind as u8);
    frame.extend(key);
    let check = checksum([&frame, fields]);
    frame.extend(check);
    frame.extend(fields);
    Some(frame)
}

/// The fields in a frame, if it is whole and of this kind and key.
pub(super) fn unseal<'a>(kind: Kind, key: &[u8], bytes: &'a [u8]) -> Result<&'a [u8], Reason> {
    let parts = split(bytes, key.len()).filter(|parts| parts.fields.end == bytes.len());
    let parts = parts.ok_or(UNREADABLE)?;
    let (head, fields) = (&bytes[..parts.check.start], &bytes[parts.fields]);
    if checksum([head, fields]) != bytes[parts.check.clone()] {
        return Err(Reason::Damaged("its checksum is wrong"));
    }
    if bytes[parts.kind] != kind as u8 || bytes[parts.key] != *key {
        return Err(Reason::Damaged("another record is in its place"));
    }
    Ok(fields)
}

/// Where the parts of a frame are.
struct Parts {
    kind: usize,
    key: Range<usize>,
    check: Range<usize>,
    fields: Range<usize>,
}

fn split(bytes: &[u8], key: usize) -> Option<Parts> {
    let mut rest = bytes.strip_prefix(&MAGIC)?;
    let length = take_number(&mut rest)? as usize;
    let kind = bytes.len() - rest.len();
    let check = kind + 1 + key;
    let fields = check + CHECK;
    let parts = Parts {
        kind,
        key: kind + 1..check,
        check: check..fields,
        fields: fields..fields.checked_add(length)?,
    };
    (length <= LONGEST && parts.fields.end <= bytes.len()).then_some(parts)
}

/// Fields being written, in rising order of their numbers.
#[derive(Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    /// Room for the fields of most records.
    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(128))
    }

    pub(super) fn put(&mut self, number: u32, value: &[u8]) {
        push_number(number, &mut self.0);
        push_number(value.len() as u32, &mut self.0);
        self.0.extend(value);
    }

    pub(super) fn put_if(&mut self, number: u32, value: Option<impl AsRef<[u8]>>) {
        if let Some(value) = value {
            self.put(number, value.as_ref());
        }
    }

    /// All fields, with those that this program does not know.
    pub(super) fn finish(mut self, extra: &Extra) -> Vec<u8> {
        for (number, value) in &extra.0 {
            self.put(*number, value);
        }
        self.0
    }
}

/// Fields being read: ask for them in rising order of their numbers, then [`finish`](Self::finish).
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    last: u32,
    /// Read, but not asked for yet.
    next: Option<(u32, &'a [u8])>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, last: 0, next: None }
    }

    fn peek(&mut self) -> Result<Option<(u32, &'a [u8])>, Reason> {
        if self.next.is_none() && !self.bytes.is_empty() {
            let mut read = || {
                let number = take_number(&mut self.bytes).filter(|&number| number > self.last)?;
                let length = take_number(&mut self.bytes)?;
                Some((number, take(&mut self.bytes, length as usize)?))
            };
            self.next = Some(read().ok_or(UNREADABLE)?);
            self.last = self.next.map_or(0, |(number, _)| number);
        }
        Ok(self.next)
    }

    pub(super) fn optional(&mut self, number: u32) -> Result<Option<&'a [u8]>, Reason> {
        match self.peek()? {
            Some((found, value)) if found == number => {
                self.next = None;
                Ok(Some(value))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn required(&mut self, number: u32) -> Result<&'a [u8], Reason> {
        self.optional(number)?.ok_or(Reason::Damaged("a field is missing"))
    }

    /// The fields that nobody asked for: all are beyond those known, and none must be understood.
    pub(super) fn finish(self) -> Result<Extra, Reason> {
        let extra = self.rest()?;
        match extra.0.iter().find(|(number, _)| number.is_multiple_of(2)) {
            Some(&(number, _)) => Err(Reason::Newer(number)),
            None => Ok(extra),
        }
    }

    /// As [`finish`](Self::finish), of a value that is carried along whether understood or not.
    pub(super) fn rest(mut self) -> Result<Extra, Reason> {
        let mut extra = Extra::default();
        while let Some((number, value)) = self.peek()? {
            self.next = None;
            extra.0.push((number, value.to_vec()));
        }
        Ok(extra)
    }
}

/// Values one after the other, each after its length.
pub(super) fn push_item(item: &[u8], list: &mut Vec<u8>) {
    push_number(item.len() as u32, list);
    list.extend(item);
}

/// The values of a list.
pub(super) fn items(mut list: &[u8]) -> Result<Vec<&[u8]>, Reason> {
    let mut items = Vec::new();
    while !list.is_empty() {
        let item = take_number(&mut list).and_then(|length| take(&mut list, length as usize));
        items.push(item.ok_or(UNREADABLE)?);
    }
    Ok(items)
}

/// A value of a fixed length.
pub(super) fn array<const N: usize>(value: &[u8]) -> Result<[u8; N], Reason> {
    value.try_into().map_err(|_| UNREADABLE)
}

pub(super) fn byte(value: &[u8]) -> Result<u8, Reason> {
    array(value).map(|[byte]| byte)
}

pub(super) fn number(value: &[u8]) -> Result<u32, Reason> {
    array(value).map(u32::from_le_bytes)
}

pub(super) fn text(value: &[u8]) -> Result<String, Reason> {
    String::from_utf8(value.to_vec()).map_err(|_| UNREADABLE)
}
