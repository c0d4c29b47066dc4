//! What all rows have in common: [`Record`], the checksum, the frame.

use bincode::config::{Configuration, Limit, LittleEndian, Varint};

use super::super::StoreError;
use super::super::engine::{Done, Fault, Row, Table};
use super::key::RowKey;

/// The longest body, in bytes: for those who write, and for what a damaged row may claim.
pub(in crate::store) const LONGEST: usize = 1 << 20;

/// What a frame begins with.
pub(super) const MAGIC: [u8; 2] = [0xd5, 0xdb];
/// The version of all bodies: there is one file for each, and this is the first.
const VERSION: u8 = 3;
/// Bytes of a frame before the key, and between key and body.
pub(super) const HEAD: usize = 5;
pub(super) const LENGTH: usize = 4;
/// Bytes of the checksum.
pub(super) const SUM: usize = 4;

/// What is kept as a row of a table.
pub(in crate::store) trait Record: Sized {
    /// The table.
    const TABLE: Table;
    /// What a row is found by.
    type Key: RowKey;
    /// What stands in the body: a struct of one version of the format.
    type Body: bincode::Encode + bincode::Decode<()>;

    /// What the row is, as errors name it: `batch 3`.
    fn name(key: &Self::Key) -> String;

    /// The body that is written. In words what cannot be kept.
    fn to_body(&self) -> Result<Self::Body, String>;

    /// What the body says; in words what cannot be.
    fn of_body(key: &Self::Key, body: Self::Body) -> Result<Self, String>;
}

/// How bodies are written: as bincode does, little endian, small numbers in few bytes.
fn layout() -> Configuration<LittleEndian, Varint, Limit<LONGEST>> {
    bincode::config::standard().with_limit::<LONGEST>()
}

/// Whether the rows of a table stand in frames: so can be found in the remains of a file whose tree is lost. All others can be worked
/// out from these.
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
        Table::Twins
        | Table::Cards
        | Table::Sums
        | Table::Uses
        | Table::Pending
        | Table::Ledger => false,
    }
}

/// The number of a table in checksums and frames.
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

/// The row of a record.
pub(in crate::store) fn encode<R: Record>(key: &R::Key, record: &R) -> Done<Row> {
    let impossible =
        |what: String| StoreError::Impossible(format!("{} cannot be kept: {what}", R::name(key)));
    let body = record.to_body().map_err(impossible)?;
    let mut value = vec![0; SUM];
    let row = key.to_bytes();
    if is_framed(R::TABLE) {
        value.extend(MAGIC);
        value.extend([tag(R::TABLE), VERSION, row.len() as u8]);
        value.extend(&row);
        value.extend([0; LENGTH]);
    }
    let start = value.len();
    let body = bincode::encode_to_vec(body, layout()).map_err(|error| match error {
        // `with_limit` counts what is written, too.
        bincode::error::EncodeError::UnexpectedEnd => too_long::<R>(key),
        error => Fault::Store(impossible(error.to_string())),
    })?;
    if body.len() > LONGEST || row.len() > usize::from(u8::MAX) {
        return Err(too_long::<R>(key));
    }
    if is_framed(R::TABLE) {
        value[start - LENGTH..].copy_from_slice(&(body.len() as u32).to_le_bytes());
    }
    value.extend(body);
    let sum = checksum(R::TABLE, &row, &value[SUM..]);
    value[..SUM].copy_from_slice(&sum);
    Ok((row, value))
}

fn too_long<R: Record>(key: &R::Key) -> Fault {
    let what = format!("{} is longer than {LONGEST} bytes", R::name(key));
    Fault::Store(StoreError::TooLong(what))
}

/// The key and the record of a row; a fault if anything in it is not as it was written.
pub(in crate::store) fn decode<R: Record>(key: &[u8], value: &[u8]) -> Done<(R::Key, R)> {
    check(R::TABLE, key, value)?;
    let known = R::Key::of_bytes(key).ok_or_else(|| unreadable(R::TABLE))?;
    let wrong = |what: &str| Fault::Broken(format!("{}: {what}", R::name(&known)));
    let body = body_of(R::TABLE, key, value).map_err(|unread| match unread {
        Unread::Newer(found) => {
            let record = R::name(&known);
            Fault::Store(StoreError::NewerRecord { record, found, known: VERSION })
        }
        Unread::Broken => wrong("its frame does not read"),
    })?;
    match bincode::decode_from_slice(body, layout()) {
        Ok((decoded, read)) if read == body.len() => {
            let record = R::of_body(&known, decoded).map_err(|what| wrong(&what))?;
            Ok((known, record))
        }
        _ => Err(wrong("it does not read")),
    }
}

/// Why a frame does not read.
enum Unread {
    /// A later program wrote it, in this version.
    Newer(u8),
    Broken,
}

/// What stands in the frame, if there is one.
fn body_of<'a>(table: Table, key: &[u8], value: &'a [u8]) -> Result<&'a [u8], Unread> {
    let rest = &value[SUM..];
    if !is_framed(table) {
        return Ok(rest);
    }
    let (head, rest) = rest.split_first_chunk::<HEAD>().ok_or(Unread::Broken)?;
    let [a, b, tag_there, version, length] = *head;
    if version > VERSION {
        return Err(Unread::Newer(version));
    }
    let (own, rest) = rest.split_at_checked(usize::from(length)).ok_or(Unread::Broken)?;
    let (length, body) = rest.split_first_chunk::<LENGTH>().ok_or(Unread::Broken)?;
    let is_whole = u32::from_le_bytes(*length) as usize == body.len();
    let is_ours = [a, b] == MAGIC && tag_there == tag(table) && own == key && version == VERSION;
    if is_whole && is_ours { Ok(body) } else { Err(Unread::Broken) }
}

fn unreadable(table: Table) -> Fault {
    Fault::Broken(format!("a row of {} does not read", table.name()))
}

/// Fails unless the checksum of a row holds.
pub(in crate::store) fn check(table: Table, key: &[u8], value: &[u8]) -> Done {
    match value.split_first_chunk::<SUM>() {
        Some((sum, rest)) if *sum == checksum(table, key, rest) => Ok(()),
        _ => Err(Fault::Broken(format!("the checksum of a row of {} does not hold", table.name()))),
    }
}
