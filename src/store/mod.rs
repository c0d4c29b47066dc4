//! The database: seeds, the ledger of issued puzzles, batches, levels; one redb file.
//!
//! | table | key | value |
//! |---|---|---|
//! | `seeds` | key | seed record |
//! | `seed-index` | ladder, tier, bits of the score, key | |
//! | `twins` | twin | key of the seed |
//! | `seed-uses-2` | key of the seed | uses record: puzzles issued from it |
//! | `ledger-2` | key | batch, number, checksum |
//! | `issued` | batch, number | issued record |
//! | `batches` | id | batch record |
//! | `books` | id | book record |
//! | `printed-2` | batch, number, book | place record: volume, number in the book, page, page of the answer |
//! | `levels-2` | `current` | levels record: the level table as TOML; empty while it is the default one |
//! | `meta` | `format`, `created-by`, `identity` | format number, program version, 128 random bits |
//! | | `checked`, `census` | length and time of the last check of all pages; rows of each table |
//!
//! Records, each with a checksum, are described in `codec`. `seed-index` and `twins` say nothing that the seed records do not
//! say, and are held against them when they are read; the ledger can be worked out from the issued records. How a row is
//! looked for in a table that may be damaged is told in `tables`: what is read is what was written, or an error. A table
//! that is missing is noticed by its rows in the `census`.
//!
//! A database of any released format opens in every later program; `format_1` reads and moves over what format 1
//! kept in other tables. Every write is one transaction, durable when the call returns: it happened as a whole or not
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

#[path = "file/batches.rs"]
mod batches;
#[path = "file/books.rs"]
mod books;
#[path = "file/census.rs"]
mod census;
#[path = "file/check.rs"]
mod check;
mod codec;
mod error;
#[path = "file/format_1.rs"]
mod format_1;
#[path = "file/guard.rs"]
mod guard;
#[path = "file/holder.rs"]
mod holder;
#[path = "file/meta.rs"]
mod identity;
#[path = "file/issued.rs"]
mod issued;
#[path = "file/ledger.rs"]
mod ledger;
#[path = "file/levels.rs"]
mod levels;
#[path = "file/lock.rs"]
mod lock;
#[path = "file/open.rs"]
mod open;
#[path = "file/overlay.rs"]
mod overlay;
#[path = "file/queue.rs"]
mod queue;
#[path = "file/seeds.rs"]
mod seeds;
#[path = "file/tables.rs"]
mod tables;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use redb::{Database, ReadOnlyDatabase, ReadTransaction, ReadableDatabase, WriteTransaction};

pub use check::Problem;
pub use error::StoreError;
pub use identity::Identity;
pub use open::OpenOptions;
pub use seeds::{Added, Counts};

use error::Fault;
use guard::guarded;
use holder::Holder;
use open::FileId;

/// The format that is written, and the highest that is read.
pub const FORMAT: u32 = 2;

/// An open database. Dropping it closes it and lets other processes in.
pub struct Store {
    path: PathBuf,
    created: bool,
    identity: Option<Identity>,
    /// What was opened at `path`.
    file: FileId,
    /// Declared before the database: the side file goes while the lock is still held, or the
    /// next holder's would be taken away.
    _holder: Holder,
    handle: Handle,
}

enum Access {
    Write(Database),
    Read(ReadOnlyDatabase),
    /// What is written to it is lost: for reading where there are no locks.
    Overlay(Database),
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
            Some(Access::Write(database) | Access::Overlay(database)) => Ok(database.begin_read()?),
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
        !matches!(self.handle.access, Some(Access::Write(_)))
    }

    /// Which database it is: see [`OpenOptions::identity`]. One made by an earlier version has none until it
    /// is opened for writing.
    pub fn identity(&self) -> Option<Identity> {
        self.identity
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
        let written = guarded(&self.path, || match &self.handle.access {
            Some(Access::Write(database)) => write(database, |transaction| {
                format_1::upgrade(transaction)?;
                body(transaction)
            }),
            _ => Err(Fault::Store(StoreError::ReadOnly(self.path.clone()))),
        })?;
        // What is written to a file that was deleted meanwhile is nowhere.
        if FileId::of(&self.path) != self.file {
            return Err(StoreError::Gone(self.path.clone()));
        }
        Ok(written)
    }
}

/// One write transaction. Quick repair makes the next start after a kill instant.
fn write<T>(
    database: &Database,
    body: impl FnOnce(&WriteTransaction) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut transaction = database.begin_write()?;
    transaction.set_quick_repair(true);
    let written = body(&transaction).and_then(|value| {
        census::write(&transaction)?;
        Ok(value)
    });
    match written {
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
