//! [`Location`]: the place of a database, and its creation.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use seeddb_ledger::rules::{seed_cursor, texts};
use seeddb_ledger::{Notice, Store, StoreError};

use super::{Error, Options};

/// The place of a database, which is created at most once.
pub(super) struct Location {
    store: Store,
    pub(super) options: Options,
    /// Whether the database was seen: then no other is created in its place.
    had: AtomicBool,
}

impl Location {
    pub(super) fn new(path: &Path, options: Options) -> Self {
        Self { store: Store::at(path, &options.file), options, had: AtomicBool::default() }
    }

    pub(super) fn in_memory(store: Store, options: Options) -> Self {
        Self { store, options, had: AtomicBool::new(true) }
    }

    /// Returns the store, whether or not it exists.
    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// Whether the database exists, or existed before.
    pub(super) fn is_there(&self) -> Result<bool, StoreError> {
        if self.had.load(Ordering::Relaxed) {
            return Ok(true);
        }
        let is_there = self.store.exists()?;
        self.had.fetch_or(is_there, Ordering::Relaxed);
        Ok(is_there)
    }

    /// Creates it with the initial seeds; returns `false` if it exists.
    pub(super) fn make(&self) -> Result<bool, Error> {
        let Options { initial, edition, file, .. } = &self.options;
        if !self.store.make(initial)? {
            return Ok(false);
        }
        self.had.store(true, Ordering::Relaxed);
        self.store.write(|to| texts::set_edition(to, *edition))?;
        let seeds = self.store.read(seed_cursor::counts)?.seeds;
        file.remarks.tell(&Notice::Made(self.store.path(), seeds));
        Ok(true)
    }
}
