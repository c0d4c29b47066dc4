//! The place of a database: creation, copying, compaction.

use seeddb_ledger::rules::{seed_cursor, uses};
use seeddb_ledger::{Counts, OpenOptions, Problem, Store};

use super::{Control, Database, Error, Unit};

impl Database {
    /// Returns its path, or its address without a password.
    pub fn name(&self) -> String {
        self.home.store().path().display().to_string()
    }

    /// Whether it exists.
    ///
    /// # Errors
    /// The path has something other than a database, or a server cannot be reached.
    pub fn exists(&self) -> Result<bool, Error> {
        Ok(self.home.store().exists()?)
    }

    /// Creates it with the seeds of a new database; returns `false` if it exists.
    pub fn make(&self) -> Result<bool, Error> {
        self.home.make()
    }

    /// Returns the store, even on an unsafe server.
    pub(super) fn whatever_it_does(&self) -> Store {
        if self.home.store().is_shared() {
            let options = OpenOptions { accept_loss: true, ..self.home.options.file.clone() };
            return Store::at(&self.home.store().path(), &options);
        }
        self.store()
    }

    /// Checks all of it and returns the contradictions; an empty list means no problems.
    ///
    /// # Errors
    /// Failures of the store, also damage that prevents reading.
    pub fn check(&self) -> Result<Vec<Problem>, Error> {
        Ok(self.read()?.check()?)
    }

    /// Reduces its file to the smallest size; returns its length in bytes before and after; `None`
    /// without a file.
    pub fn compact(&self) -> Result<Option<(u64, u64)>, Error> {
        Ok(self.read()?.compact()?)
    }

    /// Adds the uses counted per batch on a server to the totals; returns the number of rows.
    pub fn tidy(&self) -> Result<u64, Error> {
        Ok(self.read()?.write_aside(uses::fold)?)
    }
}

/// Copies all of `from` to `to`, where no database may exist; returns the counts of its content.
/// `control` receives the number of rows copied. A copy is complete or not there at all.
///
/// # Errors
/// [`StoreError::There`](super::StoreError::There), [`Error::Stopped`]; failures of the stores.
pub fn copy(from: &Database, to: &Database, control: &Control) -> Result<Counts, Error> {
    let (source, target) = (from.read()?, to.store());
    if !source.copy_to(&target, &mut control.counting(Unit::Rows))? {
        return Err(Error::Stopped);
    }
    Ok(target.read(seed_cursor::counts)?)
}
