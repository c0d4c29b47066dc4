//! The default engine: all tables in one redb file. Nothing outside this folder uses redb.
//!
//! Each table is a redb table of the same name with byte keys and values, and a last row that
//! counts the others (`kv`). `kv` also explains lookups in a table that may be damaged: a read
//! returns what was written, or an error. Every write is one transaction, durable when the call
//! returns: all of it is applied or nothing, even if the process is killed.
//!
//! redb opens a file for one process, or for any number of readers. All threads of a process share
//! one open file (`handle`); other processes wait in a queue (`queue`), and learn which process has
//! the file (`holder`).

mod fault;
mod guard;
mod handle;
mod held;
mod identify;
mod kv;
mod lock;
mod lock_owner;
mod make;
mod meta;
mod open;
mod overlay;
mod queue;
mod side;
#[cfg(test)]
pub(super) mod tests;

use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use std::time::Duration;

pub(super) use fault::of_io;
pub use guard::{Panicked, panicked};
pub use held::Held;
pub use identify::is_same_file;
pub use side::side_folder;
pub(super) use side::{permissions_of, put_beside, side};

use super::check::Report;
use super::engine::{Done, Engine, Snapshot, Transaction, WaitPolicy};
use super::{Identity, OpenOptions, Problem, StoreError};
use crate::temporary;
use fault::FileFailure;
use guard::guarded;
use handle::{Handle, Need};
use identify::{FileId, length};
use open::{Open, Opening, copy_of, examine};

pub(super) struct FileEngine {
    path: PathBuf,
    options: OpenOptions,
    /// The database's identity, once known.
    identity: OnceLock<Identity>,
    /// Whether its pages were checked if due; one check per engine is enough.
    is_examined: AtomicBool,
    /// Whether temporary files left by killed commands were removed.
    is_cleared: Once,
    /// The last file that the path led to, and its handle.
    handle: Mutex<Option<(FileId, Arc<Handle>)>>,
    written: AtomicU64,
}

/// The number of written bytes, besides 1/`BULK_SHARE` of the file, after which free pages are
/// returned.
const BULK: u64 = 4 << 20;
const BULK_SHARE: u64 = 8;

/// Shrinks the file if much was written: redb doubles a full file, and keeps pages freed by
/// commits. Takes less time than writing the rows did. A file in use by other processes is
/// unchanged.
impl Drop for FileEngine {
    fn drop(&mut self) {
        let written = self.written.load(Ordering::Relaxed);
        if written >= BULK && length(&self.path).is_ok_and(|all| written >= all / BULK_SHARE) {
            let patience = WaitPolicy { wait: Duration::ZERO, stop: Arc::default() };
            // Commits are durable whether or not this succeeds.
            let _ = self.alone(&patience, Open::give_back);
        }
    }
}

thread_local! {
    /// The files that this thread is in a call on.
    static INSIDE: RefCell<Vec<FileId>> = const { RefCell::new(Vec::new()) };
}

/// Marks this thread as inside a call on a file until it is dropped.
struct Inside;

impl Inside {
    /// Refuses a nested call on the same file, which would wait for itself forever.
    fn begin(path: &Path, file: &FileId) -> Result<Self, StoreError> {
        let is_inside = INSIDE.with_borrow(|files| files.contains(file));
        if is_inside {
            let what = "a call inside another call is an error in this program, please report it";
            return Err(StoreError::Engine { path: path.to_owned(), what: what.to_owned() });
        }
        INSIDE.with_borrow_mut(|files| files.push(file.clone()));
        Ok(Self)
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        // Guards are dropped in reverse order.
        INSIDE.with_borrow_mut(Vec::pop);
    }
}

impl FileEngine {
    /// Returns an engine for the file at `path`, without opening the file.
    pub(in crate::store) fn at(path: &Path, options: &OpenOptions) -> Self {
        Self {
            path: path.to_owned(),
            options: options.clone(),
            identity: options.identity.map(OnceLock::from).unwrap_or_default(),
            is_examined: AtomicBool::new(options.identity.is_some()),
            is_cleared: Once::new(),
            handle: Mutex::default(),
            written: AtomicU64::new(0),
        }
    }

    /// Compacts the file; returns its length in bytes before and after.
    pub(in crate::store) fn compact(
        &self,
        patience: &WaitPolicy,
    ) -> Result<(u64, u64), StoreError> {
        let mut before = 0;
        self.alone(patience, |open| {
            before = length(&self.path)?;
            open.compact()
        })?;
        Ok((before, length(&self.path)?))
    }

    /// Returns the identity of the database; `None` before it was first opened.
    #[cfg(test)]
    fn identity(&self) -> Option<Identity> {
        self.identity.get().copied()
    }

    /// Returns the file that the path leads to now.
    fn file(&self) -> Result<FileId, StoreError> {
        FileId::of(&self.path).map_err(|error| self.missed(error))
    }

