//! Void puzzles, and how batches were used.

use std::collections::BTreeMap;

use super::{Tables, sound};
use crate::record::{Batch, Issued};
use crate::store::codec::{decode_issued, encode_batch, encode_issued};
use crate::store::{StoreError, Voided};

impl Tables {
    pub(super) fn void(
        &mut self,
        places: &[(u32, u32)],
        printed_too: bool,
        known: Option<u32>,
    ) -> Result<Voided, StoreError> {
        let mut voided = Voided::default();
        let (mut puzzles, mut counts) = (Vec::new(), BTreeMap::<u32, u32>::new());
        for &(batch, number) in places {
            let record = self.issued.get(&(batch, number));
            let record = record.ok_or(StoreError::NotIssued(batch, number))?;
            let issued = sound(decode_issued(batch, number, record))?;
            if issued.void {
                voided.known += 1;
            } else if !printed_too && self.is_printed(batch, number)? {
                voided.printed += 1;
            } else {
                voided.new += 1;
                *counts.entry(batch).or_default() += 1;
                let void = Issued { void: true, ..issued };
                puzzles.push(((batch, number), sound(encode_issued(batch, number, &void))?));
            }
        }
        if voided.new > 0 && known.is_some_and(|known| self.events.len() != known as usize) {
            return Err(StoreError::Overtaken);
        }
        let batches = self.changed(counts.keys(), |batch| batch.void += counts[&batch.id])?;
        self.issued.extend(puzzles);
        self.keep_batches(batches);
        Ok(voided)
    }

    pub(super) fn count_export(&mut self, batches: &[u32]) -> Result<(), StoreError> {
        let count = |batch: &mut Batch| batch.exports = batch.exports.saturating_add(1);
        let batches = self.changed(batches, count)?;
        self.keep_batches(batches);
        Ok(())
    }

    pub(super) fn books_of(&self, batch: u32) -> Vec<(u32, u32)> {
        let mut books: BTreeMap<u32, u32> = BTreeMap::new();
        for (_, _, book) in
            self.printed.range((batch, 0, 0)..=(batch, u32::MAX, u32::MAX)).map(|row| *row.0)
        {
            *books.entry(book).or_default() += 1;
        }
        books.into_iter().collect()
    }

    /// Whether it is printed in a book that is not void.
    fn is_printed(&self, batch: u32, number: u32) -> Result<bool, StoreError> {
        for (_, _, book) in
            self.printed.range((batch, number, 0)..=(batch, number, u32::MAX)).map(|row| *row.0)
        {
            if !self.book(book)?.void {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The records of these batches after a change.
    fn changed<'a>(
        &self,
        ids: impl IntoIterator<Item = &'a u32>,
        change: impl Fn(&mut Batch),
    ) -> Result<Vec<(u32, Vec<u8>)>, StoreError> {
        let changed = |&id: &u32| {
            let mut batch = self.batch(id)?.ok_or(StoreError::NoBatch(id))?;
            change(&mut batch);
            Ok((id, sound(encode_batch(&batch))?))
        };
        ids.into_iter().map(changed).collect()
    }

    fn keep_batches(&mut self, batches: Vec<(u32, Vec<u8>)>) {
        for (id, record) in batches {
            self.batches[id as usize - 1] = record;
        }
    }
}
