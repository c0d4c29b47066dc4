//! Void puzzles: marked in their records, and counted in their batches.

use std::collections::BTreeMap;

use redb::{ReadableTable, ReadableTableMetadata, WriteTransaction};

use super::codec::{decode_issued, encode_issued, issued_is_sound};
use super::fault::Fault;
use super::format_1::{OLD_PRINTED, left};
use super::tables::{EVENTS, ISSUED, PRINTED, find};
use super::{StoreError, Voided, batches, books};
use crate::record::Issued;

/// Makes the puzzles at these places void.
pub(super) fn void(
    transaction: &WriteTransaction,
    places: &[(u32, u32)],
    printed_too: bool,
    known: Option<u32>,
) -> Result<Voided, Fault> {
    let mut voided = Voided::default();
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    let mut records = transaction.open_table(ISSUED)?;
    let (printed, old) = (transaction.open_table(PRINTED)?, left(transaction, OLD_PRINTED)?);
    let free = books::void_ids(transaction)?;
    let is_printed = |batch, number| {
        let places = (batch, number, 0)..=(batch, number, u32::MAX);
        for row in printed.range(places.clone())? {
            if !free.contains(&row?.0.value().2) {
                return Ok(true);
            }
        }
        // What format 1 left is of books that were never void.
        let is_old = |old: &_| Ok::<_, Fault>(ReadableTable::range(old, places)?.next().is_some());
        old.as_ref().map_or(Ok(false), is_old)
    };
    let read = |(batch, number), record: &[u8]| {
        decode_issued(batch, number, record).map_err(Fault::Record)
    };
    let check = |(batch, number), record: &[u8]| {
        issued_is_sound(batch, number, record).map_err(Fault::Record)
    };
    for &(batch, number) in places {
        let issued = find(&records, &(batch, number), read, check)?;
        let issued = issued.ok_or(Fault::Store(StoreError::NotIssued(batch, number)))?;
        if issued.void {
            voided.known += 1;
        } else if !printed_too && is_printed(batch, number)? {
            voided.printed += 1;
        } else {
            let void = Issued { void: true, ..issued };
            let record = encode_issued(batch, number, &void).map_err(Fault::Record)?;
            records.insert((batch, number), record.as_slice())?;
            voided.new += 1;
            *counts.entry(batch).or_default() += 1;
        }
    }
    if let Some(known) = known.filter(|_| voided.new > 0)
        && transaction.open_table(EVENTS)?.len()? != u64::from(known)
    {
        return Err(Fault::Store(StoreError::Overtaken));
    }
    for (batch, count) in counts {
        batches::change(transaction, batch, |batch| batch.void += count)?;
    }
    Ok(voided)
}