    /// Turns `NotFound` into `Gone` if the database was opened before.
    fn missed(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::NotFound(path) if self.identity.get().is_some() => StoreError::Gone(path),
            error => error,
        }
    }

    fn handle(&self) -> Result<(FileId, Arc<Handle>), StoreError> {
        let file = self.file()?;
        let mut kept = self.handle.lock().unwrap_or_else(PoisonError::into_inner);
        let last = match kept.take() {
            Some((last, handle)) if last == file => handle,
            _ => Arc::new(Handle::of(&file)),
        };
        *kept = Some((file.clone(), last.clone()));
        Ok((file, last))
    }

    /// Whether other processes had to wait for this one recently.
    pub(in crate::store) fn is_awaited(&self) -> bool {
        self.handle().is_ok_and(|(_, handle)| handle.is_awaited())
    }

    fn opening<'a>(&'a self, patience: &'a WaitPolicy) -> Opening<'a> {
        let examine = !self.is_examined.load(Ordering::Relaxed);
        let identity = self.identity.get().copied();
        Opening { path: &self.path, options: &self.options, patience, examine, identity }
    }

    fn open_to_write(&self, patience: &WaitPolicy) -> Result<Open, StoreError> {
        self.is_cleared.call_once(|| temporary::clear(temporary::folder_of(&self.path)));
        let open = self.opening(patience).to_write()?;
        self.is_examined.store(true, Ordering::Relaxed);
        Ok(open)
    }

    /// Fails unless it is the database that was opened first or that the options require.
    fn expect(&self, open: &Open) -> Result<(), StoreError> {
        if *self.identity.get_or_init(|| open.identity()) == open.identity() {
            return Ok(());
        }
        Err(StoreError::Replaced(self.path.clone()))
    }

    /// Fails with `Gone` if the path no longer leads to `file`, whose changes are then unreachable.
    fn is_still(&self, file: &FileId) -> Result<(), StoreError> {
        if FileId::of(&self.path).is_ok_and(|now| now == *file) {
            return Ok(());
        }
        Err(StoreError::Gone(self.path.clone()))
    }

    fn visit<T>(
        &self,
        need: Need,
        patience: &WaitPolicy,
        work: impl FnOnce(&Open) -> Result<T, FileFailure>,
    ) -> Result<T, StoreError> {
        loop {
            let (file, handle) = self.handle()?;
            let _inside = Inside::begin(&self.path, &file)?;
            let mut was_replaced = false;
            let visit = handle.visit(need, || {
                let open = match need {
                    Need::Write | Need::Hold => self.open_to_write(patience),
                    Need::Read | Need::Quiet => self.opening(patience).to_read(),
                };
                self.opened(open, &file, &mut was_replaced)
            });
            let visit = match visit {
                Err(StoreError::Gone(_)) if was_replaced => continue,
                visit => visit?,
            };
            let Some(open) = visit.open() else {
                return Err(StoreError::Gone(self.path.clone()));
            };
            self.expect(open)?;
            let done = guarded(&self.path, || work(open));
            let is_failure_of_file = |error: &StoreError| {
                use StoreError::{Damaged, DiskFull, Engine, Io};
                matches!(error, Damaged { .. } | DiskFull(_) | Engine { .. } | Io { .. })
            };
            if done.as_ref().is_err_and(is_failure_of_file) {
                visit.spoil();
            }
            if need == Need::Write && done.is_ok() {
                self.is_still(&file)?;
            }
            return done;
        }
    }

    /// Returns the file that was opened after a wait, if the path still leads to it. If another
    /// file was created there meanwhile, sets `was_replaced`: the caller opens that file next,
    /// since nothing was done yet, and checks its identity.
    fn opened(
        &self,
        open: Result<Open, StoreError>,
        file: &FileId,
        was_replaced: &mut bool,
    ) -> Result<Open, StoreError> {
        let open = open.map_err(|error| self.missed(error))?;
        let still = self.is_still(file);
        *was_replaced = still.is_err() && self.file().is_ok();
        still.map(|()| open)
    }

    /// Runs `work` on the file, opened for writing, while no other thread is using it.
    fn alone(
        &self,
        patience: &WaitPolicy,
        work: impl FnOnce(&mut Open) -> Result<(), FileFailure>,
    ) -> Result<(), StoreError> {
        let mut work = Some(work);
        loop {
            let (file, handle) = self.handle()?;
            let _inside = Inside::begin(&self.path, &file)?;
            let mut was_replaced = false;
            let done = handle.alone(
                || {
                    let open = self.open_to_write(patience);
                    let open = self.opened(open, &file, &mut was_replaced)?;
                    self.expect(&open)?;
                    Ok(open)
                },
                |open| guarded(&self.path, || work.take().map_or(Ok(()), |work| work(open))),
            );
            match done {
                Err(StoreError::Gone(_)) if was_replaced => {}
                done => return done.and_then(|()| self.is_still(&file)),
            }
        }
    }
}

impl Engine for FileEngine {
    fn path(&self) -> &Path {
        self.path.as_path()
    }

    fn read(
        &self,
        patience: &WaitPolicy,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<(), StoreError> {
        self.visit(Need::Read, patience, |open| open.read(|view| body(view)))
    }

    fn write(
        &self,
        patience: &WaitPolicy,
        body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<(), StoreError> {
        let written = self.visit(Need::Write, patience, |open| open.write(body))?;
        self.written.fetch_add(written, Ordering::Relaxed);
        Ok(())
    }

    /// Also verifies the checksums of all pages. Reads a private copy of the file through an
    /// overlay, because redb writes when it opens a file. Without room for a copy, reads the file
    /// itself: other processes can read meanwhile, but not write.
    fn examine(
        &self,
        patience: &WaitPolicy,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<Vec<Problem>, StoreError> {
        let copy = self.visit(Need::Quiet, patience, |open| Ok(copy_of(open.path()).ok()))?;
        let is_sound = match copy {
            Some(copy) => guarded(&self.path, || examine(&self.path, &copy, body)),
            None => self.visit(Need::Quiet, patience, |open| {
                let file = File::open(open.path()).map_err(redb::Error::Io)?;
                examine(open.path(), &file, body)
            }),
        }?;
        let mut report = Report::default();
        report.expect(is_sound, || "the checksums of some pages do not hold".to_owned());
        Ok(report.finish())
    }
}
