//! Batches, the ledger and the issued puzzles.

use std::collections::{BTreeMap, HashSet};
use std::ops::Bound;

use super::{Tables, damaged, sound};
use crate::record::{Batch, Issued};
use crate::store::StoreError;
use crate::store::codec::{
    decode_batch, decode_issued, encode_batch, encode_issued, name_of_issued,
};
use crate::store::engine::{Committed, LedgerEntry};
use crate::store::issued::{keys_of_prefix, number};
use crate::symmetry::Key;

/// What a commit is going to write.
pub(super) struct Issue {
    pub(super) committed: Committed,
    batch: Vec<u8>,
    /// Of each new puzzle: key, number, record, key of the seed.
    puzzles: Vec<(Key, u32, Vec<u8>, Option<Key>)>,
}

/// The keys that begin with the 60 bits of `prefix`.
pub(super) fn keys<T>(rows: &BTreeMap<Key, T>, prefix: u64) -> Vec<Key> {
    let (first, last) = keys_of_prefix(prefix);
    rows.range(Key(first)..=Key(last)).map(|(&key, _)| key).collect()
}

impl Tables {
    pub(super) fn last_batch_id(&self) -> u32 {
        self.batches.len() as u32
    }

    /// The batch of this id; none is 0.
    pub(super) fn batch(&self, id: u32) -> Result<Option<Batch>, StoreError> {
        let record = id.checked_sub(1).and_then(|place| self.batches.get(place as usize));
        record.map(|record| sound(decode_batch(id, record))).transpose()
    }

    pub(super) fn new_batch(&mut self, batch: &Batch) -> Result<u32, StoreError> {
        let last = self.last_batch_id();
        let id = last.checked_add(1).ok_or(StoreError::BatchFull(last))?;
        let record =
            sound(encode_batch(&Batch { id, issued: 0, void: 0, exports: 0, ..batch.clone() }))?;
        self.batches.push(record);
        Ok(id)
    }

    pub(super) fn remove_empty_batch(&mut self, id: u32) -> Result<bool, StoreError> {
        let is_empty = self.batch(id)?.is_some_and(|batch| batch.issued == 0);
        let goes = is_empty && id == self.last_batch_id();
        if goes {
            self.batches.pop();
        }
        Ok(goes)
    }

    /// What issuing those of `puzzles` that are new will write, in a batch that ends at `last`.
    pub(super) fn issue(
        &self,
        batch: &Batch,
        last: u32,
        puzzles: &[Issued],
    ) -> Result<Issue, StoreError> {
        let mut seen = HashSet::new();
        let mut is_new = |key| !self.ledger.contains_key(&key) && seen.insert(key);
        let refused = puzzles.iter().enumerate().filter(|(_, puzzle)| !is_new(puzzle.key));
        let refused: Vec<usize> = refused.map(|(i, _)| i).collect();
        let numbers = number(last, puzzles.len(), &refused);
        let numbers = numbers.ok_or(StoreError::BatchFull(batch.id))?;
        let new = puzzles.iter().zip(&numbers).filter_map(|(puzzle, number)| {
            let number = (*number)?;
            let record = sound(encode_issued(batch.id, number, puzzle));
            Some(record.map(|record| (puzzle.key, number, record, puzzle.seed)))
        });
        let new = new.collect::<Result<Vec<_>, _>>()?;
        let last = new.last().map_or(last, |&(_, number, ..)| number);
        let batch = Batch { issued: last, ..batch.clone() };
        let record = sound(encode_batch(&batch))?;
        Ok(Issue { committed: Committed { refused, batch }, batch: record, puzzles: new })
    }

    /// Writes it; the batch may be a new one.
    pub(super) fn apply(&mut self, Issue { committed, batch, puzzles }: Issue) -> Committed {
        let id = committed.batch.id;
        for (key, number, record, seed) in puzzles {
            self.ledger.insert(key, (id, number));
            self.issued.insert((id, number), record);
            if let Some(seed) = seed {
                *self.uses.entry(seed).or_default() += 1;
            }
        }
        match self.batches.get_mut(id as usize - 1) {
            Some(before) => *before = batch,
            None => self.batches.push(batch),
        }
        committed
    }

    pub(super) fn issued_range(
        &self,
        batch: u32,
        from: u32,
        count: u32,
    ) -> Result<Vec<Issued>, StoreError> {
        let last = self.batch(batch)?.map_or(0, |batch| batch.issued);
        let numbers = (from..=last).take(count as usize);
        numbers
            .map(|number| {
                let record = self.issued.get(&(batch, number));
                let missing = || damaged(format!("{} is missing", name_of_issued(batch, number)));
                sound(decode_issued(batch, number, record.ok_or_else(missing)?))
            })
            .collect()
    }

    pub(super) fn ledger_range(&self, after: Option<Key>, count: usize) -> Vec<LedgerEntry> {
        let bound = after.map_or(Bound::Unbounded, Bound::Excluded);
        let entries = self.ledger.range((bound, Bound::Unbounded)).take(count);
        entries.map(|(&key, &(batch, number))| (key, batch, number)).collect()
    }

    pub(super) fn rebuild_ledger(&mut self) -> Result<u64, StoreError> {
        let mut ledger = BTreeMap::new();
        for id in 1..=self.last_batch_id() {
            for issued in self.issued_range(id, 1, u32::MAX)? {
                if ledger.insert(issued.key, (id, issued.number)).is_some() {
                    let name = name_of_issued(id, issued.number);
                    return Err(damaged(format!("{name} was issued before")));
                }
            }
        }
        let missing = ledger.iter().filter(|(key, at)| self.ledger.get(key) != Some(at)).count();
        let added = self.ledger.keys().filter(|key| !ledger.contains_key(key)).count();
        self.ledger = ledger;
        Ok((missing + added) as u64)
    }
}
