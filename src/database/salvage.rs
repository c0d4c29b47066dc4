//! A database made of the remains of a damaged one.

use std::path::Path;

use seeddb_ledger::Starter;
use seeddb_ledger::rules::{imports, texts};

use super::{Control, Database, Error, Moved, Unit};

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
pub fn salvage(broken: &Path, to: &Database, control: &Control) -> Result<Moved, Error> {
    let mut told = |done| {
        control.done_of(Unit::Rows, done, None);
        !control.is_stopped()
    };
    to.store().salvage(broken, to.carried(), &mut told)?.ok_or(Error::Stopped)
}

impl Database {
    /// The starter seeds, which a file that had them need not have whole.
    pub(super) fn carried(&self) -> Starter<'_> {
        let options = &self.home.options;
        (options.edition, &options.initial)
    }

    /// Accepts that records are missing which the database had once, so that it can be drawn from again: what they are, a line each; none if
    /// nothing is missing that was not accepted before. That, and when it was accepted, stays on record.
    pub fn accept_missing(&self) -> Result<Option<String>, Error> {
        Ok(self
            .write()?
            .write_aside(|to| texts::accept_loss(to, self.now().unwrap_or_default()))?)
    }

    /// How many of its puzzles are lost, as [`salvage`] did not find them; 0 in a database that was never damaged.
    pub fn lost(&self) -> Result<u64, Error> {
        Ok(self.read()?.read(imports::count_lost)?)
    }
}
