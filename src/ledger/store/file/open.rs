//! [`Open`]: opening a file, and the wait for other processes that have it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use redb::backends::FileBackend;
use redb::{
    Builder, Database, DatabaseError, ReadOnlyDatabase, ReadTransaction, ReadableDatabase as _,
    StorageError,
};

use super::fault::FileFailure;
use super::guard::guarded;
use super::identify::{length, recognise};
use super::kv::{Reading, Writing, pack_all};
use super::lock::{VerifiedLock, locks_fail};
use super::lock_owner::LockOwner;
use super::meta::{self, Meta};
use super::overlay::Overlay;
use super::queue::Queue;
use crate::store::engine::{Abort, Done, Snapshot, Transaction, WaitPolicy};
use crate::store::{Identity, OpenOptions, StoreError};
use crate::temporary;

/// redb's page cache in bytes (its own default is 1 GiB).
const CACHE: usize = 64 << 20;
/// The interval of attempts to lock at the head of the queue; `POLL_BEHIND` further back.
const POLL: Duration = Duration::from_millis(5);
const POLL_BEHIND: Duration = Duration::from_millis(25);

pub(super) struct Open {
    path: PathBuf,
    identity: Identity,
    /// Declared before the database, so that the side file is removed while the lock is still held;
    /// otherwise it could remove the next holder's file.
    _holder: LockOwner,
    /// `None` only during drop.
    access: Option<Access>,
}

enum Access {
    Write(Database),
    Read(ReadOnlyDatabase),
    /// Writes stay in memory and are lost: for reading where locks do not work.
    Overlay(Database),
}

impl Access {
    fn begin_read(&self) -> Result<ReadTransaction, FileFailure> {
        Ok(match self {
            Self::Write(database) | Self::Overlay(database) => database.begin_read()?,
            Self::Read(database) => database.begin_read()?,
        })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let access = self.access.take();
        // redb writes when it closes a file, so a panic is caught here too. Every commit was
        // complete before; the next reader reports any damage.
        let _ = guarded(&self.path, || {
            drop(access);
            Ok(())
        });
    }
}

pub(super) struct Opening<'a> {
    pub(super) path: &'a Path,
    pub(super) options: &'a OpenOptions,
    pub(super) patience: &'a WaitPolicy,
    /// Whether to check the pages, if that is due, before the file is written.
    pub(super) examine: bool,
    /// The required identity, if known: another database is not even opened for writing.
    pub(super) identity: Option<Identity>,
}

