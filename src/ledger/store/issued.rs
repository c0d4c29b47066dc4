//! Batches, the ledger, and the puzzles that were issued, as the store is asked for them.

use std::ops::Deref;

use rayon::prelude::*;

use super::record::{At, Record as _, Spot};
use super::rules::{batches, books, events, imports, ledger, rows, uses};
use super::{Store, StoreError, Voided};
use crate::record::{Batch, Book, Entry, Event, Numbers, Place};
use crate::symmetry::Key;

/// Rows that the iterators read at a time.
const CHUNK: u32 = 4096;

impl Store {
    /// Keeps a new batch with the next free id and nothing issued yet, which is returned; the `id`, `token`, `issued`, `void` and
    /// `exports` of `batch` count for nothing.
    ///
    /// # Errors
    /// [`StoreError::TooLong`] for a note of a megabyte; failures of the engine.
    pub fn new_batch(&self, batch: &Batch) -> Result<Batch, StoreError> {
        let batch = Batch { token: self.token()?, ..batch.clone() };
        let is_shared = self.is_shared();
        self.write_issuing(|to| {
            if is_shared {
                uses::fold(to)?;
            }
            Ok((batches::begin(to, &batch)?, None))
        })
    }

    /// Removes the batch if it is the last one and nothing was issued in it, so that the ids have no gap. False if
    /// it was left, or is not there.
    pub fn remove_empty_batch(&self, batch: &Batch) -> Result<bool, StoreError> {
        self.write_aside(|to| batches::remove_empty(to, batch))
    }

    /// All batches, by id.
    pub fn batches(&self) -> Result<Vec<Batch>, StoreError> {
        self.read(|from| rows::numbered(from))
    }

    /// The batch of this id.
    ///
    /// # Errors
    /// [`StoreError::NoBatch`]; failures of the engine.
    pub fn batch(&self, id: u32) -> Result<Batch, StoreError> {
        self.read(|from| batches::find(from, id))
    }

    /// The batch of this key; none if nobody used it.
    pub fn batch_of_key(&self, key: &str) -> Result<Option<Batch>, StoreError> {
        self.read(|from| batches::of_key(from, key))
    }

    /// The last batch, if there was any.
    pub fn last_batch(&self) -> Result<Option<Batch>, StoreError> {
        self.read(|from| batches::last_batch(from))
    }

    /// Issues `puzzles` in `batch`, all in one commit: afterwards `puzzles` holds those that were issued, with
    /// their batch and consecutive numbers, and `batch.issued` counts them; `batch`, with its
    /// counts, is kept. Those whose key is in the ledger already, or came earlier in `puzzles`, are left out; their
    /// places in `puzzles` as it was are returned, in order.
    ///
    /// Give thousands at a time, at most 65,536: the commit costs some milliseconds, whatever its size.
    ///
    /// # Errors
    /// [`StoreError::OtherBatch`] if `batch` did not come from [`Store::new_batch`], or another database was
    /// put in the place of the one where it began; [`StoreError::BatchFull`] after four
    /// billion puzzles; failures of the engine. `puzzles`, `batch` and the database are unchanged then.
    pub(crate) fn commit_some(
        &self,
        batch: &mut Batch,
        puzzles: &mut Vec<Entry>,
    ) -> Result<Vec<usize>, StoreError> {
        for puzzle in puzzles.iter_mut() {
            puzzle.void = false;
        }
        self.are_own(puzzles)?;
        let is_shared = self.is_shared();
        let mut hope = is_shared;
        let ledger::Committed { refused, batch: kept } = self.write_issuing(|to| {
            let hope = std::mem::replace(&mut hope, false);
            let committed = ledger::commit(to, (is_shared, hope), batch, puzzles)?;
            let kept = committed.batch.clone();
            Ok((committed, Some(kept)))
        })?;
        let mut places = 0..;
        puzzles.retain(|_| places.next().is_some_and(|i| refused.binary_search(&i).is_err()));
        for (number, puzzle) in (1..=kept.issued).rev().zip(puzzles.iter_mut().rev()) {
            (puzzle.batch, puzzle.number) = (kept.id, number);
        }
        *batch = kept;
        Ok(refused)
    }

