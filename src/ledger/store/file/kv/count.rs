//! The last row of every table, which holds the number of the other rows.
//!
//! A missing row is noticed by the lookup (see `rows`), but a missing table has no row to show it,
//! and a damaged root pointer may lead to an older, intact state of the table. redb keeps the
//! length of a table beside that pointer, readable without reading the table: it is compared with
//! the last row whenever a table is opened in a transaction.

use redb::ReadableTable;

use super::super::fault::FileFailure;
use super::{Bytes, broken};
use crate::store::engine::Table;

/// The key of the row: longer and greater than any other key, as those have at most 255 bytes.
pub(super) const LAST: &[u8] = &[0xff; 256];

/// The length of the checksum in bytes.
const SUM: usize = 4;

fn checksum(table: Table, rows: [u8; 8]) -> [u8; SUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(table.name().as_bytes());
    hasher.update(&rows);
    hasher.finalize().to_le_bytes()
}

/// Encodes the value of the row for a table with `rows` other rows.
pub(super) fn encode(table: Table, rows: u64) -> Vec<u8> {
    let rows = rows.to_le_bytes();
    [checksum(table, rows).as_slice(), &rows].concat()
}

pub(super) fn decode(table: Table, value: &[u8]) -> Result<u64, FileFailure> {
    let (sum, rows) = value.split_at_checked(SUM).unwrap_or_default();
    match rows.try_into() {
        Ok(rows) if sum == checksum(table, rows) => Ok(u64::from_le_bytes(rows)),
        _ => Err(broken(format!("how many rows the table {} has does not read", table.name()))),
    }
}

/// Fails unless the table has as many other rows as its last row states.
pub(super) fn check(
    table: Table,
    rows: &impl ReadableTable<Bytes, Bytes>,
) -> Result<(), FileFailure> {
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

pub(super) fn missing(table: Table) -> FileFailure {
    broken(format!("the table {} is missing", table.name()))
}