impl Opening<'_> {
    /// Opens the file for reading, shared with other readers; for writing if redb must repair it
    /// first after a kill.
    pub(super) fn to_read(&self) -> Result<Open, StoreError> {
        recognise(self.path)?;
        match self.waiting(|| self.try_to_read()) {
            Err(StoreError::Unclean(_)) => self.to_write().map_err(|error| match error {
                StoreError::ReadOnly(path) => StoreError::Unclean(path),
                error => error,
            }),
            opened => self.opened(opened?),
        }
    }

    pub(super) fn to_write(&self) -> Result<Open, StoreError> {
        recognise(self.path)?;
        let (database, is_checked) = self.waiting(|| self.try_to_write())?;
        let open = self.opened(Access::Write(database))?;
        if is_checked {
            let length = length(self.path)?;
            guarded(self.path, || open.write(&mut |view| meta::set_checked(view, length)))?;
        }
        Ok(open)
    }

    fn opened(&self, access: Access) -> Result<Open, StoreError> {
        // Constructed first, so that after a failure the file is closed under guard too.
        let mut open = Open {
            path: self.path.to_owned(),
            identity: Identity(0),
            _holder: LockOwner::announce(self.path, &self.options.command),
            access: Some(access),
        };
        let meta = || Meta::read(self.path, &open.begin_read()?);
        open.identity = guarded(self.path, meta)?.identity;
        Ok(open)
    }

    /// Tries to open the file for writing; `None` if it is in use. Also returns whether pages were
    /// checked.
    ///
    /// redb rewrites a file that it opens for writing, so a file of a later format or a damaged one
    /// must be refused before.
    fn try_to_write(&self) -> Result<Option<(Database, bool)>, FileFailure> {
        let meta = |transaction| {
            let meta = Meta::read(self.path, &transaction)?;
            match self.identity {
                Some(own) if own != meta.identity => {
                    Err(StoreError::Replaced(self.path.to_owned()).into())
                }
                _ => Ok::<_, FileFailure>(meta),
            }
        };
        let is_due = match builder().open_read_only(self.path) {
            Ok(database) => meta(database.begin_read()?)?.is_due(length(self.path)?),
            Err(DatabaseError::DatabaseAlreadyOpen) => return Ok(None),
            // The file was not closed properly.
            Err(DatabaseError::RepairAborted) => true,
            // The file is damaged or cannot be locked: the opening below reports that.
            Err(_) => false,
        };
        let is_checked = is_due && self.examine;
        let file = || VerifiedLock::open(self.path, self.options.no_lock);
        if is_checked {
            let overlay = Overlay::new(file()?, true).map_err(StorageError::Io)?;
            let Some(mut database) = unless_in_use(builder().create_with_backend(overlay))? else {
                return Ok(None);
            };
            meta(database.begin_read()?)?;
            if !pages_are_sound(&mut database)? {
                let what = "the checksums of its pages do not hold".to_owned();
                return Err(Abort::Corrupt(what).into());
            }
        }
        let database = unless_in_use(builder().create_with_backend(file()?))?;
        Ok(database.map(|database| (database, is_checked)))
    }

    /// Tries to open the file for reading; `None` if it is in use.
    fn try_to_read(&self) -> Result<Option<Access>, FileFailure> {
        match builder().open_read_only(self.path) {
            // Not even a shared lock works: redb's writes on opening are kept in memory.
            Err(DatabaseError::Storage(StorageError::Io(_))) if locks_fail(self.path) => {
                let file = File::open(self.path).map_err(redb::Error::Io)?;
                Ok(Some(Access::Overlay(unlocked(file)?)))
            }
            opened => Ok(unless_in_use(opened)?.map(Access::Read)),
        }
    }

    /// Repeats `attempt` until it returns a value, the wait is over or a stop is requested.
    /// Processes that have waited longer go first.
    pub(super) fn waiting<T>(
        &self,
        mut attempt: impl FnMut() -> Result<Option<T>, FileFailure>,
    ) -> Result<T, StoreError> {
        let WaitPolicy { wait, stop } = self.patience;
        let start = Instant::now();
        let mut queue = Queue::of(self.path);
        loop {
            let ahead = queue.ahead();
            let is_over = start.elapsed() >= *wait;
            if (ahead == 0 || is_over)
                && let Some(opened) = guarded(self.path, &mut attempt)?
            {
                return Ok(opened);
            }
            if is_over {
                return Err(StoreError::Locked { holder: LockOwner::of(self.path) });
            }
            if stop.load(Ordering::Relaxed) {
                return Err(StoreError::Stopped { holder: LockOwner::of(self.path) });
            }
            queue.wait();
            let poll = if ahead <= 1 { POLL } else { POLL_BEHIND };
            std::thread::sleep(poll.min(wait.saturating_sub(start.elapsed())));
        }
    }
}

impl Open {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn identity(&self) -> Identity {
        self.identity
    }

    pub(super) fn can_write(&self) -> bool {
        matches!(self.access, Some(Access::Write(_)))
    }

    fn begin_read(&self) -> Result<ReadTransaction, FileFailure> {
        self.access.as_ref().ok_or(redb::Error::DatabaseClosed)?.begin_read()
    }

