//! What a database of format 1 still holds: read from the start, moved with every commit until nothing is left.
//!
//! Format 2 has records with checksums (see `codec`), and tables of its own where the type of a row had to change. The
//! first write makes format 2 of a database, after which older programs refuse it, and rewrites what is small: seeds,
//! their uses, batches, books, levels. The ledger may hold millions of puzzles, so it is moved in pieces, a
//! puzzle at a time with all that is known of it: entry, record, places in books. Until the old ledger is
//! empty, both are asked.

use redb::{
    Key, ReadOnlyTable, ReadTransaction, ReadableTable, ReadableTableMetadata, Table,
    TableDefinition,
};
use redb::{TableHandle, Value, WriteTransaction};

use super::codec::{
    CURRENT, Uses, decode_batch, decode_book, decode_issued, decode_seed, encode_batch,
    encode_book, encode_issued, encode_levels, encode_place, encode_seed, encode_uses, entry,
    name_of_issued,
};
use super::fault::Fault;
use super::ledger::{set_total, total};
use super::tables::{
    BATCHES, BOOKS, Bytes16, EVENTS, ISSUED, LEDGER, LEVELS, META, PRINTED, SEED_USES, SEEDS,
    if_there,
};
use crate::record::{Extra, Place};
use crate::symmetry;

/// Batch, number.
pub(super) type OldEntry = (u32, u32);
/// Volume, number in the book, page, page of the answer.
pub(super) type OldPlace = (u32, u32, u32, Option<u32>);

pub(super) const OLD_LEDGER: TableDefinition<Bytes16, OldEntry> = TableDefinition::new("ledger");
pub(super) const OLD_PRINTED: TableDefinition<(u32, u32, u32), OldPlace> =
    TableDefinition::new("printed");
pub(super) const OLD_USES: TableDefinition<Bytes16, u64> = TableDefinition::new("seed-uses");
pub(super) const OLD_LEVELS: TableDefinition<&str, &str> = TableDefinition::new("levels");

/// Puzzles moved with each commit: some hundredths of a second.
pub(super) const PIECE: usize = 4096;

/// A table of format 1, if it is still there; to open one for writing that is not would make it.
pub(super) fn left<'t, K: Key, V: Value>(
    transaction: &'t WriteTransaction,
    table: TableDefinition<'_, K, V>,
) -> Result<Option<Table<'t, K, V>>, Fault> {
    let is_there = transaction.list_tables()?.any(|other| other.name() == table.name());
    Ok(if is_there { Some(transaction.open_table(table)?) } else { None })
}

/// A place as it was written in format 1.
pub(super) fn old_place(at: (u32, u32, u32), place: OldPlace) -> Place {
    let ((batch, number, _), (volume, label, page, answer)) = (at, place);
    Place { batch, number, volume, label, page, answer }
}

/// Makes format 2 of a database of format 1, all but its ledger; does nothing to any other.
pub(super) fn upgrade(transaction: &WriteTransaction) -> Result<(), Fault> {
    let mut meta = transaction.open_table(META)?;
    if meta.get("format")?.is_none_or(|format| format.value() != "1") {
        return Ok(());
    }
    meta.insert("format", super::FORMAT.to_string().as_str())?;
    // A record that does not read stays as it is; whoever reads it says so.
    let seeds = rewritten(&transaction.open_table(SEEDS)?, |key: &[u8; 16], bytes| {
        Some((*key, encode_seed(&decode_seed(symmetry::Key(*key), bytes).ok()?).ok()?))
    })?;
    let mut table = transaction.open_table(SEEDS)?;
    for (key, record) in seeds {
        table.insert(&key, record.as_slice())?;
    }
    let batches = rewritten(&transaction.open_table(BATCHES)?, |id, bytes| {
        Some((id, encode_batch(&decode_batch(id, bytes).ok()?).ok()?))
    })?;
    let mut table = transaction.open_table(BATCHES)?;
    for (id, record) in batches {
        table.insert(id, record.as_slice())?;
    }
    let books = rewritten(&transaction.open_table(BOOKS)?, |id, bytes| {
        Some((id, encode_book(&decode_book(id, bytes).ok()?).ok()?))
    })?;
    let mut table = transaction.open_table(BOOKS)?;
    for (id, record) in books {
        table.insert(id, record.as_slice())?;
    }
    if let Some(old) = left(transaction, OLD_USES)? {
        let mut table = transaction.open_table(SEED_USES)?;
        for row in old.iter()? {
            let (key, count) = row?;
            let uses = Uses { count: count.value(), extra: Extra::default() };
            let record = encode_uses(symmetry::Key(*key.value()), &uses).map_err(Fault::Record)?;
            table.insert(key.value(), record.as_slice())?;
        }
        drop(old);
        transaction.delete_table(OLD_USES)?;
    }
    if let Some(old) = left(transaction, OLD_LEVELS)? {
        let mut table = transaction.open_table(LEVELS)?;
        if let Some(toml) = old.get(CURRENT)? {
            let record = encode_levels(toml.value()).map_err(Fault::Record)?;
            table.insert(CURRENT, record.as_slice())?;
        }
        drop(old);
        transaction.delete_table(OLD_LEVELS)?;
    }
    // Reading then needs no case for them.
    transaction.open_table(LEDGER)?;
    transaction.open_table(PRINTED)?;
    transaction.open_table(SEED_USES)?;
    transaction.open_table(EVENTS)?;
    transaction.open_table(LEVELS)?;
    Ok(())
}

