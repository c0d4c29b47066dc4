//! The database: seeds, the ledger of issued puzzles, batches, levels; one redb file.
//!
//! | table | key | value |
//! |---|---|---|
//! | `seeds` | key | seed record |
//! | `seed-index` | ladder, tier, bits of the score, key | |
//! | `twins` | twin | key of the seed |
//! | `seed-uses` | key of the seed | puzzles issued from it |
//! | `ledger` | key | batch, number |
//! | `issued` | batch, number | issued record |
//! | `batches` | id | batch record |
//! | `books` | id | book record |
//! | `printed` | batch, number, book | volume, number in the book, page, page of the answer |
//! | `levels` | `current` | the level table as TOML; empty while it is the default one |
//! | `meta` | `format`, `created-by` | format number, program version |
//!
//! Records are described in `codec.rs`. A database of any released format opens in every later
//! program. A table that is not there (`books` and `printed` came after format 1) is empty; a program that does
//! not know these two leaves them alone, and as nothing issued ever goes, what they say stays true. Every write is one transaction, durable when the call returns: it happened as a whole or not
//! at all, also when the process is killed.
//!
//! redb gives one process the file (or any number of readers), so keep a [`Store`] no longer than needed.
//!
//! ```no_run
//! use seeddb::store::{OpenOptions, Store};
//!
//! let options = OpenOptions::default();
//! let store = Store::open("seeds.redb".as_ref(), &options, Vec::new)?;
//! println!("{} puzzles issued", store.counts()?.issued);
//! # Ok::<(), seeddb::store::StoreError>(())
//! ```

mod batches;
mod books;
mod check;
mod codec;
mod error;
mod guard;
mod holder;
mod ledger;
mod levels;
mod open;
mod seeds;
mod tables;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use redb::{Database, ReadOnlyDatabase, ReadTransaction, ReadableDatabase, WriteTransaction};

pub use check::Problem;
pub use error::StoreError;
pub use open::OpenOptions;
pub use seeds::{Added, Counts};

use error::Fault;
use guard::guarded;
use holder::Holder;

/// The format that is written, and the highest that is read.
pub const FORMAT: u32 = 1;

/// An open database. Dropping it closes it and lets other processes in.
pub struct Store {
    path: PathBuf,
    created: bool,
    /// Declared before the database: the side file goes while the lock is still held, or the
    /// next holder's would be taken away.
    _holder: Holder,
    handle: Handle,
}

enum Access {
    Write(Database),
    Read(ReadOnlyDatabase),
}

/// The open file. redb writes when it closes one, so that too must not panic.
struct Handle {
    path: PathBuf,
    /// Empty while it is being dropped.
    access: Option<Access>,
}

impl Handle {
    fn new(path: &Path, access: Access) -> Self {
        Self { path: path.to_owned(), access: Some(access) }
    }

    fn begin_read(&self) -> Result<ReadTransaction, Fault> {
        match &self.access {
            Some(Access::Write(database)) => Ok(database.begin_read()?),
            Some(Access::Read(database)) => Ok(database.begin_read()?),
            None => Err(Fault::Engine(redb::Error::DatabaseClosed)),
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let access = self.access.take();
        // Every commit was complete before; what is damaged is told to whoever reads it.
        let _ = guarded(&self.path, || {
            drop(access);
            Ok(())
        });
    }
}

impl Store {
    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether this call of [`Store::open`] made it.
    pub fn created(&self) -> bool {
        self.created
    }

    /// Whether it was opened for reading only.
    pub fn is_read_only(&self) -> bool {
        matches!(self.handle.access, Some(Access::Read(_)))
    }

    /// Runs `body` on one consistent state.
    fn read<T>(
        &self,
        body: impl FnOnce(&ReadTransaction) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        guarded(&self.path, || body(&self.handle.begin_read()?))
    }

    /// Runs `body` in a transaction that becomes durable if it succeeds and leaves no trace if not.
    fn write<T>(
        &self,
        body: impl FnOnce(&WriteTransaction) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        guarded(&self.path, || match &self.handle.access {
            Some(Access::Write(database)) => write(database, body),
            _ => Err(Fault::Store(StoreError::ReadOnly(self.path.clone()))),
        })
    }
}

/// One write transaction. Quick repair makes the next start after a kill instant.
fn write<T>(
    database: &Database,
    body: impl FnOnce(&WriteTransaction) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut transaction = database.begin_write()?;
    transaction.set_quick_repair(true);
    match body(&transaction) {
        Ok(value) => {
            transaction.commit()?;
            Ok(value)
        }
        Err(fault) => {
            // After a failure of the file this one fails too; the first is what went wrong.
            let _ = transaction.abort();
            Err(fault)
        }
    }
}
