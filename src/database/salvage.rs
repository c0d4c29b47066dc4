//! Salvage: a new database from the remains of a damaged one.

use std::path::Path;

use seeddb_ledger::Starter;
use seeddb_ledger::rules::{imports, texts};

use super::{Control, Database, Error, Moved, Unit};

/// Creates the database `to`, which must not exist, from all records with valid checksums in the
/// file at `broken`, in one commit: also from a file that no longer opens, is truncated, or has
/// lost its beginning. Nothing is written to `broken`.
///
/// Every puzzle is proved, and keeps the batch and number under which it was issued. The numbers of
/// lost puzzles stay unused for ever: [`Database::lost`] counts them, and calls that read a batch
/// skip them. Since the file also has older versions of its records, the last changes may be
/// undone: a seed that was replaced by a better one returns if the better one is lost.
///
/// A lost puzzle is not in the new ledger and could be drawn again. Complete it from a backup, or
/// from the ledger of another copy.
///
/// # Errors
/// [`StoreError::There`](super::StoreError::There) if `to` exists;
/// [`StoreError::NotADatabase`](super::StoreError::NotADatabase) if no record is found;
/// [`Error::Stopped`]; failures of the store. `to` is unchanged then.
pub fn salvage(broken: &Path, to: &Database, control: &Control) -> Result<Moved, Error> {
    let told = &mut control.counting(Unit::Rows);
    to.store().salvage(broken, to.carried(), told)?.ok_or(Error::Stopped)
}

impl Database {
    /// Returns the starter seeds, with which a damaged file is completed if it had them.
    pub(super) fn carried(&self) -> Starter<'_> {
        let options = &self.home.options;
        (options.edition, &options.initial)
    }

    /// Accepts losses of records, so that the database can be drawn from again. Returns them, one
    /// per line; `None` if there were none. The losses and the time stay on record.
    pub fn accept_missing(&self) -> Result<Option<String>, Error> {
        Ok(self
            .write()?
            .write_aside(|to| texts::accept_loss(to, self.now().unwrap_or_default()))?)
    }

    /// Returns the number of puzzles that [`salvage`] did not find; 0 without damage.
    pub fn lost(&self) -> Result<u64, Error> {
        Ok(self.read()?.read(imports::count_lost)?)
    }
}
