//! [`Lease`]: the database, open while somebody needs it and no longer.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::{Error, Options};
use crate::store::{Store, StoreError};

/// Where a database lives: a file that is opened and closed.
pub(super) struct Home {
    pub(super) path: PathBuf,
    pub(super) options: Options,
    /// The store that threads of this process have open for writing, if any.
    opened: Mutex<Weak<Store>>,
}

impl Home {
    pub(super) fn new(path: &Path, options: Options) -> Self {
        Self { path: path.to_owned(), options, opened: Mutex::default() }
    }

    pub(super) fn write(&self) -> Result<Lease<'_>, Error> {
        let mut last = self.lock();
        let store = match last.upgrade() {
            Some(store) => store,
            None => {
                let Options { file, initial, .. } = &self.options;
                Arc::new(Store::open(&self.path, file, initial)?)
            }
        };
        *last = Arc::downgrade(&store);
        Ok(Lease { home: self, store: Some(store) })
    }

    pub(super) fn read(&self) -> Result<Lease<'_>, Error> {
        match self.read_if_there()? {
            Some(lease) => Ok(lease),
            None => self.write(),
        }
    }

    /// Opens for reading; none if there is no database.
    pub(super) fn read_if_there(&self) -> Result<Option<Lease<'_>>, Error> {
        if let Some(store) = self.lock().upgrade() {
            return Ok(Some(Lease { home: self, store: Some(store) }));
        }
        match Store::open_read(&self.path, &self.options.file) {
            Ok(store) => Ok(Some(Lease { home: self, store: Some(Arc::new(store)) })),
            Err(StoreError::NotFound(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Weak<Store>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open database. Dropping the last lease lets other processes in.
pub struct Lease<'a> {
    home: &'a Home,
    /// Empty while it is being dropped.
    store: Option<Arc<Store>>,
}

impl Deref for Lease<'_> {
    type Target = Store;
    fn deref(&self) -> &Store {
        self.store.as_ref().expect("not dropped yet")
    }
}

impl Drop for Lease<'_> {
    /// Under the lock: while one thread still closes the file, the other must not open it.
    fn drop(&mut self) {
        let lock = self.home.lock();
        drop(self.store.take());
        drop(lock);
    }
}
