//! [`Lease`]: the database, open while somebody needs it and no longer.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use super::{Error, Options};
use crate::store::{Identity, Memory, OpenOptions, Store, StoreError, is_server, without_password};

/// Where a database lives: memory, or a file that is opened and closed, and that is the same one each time.
pub(super) struct Home {
    pub(super) path: PathBuf,
    pub(super) options: Options,
    /// In place of a file.
    memory: Option<Memory>,
    /// One on a server, which stays open.
    kept: OnceLock<Arc<Store>>,
    /// The store that threads of this process have open for writing, if any.
    opened: Mutex<Weak<Store>>,
    /// Whether it was open before, and which database it is.
    had: AtomicBool,
    identity: OnceLock<Identity>,
}

impl Home {
    pub(super) fn new(path: &Path, options: Options) -> Self {
        let (opened, had, identity) = (Mutex::default(), AtomicBool::default(), OnceLock::new());
        let (path, password) = without_password(path);
        let mut options = options;
        options.file.password = password.or(options.file.password);
        Self { path, options, memory: None, kept: OnceLock::new(), opened, had, identity }
    }

    pub(super) fn in_memory(memory: Memory, options: Options) -> Self {
        Self { memory: Some(memory), ..Self::new("memory".as_ref(), options) }
    }

    fn open(&self, file: &OpenOptions) -> Result<Store, StoreError> {
        match &self.memory {
            Some(memory) => Ok(memory.open()),
            None => self.remember(Store::open(&self.path, file, self.options.initial)),
        }
    }

    fn open_read(&self) -> Result<Store, StoreError> {
        match &self.memory {
            Some(memory) => Ok(memory.open()),
            None => self.remember(Store::open_read(&self.path, &self.file())),
        }
    }

    fn had_it(&self) -> bool {
        self.had.load(Ordering::Relaxed)
    }

    /// A file that was there is not made a second time, and no other takes its place.
    fn file(&self) -> OpenOptions {
        OpenOptions {
            create: self.options.file.create && !self.had_it(),
            identity: self.identity.get().copied(),
            ..self.options.file.clone()
        }
    }

    /// Remembers which database it is.
    fn remember(&self, opened: Result<Store, StoreError>) -> Result<Store, StoreError> {
        match opened {
            Ok(store) => {
                if store.created() {
                    let seeds = store.counts()?.seeds;
                    store.set_edition(self.options.edition)?;
                    self.options.created.tell(store.path(), seeds);
                }
                self.had.store(true, Ordering::Relaxed);
                // One that an earlier version made gets its identity when it is first written.
                if let Some(identity) = store.identity() {
                    self.identity.get_or_init(|| identity);
                }
                Ok(store)
            }
            Err(StoreError::NotFound(path)) if self.had_it() => Err(StoreError::Gone(path)),
            Err(error) => Err(error),
        }
    }

    /// Opens one that is there for writing, for nobody else in this process.
    pub(super) fn open_alone(&self) -> Result<Store, Error> {
        Ok(self.open(&OpenOptions { create: false, ..self.file() })?)
    }

    /// Opens for reading, for nobody else in this process.
    pub(super) fn read_alone(&self) -> Result<Store, Error> {
        Ok(self.open_read()?)
    }

    /// Opens for writing, with options that `change` has changed.
    pub(super) fn write(&self, change: impl FnOnce(&mut OpenOptions)) -> Result<Lease<'_>, Error> {
        let mut last = self.lock();
        if let Some(store) = self.kept.get() {
            return Ok(Lease { home: self, store: Some(Arc::clone(store)) });
        }
        let open = || {
            let mut file = self.file();
            change(&mut file);
            self.open(&file).map(Arc::new)
        };
        let store = last.upgrade().map_or_else(open, Ok)?;
        *last = Arc::downgrade(&store);
        if store.is_shared() {
            self.kept.get_or_init(|| Arc::clone(&store));
        }
        Ok(Lease { home: self, store: Some(store) })
    }

    /// Opens for reading; one that is not there is not made.
    pub(super) fn read(&self) -> Result<Lease<'_>, Error> {
        let lease = self.read_if_there()?;
        lease.ok_or_else(|| StoreError::NotFound(self.path.clone()).into())
    }

    /// Opens for reading; makes the database if it is not there and the options say so.
    pub(super) fn read_or_make(&self) -> Result<Lease<'_>, Error> {
        match self.read_if_there()? {
            Some(lease) => Ok(lease),
            None => self.write(|_| {}),
        }
    }

    /// Opens for reading; none if there is no database, and never was.
    pub(super) fn read_if_there(&self) -> Result<Option<Lease<'_>>, Error> {
        if let Some(store) = self.lock().upgrade() {
            return Ok(Some(Lease { home: self, store: Some(store) }));
        }
        if is_server(&self.path) {
            return self.write(|_| {}).map(Some);
        }
        match self.open_read() {
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

/// An open database that is kept so for the calls to come, which use the same opening.
pub(super) struct Hold {
    home: Arc<Home>,
    /// Empty while it is being dropped.
    store: Option<Arc<Store>>,
}

impl Lease<'_> {
    /// Keeps the database open; `home` is the one it is of.
    pub(super) fn hold(&self, home: &Arc<Home>) -> Hold {
        Hold { home: Arc::clone(home), store: self.store.clone() }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        drop(Lease { home: &self.home, store: self.store.take() });
    }
}

impl Deref for Lease<'_> {
    type Target = Store;
    fn deref(&self) -> &Store {
        self.store.as_ref().expect("not dropped yet")
    }
}

impl Drop for Lease<'_> {
    /// One for writing under the lock: while one thread still closes the file, the other must not open it. One for reading
    /// without: who is to write holds the lock, and waits for this.
    fn drop(&mut self) {
        let writes = self.store.as_ref().is_some_and(|store| !store.is_read_only());
        let lock = writes.then(|| self.home.lock());
        drop(self.store.take());
        drop(lock);
    }
}
