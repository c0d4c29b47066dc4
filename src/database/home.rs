//! [`Home`]: where a database is, and when it is made.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use seeddb_ledger::rules::{cards, texts};
use seeddb_ledger::{Store, StoreError};

use super::{Error, Options};

/// Where a database lives. It is made at most once.
pub(super) struct Home {
    store: Store,
    pub(super) options: Options,
    /// Whether it was there before: then no other is made in its place.
    had: AtomicBool,
}

impl Home {
    pub(super) fn new(path: &Path, options: Options) -> Self {
        Self { store: Store::at(path, &options.file), options, had: AtomicBool::default() }
    }

    pub(super) fn in_memory(store: Store, options: Options) -> Self {
        Self { store, options, had: AtomicBool::new(true) }
    }

    /// The store, whether there is anything or not.
    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// Whether there is a database, or was.
    pub(super) fn is_there(&self) -> Result<bool, StoreError> {
        if self.had.load(Ordering::Relaxed) {
            return Ok(true);
        }
        let is_there = self.store.exists()?;
        self.had.fetch_or(is_there, Ordering::Relaxed);
        Ok(is_there)
    }

    /// Makes it, with the seeds that a new database begins with; false if it is there.
    pub(super) fn make(&self) -> Result<bool, Error> {
        let Options { initial, edition, created, .. } = &self.options;
        if !self.store.make(initial)? {
            return Ok(false);
        }
        self.had.store(true, Ordering::Relaxed);
        self.store.write(|to| texts::set_edition(to, *edition))?;
        created.tell(&self.store.path(), self.store.read(cards::counts)?.seeds);
        Ok(true)
    }
}