    /// Issues `puzzles` as the whole of a new batch with the next free id, numbered from 1 in their order, and records the book that
    /// they are printed in, if there is one, all in one commit or not at all. The `id` of `batch`, the `batch` and `number` of each
    /// puzzle and the `batch` of each place count for nothing. Returns the batch as it is kept, and the id of the book.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if one of the puzzles was issued; otherwise as [`Store::record_book`].
    pub(crate) fn commit_entries(
        &self,
        batch: &Batch,
        puzzles: &[Entry],
        book: Option<(&Book, &[Place])>,
    ) -> Result<(Batch, Option<u32>), StoreError> {
        if let Some(void) = puzzles.iter().position(|puzzle| puzzle.void) {
            return Err(StoreError::Void(batch.id, void as u32 + 1));
        }
        self.are_own(puzzles)?;
        let batch = Batch { token: self.token()?, ..batch.clone() };
        let is_shared = self.is_shared();
        self.write_issuing(|to| {
            let issued = books::issue(to, is_shared, &batch, puzzles, book)?;
            let kept = issued.0.clone();
            Ok((issued, Some(kept)))
        })
    }

    /// Where a puzzle of this class was issued: batch and number, which is 0 if its key alone was entered.
    pub fn is_issued(&self, key: Key) -> Result<Option<At>, StoreError> {
        Ok(self.places_of(&[key])?.pop().flatten())
    }

    /// For each key, batch and number of the puzzle in the ledger, the number 0 if its key alone was entered; none if it is new.
    /// Thousands at a time.
    pub fn places_of(&self, keys: &[Key]) -> Result<Vec<Option<At>>, StoreError> {
        self.read(|from| ledger::places(from, keys))
    }

    /// For each key, whether no puzzle of its class was issued.
    pub fn filter_unissued(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        Ok(self.places_of(keys)?.iter().map(Option::is_none).collect())
    }

    /// For each key, whether another puzzle in the ledger shares its leading 60 bits, so that its id must be longer.
    pub fn issued_prefixes_are_shared(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        self.shared::<Spot>(keys)
    }

    /// At most `count` puzzles of `batch`, from number `from` (counting from 1), in order.
    pub(crate) fn entries_range(
        &self,
        batch: u32,
        from: u32,
        count: u32,
    ) -> Result<Vec<Entry>, StoreError> {
        self.read(|snapshot| ledger::puzzles(snapshot, batch, from.max(1), count))
    }

    /// The puzzles of `batch`, in order, read some thousands at a time.
    pub(crate) fn entries(&self, batch: u32) -> impl Iterator<Item = Result<Entry, StoreError>> {
        let next = move |last: Option<&Entry>| {
            let from = last.map_or(Some(1), |puzzle| puzzle.number.checked_add(1));
            from.map_or(Ok(Vec::new()), |from| self.entries_range(batch, from, CHUNK))
        };
        in_chunks(next)
    }

    /// The puzzle of this class, as it was issued; none of one whose key alone was entered.
    pub(crate) fn entry_of(&self, key: Key) -> Result<Option<Entry>, StoreError> {
        let Some((batch, number)) = self.is_issued(key)? else { return Ok(None) };
        if number == 0 {
            return Ok(None);
        }
        let puzzle = self.entries_range(batch, number, 1)?.pop();
        match puzzle.filter(|puzzle| puzzle.key == key) {
            Some(puzzle) => Ok(Some(puzzle)),
            None if self.is_lost((batch, number))? => Err(StoreError::Lost(batch, number)),
            None => Err(self.misplaced(batch, number)),
        }
    }

    /// Whether a salvage did not find the puzzle at this place.
    pub(crate) fn is_lost(&self, at: At) -> Result<bool, StoreError> {
        Ok(self.batch(at.0)?.lost.has(at.1))
    }

    /// How many puzzles were issued and are lost, as a salvage did not find them; none of imports that were
    /// taken back.
    pub fn lost(&self) -> Result<u64, StoreError> {
        let lost = self.read(|from| imports::lost(from))?;
        Ok(lost.values().map(Numbers::count).sum())
    }

    fn misplaced(&self, batch: u32, number: u32) -> StoreError {
        let name = Entry::name(&(batch, number));
        self.damaged(format!("{name} is not the puzzle that the ledger has there"))
    }

    /// Fails unless each of `puzzles`, which were read from this database, is the one in the ledger: its key, worked out again, is
    /// the one on record, and the ledger has it in this place. All threads of the rayon pool work it out, at 3 µs a puzzle.
    ///
    /// # Errors
    /// [`StoreError::Damaged`]; failures of the engine.
    pub fn confirm<P: Deref<Target = Entry> + Sync>(
        &self,
        puzzles: &[P],
    ) -> Result<(), StoreError> {
        let keys: Vec<Key> = puzzles.par_iter().map(|issued| Key::of(&issued.puzzle)).collect();
        let places = self.places_of(&keys)?;
        for (issued, (key, place)) in puzzles.iter().zip(keys.into_iter().zip(places)) {
            let (batch, number) = (issued.batch, issued.number);
            if key != issued.key || place != Some((batch, number)) {
                return Err(self.misplaced(batch, number));
            }
        }
        Ok(())
    }

