//! The ledger: what was issued, and never is again.

use std::ops::Bound;

use rayon::prelude::*;
use redb::{
    ReadOnlyTable, ReadTransaction, ReadableTable, ReadableTableMetadata, Table, WriteTransaction,
};

use super::codec::{decode_entry, encode_issued, entry, issued_is_sound};
use super::fault::Fault;
use super::format_1::{OLD_LEDGER, OldEntry, left, move_some, old_ledger};
use super::tables::{BATCHES, Bytes16, Entry, ISSUED, LEDGER, find, if_there, of_prefix};
use super::{FileEngine, StoreError, batches, uses};
use crate::record::{Batch, Issued};
use crate::store::engine::{Committed, LedgerEntry};
use crate::store::issued::number;
use crate::store::void::used_as;
use crate::symmetry::Key;

/// Keys that a thread looks up in one go.
const LOOKED_UP: usize = 256;

/// The key of the row that counts the others; no puzzle has it.
pub(super) const TOTAL: Key = Key([0xff; 16]);

/// How many puzzles the table has. A damaged pointer to its root may lead to an older state, whose pages are sound;
/// the total in it then differs from the length that redb keeps beside the pointer.
pub(super) fn total(ledger: &impl ReadableTable<Bytes16, Entry>) -> Result<u64, Fault> {
    let total = match find(ledger, &&TOTAL.0, read_entry, check_entry)? {
        Some((high, low)) => u64::from(high) << 32 | u64::from(low),
        None => 0,
    };
    let rows = if total == 0 { 0 } else { total + 1 };
    if ledger.len()? == rows {
        Ok(total)
    } else {
        Err(Fault::Broken("the ledger is not whole".to_owned()))
    }
}

/// Writes down that the table has so many puzzles.
pub(super) fn set_total(ledger: &mut Table<'_, Bytes16, Entry>, total: u64) -> Result<(), Fault> {
    if total > 0 {
        ledger.insert(&TOTAL.0, entry(TOTAL, (total >> 32) as u32, total as u32))?;
    }
    Ok(())
}

/// The ledger: its table, and what is left of that of format 1.
pub(super) struct Ledger<New, Old> {
    new: Option<New>,
    total: u64,
    old: Option<Old>,
}

impl Ledger<ReadOnlyTable<Bytes16, Entry>, ReadOnlyTable<Bytes16, OldEntry>> {
    pub(super) fn read(transaction: &ReadTransaction) -> Result<Self, Fault> {
        let new = if_there(transaction.open_table(LEDGER))?;
        let total = new.as_ref().map_or(Ok(0), total)?;
        Ok(Self { new, total, old: old_ledger(transaction)? })
    }
}

impl<'t> Ledger<Table<'t, Bytes16, Entry>, Table<'t, Bytes16, OldEntry>> {
    fn write(transaction: &'t WriteTransaction) -> Result<Self, Fault> {
        let new = transaction.open_table(LEDGER)?;
        let total = total(&new)?;
        Ok(Self { new: Some(new), total, old: left(transaction, OLD_LEDGER)? })
    }
}

fn read_entry(key: &[u8; 16], entry: Entry) -> Result<(u32, u32), Fault> {
    decode_entry(Key(*key), entry).map_err(Fault::Record)
}

fn check_entry(key: &[u8; 16], entry: Entry) -> Result<(), Fault> {
    read_entry(key, entry).map(drop)
}

impl<New, Old> Ledger<New, Old>
where
    New: ReadableTable<Bytes16, Entry>,
    Old: ReadableTable<Bytes16, OldEntry>,
{
    /// The batch and number of the puzzle of this key.
    pub(super) fn get(&self, key: Key) -> Result<Option<(u32, u32)>, Fault> {
        if let Some(new) = &self.new
            && let Some(at) = find(new, &&key.0, read_entry, check_entry)?
        {
            return Ok(Some(at));
        }
        Ok(match &self.old {
            Some(old) => old.get(&key.0)?.map(|at| at.value()),
            None => None,
        })
    }

    /// The keys that begin with the 60 bits of `prefix`.
    pub(super) fn of_prefix(&self, prefix: u64) -> Result<Vec<Key>, Fault> {
        let mut keys = match &self.new {
            Some(new) => of_prefix(new, prefix, check_entry)?,
            None => Vec::new(),
        };
        if let Some(old) = &self.old {
            keys.extend(of_prefix(old, prefix, |_, _| Ok(()))?);
            keys.sort_unstable();
        }
        keys.retain(|key| *key != TOTAL);
        Ok(keys)
    }

    /// How many puzzles were issued.
    pub(super) fn len(&self) -> Result<u64, Fault> {
        Ok(self.total + self.old.as_ref().map_or(Ok(0), ReadableTableMetadata::len)?)
    }

    /// The first `count` entries with keys above `after`: key, batch, number.
    pub(super) fn range(
        &self,
        after: Option<Key>,
        count: usize,
    ) -> Result<Vec<LedgerEntry>, Fault> {
        let after = after.map(|key| key.0);
        let bound = after.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
        let mut entries = Vec::new();
        if let Some(new) = &self.new {
            for row in new.range::<&[u8; 16]>((bound, Bound::Unbounded))?.take(count) {
                let (key, entry) = row?;
                let (batch, number) = read_entry(key.value(), entry.value())?;
                entries.push((Key(*key.value()), batch, number));
            }
            entries.retain(|&(key, ..)| key != TOTAL);
        }
        if let Some(old) = &self.old {
            for row in old.range::<&[u8; 16]>((bound, Bound::Unbounded))?.take(count) {
                let (key, at) = row?;
                let (batch, number) = at.value();
                entries.push((Key(*key.value()), batch, number));
            }
            entries.sort_unstable();
            entries.truncate(count);
        }
        Ok(entries)
    }
}

