//! The ledger: what was issued, and never is again.

use std::ops::Bound;

use rayon::prelude::*;
use redb::{
    ReadOnlyTable, ReadTransaction, ReadableTable, ReadableTableMetadata, Table, WriteTransaction,
};

use super::codec::{
    Uses, decode_entry, decode_uses, encode_issued, encode_uses, entry, issued_is_sound,
};
use super::error::Fault;
use super::format_1::{OLD_LEDGER, OldEntry, left, move_some, old_ledger};
use super::issued::{CHUNK, in_chunks};
use super::tables::{
    BATCHES, Bytes16, Entry, ISSUED, LEDGER, SEED_USES, find, if_there, is_shared, of_prefix,
};
use super::{Store, StoreError, batches};
use crate::record::{Batch, Issued};
use crate::symmetry::{Id, Key};

/// Keys that a thread looks up in one go.
pub(super) const LOOKED_UP: usize = 256;

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
    fn range(&self, after: Option<Key>, count: usize) -> Result<Vec<(Key, u32, u32)>, Fault> {
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
/// count: the places of the others, the batch.
pub(super) fn issue(
    transaction: &WriteTransaction,
    batch: &Batch,
    last: u32,
    puzzles: &[Issued],
) -> Result<(Vec<usize>, Batch), Fault> {
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
    count_uses(transaction, issued.filter_map(|(puzzle, _)| puzzle.seed).collect())?;
    let last = numbers.iter().rev().find_map(|number| *number).unwrap_or(last);
    let kept = Batch { issued: last, ..batch.clone() };
    batches::put(transaction, &kept)?;
    Ok((refused, kept))
}

/// Numbers on from `last` for so many puzzles but those refused; none if there are not enough numbers.
fn number(last: u32, puzzles: usize, refused: &[usize]) -> Option<Vec<Option<u32>>> {
    let mut last = last;
    let mut refused = refused.iter().peekable();
    let mut next = |i: usize| {
        if refused.next_if_eq(&&i).is_some() {
            return Some(None);
        }
        last = last.checked_add(1)?;
        Some(Some(last))
    };
    (0..puzzles).map(&mut next).collect()
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

/// Counts a use of each of `seeds`.
fn count_uses(transaction: &WriteTransaction, mut seeds: Vec<Key>) -> Result<(), Fault> {
    let mut table = transaction.open_table(SEED_USES)?;
    let read =
        |seed: &[u8; 16], record: &[u8]| decode_uses(Key(*seed), record).map_err(Fault::Record);
    seeds.sort_unstable();
    for same in seeds.chunk_by(Key::eq) {
        let seed = same[0];
        let uses = find(&table, &&seed.0, read, |key, record| read(key, record).map(drop))?;
        let Uses { count, extra } = uses.unwrap_or_default();
        let uses = Uses { count: count + same.len() as u64, extra };
        table.insert(&seed.0, encode_uses(seed, &uses).map_err(Fault::Record)?.as_slice())?;
    }
    Ok(())
}

impl Store {
    /// Issues `puzzles` in `batch`, all in one commit: afterwards `puzzles` holds those that were issued, with
    /// their batch and consecutive numbers, and `batch.issued` counts them; `batch`, with its
    /// counts, is kept. Those whose key is in the ledger already, or came earlier in `puzzles`, are left out; their
    /// places in `puzzles` as it was are returned, in order.
    ///
    /// Give thousands at a time, at most 65,536: the commit costs some milliseconds, whatever its size.
    ///
    /// # Errors
    /// [`StoreError::NoBatch`] if `batch` did not come from [`Store::new_batch`], [`StoreError::BatchFull`] after four
    /// billion puzzles; failures of the file. `puzzles`, `batch` and the database are unchanged then.
    pub fn commit(
        &self,
        batch: &mut Batch,
        puzzles: &mut Vec<Issued>,
    ) -> Result<Vec<usize>, StoreError> {
        let (refused, kept) = self.write(|transaction| {
            let before = batches::get(&transaction.open_table(BATCHES)?, batch.id)?;
            let before = before.ok_or(Fault::Store(StoreError::NoBatch(batch.id)))?;
            issue(transaction, batch, before.issued, puzzles)
        })?;
        let mut places = 0..;
        puzzles.retain(|_| places.next().is_some_and(|i| refused.binary_search(&i).is_err()));
        for (number, puzzle) in (1..=kept.issued).rev().zip(puzzles.iter_mut().rev()) {
            (puzzle.batch, puzzle.number) = (kept.id, number);
        }
        *batch = kept;
        Ok(refused)
    }

    /// Where a puzzle of this class was issued: batch and number.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn is_issued(&self, key: Key) -> Result<Option<(u32, u32)>, StoreError> {
        self.read(|transaction| Ledger::read(transaction)?.get(key))
    }

    /// For each key, whether no puzzle of its class was issued. All threads of the rayon pool look.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn filter_unissued(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        // Each with a transaction of its own: what redb panics at is an error only on the thread that reads.
        let look_up = |keys: &[Key]| {
            self.read(|transaction| {
                let ledger = Ledger::read(transaction)?;
                keys.iter().map(|&key| Ok(ledger.get(key)?.is_none())).collect()
            })
        };
        let parts = keys.par_chunks(LOOKED_UP).map(look_up);
        let parts: Vec<Vec<bool>> = parts.collect::<Result<_, _>>()?;
        Ok(parts.concat())
    }

    /// For each key, whether another puzzle in the ledger shares its leading 60 bits, so that its id must be longer.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn issued_prefixes_are_shared(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        self.read(|transaction| {
            let ledger = Ledger::read(transaction)?;
            let of_key = |&key: &Key| Ok(is_shared(key, &ledger.of_prefix(Id::of(key).prefix())?));
            keys.iter().map(of_key).collect()
        })
    }

    /// At most `count` entries of the ledger (key, batch, number) with keys above `after`, by key.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn ledger_range(
        &self,
        after: Option<Key>,
        count: u32,
    ) -> Result<Vec<(Key, u32, u32)>, StoreError> {
        self.read(|transaction| Ledger::read(transaction)?.range(after, count as usize))
    }

    /// The ledger by key: key, batch, number; read some thousands at a time.
    pub fn ledger(&self) -> impl Iterator<Item = Result<(Key, u32, u32), StoreError>> {
        in_chunks(|last: Option<&(Key, u32, u32)>| {
            self.ledger_range(last.map(|entry| entry.0), CHUNK)
        })
    }
}
