//! The ledger, worked out again from the issued records.

use std::collections::BTreeMap;

use redb::{ReadableTable, WriteTransaction};

use super::codec::{
    decode_batch, decode_issued, encode_issued, encode_place, entry, name_of_issued,
};
use super::fault::Fault;
use super::format_1::{OLD_LEDGER, OLD_PRINTED, left, old_place};
use super::ledger::{TOTAL, miscounted, set_total};
use super::tables::{BATCHES, Entry, ISSUED, LEDGER, PRINTED};
use crate::symmetry::Key;

/// Makes the ledger anew: how many of its entries were missing, wrong or too many. What is left of format 1 is moved over.
pub(super) fn ledger(transaction: &WriteTransaction) -> Result<u64, Fault> {
    let entries = entries(transaction)?;
    let before = before(transaction)?;
    let missing = entries.iter().filter(|(key, entry)| before.get(key) != Some(entry)).count();
    let added = before.keys().filter(|key| !entries.contains_key(key)).count();
    move_places(transaction)?;
    transaction.delete_table(LEDGER)?;
    transaction.delete_table(OLD_LEDGER)?;
    let mut ledger = transaction.open_table(LEDGER)?;
    for (key, entry) in &entries {
        ledger.insert(&key.0, *entry)?;
    }
    set_total(&mut ledger, entries.len() as u64)?;
    Ok((missing + added) as u64)
}

/// The ledger as it is.
fn before(transaction: &WriteTransaction) -> Result<BTreeMap<Key, Entry>, Fault> {
    let mut entries = BTreeMap::new();
    for row in transaction.open_table(LEDGER)?.iter()? {
        let (key, found) = row?;
        entries.insert(Key(*key.value()), found.value());
    }
    entries.remove(&TOTAL);
    if let Some(old) = left(transaction, OLD_LEDGER)? {
        for row in old.iter()? {
            let (key, at) = row?;
            let (key, (batch, number)) = (Key(*key.value()), at.value());
            entries.insert(key, entry(key, batch, number));
        }
    }
    Ok(entries)
}

/// What the records say that the ledger has. All must be there, or what is missing would be issued again. Those of
/// format 1 are written again.
fn entries(transaction: &WriteTransaction) -> Result<BTreeMap<Key, Entry>, Fault> {
    let mut records = transaction.open_table(ISSUED)?;
    let (mut entries, mut counts) = (BTreeMap::new(), BTreeMap::<u32, u32>::new());
    let mut old = Vec::new();
    for row in records.iter()? {
        let (at, record) = row?;
        let (batch, number) = at.value();
        let name = || name_of_issued(batch, number);
        let issued = decode_issued(batch, number, record.value()).map_err(Fault::Record)?;
        let new = encode_issued(batch, number, &issued).map_err(Fault::Record)?;
        if new != record.value() {
            old.push(((batch, number), new));
        }
        if entries.insert(issued.key, entry(issued.key, batch, number)).is_some() {
            return Err(Fault::Broken(format!("{} was issued before", name())));
        }
        let count = counts.entry(batch).or_default();
        *count += 1;
        if *count != number {
            return Err(Fault::Broken(format!("{} is missing", name_of_issued(batch, *count))));
        }
    }
    for (at, record) in old {
        records.insert(at, record.as_slice())?;
    }
    for row in transaction.open_table(BATCHES)?.iter()? {
        let (id, record) = row?;
        let batch = decode_batch(id.value(), record.value()).map_err(Fault::Record)?;
        let count = counts.remove(&batch.id).unwrap_or_default();
        if count != batch.issued {
            return Err(miscounted(batch.id, count, batch.issued));
        }
    }
    match counts.first_key_value() {
        Some((batch, _)) => Err(Fault::Broken(format!("batch {batch} is missing"))),
        None => Ok(entries),
    }
}

/// Moves the places in books that are still in the table of format 1.
fn move_places(transaction: &WriteTransaction) -> Result<(), Fault> {
    if let Some(old) = left(transaction, OLD_PRINTED)? {
        let mut places = transaction.open_table(PRINTED)?;
        for row in old.iter()? {
            let (at, place) = row?;
            let (at, place) = (at.value(), old_place(at.value(), place.value()));
            let record = encode_place(at.2, &place).map_err(Fault::Record)?;
            places.insert(at, record.as_slice())?;
        }
    }
    transaction.delete_table(OLD_PRINTED)?;
    Ok(())
}