/// Issues those of `puzzles` that are new, numbered on from the `last` of the batch, and keeps the batch with its
/// count.
pub(super) fn issue(
    transaction: &WriteTransaction,
    batch: &Batch,
    last: u32,
    puzzles: &[Issued],
) -> Result<Committed, Fault> {
    move_some(transaction)?;
    // Rising keys are looked up and inserted in half the time.
    let mut order: Vec<(Key, usize)> =
        puzzles.iter().enumerate().map(|(i, puzzle)| (puzzle.key, i)).collect();
    order.sort_unstable();
    let ledger = Ledger::write(transaction)?;
    let mut refused = Vec::new();
    for same in order.chunk_by(|a, b| a.0 == b.0) {
        let is_known = ledger.get(same[0].0)?.is_some();
        refused.extend(same[usize::from(!is_known)..].iter().map(|&(_, i)| i));
    }
    let total = ledger.total;
    drop(ledger);
    refused.sort_unstable();
    let numbers = number(last, puzzles.len(), &refused);
    let numbers = numbers.ok_or(Fault::Store(StoreError::BatchFull(batch.id)))?;
    record(transaction, batch.id, last, puzzles.iter().zip(&numbers))?;
    let mut ledger = transaction.open_table(LEDGER)?;
    for &(key, i) in &order {
        if let Some(number) = numbers[i] {
            ledger.insert(&key.0, entry(key, batch.id, number))?;
        }
    }
    set_total(&mut ledger, total + (puzzles.len() - refused.len()) as u64)?;
    let issued = puzzles.iter().zip(&numbers).filter(|(_, number)| number.is_some());
    uses::count(transaction, issued.filter_map(|(puzzle, _)| puzzle.seed).collect())?;
    let last = numbers.iter().rev().find_map(|number| *number).unwrap_or(last);
    let kept = Batch { issued: last, ..batch.clone() };
    batches::put(transaction, &kept)?;
    Ok(Committed { refused, batch: kept })
}

/// Writes the records of the numbered ones of `puzzles` after those of the batch, of which `last` is the last.
fn record<'a>(
    transaction: &WriteTransaction,
    batch: u32,
    last: u32,
    puzzles: impl Iterator<Item = (&'a Issued, &'a Option<u32>)>,
) -> Result<(), Fault> {
    let mut records = transaction.open_table(ISSUED)?;
    // A cursor takes rising keys in a third of the time.
    let mut records = records.upper_bound_mut(Bound::Included((batch, u32::MAX)))?;
    let mut found = 0;
    if let Some((at, record)) = records.peek_prev()? {
        let at = at.value();
        issued_is_sound(at.0, at.1, record.value()).map_err(Fault::Record)?;
        found = if at.0 == batch { at.1 } else { 0 };
    }
    if found != last {
        return Err(miscounted(batch, found, last));
    }
    for (puzzle, number) in puzzles {
        if let Some(number) = *number {
            let record = encode_issued(batch, number, puzzle).map_err(Fault::Record)?;
            records.insert_before((batch, number), record.as_slice())?;
        }
    }
    Ok(records.close()?)
}

pub(super) fn miscounted(batch: u32, found: u32, counted: u32) -> Fault {
    Fault::Broken(format!("batch {batch} ends at puzzle {found}, its record says {counted}"))
}

/// [`issue`] in a batch that is there.
pub(super) fn commit(
    transaction: &WriteTransaction,
    batch: &Batch,
    puzzles: &[Issued],
) -> Result<Committed, Fault> {
    let before = batches::get(&transaction.open_table(BATCHES)?, batch.id)?;
    let before = before.ok_or(Fault::Store(StoreError::NoBatch(batch.id)))?;
    issue(transaction, &used_as(batch, &before), before.issued, puzzles)
}

impl FileEngine {
    /// The places of all keys; the threads of the rayon pool look them up.
    pub(super) fn look_up(&self, keys: &[Key]) -> Result<Vec<Option<(u32, u32)>>, StoreError> {
        // Each with a transaction of its own: what redb panics at is an error only on the thread that reads.
        let look_up = |keys: &[Key]| {
            self.read(|transaction| {
                let ledger = Ledger::read(transaction)?;
                keys.iter().map(|&key| ledger.get(key)).collect()
            })
        };
        let parts = keys.par_chunks(LOOKED_UP).map(look_up);
        let parts: Vec<Vec<_>> = parts.collect::<Result<_, _>>()?;
        Ok(parts.concat())
    }
}
