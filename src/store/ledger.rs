//! The ledger: what was issued, and never is again.

use std::ops::Bound;

use rayon::prelude::*;
use redb::{ReadableTable, WriteTransaction};

use super::codec::{decode_issued, encode_issued};
use super::error::Fault;
use super::tables::{BATCHES, ISSUED, LEDGER, SEED_USES, prefixes_are_shared, rows_of_prefix};
use super::{Store, StoreError, batches};
use crate::record::{Batch, Issued};
use crate::symmetry::Key;

/// Puzzles that the iterators read at a time.
const CHUNK: u32 = 4096;
/// Keys that a thread looks up in one go.
const LOOKED_UP: usize = 256;

/// Issues those of `puzzles` that are new, numbered on from the last of the batch, and keeps the batch with its
/// count: the places of the others, the batch.
pub(super) fn issue(
    transaction: &WriteTransaction,
    batch: &Batch,
    puzzles: &[Issued],
) -> Result<(Vec<usize>, Batch), Fault> {
    let mut ledger = transaction.open_table(LEDGER)?;
    let mut records = transaction.open_table(ISSUED)?;
    // A cursor takes rising keys in a third of the time.
    let mut records = records.upper_bound_mut(Bound::Included((batch.id, u32::MAX)))?;
    let last = records.peek_prev()?.map(|(at, _)| at.value());
    let mut number = last.filter(|at| at.0 == batch.id).map_or(0, |at| at.1);
    let (mut refused, mut seeds) = (Vec::new(), Vec::with_capacity(puzzles.len()));
    for (i, puzzle) in puzzles.iter().enumerate() {
        let here = (batch.id, number.wrapping_add(1));
        let before = ledger.insert(&puzzle.key.0, here)?.map(|before| before.value());
        if let Some(before) = before {
            ledger.insert(&puzzle.key.0, before)?;
            refused.push(i);
            continue;
        }
        number = number.checked_add(1).ok_or(Fault::Store(StoreError::BatchFull(batch.id)))?;
        let record = encode_issued(puzzle).map_err(Fault::Record)?;
        records.insert_before(here, record.as_slice())?;
        seeds.extend(puzzle.seed);
    }
    records.close()?;
    let mut uses = transaction.open_table(SEED_USES)?;
    seeds.sort_unstable();
    for same in seeds.chunk_by(Key::eq) {
        let seed = &same[0].0;
        let before = uses.get(seed)?.map_or(0, |uses| uses.value());
        uses.insert(seed, before.saturating_add(same.len() as u64))?;
    }
    let kept = Batch { issued: number, ..batch.clone() };
    batches::put(transaction, &kept)?;
    Ok((refused, kept))
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
            if transaction.open_table(BATCHES)?.get(batch.id)?.is_none() {
                return Err(Fault::Store(StoreError::NoBatch(batch.id)));
            }
            issue(transaction, batch, puzzles)
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
        self.read(|transaction| {
            Ok(transaction.open_table(LEDGER)?.get(&key.0)?.map(|at| at.value()))
        })
    }

    /// For each key, whether no puzzle of its class was issued. All threads of the rayon pool look.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn filter_unissued(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        // Each with a transaction of its own: what redb panics at is an error only on the thread that reads.
        let look_up = |keys: &[Key]| {
            self.read(|transaction| {
                let ledger = transaction.open_table(LEDGER)?;
                let unissued = keys.iter().map(|key| Ok(ledger.get(&key.0)?.is_none()));
                unissued.collect::<Result<Vec<bool>, _>>()
            })
        };
        let parts = keys.par_chunks(LOOKED_UP).map(look_up).collect::<Result<Vec<_>, _>>()?;
        Ok(parts.concat())
    }

    /// At most `count` puzzles of `batch`, from number `from` (counting from 1), in order.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn issued_range(
        &self,
        batch: u32,
        from: u32,
        count: u32,
    ) -> Result<Vec<Issued>, StoreError> {
        self.read(|transaction| {
            let records = transaction.open_table(ISSUED)?;
            let mut found = Vec::new();
            for row in records.range((batch, from)..=(batch, u32::MAX))?.take(count as usize) {
                let (at, record) = row?;
                let (batch, number) = at.value();
                found.push(decode_issued(batch, number, record.value()).map_err(Fault::Record)?);
            }
            Ok(found)
        })
    }

    /// The puzzles of `batch`, in order, read some thousands at a time.
    pub fn issued(&self, batch: u32) -> impl Iterator<Item = Result<Issued, StoreError>> {
        let next = move |last: Option<&Issued>| {
            let from = last.map_or(Some(1), |puzzle| puzzle.number.checked_add(1));
            from.map_or(Ok(Vec::new()), |from| self.issued_range(batch, from, CHUNK))
        };
        in_chunks(next)
    }

    /// The puzzle of this class, as it was issued.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn issued_puzzle(&self, key: Key) -> Result<Option<Issued>, StoreError> {
        let Some((batch, number)) = self.is_issued(key)? else { return Ok(None) };
        Ok(self.issued_range(batch, number, 1)?.pop())
    }

    /// The issued puzzles whose keys begin with the 60 bits of `prefix` (the low 60 bits of the number).
    ///
    /// # Errors
    /// Failures of the file.
    pub fn issued_by_prefix(&self, prefix: u64) -> Result<Vec<Issued>, StoreError> {
        let keys: Vec<Key> = self.read(|transaction| {
            let ledger = transaction.open_table(LEDGER)?;
            let rows = rows_of_prefix(&ledger, prefix)?;
            Ok(rows.map(|row| row.map(|(key, _)| Key(*key.value()))).collect::<Result<_, _>>()?)
        })?;
        keys.into_iter().filter_map(|key| self.issued_puzzle(key).transpose()).collect()
    }

    /// For each key, whether another puzzle in the ledger shares its leading 60 bits, so that its id must be longer.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn issued_prefixes_are_shared(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        self.read(|transaction| prefixes_are_shared(&transaction.open_table(LEDGER)?, keys))
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
        self.read(|transaction| {
            let ledger = transaction.open_table(LEDGER)?;
            let first = after.map_or([0; 16], |key| key.0);
            let above = ledger.range::<&[u8; 16]>(&first..)?.filter(|row| {
                row.as_ref().map_or(true, |(key, _)| after != Some(Key(*key.value())))
            });
            let rows = above.take(count as usize).map(|row| {
                let (key, at) = row?;
                let (batch, number) = at.value();
                Ok((Key(*key.value()), batch, number))
            });
            rows.collect()
        })
    }

    /// The ledger by key: key, batch, number; read some thousands at a time.
    pub fn ledger(&self) -> impl Iterator<Item = Result<(Key, u32, u32), StoreError>> {
        in_chunks(|last: Option<&(Key, u32, u32)>| {
            self.ledger_range(last.map(|entry| entry.0), CHUNK)
        })
    }
}

/// The items of all chunks that `next` gives when told the last item so far; ends with an empty
/// chunk or the first error.
fn in_chunks<T: Clone>(
    mut next: impl FnMut(Option<&T>) -> Result<Vec<T>, StoreError>,
) -> impl Iterator<Item = Result<T, StoreError>> {
    let mut last = None;
    let mut done = false;
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let chunk = next(last.as_ref());
        last = chunk.as_ref().ok().and_then(|chunk| chunk.last().cloned());
        done = last.is_none();
        match chunk {
            Ok(chunk) => Some(chunk.into_iter().map(Ok).collect::<Vec<_>>()),
            Err(error) => Some(vec![Err(error)]),
        }
    })
    .flatten()
}
