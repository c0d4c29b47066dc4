//! Opening, creating, waiting for the lock.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use redb::{
    Builder, Database, DatabaseError, ReadableDatabase as _, StorageError, TableHandle as _,
};

use super::fault::{Fault, of_io};
use super::fill::fill;
use super::guard::guarded;
use super::holder::Holder;
use super::lock::{Proved, locks_fail};
use super::meta::{self, Meta};
use super::overlay::Overlay;
use super::queue::Queue;
use super::{Access, FileEngine, Handle, Identity, StoreError, levels, tables, write};
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::Seed;
use crate::store::address::Password;
use crate::store::engine::Engine as _;
use crate::temporary;

/// Memory that redb may use for pages, in bytes (its own default is 1 GiB).
const CACHE: usize = 64 << 20;
/// How often a lock is tried by those at the head of the queue, and looked after by the others.
const POLL: Duration = Duration::from_millis(5);
const POLL_BEHIND: Duration = Duration::from_millis(25);
/// The first bytes of every redb file.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// How to open a database.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// How long to wait for another process that has it.
    pub wait: Duration,
    /// Whether to make it, and its folder, if it does not exist.
    pub create: bool,
    /// What this process does, in one line: told to those who wait for the database meanwhile.
    pub command: String,
    /// Which database it must be: of a file opened before, its [`Store::identity`](crate::store::Store::identity). Then it is not made.
    pub identity: Option<Identity>,
    /// Whether to write also where the file system keeps no second process out: see
    /// [`StoreError::NoLocks`].
    pub no_lock: bool,
    /// The password for a server whose address has none.
    pub password: Option<Password>,
    /// Whether to use a server that could forget issued puzzles: see [`StoreError::Unsafe`].
    pub accept_loss: bool,
    /// While it is set, nobody waits: see [`StoreError::Stopped`]. A database that is free is opened all the same.
    pub stop: Arc<AtomicBool>,
}

impl Default for OpenOptions {
    /// Waits 30 seconds; creates; says nothing of itself but the process id; any database; with locks; never stopped.
    fn default() -> Self {
        Self {
            wait: Duration::from_secs(30),
            create: true,
            command: "seeddb".to_owned(),
            identity: None,
            no_lock: false,
            password: None,
            accept_loss: false,
            stop: Arc::default(),
        }
    }
}

impl OpenOptions {
    /// A database that was there is missed.
    fn at(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::NotFound(path) if self.identity.is_some() => StoreError::Gone(path),
            error => error,
        }
    }
}

impl FileEngine {
    /// [`Store::open`](crate::store::Store::open).
    pub(in crate::store) fn open(
        path: &Path,
        options: &OpenOptions,
        initial: impl FnOnce() -> Vec<Seed>,
    ) -> Result<Self, StoreError> {
        Self::open_without(None, path, options, initial)
    }

    /// [`Store::repair_ledger`](crate::store::Store::repair_ledger).
    pub(in crate::store) fn repair(path: &Path, options: &OpenOptions) -> Result<u64, StoreError> {
        let options = OpenOptions { create: false, ..options.clone() };
        let lost = tables::LEDGER;
        Self::open_without(Some(lost.name()), path, &options, Vec::new)?.rebuild_ledger()
    }

    /// [`open`](Self::open), also if the table called `lost` is missing.
    fn open_without(
        lost: Option<&str>,
        path: &Path,
        options: &OpenOptions,
        initial: impl FnOnce() -> Vec<Seed>,
    ) -> Result<Self, StoreError> {
        let mut created = false;
        if options.create && options.identity.is_none() && !exists(path)? {
            created = create(path, options, initial)?;
        }
        let open = || {
            recognise(path)?;
            waiting(path, options, || open_to_write(path, options, created, lost))
        };
        let (database, checked) = open().map_err(|error| options.at(error))?;
        let mut store = Self::opened(path, options, Access::Write(database), created, lost)?;
        if created || checked {
            let length = length(path)?;
            store.identity = Some(store.write(|transaction| meta::write(transaction, length))?);
        }
        Ok(store)
    }

