//! [`Sealed`]: pages made from drawn puzzles before their commit.

use super::Drawn;
use crate::record::{Batch, Book, Entry, Place};
use crate::store::{Store, StoreError};

/// Pages of puzzles that are not in the ledger yet; the commit of these puzzles opens them.
pub struct Sealed<T> {
    entries: Vec<Entry>,
    pages: T,
}

impl<T> Sealed<T> {
    /// Typesets the puzzles with `make`, as entries numbered from 1 in a batch with the placeholder
    /// id 0. This is one of the two exceptions to the law: the caller promises that `make` and its
    /// result stay hidden until the commit.
    pub fn make<E>(
        puzzles: Vec<Drawn>,
        make: impl FnOnce(&[Entry]) -> Result<T, E>,
    ) -> Result<Self, E> {
        let entries = (1..).zip(puzzles).map(|(number, drawn)| drawn.entry(0, number));
        let entries: Vec<Entry> = entries.collect();
        Ok(Self { pages: make(&entries)?, entries })
    }

    /// Reports facts about the pages, such as their number or broken rules, but not their contents.
    pub fn tell<R>(&self, tell: impl FnOnce(&T) -> R) -> R {
        tell(&self.pages)
    }

    /// Commits the puzzles as a new batch, with the book that they are printed in if given, and
    /// then returns the pages.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if one of the puzzles is in the ledger already; failures of the
    /// engine. No puzzle is issued then, and the pages are dropped.
    pub fn commit(
        self,
        store: &Store,
        batch: &Batch,
        book: Option<(&Book, &[Place])>,
    ) -> Result<(Batch, Option<u32>, T), StoreError> {
        let (batch, book) = store.commit_entries(batch, &self.entries, book)?;
        Ok((batch, book, self.pages))
    }
}
