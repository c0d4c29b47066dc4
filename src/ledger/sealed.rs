//! [`Sealed`]: what is made of drawn puzzles before their commit.

use super::Drawn;
use crate::record::{Batch, Book, Entry, Place};
use crate::store::{Store, StoreError};

/// Pages of puzzles that are in no ledger yet: they open with the commit of these puzzles, and not before.
pub struct Sealed<T> {
    entries: Vec<Entry>,
    pages: T,
}

impl<T> Sealed<T> {
    /// What `make` makes of the puzzles, as they will stand in the ledger from number 1 on of a batch that is told by 0. It is one of the
    /// two openings of the law: whoever calls it promises that `make` shows the puzzles, and what it makes of them, to nobody.
    pub fn make<E>(
        puzzles: Vec<Drawn>,
        make: impl FnOnce(&[Entry]) -> Result<T, E>,
    ) -> Result<Self, E> {
        let entries = (1..).zip(puzzles).map(|(number, drawn)| drawn.entry(0, number));
        let entries: Vec<Entry> = entries.collect();
        Ok(Self { pages: make(&entries)?, entries })
    }

    /// What `tell` says of the pages: how many there are, what is against a rule; not what is on them.
    pub fn tell<R>(&self, tell: impl FnOnce(&T) -> R) -> R {
        tell(&self.pages)
    }

    /// Commits the puzzles as a new batch, with the book that they are printed in, if there is one, and only then opens the pages.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if somebody else issued one of them first; failures of the engine. Nothing is issued then, and the
    /// pages are gone.
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
