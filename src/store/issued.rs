//! Batches, the ledger, and the puzzles that were issued.

use rayon::prelude::*;

use super::codec::name_of_issued;
use super::engine::{Committed, Keys};
use super::{Store, StoreError};
use crate::record::{Batch, Issued};
use crate::symmetry::Key;

/// Rows that the iterators read at a time.
const CHUNK: u32 = 4096;

impl Store {
    /// Keeps a new batch with the next free id, which is returned, and nothing issued yet; the `id`,
    /// `issued`, `void` and `exports` of `batch` count for nothing.
    ///
    /// # Errors
    /// [`StoreError::TooLong`] for a note of a megabyte; failures of the file.
    pub fn new_batch(&self, batch: &Batch) -> Result<u32, StoreError> {
        self.engine.new_batch(batch)
    }

    /// Removes the batch of this id if it is the last one and nothing was issued in it, so that the ids have no gap. False if
    /// it was left, or is not there.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn remove_empty_batch(&self, id: u32) -> Result<bool, StoreError> {
        self.engine.remove_empty_batch(id)
    }

    /// All batches, the first first.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn batches(&self) -> Result<Vec<Batch>, StoreError> {
        self.engine.batches()
    }

    /// The batch of this id.
    ///
    /// # Errors
    /// [`StoreError::NoBatch`]; failures of the file.
    pub fn batch(&self, id: u32) -> Result<Batch, StoreError> {
        self.engine.batch(id)?.ok_or(StoreError::NoBatch(id))
    }

    /// The last batch, if there was any.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn last_batch(&self) -> Result<Option<Batch>, StoreError> {
        self.engine.last_batch()
    }

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
        for puzzle in puzzles.iter_mut() {
            puzzle.void = false;
        }
        self.are_own(puzzles)?;
        let Committed { refused, batch: kept } = self.engine.commit(batch, puzzles)?;
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
        Ok(self.engine.places_of(&[key])?.pop().flatten())
    }

    /// For each key, whether no puzzle of its class was issued. All threads of the rayon pool may look.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn filter_unissued(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        Ok(self.engine.places_of(keys)?.iter().map(Option::is_none).collect())
    }

    /// For each key, whether another puzzle in the ledger shares its leading 60 bits, so that its id must be longer.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn issued_prefixes_are_shared(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        self.shared(Keys::Issued, keys)
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
        self.engine.ledger_range(after, count as usize)
    }

    /// The ledger by key: key, batch, number; read some thousands at a time.
    pub fn ledger(&self) -> impl Iterator<Item = Result<(Key, u32, u32), StoreError>> {
        in_chunks(|last: Option<&(Key, u32, u32)>| {
            self.ledger_range(last.map(|entry| entry.0), CHUNK)
        })
    }

    /// Makes the ledger anew from the issued puzzles, whose records have all that is in it: for a database whose ledger is
    /// damaged while its records are sound. Returns how many entries were missing, wrong or too many.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if a record does not read, or two puzzles have one key; failures of the file. Nothing is
    /// changed then.
    pub fn rebuild_ledger(&self) -> Result<u64, StoreError> {
        self.engine.rebuild_ledger()
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
        self.engine.issued_range(batch, from.max(1), count)
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
        let puzzle = self.issued_range(batch, number, 1)?.pop();
        let puzzle = puzzle.filter(|puzzle| puzzle.key == key);
        puzzle.ok_or_else(|| self.misplaced(batch, number)).map(Some)
    }

    fn misplaced(&self, batch: u32, number: u32) -> StoreError {
        let name = name_of_issued(batch, number);
        let what = format!("{name} is not the puzzle that the ledger has there");
        StoreError::Damaged { path: self.path().to_owned(), what }
    }

    /// Fails unless each of `puzzles`, which were read from this database, is the one in the ledger: its key, worked out again, is
    /// the one on record, and the ledger has it in this place. All threads of the rayon pool work it out, at 3 µs a puzzle.
    ///
    /// # Errors
    /// [`StoreError::Damaged`]; failures of the file.
    pub fn confirm(&self, puzzles: &[Issued]) -> Result<(), StoreError> {
        let keys: Vec<Key> = puzzles.par_iter().map(|issued| Key::of(&issued.puzzle)).collect();
        let places = self.engine.places_of(&keys)?;
        for (issued, (key, place)) in puzzles.iter().zip(keys.into_iter().zip(places)) {
            let (batch, number) = (issued.batch, issued.number);
            if key != issued.key || place != Some((batch, number)) {
                return Err(self.misplaced(batch, number));
            }
        }
        Ok(())
    }

    /// The issued puzzles whose keys begin with the 60 bits of `prefix` (the low 60 bits of the number).
    ///
    /// # Errors
    /// Failures of the file.
    pub fn issued_by_prefix(&self, prefix: u64) -> Result<Vec<Issued>, StoreError> {
        let keys = self.engine.keys_by_prefix(Keys::Issued, &[prefix])?.concat();
        keys.into_iter().filter_map(|key| self.issued_puzzle(key).transpose()).collect()
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

/// The numbers of so many puzzles, on from `last`, but for those refused (rising); none if there are not enough
/// numbers.
pub(super) fn number(last: u32, puzzles: usize, refused: &[usize]) -> Option<Vec<Option<u32>>> {
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

/// The first and the last of the keys that begin with the 60 bits of `prefix`.
pub(super) fn keys_of_prefix(prefix: u64) -> ([u8; 16], [u8; 16]) {
    let key = |last: u64, rest: u8| {
        let mut key = [rest; 16];
        key[..8].copy_from_slice(&(prefix << 4 | last).to_be_bytes());
        key
    };
    (key(0, 0), key(0xf, 0xff))
}
