//! A database made of the remains of a damaged one.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Control, Database, Error, Loss, LostPart as Part, Salvaged, Unit};

/// Makes the database `to`, which must not be there yet, of all records that are found in the file at `broken` and whose checks hold, in
/// one commit: also of a file that no longer opens, is cut, or has lost its beginning. Nothing is written to `broken`.
///
/// Every puzzle is proved, and keeps the batch and number under which it was issued. The numbers of lost puzzles stay free for ever:
/// [`Database::lost`] counts them, and the calls that read a batch pass over them. As the file has older states of its records too,
/// what was changed last may be as it was before: a seed that gave way to a better one is back if that one is lost.
///
/// A lost puzzle is not in the new ledger: it could be drawn again. A backup, or the ledger of another copy, knows more.
///
/// # Errors
/// [`StoreError::There`](super::StoreError::There) if there is something; [`StoreError::NotADatabase`](super::StoreError::NotADatabase)
/// if no record is found; [`Error::Stopped`]; failures of the store. Nothing is there then, or what was there.
pub fn salvage(broken: &Path, to: &Database, control: &Control) -> Result<Salvaged, Error> {
    let options = &to.home.options;
    let mut told = |done| {
        control.done_of(Unit::Rows, done, None);
        !control.is_stopped()
    };
    let starter = (options.edition, &options.initial as &dyn Fn() -> _);
    to.store().salvage(broken, starter, &mut told)?.ok_or(Error::Stopped)
}

impl Database {
    /// How many of its puzzles are lost, as [`salvage`] did not find them; 0 in a database that was never damaged.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn lost(&self) -> Result<u64, Error> {
        Ok(self.read()?.lost()?)
    }
}

/// Something that a salvage did not find.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LossRow {
    /// What it is of: `file`, `identity`, `levels`, `seeds`, `batch`, `puzzles`, `book`, `places` or `events`.
    pub part: String,
    /// The batch, if it is of one.
    pub batch: Option<u32>,
    /// The book, if it is of one.
    pub book: Option<u32>,
    /// How many records, or bytes of a file, if that is known.
    pub lost: Option<u64>,
    /// In words.
    pub what: String,
}

impl From<Loss> for LossRow {
    fn from(Loss { part, id, count, words }: Loss) -> Self {
        let is_of_book = matches!(part, Part::Book | Part::Places);
        let (book, batch) = if is_of_book { (id, None) } else { (None, id) };
        let part = match part {
            Part::File => "file",
            Part::Identity => "identity",
            Part::Levels => "levels",
            Part::Seeds => "seeds",
            Part::Batch => "batch",
            Part::Puzzles => "puzzles",
            Part::Book => "book",
            Part::Places => "places",
            Part::Events => "events",
        };
        Self { part: part.to_owned(), batch, book, lost: count, what: words }
    }
}