    /// Runs `body` on one snapshot.
    pub(super) fn read(&self, body: impl FnOnce(&Reading<'_>) -> Done) -> Result<(), FileFailure> {
        let transaction = self.begin_read()?;
        Ok(body(&Reading::new(&self.path, &transaction))?)
    }

    /// Runs `body` in a transaction, which is durable if it succeeds and changes nothing if not.
    /// Returns the number of bytes in the rows written.
    pub(super) fn write(
        &self,
        body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<u64, FileFailure> {
        match &self.access {
            Some(Access::Write(database)) => write(&self.path, database, body),
            _ => Err(StoreError::ReadOnly(self.path.clone()).into()),
        }
    }

    pub(super) fn compact(&mut self) -> Result<(), FileFailure> {
        match &mut self.access {
            Some(Access::Write(database)) => compact(database),
            _ => Err(StoreError::ReadOnly(self.path.clone()).into()),
        }
    }

    /// Returns free pages to the file system without moving rows between pages.
    pub(super) fn give_back(&mut self) -> Result<(), FileFailure> {
        if let Some(Access::Write(database)) = &mut self.access {
            database.compact()?;
        }
        Ok(())
    }
}

/// Makes the file as small as possible: packs rows into full pages, then moves these forward.
fn compact(database: &mut Database) -> Result<(), FileFailure> {
    let transaction = database.begin_write()?;
    pack_all(&transaction)?;
    transaction.commit()?;
    database.compact()?;
    Ok(())
}

/// Runs one write transaction on the file at `path`. Returns the number of bytes in the rows
/// written. Quick repair makes the next opening after a kill instant.
pub(super) fn write(
    path: &Path,
    database: &Database,
    body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
) -> Result<u64, FileFailure> {
    loop {
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        let written = || {
            let mut view = Writing::new(path, &transaction);
            body(&mut view)?;
            view.finish()
        };
        match { written }() {
            Ok(written) => {
                transaction.commit()?;
                return Ok(written);
            }
            Err(failure) => {
                // After a failure of the file `abort` fails too; the first error is the cause.
                let _ = transaction.abort();
                if !matches!(failure, FileFailure::Body(Abort::Again)) {
                    return Err(failure);
                }
            }
        }
    }
}

pub(super) fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE);
    builder
}

/// Opens a file without locking it; writes stay in memory.
fn unlocked(file: File) -> Result<Database, FileFailure> {
    let overlay = Overlay::new(FileBackend::new(file)?, false).map_err(StorageError::Io)?;
    Ok(builder().create_with_backend(overlay)?)
}

fn unless_in_use<T>(opened: Result<T, DatabaseError>) -> Result<Option<T>, FileFailure> {
    match opened {
        Err(DatabaseError::DatabaseAlreadyOpen) => Ok(None),
        opened => Ok(Some(opened?)),
    }
}

/// Copies the file at `path` into an unnamed file, which vanishes when it is closed.
pub(super) fn copy_of(path: &Path) -> io::Result<File> {
    let mut copy = tempfile::tempfile_in(temporary::folder_of(path))?;
    io::copy(&mut File::open(path)?, &mut copy)?;
    Ok(copy)
}

/// Runs `body` on the tables of a file that has no writer, with `path` in errors. Returns whether
/// its pages are intact.
pub(super) fn examine(
    path: &Path,
    file: &File,
    body: &mut dyn FnMut(&dyn Snapshot) -> Done,
) -> Result<bool, FileFailure> {
    let open = || unlocked(file.try_clone().map_err(redb::Error::Io)?);
    let is_sound = pages_are_sound(&mut open()?)?;
    // Reopened, because redb may have repaired the first instance.
    body(&Reading::new(path, &open()?.begin_read()?))?;
    Ok(is_sound)
}

/// Whether redb finds all pages of the file intact.
fn pages_are_sound(database: &mut Database) -> Result<bool, FileFailure> {
    match database.check_integrity() {
        Err(DatabaseError::Storage(StorageError::Corrupted(_))) => Ok(false),
        checked => Ok(checked?),
    }
}