/// The rows of `table` that `rewrite` makes something of.
fn rewritten<K: Key + 'static, T>(
    table: &impl ReadableTable<K, &'static [u8]>,
    rewrite: impl for<'a> Fn(K::SelfType<'a>, &'a [u8]) -> Option<T>,
) -> Result<Vec<T>, Fault> {
    let rows = table.iter()?.map(|row| {
        let (key, record) = row?;
        Ok(rewrite(key.value(), record.value()))
    });
    rows.filter_map(Result::transpose).collect()
}

/// The old ledger, if something is left in it.
pub(super) fn old_ledger(
    transaction: &ReadTransaction,
) -> Result<Option<ReadOnlyTable<Bytes16, OldEntry>>, Fault> {
    Ok(match if_there(transaction.open_table(OLD_LEDGER))? {
        Some(ledger) if !ledger.is_empty()? => Some(ledger),
        _ => None,
    })
}

/// Moves some puzzles of the old ledger, and takes it away when it is empty.
pub(super) fn move_some(transaction: &WriteTransaction) -> Result<(), Fault> {
    let Some(mut old) = left(transaction, OLD_LEDGER)? else { return Ok(()) };
    let mut ledger = transaction.open_table(LEDGER)?;
    let mut records = transaction.open_table(ISSUED)?;
    let mut places = transaction.open_table(PRINTED)?;
    let mut old_places = left(transaction, OLD_PRINTED)?;
    let before = total(&ledger)?;
    let mut moved = 0;
    while moved < PIECE {
        let Some((key, at)) =
            old.pop_first()?.map(|(key, at)| (symmetry::Key(*key.value()), at.value()))
        else {
            break;
        };
        let (batch, number) = at;
        let name = || name_of_issued(batch, number);
        let issued = records.get(at)?.map(|record| decode_issued(batch, number, record.value()));
        let issued = issued.ok_or_else(|| Fault::Broken(format!("{} is missing", name())))?;
        let issued = issued.map_err(Fault::Record)?;
        if issued.key != key {
            return Err(Fault::Broken(format!("{} has another key in the ledger", name())));
        }
        let record = encode_issued(batch, number, &issued).map_err(Fault::Record)?;
        records.insert(at, record.as_slice())?;
        if ledger.insert(&key.0, entry(key, batch, number))?.is_some() {
            return Err(Fault::Broken(format!("{} is twice in the ledger", name())));
        }
        if let Some(old) = &mut old_places {
            let of_puzzle = (batch, number, 0)..=(batch, number, u32::MAX);
            for row in old.extract_from_if(of_puzzle, |_, _| true)? {
                let (at, place) = row?;
                let record = encode_place(at.value().2, &old_place(at.value(), place.value()));
                places.insert(at.value(), record.map_err(Fault::Record)?.as_slice())?;
            }
        }
        moved += 1;
    }
    set_total(&mut ledger, before + moved as u64)?;
    let done = old.is_empty()?;
    drop((old, old_places));
    if done {
        transaction.delete_table(OLD_LEDGER)?;
        transaction.delete_table(OLD_PRINTED)?;
    }
    Ok(())
}
