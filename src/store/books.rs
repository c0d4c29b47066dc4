//! Books, and the level table.

use super::{Store, StoreError};
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Book, Issued, Place};

impl Store {
    /// Issues `puzzles` as the whole of a new batch and records the book they are printed in, all in one
    /// commit or not at all. `batch.id` must be the next free one, all puzzles new and their places in the batch
    /// numbered from 1 in order; the `batch` and `number` of each count for nothing. Returns the id of the book.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if the batch exists or one of the puzzles was issued; otherwise as
    /// [`Store::record_book`].
    pub fn issue_book(
        &self,
        batch: &Batch,
        puzzles: &[Issued],
        book: &Book,
        places: &[Place],
    ) -> Result<u32, StoreError> {
        let recorded = self.issue_whole(batch, puzzles, Some((book, places)))?;
        recorded.ok_or(StoreError::Overtaken)
    }

    /// Issues `puzzles` as the whole of a new batch, all in one commit or not at all: as [`Store::issue_book`], without a book.
    ///
    /// # Errors
    /// [`StoreError::Overtaken`] if the batch exists or one of the puzzles was issued; failures of the file.
    pub fn issue_batch(&self, batch: &Batch, puzzles: &[Issued]) -> Result<(), StoreError> {
        self.issue_whole(batch, puzzles, None).map(drop)
    }

    fn issue_whole(
        &self,
        batch: &Batch,
        puzzles: &[Issued],
        book: Option<(&Book, &[Place])>,
    ) -> Result<Option<u32>, StoreError> {
        if let Some(void) = puzzles.iter().position(|puzzle| puzzle.void) {
            return Err(StoreError::Void(batch.id, void as u32 + 1));
        }
        self.are_own(puzzles)?;
        self.engine.issue_whole(batch, puzzles, book)
    }

    /// Records a book of issued puzzles under the next free id, which is returned; `book.id` and
    /// `book.puzzles` count for nothing. One of the same title and volumes with every puzzle in the same
    /// place is the same book: it keeps the id it has.
    ///
    /// # Errors
    /// [`StoreError::NotIssued`] if a place is of a puzzle that was never issued, [`StoreError::Void`] if it is of a void one, [`StoreError::TooLong`] for a title of a
    /// megabyte; failures of the file.
    pub fn record_book(&self, book: &Book, places: &[Place]) -> Result<u32, StoreError> {
        self.engine.record_book(book, places)
    }

    /// All books, the first first.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn books(&self) -> Result<Vec<Book>, StoreError> {
        self.engine.books()
    }

    /// The books that puzzle `number` of `batch` is printed in, and where, the first first.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn printed(&self, batch: u32, number: u32) -> Result<Vec<(Book, Place)>, StoreError> {
        self.engine.printed(batch, number)
    }

    /// The level table.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn levels(&self) -> Result<LevelTable, StoreError> {
        let toml = self.engine.levels()?;
        let table = toml.map_or_else(level_table::original, |toml| level_table::read(&toml));
        table.map_err(|error| StoreError::Damaged {
            path: self.path().to_owned(),
            what: format!("levels: {error}"),
        })
    }

    /// Replaces the level table.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn set_levels(&self, levels: &LevelTable) -> Result<(), StoreError> {
        self.engine.set_levels(Some(&level_table::write(levels)))
    }

    /// Takes the level table of another database, or none on record as that has none.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn copy_levels(&self, other: &Store) -> Result<(), StoreError> {
        self.engine.set_levels(other.engine.levels()?.as_deref())
    }

    /// Takes the level table that a new database begins with.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn reset_levels(&self) -> Result<(), StoreError> {
        self.set_levels(&LevelTable::default())
    }
}

/// `book` as it would be if it were the one that is known: the same pages by another version of the program are the
/// same book.
pub(super) fn as_known(book: &Book, known: &Book) -> Book {
    Book { id: known.id, version: known.version.clone(), ..book.clone() }
}
