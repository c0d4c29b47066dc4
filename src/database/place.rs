//! Where a database is: made, copied, made small.

use seeddb_ledger::rules::{cards, uses};
use seeddb_ledger::{Counts, OpenOptions, Problem, Store};

use super::{Control, Database, Error, Unit};

impl Database {
    /// Its path, or its address without a password.
    pub fn name(&self) -> String {
        self.home.store().path().display().to_string()
    }

    /// Whether there is one.
    ///
    /// # Errors
    /// What is there is no database; a server that cannot be reached.
    pub fn exists(&self) -> Result<bool, Error> {
        Ok(self.home.store().exists()?)
    }

    /// Makes it, with the seeds that a new database begins with; false if it is there.
    pub fn make(&self) -> Result<bool, Error> {
        self.home.make()
    }

    /// The store, also if it could forget.
    pub(super) fn whatever_it_does(&self) -> Store {
        if self.home.store().is_shared() {
            let options = OpenOptions { accept_loss: true, ..self.home.options.file.clone() };
            return Store::at(&self.home.store().path(), &options);
        }
        self.store()
    }

    /// Reads all of it and tells what does not fit together: an empty list means that all is well.
    ///
    /// # Errors
    /// Failures of the store, also damage that keeps it from being read.
    pub fn check(&self) -> Result<Vec<Problem>, Error> {
        Ok(self.read()?.check()?)
    }

    /// Makes its file as small as it can be: bytes before and after; none where there is no file.
    pub fn compact(&self) -> Result<Option<(u64, u64)>, Error> {
        Ok(self.read()?.compact()?)
    }

    /// Adds uses that clients of a server counted apart to the others; how many rows were.
    pub fn tidy(&self) -> Result<u64, Error> {
        Ok(self.read()?.write_aside(uses::fold)?)
    }
}

/// Copies all of `from` into `to`, where no database is yet; `control` is told how many rows are copied. What it holds. A copy is there
/// as a whole or not at all.
///
/// # Errors
/// [`StoreError::There`](super::StoreError::There), [`Error::Stopped`]; failures of the stores.
pub fn copy(from: &Database, to: &Database, control: &Control) -> Result<Counts, Error> {
    let (source, target) = (from.read()?, to.store());
    let copied = source.copy_to(&target, &mut |rows| {
        control.done_of(Unit::Rows, rows, None);
        !control.is_stopped()
    });
    if !copied? {
        return Err(Error::Stopped);
    }
    Ok(target.read(cards::counts)?)
}
