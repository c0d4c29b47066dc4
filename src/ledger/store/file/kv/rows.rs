//! Lookup of rows in a table that may be damaged.
//!
//! redb notices a wrong page only when the whole file is checked, so each row carries its own
//! checksum, and a *missing* row must be proved missing: a flipped bit in a key moves the row out
//! of its place. If exactly one of the sorted keys is wrong, a binary search for any key ends
//! either at the right place or beside the wrong key: the comparisons before that key are right,
//! and after it all keys on the chosen side are on the same side of the wanted key. So a lookup
//! that finds nothing checks the two rows beside the place where the row would be: both must be
//! intact and on their sides of it. A wrong key that separates pages does no other harm: the
//! neighbour is then in the next page.
//!
//! Rows that are found are checked by their decoder.

use std::ops::Bound;

use redb::ReadableTable;

use super::super::fault::FileFailure;
use super::super::guard::in_parts;
use super::{Bytes, broken, count};
use crate::store::engine::{Keys, Row, Table};
use crate::store::record;

/// The number of keys that a thread looks up at a time; the caller looks up fewer than two such
/// parts.
const LOOKED_UP: usize = 256;

/// Fails unless the row is as it was written.
fn sound(table: Table, key: &[u8], value: &[u8]) -> Result<(), FileFailure> {
    if key == count::LAST {
        return count::decode(table, value).map(drop);
    }
    Ok(record::check(table, key, value)?)
}

fn out_of_order(table: Table) -> FileFailure {
    broken(format!("rows of the table {} are out of order", table.name()))
}

/// Applies `read` to the value of this key; `None` only if the row is proved missing.
pub(super) fn find<T>(
    table: Table,
    rows: &impl ReadableTable<Bytes, Bytes>,
    key: &[u8],
    read: impl FnOnce(&[u8]) -> Result<T, FileFailure>,
) -> Result<Option<T>, FileFailure> {
    let mut cursor = rows.lower_bound(Bound::Included(key))?;
    // The count row comes after all other keys.
    let (found, value) = cursor.peek_next()?.ok_or_else(|| out_of_order(table))?;
    if found.value() == key {
        return read(value.value()).map(Some);
    }
    if found.value() < key {
        return Err(out_of_order(table));
    }
    sound(table, found.value(), value.value())?;
    if let Some((found, value)) = cursor.peek_prev()? {
        if found.value() >= key {
            return Err(out_of_order(table));
        }
        sound(table, found.value(), value.value())?;
    }
    Ok(None)
}

/// Whether there is a row with this key, as by [`find`]; a row that is found is checked too.
pub(super) fn is_there(
    table: Table,
    rows: &impl ReadableTable<Bytes, Bytes>,
    key: &[u8],
) -> Result<bool, FileFailure> {
    Ok(find(table, rows, key, |value| sound(table, key, value))?.is_some())
}

/// Whether there is no row from `first` to `last`, so that such rows can be written in sequence.
pub(super) fn is_gap(
    table: Table,
    rows: &impl ReadableTable<Bytes, Bytes>,
    first: &[u8],
    last: &[u8],
) -> Result<bool, FileFailure> {
    if is_there(table, rows, first)? {
        return Ok(false);
    }
    let next = rows.lower_bound(Bound::Included(first))?.peek_next()?;
    Ok(next.is_some_and(|(next, _)| next.value() > last))
}

/// Returns the values of these keys. Ascending keys are found in half the time, and long lists on
/// several threads.
pub(super) fn get(
    table: Table,
    rows: &(impl ReadableTable<Bytes, Bytes> + Sync),
    keys: &[&[u8]],
) -> Result<Vec<Option<Vec<u8>>>, FileFailure> {
    // The length was compared with the count row when the table was opened.
    if rows.len()? == 1 {
        return Ok(vec![None; keys.len()]);
    }
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_unstable_by_key(|&at| keys[at]);
    let look_up = |part: &&[usize]| {
        let value = |&at: &usize| find(table, rows, keys[at], |value| Ok(value.to_vec()));
        part.iter().map(value).collect::<Result<Vec<_>, FileFailure>>()
    };
    let found = if keys.len() < 2 * LOOKED_UP {
        look_up(&order.as_slice())?
    } else {
        in_parts(&order.chunks(LOOKED_UP).collect::<Vec<_>>(), look_up)?.concat()
    };
    let mut values = vec![None; keys.len()];
    for (at, value) in order.into_iter().zip(found) {
        values[at] = value;
    }
    Ok(values)
}

/// Returns at most `most` rows of the range, ascending; with `back` the last rows, descending.
/// Checks the rows beside the range too.
pub(super) fn range(
    table: Table,
    rows: &impl ReadableTable<Bytes, Bytes>,
    (start, end): Keys<'_>,
    most: usize,
    back: bool,
) -> Result<Vec<Row>, FileFailure> {
    let is_below = |key: &[u8]| match start {
        Bound::Included(start) => key < start,
        Bound::Excluded(start) => key <= start,
        Bound::Unbounded => false,
    };
    let is_above = |key: &[u8]| match end {
        Bound::Included(end) => key > end || key == count::LAST,
        Bound::Excluded(end) => key >= end || key == count::LAST,
        Bound::Unbounded => key == count::LAST,
    };
    let mut cursor = if !back {
        rows.lower_bound(start)?
    } else if matches!(end, Bound::Unbounded) {
        rows.upper_bound(Bound::Excluded(count::LAST))?
    } else {
        rows.upper_bound(end)?
    };
    // The row just outside the range, before its beginning.
    match if back { cursor.peek_next()? } else { cursor.peek_prev()? } {
        Some((key, value)) => {
            let is_outside = if back { is_above(key.value()) } else { is_below(key.value()) };
            if !is_outside {
                return Err(out_of_order(table));
            }
            sound(table, key.value(), value.value())?;
        }
        None if back => return Err(out_of_order(table)),
        None => {}
    }
    let mut found: Vec<Row> = Vec::new();
    while found.len() < most {
        let Some((key, value)) = (if back { cursor.prev()? } else { cursor.next()? }) else {
            if back {
                break;
            }
            return Err(out_of_order(table));
        };
        let (key, value) = (key.value(), value.value());
        let (is_before, is_after) = (is_below(key), is_above(key));
        if if back { is_before } else { is_after } {
            sound(table, key, value)?;
            break;
        }
        let is_rising = |(last, _): &Row| {
            let last = last.as_slice();
            if back { key < last } else { key > last }
        };
        if is_before || is_after || !found.last().is_none_or(is_rising) {
            return Err(out_of_order(table));
        }
        found.push((key.to_vec(), value.to_vec()));
    }
    Ok(found)
}
