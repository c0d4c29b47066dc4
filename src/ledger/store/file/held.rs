//! [`Held`]: a database file that other processes are locked out of.

use std::path::Path;

use redb::StorageBackend as _;
use redb::backends::FileBackend;

use super::guard::guarded;
use super::handle::Need;
use super::open::Open;
use super::{FileEngine, Inside};
use crate::store::StoreError;
use crate::store::engine::{Done, Transaction, WaitPolicy};

/// A database file that no other process can open meanwhile, and that this process only reads.
pub struct Held<'a> {
    path: &'a Path,
    /// `None` if the file does not open as a database.
    open: Option<&'a Open>,
}

/// Whether the error means that others have the file or it is gone, not that it fails to open.
fn is_missed(error: &StoreError) -> bool {
    use StoreError::{Gone, Locked, NotFound, Stopped};
    matches!(error, Locked { .. } | Stopped { .. } | NotFound(_) | Gone(_))
}

impl Held<'_> {
    /// Whether the file opens as a database, which reading requires.
    pub fn opens(&self) -> bool {
        self.open.is_some()
    }

    pub(in crate::store) fn write(
        &self,
        body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<(), StoreError> {
        let not_open = || StoreError::ReadOnly(self.path.to_owned());
        let open = self.open.ok_or_else(not_open)?;
        guarded(self.path, || open.write(body).map(drop))
    }
}

impl FileEngine {
    /// Runs `work` while other processes are locked out of the file, whether it opens or not.
    /// During `work` every thread may read the database, and only the given [`Held`] may write it.
    ///
    /// # Errors
    /// [`StoreError::Locked`] and [`StoreError::Stopped`] while another process has it; no such
    /// file.
    pub(in crate::store) fn held<T>(
        &self,
        patience: &WaitPolicy,
        work: impl FnOnce(&Held<'_>) -> T,
    ) -> Result<T, StoreError> {
        loop {
            let (file, handle) = self.handle()?;
            let visit = {
                let _inside = Inside::begin(&self.path, &file)?;
                handle.visit(Need::Hold, || match self.open_to_write(patience) {
                    Err(error) if !is_missed(&error) => self.opening(patience).to_read(),
                    opened => opened,
                })
            };
            match visit {
                // Another file may have been moved to the path during the wait.
                Ok(_) if self.is_still(&file).is_err() => {}
                Ok(visit) => return Ok(work(&Held { path: &self.path, open: visit.open() })),
                Err(error) if is_missed(&error) => return Err(error),
                Err(_) => {
                    let _lock = self.lock(patience)?;
                    if self.is_still(&file).is_ok() {
                        return Ok(work(&Held { path: &self.path, open: None }));
                    }
                }
            }
        }
    }

    /// Locks a file that is no database; `None` if locks or the right to them are missing.
    fn lock(&self, patience: &WaitPolicy) -> Result<Option<FileBackend>, StoreError> {
        let attempt = || {
            let file = std::fs::File::options().read(true).write(true).open(&self.path);
            let Some(file) = file.ok().and_then(|file| FileBackend::new(file).ok()) else {
                return Ok(Some(None));
            };
            let all = std::ops::Bound::Unbounded;
            match file.try_lock_range(all, all) {
                Ok(false) => Ok(None),
                Ok(true) => Ok(Some(Some(file))),
                Err(_) => Ok(Some(None)),
            }
        };
        self.opening(patience).waiting(attempt)
    }
}
