//! The lock of the file, tested before redb reads or writes anything.

use std::fs::File;
use std::io;
use std::ops::Bound;
use std::path::Path;

use redb::backends::FileBackend;
use redb::{BackendError, DatabaseError, StorageBackend};

/// The reason why a lock is not reliable, worded by the system or by us.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct NoLock(String);

/// A file whose lock is tested against a second descriptor.
///
/// On some file systems (NFS without its lock service, FUSE, 9p, SMB) locking fails, or succeeds
/// for everyone. redb continues without a lock where locks are not supported, and two processes
/// that write at the same time destroy the file. redb locks a file before it reads any of it, so
/// refusing the lock here leaves the file unchanged.
#[derive(Debug)]
pub(super) struct VerifiedLock {
    file: Disk,
    /// A second descriptor of the file, as another process would have.
    second: Disk,
    /// Whether to continue without a lock where locks do not work.
    go_on: bool,
}

/// The storage behind a redb file; replaced in tests to inject failures.
#[cfg(not(test))]
type Disk = FileBackend;
#[cfg(test)]
use super::tests::Disk;

impl VerifiedLock {
    pub(super) fn open(path: &Path, go_on: bool) -> Result<Self, DatabaseError> {
        let open = || {
            let file = File::options().read(true).write(true).open(path);
            Disk::new(file.map_err(BackendError::Io)?)
        };
        Ok(Self { file: open()?, second: open()?, go_on })
    }

    /// Returns why the lock just taken on `file` is not reliable; `None` if it is.
    fn doubt(&self, start: Bound<u64>, end: Bound<u64>) -> Result<Option<NoLock>, BackendError> {
        let why = match self.second.try_lock_range(start, end) {
            Ok(false) => return Ok(None),
            Ok(true) => {
                self.second.unlock_range(start, end)?;
                "it gives the same lock twice".to_owned()
            }
            Err(error) => error.to_string(),
        };
        self.file.unlock_range(start, end)?;
        Ok(Some(NoLock(why)))
    }
}

impl StorageBackend for VerifiedLock {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.file.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.file.close().and(self.second.close())
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        let is_whole = (start, end) == (Bound::Unbounded, Bound::Unbounded);
        let no_lock = match self.file.try_lock_range(start, end) {
            Ok(true) => match self.doubt(start, end)? {
                None => return Ok(true),
                Some(no_lock) => no_lock,
            },
            Ok(false) => return Ok(false),
            // redb then requests a lock of the whole file, which more systems support.
            Err(BackendError::Unsupported) if !is_whole => return Err(BackendError::Unsupported),
            Err(BackendError::Unsupported) => NoLock("it has no locks".to_owned()),
            Err(BackendError::Io(error)) => NoLock(error.to_string()),
            Err(error) => NoLock(error.to_string()),
        };
        // redb continues without a lock only on `Unsupported`.
        Err(if self.go_on {
            BackendError::Unsupported
        } else {
            BackendError::Io(io::Error::other(no_lock))
        })
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }
}

/// Whether not even a shared lock of the file can be taken.
pub(super) fn locks_fail(path: &Path) -> bool {
    let locked = File::open(path).map_err(DatabaseError::from).and_then(|file| {
        let file = FileBackend::new(file)?;
        let locked = file.try_lock_shared_range(Bound::Unbounded, Bound::Unbounded);
        Ok(file.close().map_err(BackendError::Io).and(locked)?)
    });
    locked.is_err()
}
