//! Typed rows: the methods of [`Snapshot`] and [`Transaction`] for records instead of bytes.

use std::ops::{Bound, ControlFlow, RangeBounds};

use super::super::engine::{Abort, Done, Row, Snapshot, Table, Transaction};
use super::super::record::{Record, RowKey, decode, encode};

type Known<R> = (<R as Record>::Key, R);

/// The number of rows that are read at a time from a whole table.
const CHUNK: usize = 4096;

/// Passes the rows of a range of keys to `take`, some thousands at a time and at least one chunk,
/// until it breaks.
pub(super) fn chunks(
    from: &dyn Snapshot,
    table: Table,
    keys: impl RangeBounds<Vec<u8>>,
    take: &mut dyn FnMut(&[Row]) -> Done<ControlFlow<()>>,
) -> Done {
    let (mut first, last) = (keys.start_bound().cloned(), keys.end_bound().cloned());
    loop {
        let rows = from.range(table, (slice(&first), slice(&last)), CHUNK, false)?;
        if take(&rows)?.is_break() {
            return Ok(());
        }
        match rows.into_iter().nth(CHUNK - 1) {
            Some((key, _)) => first = Bound::Excluded(key),
            None => return Ok(()),
        }
    }
}

pub(in crate::store) fn get<R: Record>(from: &dyn Snapshot, key: &R::Key) -> Done<Option<R>> {
    Ok(get_all(from, std::slice::from_ref(key))?.pop().flatten())
}

/// Returns the record of a key; fails if it is missing.
pub(super) fn expect<R: Record>(from: &dyn Snapshot, key: &R::Key) -> Done<R> {
    get(from, key)?.ok_or_else(|| missing::<R>(key))
}

/// Returns the records of these keys, in their order; fails if one is missing.
pub(super) fn expect_all<R: Record>(from: &dyn Snapshot, keys: &[R::Key]) -> Done<Vec<R>> {
    let found = get_all::<R>(from, keys)?.into_iter().zip(keys);
    found.map(|(record, key)| record.ok_or_else(|| missing::<R>(key))).collect()
}

/// Returns the fault for a missing record.
pub(super) fn missing<R: Record>(key: &R::Key) -> Abort {
    Abort::Corrupt(format!("{} is missing", R::name(key)))
}

/// Returns the records of these keys, in their order; `None` for a missing one.
pub(in crate::store) fn get_all<R: Record>(
    from: &dyn Snapshot,
    keys: &[R::Key],
) -> Done<Vec<Option<R>>> {
    let keys: Vec<Vec<u8>> = keys.iter().map(R::Key::to_bytes).collect();
    let found = from.get(R::TABLE, &slices(&keys))?.into_iter().zip(&keys);
    let record = |(value, key): (Option<Vec<u8>>, &Vec<u8>)| {
        value.map(|value| decode::<R>(key, &value).map(|row| row.1)).transpose()
    };
    found.map(record).collect()
}

/// Borrows keys for a call of an engine.
pub(super) fn slices(keys: &[Vec<u8>]) -> Vec<&[u8]> {
    keys.iter().map(Vec::as_slice).collect()
}

/// Returns the first records of a range of keys, at most `most`.
pub(in crate::store) fn range<R: Record>(
    from: &dyn Snapshot,
    keys: impl RangeBounds<R::Key>,
    most: usize,
) -> Done<Vec<(R::Key, R)>> {
    let (first, last) = bytes_of(&keys);
    let keys = (slice(&first), slice(&last));
    records(&from.range(R::TABLE, keys, most, false)?)
}

/// Returns the records of each of these ranges of keys, both ends included.
pub(super) fn all_of_each<R: Record>(
    from: &dyn Snapshot,
    ranges: &[(R::Key, R::Key)],
) -> Done<Vec<Vec<Known<R>>>> {
    let ends = |(first, last): &(R::Key, R::Key)| (first.to_bytes(), last.to_bytes());
    let ends: Vec<(Vec<u8>, Vec<u8>)> = ranges.iter().map(ends).collect();
    let ranges: Vec<(&[u8], &[u8])> =
        ends.iter().map(|(first, last)| (first.as_slice(), last.as_slice())).collect();
    from.ranges(R::TABLE, &ranges)?.iter().map(|rows| records(rows)).collect()
}

