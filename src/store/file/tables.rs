//! The tables, and how a row is looked for in one that may be damaged.
//!
//! redb notices a wrong page only when the whole file is checked, so each row says by itself whether it is sound, and
//! what is *not* found must be proved: a bit that flips in a key takes the row out of its place. Where exactly one of
//! sorted keys is wrong, a binary search for any key either ends where it should or beside the wrong one: up to that
//! one all comparisons were right, and after it all keys on the side it took are on the same side of the key looked for. So
//! whoever does not find a row looks at the two rows beside the place where it would be: both must be sound, and on
//! their sides of it. The same holds of a wrong key between pages, for the neighbour is then in the next page.

use std::ops::Bound;

use redb::{Key as TableKey, ReadableTable, TableDefinition};
use redb::{TableError, Value, WriteTransaction};

use super::fault::Fault;
use crate::store::issued::keys_of_prefix;
use crate::symmetry::Key;

/// A [`Key`]. redb takes `[u8; 16]` for the same type, but compares and copies that byte by byte.
pub(super) type Bytes16 = &'static [u8; 16];
/// A ledger entry: batch, number, checksum.
pub(super) type Entry = (u32, u32, u32);

pub(super) const SEEDS: TableDefinition<Bytes16, &[u8]> = TableDefinition::new("seeds");
pub(super) const SEED_INDEX: TableDefinition<(&str, u8, u64, Bytes16), ()> =
    TableDefinition::new("seed-index");
/// Ladder, tier, number of the row. Made by the first who needs it.
pub(super) const CATALOG: TableDefinition<(&str, u8, u32), &[u8]> = TableDefinition::new("catalog");
/// Rows in the index, checksum. Made by the first who needs it.
pub(super) const CHANGES: TableDefinition<Bytes16, (u32, u32)> =
    TableDefinition::new("catalog-changes");
pub(super) const TWINS: TableDefinition<Bytes16, Bytes16> = TableDefinition::new("twins");
pub(super) const SEED_USES: TableDefinition<Bytes16, &[u8]> = TableDefinition::new("seed-uses-2");
pub(super) const LEDGER: TableDefinition<Bytes16, Entry> = TableDefinition::new("ledger-2");
pub(super) const ISSUED: TableDefinition<(u32, u32), &[u8]> = TableDefinition::new("issued");
pub(super) const BATCHES: TableDefinition<u32, &[u8]> = TableDefinition::new("batches");
pub(super) const BOOKS: TableDefinition<u32, &[u8]> = TableDefinition::new("books");
pub(super) const PRINTED: TableDefinition<(u32, u32, u32), &[u8]> =
    TableDefinition::new("printed-2");
pub(super) const EVENTS: TableDefinition<u32, &[u8]> = TableDefinition::new("events");
pub(super) const LEVELS: TableDefinition<&str, &[u8]> = TableDefinition::new("levels-2");
pub(super) const META: TableDefinition<&str, &str> = TableDefinition::new("meta");