    /// [`Store::open_read`](crate::store::Store::open_read).
    pub(in crate::store) fn open_read(
        path: &Path,
        options: &OpenOptions,
    ) -> Result<Self, StoreError> {
        let open = || {
            recognise(path)?;
            waiting(path, options, || open_to_read(path))
        };
        match open() {
            // After a kill, redb wants to write before it lets read.
            Err(StoreError::Unclean(_)) => {
                let options = OpenOptions { create: false, ..options.clone() };
                Self::open(path, &options, Vec::new).map_err(|error| match error {
                    StoreError::ReadOnly(path) => StoreError::Unclean(path),
                    error => error,
                })
            }
            opened => {
                let access = opened.map_err(|error| options.at(error))?;
                Self::opened(path, options, access, false, None)
            }
        }
    }

    fn opened(
        path: &Path,
        options: &OpenOptions,
        access: Access,
        created: bool,
        lost: Option<&str>,
    ) -> Result<Self, StoreError> {
        let handle = Handle::new(path, access);
        let holder = Holder::announce(path, &options.command);
        let meta = guarded(path, || {
            Meta::read(&handle.begin_read()?, path, lost)?.expect(options.identity, path)
        })?;
        let (identity, file) = (meta.identity, FileId::of(path));
        Ok(Self { path: path.to_owned(), created, identity, file, _holder: holder, handle })
    }
}

/// An attempt to open for writing, none if it is in use; and whether its pages were checked.
///
/// redb rewrites a file that it opens for writing: one of a later format, another database than the one
/// wanted or a damaged one is not ours to touch, so all that is asked before.
fn open_to_write(
    path: &Path,
    options: &OpenOptions,
    created: bool,
    lost: Option<&str>,
) -> Result<Option<(Database, bool)>, Fault> {
    let meta = |transaction| Meta::read(&transaction, path, lost)?.expect(options.identity, path);
    let is_due = match builder().open_read_only(path) {
        Ok(database) => {
            let meta = meta(database.begin_read()?)?;
            // Once a command at most: later openings name the database of the first.
            !created
                && options.identity.is_none()
                && meta.is_due(length(path).map_err(Fault::Store)?)
        }
        Err(DatabaseError::DatabaseAlreadyOpen) => return Ok(None),
        // It was not closed in order.
        Err(DatabaseError::RepairAborted) => true,
        // Damaged, or locks fail: the real opening says so.
        Err(_) => false,
    };
    let file = || Proved::open(path, options.no_lock);
    if is_due {
        let overlay = Overlay::new(file()?).map_err(StorageError::Io)?;
        let Some(mut database) = unless_in_use(builder().create_with_backend(overlay))? else {
            return Ok(None);
        };
        meta(database.begin_read()?)?;
        match pages_are_sound(&mut database) {
            Ok(true) => {}
            Ok(false) | Err(Fault::Engine(redb::Error::Corrupted(_))) => {
                return Err(Fault::Broken("the checksums of its pages do not hold".to_owned()));
            }
            Err(other) => return Err(other),
        }
    }
    let database = unless_in_use(builder().create_with_backend(file()?))?;
    Ok(database.map(|database| (database, is_due)))
}

/// An attempt to open for reading, none if it is in use.
fn open_to_read(path: &Path) -> Result<Option<Access>, Fault> {
    match builder().open_read_only(path) {
        // Where not even a reader gets a lock: what redb writes when it opens a file is kept in memory.
        Err(DatabaseError::Storage(StorageError::Io(_))) if locks_fail(path) => {
            let overlay = Overlay::new(Proved::unlocked(path)?).map_err(StorageError::Io)?;
            Ok(Some(Access::Overlay(builder().create_with_backend(overlay)?)))
        }
        opened => Ok(unless_in_use(opened)?.map(Access::Read)),
    }
}

fn unless_in_use<T>(opened: Result<T, DatabaseError>) -> Result<Option<T>, Fault> {
    match opened {
        Err(DatabaseError::DatabaseAlreadyOpen) => Ok(None),
        opened => Ok(Some(opened?)),
    }
}

