//! The database: seeds, the ledger of issued puzzles, batches, books, events, levels.
//!
//! A [`Store`] is the same on every *engine*, which keeps records (`codec`) and says in one call what was in it in
//! one moment, or writes something as a whole or not at all (`engine`):
//!
//! - `file`, a file of redb: what the program uses. One process has it at a time, so keep a [`Store`] no longer than needed.
//! - `postgres`, a server: any number of processes have it, on many machines. With the feature `postgres`.
//! - `memory`, for tests, for pages in a browser, for whoever wants draws that nobody needs to remember.
//!
//! What a seed is a twin of is decided in one place for all of them, `twins`.
//!
//! ```
//! use seeddb::store::{OpenOptions, Store};
//!
//! # if false {
//! let store = Store::open("seeds.redb".as_ref(), &OpenOptions::default(), Vec::new)?;
//! # }
//! let store = Store::in_memory();
//! println!("{} puzzles issued", store.counts()?.issued);
//! # Ok::<(), seeddb::store::StoreError>(())
//! ```

mod address;
mod books;
mod check;
mod codec;
mod edition;
mod engine;
mod error;
mod events;
mod file;
mod identity;
mod issued;
mod memory;
mod parts;
#[cfg(feature = "postgres")]
mod postgres;
mod seeds;
#[cfg(test)]
mod tests;
mod twins;
mod void;

use std::path::Path;

pub use address::{Password, censored, is_server, place_of, without_password};
pub use check::Problem;
pub use error::StoreError;
pub use file::{OpenOptions, Panicked, panicked};
pub use identity::Identity;
pub use memory::Memory;
pub use parts::Shard;
pub use seeds::{Added, Counts, Eligible, Wanted};
pub use void::Voided;

use crate::record::Seed;
use engine::Engine;
use file::FileEngine;

/// The format that is written, and the highest that is read.
pub const FORMAT: u32 = 2;

/// An open database. Dropping it closes it and lets other processes in.
pub struct Store {
    engine: Box<dyn Engine>,
}

impl Store {
    /// Opens the database in the file at `path` for reading and writing, or the one on the server at that address. If there is none and `options` say so, makes it
    /// with the seeds that `initial` returns; then [`Store::created`] is true. Of two processes that
    /// create at once, one does and the other opens its work; one that is killed leaves no half database.
    ///
    /// After a process that had it was killed, and from time to time, the checksums of all pages are checked first, which
    /// reads the whole file; one in which they do not hold is left as it is.
    ///
    /// # Errors
    /// No file, no database, damaged, of a newer format, read-only, in use, no room, no locks, another database than
    /// the one wanted.
    pub fn open(
        path: &Path,
        options: &OpenOptions,
        initial: impl FnOnce() -> Vec<Seed>,
    ) -> Result<Self, StoreError> {
        if is_server(path) {
            return Self::on_server(path, options);
        }
        Ok(Self::on(FileEngine::open(path, options, initial)?))
    }

    /// Makes a database on the server at this address, with the seeds that `initial` returns; false, and nothing is changed, if there is
    /// one.
    ///
    /// # Errors
    /// As [`Store::open`].
    #[cfg_attr(not(feature = "postgres"), allow(unused_variables, reason = "no servers"))]
    pub fn make(
        address: &Path,
        options: &OpenOptions,
        initial: impl FnOnce() -> Vec<Seed>,
    ) -> Result<bool, StoreError> {
        #[cfg(feature = "postgres")]
        let made = self::postgres::PgEngine::make(address, options, initial);
        #[cfg(not(feature = "postgres"))]
        let made = Err(StoreError::Unbuilt(without_password(address).0));
        made
    }