/// Makes every table, so that reading needs no case for one that is not there; but a database of format 1 lacks some.
pub(super) fn create_all(transaction: &WriteTransaction) -> Result<(), Fault> {
    transaction.open_table(SEEDS)?;
    transaction.open_table(SEED_INDEX)?;
    transaction.open_table(TWINS)?;
    transaction.open_table(SEED_USES)?;
    transaction.open_table(LEDGER)?;
    transaction.open_table(ISSUED)?;
    transaction.open_table(BATCHES)?;
    transaction.open_table(BOOKS)?;
    transaction.open_table(PRINTED)?;
    transaction.open_table(EVENTS)?;
    transaction.open_table(LEVELS)?;
    let mut meta = transaction.open_table(META)?;
    meta.insert("format", super::FORMAT.to_string().as_str())?;
    meta.insert("created-by", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}

/// A table that databases of older programs do not have.
pub(super) fn if_there<T>(table: Result<T, TableError>) -> Result<Option<T>, Fault> {
    match table {
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        table => Ok(Some(table?)),
    }
}

fn is_below<K: TableKey>(a: &K::SelfType<'_>, b: &K::SelfType<'_>) -> bool {
    K::compare(K::as_bytes(a).as_ref(), K::as_bytes(b).as_ref()).is_lt()
}

fn out_of_order() -> Fault {
    Fault::Broken("rows out of order".to_owned())
}

/// The row of `key` as `read` has it, which fails for one that is not sound; none only if it is proved not to be there,
/// with `check` for the rows beside its place.
pub(super) fn find<'k, K: TableKey + 'static, V: Value + 'static, T>(
    table: &impl ReadableTable<K, V>,
    key: &K::SelfType<'k>,
    read: impl for<'a> FnOnce(K::SelfType<'a>, V::SelfType<'a>) -> Result<T, Fault>,
    check: impl for<'a> Fn(K::SelfType<'a>, V::SelfType<'a>) -> Result<(), Fault>,
) -> Result<Option<T>, Fault> {
    let mut cursor = table.lower_bound(Bound::Included(key))?;
    if let Some((found, value)) = cursor.peek_next()? {
        if is_below::<K>(&found.value(), key) {
            return Err(out_of_order());
        }
        if !is_below::<K>(key, &found.value()) {
            return read(found.value(), value.value()).map(Some);
        }
        check(found.value(), value.value())?;
    }
    if let Some((found, value)) = cursor.peek_prev()? {
        if !is_below::<K>(&found.value(), key) {
            return Err(out_of_order());
        }
        check(found.value(), value.value())?;
    }
    Ok(None)
}

/// The rows from `first` to `last`, as `read` has them, which fails for one that is not sound. The rows beside them are read too.
pub(super) fn rows<'k, K: TableKey + 'static, V: Value + 'static, T>(
    table: &impl ReadableTable<K, V>,
    first: &K::SelfType<'k>,
    last: &K::SelfType<'k>,
    read: impl for<'a> Fn(K::SelfType<'a>, V::SelfType<'a>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let mut cursor = table.lower_bound(Bound::Included(first))?;
    if let Some((key, value)) = cursor.peek_prev()? {
        if !is_below::<K>(&key.value(), first) {
            return Err(out_of_order());
        }
        read(key.value(), value.value())?;
    }
    if let Some((key, _)) = cursor.peek_next()?
        && is_below::<K>(&key.value(), first)
    {
        return Err(out_of_order());
    }
    let last = K::as_bytes(last);
    let mut found = Vec::new();
    while let Some((key, value)) = cursor.next()? {
        let row = read(key.value(), value.value())?;
        if K::compare(K::as_bytes(&key.value()).as_ref(), last.as_ref()).is_gt() {
            break;
        }
        found.push(row);
    }
    Ok(found)
}

/// All rows, as `read` has them.
pub(super) fn all<K: TableKey + 'static, V: Value + 'static, T>(
    table: &impl ReadableTable<K, V>,
    read: impl for<'a> Fn(K::SelfType<'a>, V::SelfType<'a>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let mut found = Vec::new();
    for row in table.iter()? {
        let (key, value) = row?;
        found.push(read(key.value(), value.value())?);
    }
    if found.len() as u64 != table.len()? {
        return Err(Fault::Broken("rows are missing".to_owned()));
    }
    Ok(found)
}

/// The keys of `table` that begin with the 60 bits of `prefix`.
pub(super) fn of_prefix<V: Value + 'static>(
    table: &impl ReadableTable<Bytes16, V>,
    prefix: u64,
    check: impl for<'a> Fn(&'a [u8; 16], V::SelfType<'a>) -> Result<(), Fault>,
) -> Result<Vec<Key>, Fault> {
    let (first, last) = keys_of_prefix(prefix);
    rows(table, &&first, &&last, |key, value| {
        check(key, value)?;
        Ok(Key(*key))
    })
}
