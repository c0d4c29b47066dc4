//! The tables and their types.

use redb::{Range, ReadableTable, StorageError, TableDefinition, Value, WriteTransaction};

use super::error::Fault;
use crate::symmetry::{Id, Key};

/// A [`Key`]. redb takes `[u8; 16]` for the same type, but compares and copies that byte by byte.
pub(super) type Bytes16 = &'static [u8; 16];

pub(super) const SEEDS: TableDefinition<Bytes16, &[u8]> = TableDefinition::new("seeds");
pub(super) const SEED_INDEX: TableDefinition<(&str, u8, u64, Bytes16), ()> =
    TableDefinition::new("seed-index");
pub(super) const TWINS: TableDefinition<Bytes16, Bytes16> = TableDefinition::new("twins");
pub(super) const SEED_USES: TableDefinition<Bytes16, u64> = TableDefinition::new("seed-uses");
pub(super) const LEDGER: TableDefinition<Bytes16, (u32, u32)> = TableDefinition::new("ledger");
pub(super) const ISSUED: TableDefinition<(u32, u32), &[u8]> = TableDefinition::new("issued");
pub(super) const BATCHES: TableDefinition<u32, &[u8]> = TableDefinition::new("batches");
pub(super) const BOOKS: TableDefinition<u32, &[u8]> = TableDefinition::new("books");
/// A place: volume, number in the book, page, page of the answer.
pub(super) type WirePlace = (u32, u32, u32, Option<u32>);
pub(super) const PRINTED: TableDefinition<(u32, u32, u32), WirePlace> =
    TableDefinition::new("printed");
pub(super) const LEVELS: TableDefinition<&str, &str> = TableDefinition::new("levels");
pub(super) const META: TableDefinition<&str, &str> = TableDefinition::new("meta");

/// Makes every table, so that reading needs no case for one that is not there; but `books` and `printed`
/// are younger than format 1, and an older program's database has neither.
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
    transaction.open_table(LEVELS)?;
    let mut meta = transaction.open_table(META)?;
    meta.insert("format", super::FORMAT.to_string().as_str())?;
    meta.insert("created-by", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}

/// The rows of `table` whose keys begin with the 60 bits of `prefix`.
pub(super) fn rows_of_prefix<V: Value + 'static>(
    table: &impl ReadableTable<Bytes16, V>,
    prefix: u64,
) -> Result<Range<'_, Bytes16, V>, StorageError> {
    let key = |last: u64, rest: u8| {
        let mut key = [rest; 16];
        key[..8].copy_from_slice(&(prefix << 4 | last).to_be_bytes());
        key
    };
    table.range::<&[u8; 16]>(&key(0, 0)..=&key(0xf, 0xff))
}

/// For each key, whether another one in `table` shares its leading 60 bits.
pub(super) fn prefixes_are_shared<V: Value + 'static>(
    table: &impl ReadableTable<Bytes16, V>,
    keys: &[Key],
) -> Result<Vec<bool>, Fault> {
    let is_shared = |key: &Key| {
        for row in rows_of_prefix(table, Id::of(*key).prefix())? {
            if *row?.0.value() != key.0 {
                return Ok(true);
            }
        }
        Ok(false)
    };
    keys.iter().map(is_shared).collect()
}
