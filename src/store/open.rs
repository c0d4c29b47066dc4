//! Opening, creating, waiting for the lock.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use redb::{
    Builder, Database, DatabaseError, ReadTransaction, ReadableDatabase as _, StorageError,
    TableError,
};

use super::error::{Fault, of_io};
use super::guard::guarded;
use super::holder::Holder;
use super::tables::{self, META};
use super::{Access, FORMAT, Handle, Store, StoreError, seeds, write};
use crate::record::Seed;

/// Memory that redb may use for pages, in bytes (its own default is 1 GiB).
const CACHE: usize = 64 << 20;
/// How often a lock is tried.
const POLL: Duration = Duration::from_millis(25);
/// The first bytes of every redb file.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// How to open a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenOptions {
    /// How long to wait for another process that has it.
    pub wait: Duration,
    /// Whether to make it, and its folder, if it does not exist.
    pub create: bool,
    /// What this process does, in one line: told to those who wait for the database meanwhile.
    pub command: String,
}

impl Default for OpenOptions {
    /// Waits 30 seconds; creates; says nothing of itself but the process id.
    fn default() -> Self {
        Self { wait: Duration::from_secs(30), create: true, command: "seeddb".to_owned() }
    }
}

impl Store {
    /// Opens the database at `path` for reading and writing. If there is none and `options` say so, makes it
    /// with the seeds that `initial` returns; then [`Store::created`] is true. Of two processes that
    /// create at once, one does and the other opens its work; one that is killed leaves no half database.
    ///
    /// # Errors
    /// No file, no database, damaged, of a newer format, read-only, in use, no room.
    pub fn open(
        path: &Path,
        options: &OpenOptions,
        initial: impl FnOnce() -> Vec<Seed>,
    ) -> Result<Self, StoreError> {
        let mut created = false;
        if options.create && !exists(path)? {
            created = create(path, initial)?;
        }
        recognise(path)?;
        // redb rewrites a file that it opens for writing, and one of a later format is not ours to touch.
        guarded(path, || match builder().open_read_only(path) {
            Ok(database) => check_format(&database.begin_read()?, path),
            // In use, damaged or unclean: the real opening says so.
            Err(_) => Ok(()),
        })?;
        let database = waiting(path, options.wait, || builder().open(path))?;
        Self::opened(path, options, Access::Write(database), created)
    }

    /// Opens the database at `path` for reading; any number of processes can at once, and neither the
    /// file nor its folder needs to be writable. It is never made, whatever `options` say: see
    /// [`StoreError::NotFound`].
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_read(path: &Path, options: &OpenOptions) -> Result<Self, StoreError> {
        recognise(path)?;
        let database = waiting(path, options.wait, || match builder().open_read_only(path) {
            Err(DatabaseError::RepairAborted) => Ok(None),
            other => other.map(Some),
        })?;
        // After a kill, redb wants to write before it lets read.
        let Some(database) = database else {
            let options = OpenOptions { create: false, ..options.clone() };
            return Self::open(path, &options, Vec::new).map_err(|error| match error {
                StoreError::ReadOnly(path) => StoreError::Unclean(path),
                error => error,
            });
        };
        Self::opened(path, options, Access::Read(database), false)
    }

    fn opened(
        path: &Path,
        options: &OpenOptions,
        access: Access,
        created: bool,
    ) -> Result<Self, StoreError> {
        let handle = Handle::new(path, access);
        let holder = Holder::announce(path, &options.command);
        guarded(path, || check_format(&handle.begin_read()?, path))?;
        Ok(Self { path: path.to_owned(), created, _holder: holder, handle })
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE);
    builder
}

/// Files that become others' to read, as far as the umask allows.
pub(super) fn new_file_builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".seeddb-new-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

fn exists(path: &Path) -> Result<bool, StoreError> {
    path.try_exists().map_err(|error| of_io(error, path))
}

/// Makes a whole database beside `path` and moves it there; false if somebody else was faster.
fn create(path: &Path, initial: impl FnOnce() -> Vec<Seed>) -> Result<bool, StoreError> {
    let io = |error| of_io(error, path);
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(io)?;
    let file = new_file_builder().tempfile_in(folder).map_err(io)?;
    let initial = initial();
    guarded(path, || {
        let database = builder().create_file(file.reopen().map_err(StorageError::from)?)?;
        write(&database, |transaction| {
            tables::create_all(transaction)?;
            seeds::add(transaction, &initial)
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

/// Runs `open` until the file is not locked, or the time is over.
fn waiting<T>(
    path: &Path,
    wait: Duration,
    mut open: impl FnMut() -> Result<T, DatabaseError>,
) -> Result<T, StoreError> {
    let start = Instant::now();
    loop {
        let attempt = guarded(path, || match open() {
            Ok(database) => Ok(Some(database)),
            Err(DatabaseError::DatabaseAlreadyOpen) => Ok(None),
            Err(error) => Err(error.into()),
        })?;
        match attempt {
            Some(database) => return Ok(database),
            None if start.elapsed() >= wait => {
                return Err(StoreError::Locked { holder: Holder::of(path) });
            }
            None => std::thread::sleep(POLL.min(wait.saturating_sub(start.elapsed()))),
        }
    }
}

/// Refuses a redb file of another program and a database of a later format.
fn check_format(transaction: &ReadTransaction, path: &Path) -> Result<(), Fault> {
    let foreign = || {
        let path = path.to_owned();
        Fault::Store(StoreError::NotADatabase { path, what: "another program's redb file" })
    };
    let meta = match transaction.open_table(META) {
        Ok(meta) => meta,
        Err(TableError::Storage(error)) => return Err(error.into()),
        Err(_) => return Err(foreign()),
    };
    let format = meta.get("format")?.ok_or_else(foreign)?;
    match format.value().parse() {
        Ok(1..=FORMAT) => Ok(()),
        Ok(found) => Err(Fault::Store(StoreError::Newer { found })),
        Err(_) => Err(foreign()),
    }
}

/// Whether redb finds the file's pages in order, after a repair if need be.
pub(super) fn pages_are_sound(database: &mut Database) -> Result<bool, Fault> {
    Ok(database.check_integrity()?)
}