    /// The issued puzzles whose keys begin with the 60 bits of `prefix` (the low 60 bits of the number).
    pub(crate) fn entries_by_prefix(&self, prefix: u64) -> Result<Vec<Entry>, StoreError> {
        let keys = self.read(|from| ledger::of_prefixes::<Spot>(from, &[prefix]))?;
        keys.into_iter().flatten().filter_map(|(key, _)| self.entry_of(key).transpose()).collect()
    }

    /// Makes the puzzles at these places (batch, number) *void*, all in one commit: they are never printed again, and stay in
    /// the ledger, so that no other puzzle of their class is ever issued. There is no way back. Those printed in a book are passed
    /// over unless `printed_too`. `known` is how many events there were by which the places were chosen, if they were.
    ///
    /// # Errors
    /// [`StoreError::NotIssued`] if there is no such puzzle; [`StoreError::Overtaken`] if some would become void and there are other
    /// events by now; failures of the engine. Nothing is changed then.
    pub fn void(
        &self,
        places: &[At],
        printed_too: bool,
        known: Option<u32>,
    ) -> Result<Voided, StoreError> {
        let mut places = places.to_vec();
        places.sort_unstable();
        places.dedup();
        self.write_giving(|to| events::void(to, &places, printed_too, known))
    }

    /// Counts one more export of each of these batches.
    ///
    /// # Errors
    /// [`StoreError::NoBatch`]; failures of the engine.
    pub fn count_export(&self, ids: &[u32]) -> Result<(), StoreError> {
        self.write_aside(|to| batches::count_export(to, ids))
    }

    /// Records a book of issued puzzles under the next free id, which is returned; `book.id` and
    /// `book.puzzles` count for nothing. One of the same title and volumes with every puzzle in the same
    /// place is the same book: it keeps the id it has.
    ///
    /// # Errors
    /// [`StoreError::NotIssued`] if a place is of a puzzle that was never issued, [`StoreError::Void`] if it is of a void one,
    /// [`StoreError::PrintedTwice`], [`StoreError::TooLong`] for a title of a megabyte; failures of the engine.
    pub fn record_book(&self, book: &Book, places: &[Place]) -> Result<u32, StoreError> {
        self.write_giving(|to| books::record(to, book, places))
    }

    /// Makes a book *void*: it stays in the list for ever, and its puzzles are free for others. False if it was before.
    ///
    /// # Errors
    /// [`StoreError::NoBook`]; failures of the engine.
    pub fn void_book(&self, id: u32) -> Result<bool, StoreError> {
        self.write_giving(|to| books::void(to, id))
    }

    /// All books, by id.
    pub fn books(&self) -> Result<Vec<Book>, StoreError> {
        self.read(|from| rows::numbered(from))
    }

    /// The books that puzzle `number` of `batch` is printed in, and where, the first first.
    pub fn printed(&self, batch: u32, number: u32) -> Result<Vec<(Book, Place)>, StoreError> {
        self.read(|from| books::of_puzzle(from, (batch, number)))
    }

    /// The places of a book, by batch and number.
    ///
    /// # Errors
    /// [`StoreError::NoBook`]; failures of the engine.
    pub fn places_in(&self, book: u32) -> Result<Vec<Place>, StoreError> {
        self.read(|from| books::places(from, book))
    }

    /// The books that puzzles of the batch are printed in, each with how many of them, by id.
    pub fn books_of(&self, batch: u32) -> Result<Vec<(u32, u32)>, StoreError> {
        self.read(|from| books::of_batch(from, batch))
    }

    /// All events, in their order.
    pub fn events(&self) -> Result<Vec<Event>, StoreError> {
        self.read(|from| rows::numbered(from))
    }

    /// Keeps events after the `known` ones by which they were decided, all of them or none.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if there are not exactly so many; [`StoreError::NotIssued`] of a puzzle that is not there,
    /// [`StoreError::Void`] of one that is to run and is void; failures of the engine. Nothing is changed then.
    pub fn append(&self, known: u32, new: &[Event]) -> Result<(), StoreError> {
        if new.is_empty() { Ok(()) } else { self.write_giving(|to| events::append(to, known, new)) }
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
