//! The engine that a user meets: all tables in one file of redb, which nothing outside this folder names.
//!
//! | table | key | value |
//! |---|---|---|
//! | `seeds` | key | seed record |
//! | `seed-index` | ladder, tier, bits of the score, key | |
//! | `catalog` | ladder, tier, number | outlines of seeds: see `catalog` |
//! | `catalog-changes` | key of a seed that changed since | rows in the index then, checksum: see `changes` |
//! | `twins` | class of twins | key of its best seed |
//! | `seed-uses-2` | key of the seed | uses record: puzzles issued from it |
//! | `ledger-2` | key | batch, number, checksum |
//! | `issued` | batch, number | issued record |
//! | `batches` | id | batch record |
//! | `books` | id | book record |
//! | `printed-2` | batch, number, book | place record: volume, number in the book, page, page of the answer |
//! | `events` | id | event record: what became of a puzzle |
//! | `levels-2` | `current` | levels record: the level table as TOML; empty while it is the default one |
//! | `meta` | `format`, `created-by`, `identity` | format number, program version, 128 random bits |
//! | | `property-` and a name | what [`Engine::claim`](super::engine::Engine::claim) keeps |
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
//! redb gives one process the file (or any number of readers).

mod batches;
mod books;
mod catalog;
mod census;
mod changes;
mod check;
mod engine;
mod events;
mod fault;
mod fill;
mod format_1;
mod guard;
mod holder;
mod issued;
mod ledger;
mod levels;
mod lock;
mod meta;
mod open;
mod overlay;
mod properties;
mod queue;
mod repair;
mod seeds;
mod tables;
#[cfg(test)]
mod tests;
mod uses;
mod void;

use std::path::{Path, PathBuf};

use redb::{Database, ReadOnlyDatabase, ReadTransaction, ReadableDatabase, WriteTransaction};

pub use guard::{Panicked, panicked};
pub use open::OpenOptions;

use super::{FORMAT, Identity, StoreError, Voided, codec};
use fault::Fault;
use guard::guarded;
use holder::Holder;
use open::FileId;

/// An open file.
pub(super) struct FileEngine {
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

impl FileEngine {
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
                seeds::complete_twins(transaction)?;
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