    /// Begins a copy into the database on the server at this address, which is made, or has nothing in it. Until
    /// [`Store::finish_copy`] nobody else opens it: [`StoreError::Unfinished`]. What is left of a copy that did not come to its end is
    /// cleared away. One that has something in it is opened and left as it is.
    ///
    /// # Errors
    /// As [`Store::open`]; [`StoreError::Locked`] while another copy into it is under way.
    #[cfg_attr(not(feature = "postgres"), allow(unused_variables, reason = "no servers"))]
    pub fn begin_copy(address: &Path, options: &OpenOptions) -> Result<Self, StoreError> {
        #[cfg(feature = "postgres")]
        let store = Ok(Self::on(self::postgres::PgEngine::begin_copy(address, options)?));
        #[cfg(not(feature = "postgres"))]
        let store = Err(StoreError::Unbuilt(without_password(address).0));
        store
    }

    /// Says that all is here that [`Store::begin_copy`] began to bring.
    ///
    /// # Errors
    /// Failures of the server; [`StoreError::Replaced`] if another copy was begun meanwhile.
    pub fn finish_copy(&self) -> Result<(), StoreError> {
        self.engine.finish_copy()
    }

    #[cfg_attr(not(feature = "postgres"), allow(unused_variables, reason = "no servers"))]
    fn on_server(address: &Path, options: &OpenOptions) -> Result<Self, StoreError> {
        #[cfg(feature = "postgres")]
        let store = Ok(Self::on(self::postgres::PgEngine::open(address, options)?));
        #[cfg(not(feature = "postgres"))]
        let store = Err(StoreError::Unbuilt(without_password(address).0));
        store
    }

    /// Opens the database in the file at `path` for reading; any number of processes can at once, and neither the
    /// file nor its folder needs to be writable. It is never made, whatever `options` say: see
    /// [`StoreError::NotFound`].
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_read(path: &Path, options: &OpenOptions) -> Result<Self, StoreError> {
        if is_server(path) {
            return Self::on_server(path, options);
        }
        Ok(Self::on(FileEngine::open_read(path, options)?))
    }

    /// Makes the ledger of the database in the file at `path` anew, as [`Store::rebuild_ledger`] does; also if its table is missing,
    /// a database that [`Store::open`] refuses.
    ///
    /// # Errors
    /// As [`Store::open`] and [`Store::rebuild_ledger`].
    pub fn repair_ledger(path: &Path, options: &OpenOptions) -> Result<u64, StoreError> {
        if is_server(path) {
            return Self::on_server(path, options)?.rebuild_ledger();
        }
        FileEngine::repair(path, options)
    }

    /// A new database in memory, gone with the store. [`Memory`] is one that can be opened again.
    pub fn in_memory() -> Self {
        Memory::default().open()
    }

    fn on(engine: impl Engine + 'static) -> Self {
        Self { engine: Box::new(engine) }
    }

    /// Where it lies; of a database in memory just a word.
    pub fn path(&self) -> &Path {
        self.engine.path()
    }

    /// Whether this call of [`Store::open`] made it.
    pub fn created(&self) -> bool {
        self.engine.created()
    }

    /// Whether it was opened for reading only.
    pub fn is_read_only(&self) -> bool {
        self.engine.is_read_only()
    }

    /// Whether many processes have it at once: it may stay open.
    pub fn is_shared(&self) -> bool {
        self.engine.is_shared()
    }

    /// Folds what piles up; how many rows were.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn tidy(&self) -> Result<u64, StoreError> {
        self.engine.tidy()
    }

    /// What the engine can say of where it keeps things, a name and a text each. One called `danger` says how it could forget
    /// issued puzzles.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn status(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.engine.status()
    }

    /// Which database it is: see [`OpenOptions::identity`]. One made by an earlier version has none until it
    /// is opened for writing, one in memory never has.
    pub fn identity(&self) -> Option<Identity> {
        self.engine.identity()
    }

    /// Reads everything: the pages' checksums (not when opened for reading only), and whether the tables agree: their lengths,
    /// ledger and issued puzzles, batches and their counts without holes, seeds, their index, their twins and uses, books and
    /// the places in them, events.
    /// An empty list means that all is well. Whether puzzles, keys and scores are true is not the
    /// store's to know.
    ///
    /// # Errors
    /// Failures of the file, also damage that keeps it from being read.
    pub fn check(&mut self) -> Result<Vec<Problem>, StoreError> {
        self.engine.check()
    }
}
