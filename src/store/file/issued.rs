//! Issued puzzles: read by batch or by key, and held against the ledger.

use rayon::prelude::*;
use redb::ReadTransaction;

use super::codec::{decode_issued, name_of_issued};
use super::error::Fault;
use super::ledger::{LOOKED_UP, Ledger, miscounted};
use super::tables::{BATCHES, ISSUED};
use super::{Store, StoreError, batches};
use crate::record::Issued;
use crate::symmetry::Key;

/// Puzzles that the iterators read at a time.
pub(super) const CHUNK: u32 = 4096;

/// The puzzles of `batch` from number `from` on, at most `count`: as many as its record says there are.
fn issued_range(
    transaction: &ReadTransaction,
    batch: u32,
    from: u32,
    count: u32,
) -> Result<Vec<Issued>, Fault> {
    let from = from.max(1);
    let kept = batches::get(&transaction.open_table(BATCHES)?, batch)?;
    let last = kept.map_or(0, |batch| batch.issued);
    let due = last.saturating_sub(from - 1).min(count);
    let mut found = Vec::with_capacity(due as usize);
    for row in transaction.open_table(ISSUED)?.range((batch, from)..=(batch, u32::MAX))? {
        let (at, record) = row?;
        let next = from + found.len() as u32;
        if found.len() as u32 == due {
            // All that were asked for; no more may follow the last.
            if next <= last {
                break;
            }
            return Err(miscounted(batch, at.value().1, last));
        }
        if at.value().1 != next {
            break;
        }
        found.push(decode_issued(batch, next, record.value()).map_err(Fault::Record)?);
    }
    if found.len() as u32 == due {
        return Ok(found);
    }
    let missing = name_of_issued(batch, from + found.len() as u32);
    Err(Fault::Broken(format!("{missing} is missing")))
}

fn misplaced(batch: u32, number: u32) -> Fault {
    let name = name_of_issued(batch, number);
    Fault::Broken(format!("{name} is not the puzzle that the ledger has there"))
}

impl Store {
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
        self.read(|transaction| issued_range(transaction, batch, from, count))
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
        self.read(|transaction| {
            let Some((batch, number)) = Ledger::read(transaction)?.get(key)? else {
                return Ok(None);
            };
            let puzzle = issued_range(transaction, batch, number, 1)?.pop();
            let puzzle = puzzle.filter(|puzzle| puzzle.key == key);
            puzzle.ok_or_else(|| misplaced(batch, number)).map(Some)
        })
    }

    /// Fails unless each of `puzzles`, which were read from this database, is the one in the ledger: its key, worked out again, is
    /// the one on record, and the ledger has it in this place. All threads of the rayon pool work it out, at 3 µs a puzzle.
    ///
    /// # Errors
    /// [`StoreError::Damaged`]; failures of the file.
    pub fn confirm(&self, puzzles: &[Issued]) -> Result<(), StoreError> {
        puzzles.par_chunks(LOOKED_UP).try_for_each(|puzzles| {
            self.read(|transaction| {
                let ledger = Ledger::read(transaction)?;
                for Issued { key, puzzle, batch, number, .. } in puzzles {
                    let holds =
                        Key::of(puzzle) == *key && ledger.get(*key)? == Some((*batch, *number));
                    if !holds {
                        return Err(misplaced(*batch, *number));
                    }
                }
                Ok(())
            })
        })
    }

    /// The issued puzzles whose keys begin with the 60 bits of `prefix` (the low 60 bits of the number).
    ///
    /// # Errors
    /// Failures of the file.
    pub fn issued_by_prefix(&self, prefix: u64) -> Result<Vec<Issued>, StoreError> {
        let keys = self.read(|transaction| Ledger::read(transaction)?.of_prefix(prefix))?;
        keys.into_iter().filter_map(|key| self.issued_puzzle(key).transpose()).collect()
    }
}

/// The items of all chunks that `next` gives when told the last item so far; ends with an empty
/// chunk or the first error.
pub(super) fn in_chunks<T: Clone>(
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
