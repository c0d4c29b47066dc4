//! The last row of every table, which counts the others.
//!
//! A missing row is noticed by whoever looks for it (see `rows`), but a missing table has no row that could tell, and a damaged
//! pointer to the root of a table may lead to an older state of it, in which all is sound. redb keeps the length of a table beside
//! that pointer, and knows it without reading the table: the two numbers are compared whenever a table is opened in a transaction.

use redb::ReadableTable;

use super::super::fault::Failure;
use super::{Bytes, broken};
use crate::store::engine::Table;

/// The key of the row: longer and greater than any other, which have at most 255 bytes.
pub(super) const LAST: &[u8] = &[0xff; 256];

/// Bytes of the checksum.
const SUM: usize = 4;

fn checksum(table: Table, rows: [u8; 8]) -> [u8; SUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(table.name().as_bytes());
    hasher.update(&rows);
    hasher.finalize().to_le_bytes()
}

/// The value of the row, if the table has so many others.
pub(super) fn encode(table: Table, rows: u64) -> Vec<u8> {
    let rows = rows.to_le_bytes();
    [checksum(table, rows).as_slice(), &rows].concat()
}

pub(super) fn decode(table: Table, value: &[u8]) -> Result<u64, Failure> {
    let (sum, rows) = value.split_at_checked(SUM).unwrap_or_default();
    match rows.try_into() {
        Ok(rows) if sum == checksum(table, rows) => Ok(u64::from_le_bytes(rows)),
        _ => Err(broken(format!("how many rows the table {} has does not read", table.name()))),
    }
}

/// Fails unless a table has as many other rows as were written.
pub(super) fn check(table: Table, rows: &impl ReadableTable<Bytes, Bytes>) -> Result<(), Failure> {
    let found = rows.len()?;
    let Some(count) = rows.get(LAST)? else {
        return Err(missing(table));
    };
    let written = decode(table, count.value())?;
    // Not `written + 1`: a damaged length may be anything.
    if found.checked_sub(1) == Some(written) {
        return Ok(());
    }
    let found = found.saturating_sub(1);
    let name = table.name();
    Err(broken(format!("the table {name} has {found} rows, {written} were written")))
}

pub(super) fn missing(table: Table) -> Failure {
    broken(format!("the table {} is missing", table.name()))
}