/// Returns a range of keys as bytes.
fn bytes_of<K: RowKey>(keys: &impl RangeBounds<K>) -> (Bound<Vec<u8>>, Bound<Vec<u8>>) {
    (keys.start_bound().map(K::to_bytes), keys.end_bound().map(K::to_bytes))
}

/// Borrows a bound for a call of an engine.
pub(super) fn slice(bound: &Bound<Vec<u8>>) -> Bound<&[u8]> {
    bound.as_ref().map(Vec::as_slice)
}

pub(super) fn records<R: Record>(rows: &[Row]) -> Done<Vec<(R::Key, R)>> {
    rows.iter().map(|(key, value)| decode(key, value)).collect()
}

pub(super) fn last_of<R: Record>(
    from: &dyn Snapshot,
    keys: impl RangeBounds<R::Key>,
) -> Done<Option<(R::Key, R)>> {
    let (first, last) = bytes_of(&keys);
    let rows = from.range(R::TABLE, (slice(&first), slice(&last)), 1, true)?;
    Ok(records(&rows)?.pop())
}

pub(in crate::store) fn last<R: Record>(from: &dyn Snapshot) -> Done<Option<(R::Key, R)>> {
    last_of(from, ..)
}

/// Passes all rows with keys in the range to `take`.
pub(super) fn each<R: Record>(
    from: &dyn Snapshot,
    keys: impl RangeBounds<R::Key>,
    take: &mut dyn FnMut(R::Key, R) -> Done,
) -> Done {
    each_chunk(from, keys, &mut |rows| {
        rows.into_iter().try_for_each(|(key, record)| take(key, record))?;
        Ok(true)
    })
    .map(drop)
}

/// Passes the rows with keys in the range to `take`, some thousands at a time, until it returns
/// `false`. Returns whether the end was reached.
pub(in crate::store) fn each_chunk<R: Record>(
    from: &dyn Snapshot,
    keys: impl RangeBounds<R::Key>,
    take: &mut dyn FnMut(Vec<Known<R>>) -> Done<bool>,
) -> Done<bool> {
    let mut is_wanted = true;
    chunks(from, R::TABLE, bytes_of(&keys), &mut |rows| {
        is_wanted = rows.is_empty() || take(records(rows)?)?;
        Ok(if is_wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(is_wanted)
}

pub(super) fn all_of<R: Record>(
    from: &dyn Snapshot,
    keys: impl RangeBounds<R::Key>,
) -> Done<Vec<(R::Key, R)>> {
    let mut all = Vec::new();
    each_chunk(from, keys, &mut |rows| {
        all.extend(rows);
        Ok(true)
    })?;
    Ok(all)
}

pub(in crate::store) fn all<R: Record>(from: &dyn Snapshot) -> Done<Vec<(R::Key, R)>> {
    all_of(from, ..)
}

/// Returns all records of a table whose keys are the numbers from 1; fails if one is missing.
pub(in crate::store) fn numbered<R: Record<Key = u32>>(from: &dyn Snapshot) -> Done<Vec<R>> {
    let rows = all::<R>(from)?;
    for ((id, _), expected) in rows.iter().zip(1..) {
        if *id != expected {
            return Err(missing::<R>(&expected));
        }
    }
    Ok(rows.into_iter().map(|row| row.1).collect())
}

pub(super) fn put<R: Record>(to: &mut dyn Transaction, key: &R::Key, record: &R) -> Done {
    to.put(R::TABLE, &[encode(key, record)?])
}

/// Writes records, sorted by key.
pub(super) fn put_all<'a, R: Record + 'a>(
    to: &mut dyn Transaction,
    records: impl IntoIterator<Item = (R::Key, &'a R)>,
) -> Done {
    let rows = records.into_iter().map(|(key, record)| encode(&key, record));
    let mut rows = rows.collect::<Done<Vec<Row>>>()?;
    rows.sort_unstable();
    to.put(R::TABLE, &rows)
}

/// Removes records; missing ones are ignored.
pub(super) fn remove<R: Record>(
    from: &mut dyn Transaction,
    keys: impl IntoIterator<Item = R::Key>,
) -> Done {
    let mut keys: Vec<Vec<u8>> = keys.into_iter().map(|key| key.to_bytes()).collect();
    keys.sort_unstable();
    from.remove(R::TABLE, &slices(&keys))
}