fn length(path: &Path) -> Result<u64, StoreError> {
    std::fs::metadata(path).map(|data| data.len()).map_err(|error| of_io(error, path))
}

/// Which file a path leads to, where the system can tell.
#[derive(PartialEq, Eq)]
pub(super) struct FileId(Option<(u64, u64)>);

impl FileId {
    #[cfg(unix)]
    pub(super) fn of(path: &Path) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self(std::fs::metadata(path).ok().map(|data| (data.dev(), data.ino())))
    }

    #[cfg(not(unix))]
    pub(super) fn of(_: &Path) -> Self {
        Self(None)
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE);
    builder
}

fn exists(path: &Path) -> Result<bool, StoreError> {
    path.try_exists().map_err(|error| of_io(error, path))
}

/// Makes a whole database beside `path` and moves it there; false if somebody else was faster.
fn create(
    path: &Path,
    options: &OpenOptions,
    initial: impl FnOnce() -> Vec<Seed>,
) -> Result<bool, StoreError> {
    let io = |error| of_io(error, path);
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(io)?;
    let file = temporary::private_file(folder).map_err(io)?;
    let initial = initial();
    guarded(path, || {
        let file = Proved::open(file.path(), options.no_lock)?;
        write(&builder().create_with_backend(file)?, |transaction| {
            tables::create_all(transaction)?;
            meta::write(transaction, 0)?;
            levels::set(transaction, Some(&level_table::write(&LevelTable::default())))?;
            fill(transaction, &initial)
        })
    })?;
    file.as_file().sync_all().map_err(io)?;
    match file.persist_noclobber(path) {
        Ok(_) => {
            // The new name must survive a power cut too; not every system can sync a folder.
            if let Ok(folder) = File::open(folder) {
                let _ = folder.sync_all();
            }
            Ok(true)
        }
        Err(_) if exists(path)? => Ok(false),
        Err(error) => Err(io(error.error)),
    }
}

/// Refuses what is no redb file before redb sees it, in better words than redb has.
fn recognise(path: &Path) -> Result<(), StoreError> {
    let io = |error| of_io(error, path);
    let not = |what| Err(StoreError::NotADatabase { path: path.to_owned(), what });
    let kind = std::fs::metadata(path).map_err(io)?;
    if kind.is_dir() {
        return Err(StoreError::Folder(path.to_owned()));
    }
    if !kind.is_file() {
        return not("a device or a pipe");
    }
    let mut start = Vec::new();
    let file = File::open(path).map_err(io)?;
    file.take(4096).read_to_end(&mut start).map_err(io)?;
    match start.as_slice() {
        [] => not("an empty file"),
        start if start.starts_with(MAGIC) => Ok(()),
        start if std::str::from_utf8(start).is_ok() => not("a text file"),
        _ => not("some other program's file"),
    }
}

/// Runs `open` until it gives something, the time is over, or a stop is asked for; those who wait for longer go first.
fn waiting<T>(
    path: &Path,
    options: &OpenOptions,
    mut open: impl FnMut() -> Result<Option<T>, Fault>,
) -> Result<T, StoreError> {
    let start = Instant::now();
    let mut queue = Queue::of(path);
    loop {
        let ahead = queue.ahead();
        let is_over = start.elapsed() >= options.wait;
        if (ahead == 0 || is_over)
            && let Some(opened) = guarded(path, &mut open)?
        {
            return Ok(opened);
        }
        if is_over {
            return Err(StoreError::Locked { holder: Holder::of(path) });
        }
        if options.stop.load(Ordering::Relaxed) {
            return Err(StoreError::Stopped { holder: Holder::of(path) });
        }
        queue.wait();
        let poll = if ahead <= 1 { POLL } else { POLL_BEHIND };
        std::thread::sleep(poll.min(options.wait.saturating_sub(start.elapsed())));
    }
}

/// Whether redb finds the file's pages in order, after a repair if need be.
pub(super) fn pages_are_sound(database: &mut Database) -> Result<bool, Fault> {
    Ok(database.check_integrity()?)
}
