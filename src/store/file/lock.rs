//! The lock of the file, proved before redb reads or writes anything.

use std::fs::File;
use std::io;
use std::ops::Bound;
use std::path::Path;

use redb::backends::FileBackend;
use redb::{BackendError, DatabaseError, StorageBackend};

/// Why a lock cannot be relied on, in the words of the system or our own.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct NoLock(String);

/// A file whose lock was seen to keep a second descriptor out.
///
/// On some file systems (NFS without its lock service, FUSE, 9p, SMB) a lock fails, or succeeds for everybody. redb
/// goes on without one where locks are not supported, and two processes that write at once destroy the file.
/// redb locks a file before it reads any of it, so a lock that is refused here leaves the file as it was.
#[derive(Debug)]
pub(super) struct Proved<B> {
    file: B,
    /// Opens the file once more, as another process would.
    second: B,
    /// Whether to go on without a lock where there is none.
    go_on: bool,
}

/// What a file is to redb; tests let it fail.
#[cfg(not(test))]
type Disk = FileBackend;
#[cfg(test)]
use super::tests::Disk;

impl Proved<Disk> {
    pub(super) fn open(path: &Path, go_on: bool) -> Result<Self, DatabaseError> {
        Self::new(|| File::options().read(true).write(true).open(path), go_on)
    }

    fn new(open: impl Fn() -> io::Result<File>, go_on: bool) -> Result<Self, DatabaseError> {
        let open = || Disk::new(open().map_err(BackendError::Io)?);
        Ok(Self { file: open()?, second: open()?, go_on })
    }
}

impl<B: StorageBackend> Proved<B> {
    /// Why the lock that `file` has just got proves nothing, if that is so.
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

impl<B: StorageBackend> StorageBackend for Proved<B> {
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
            // redb asks for the whole file then, which more systems can lock.
            Err(BackendError::Unsupported) if !is_whole => return Err(BackendError::Unsupported),
            Err(BackendError::Unsupported) => NoLock("it has no locks".to_owned()),
            Err(BackendError::Io(error)) => NoLock(error.to_string()),
            Err(error) => NoLock(error.to_string()),
        };
        // redb goes on without a lock where that is not supported, and only there.
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

/// Whether the file cannot even be locked for reading.
pub(super) fn locks_fail(path: &Path) -> bool {
    let locked = File::open(path).map_err(DatabaseError::from).and_then(|file| {
        let file = FileBackend::new(file)?;
        let locked = file.try_lock_shared_range(Bound::Unbounded, Bound::Unbounded);
        Ok(file.close().map_err(BackendError::Io).and(locked)?)
    });
    locked.is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    use redb::backends::InMemoryBackend;
    use redb::{Builder, Database};

    /// What a file system says to those who want a lock.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Says {
        Yes,
        No,
        Unsupported,
        OnlyWhole,
        Fails,
    }

    #[derive(Debug)]
    struct Fake(Says, InMemoryBackend);

    impl StorageBackend for Fake {
        fn len(&self) -> io::Result<u64> {
            self.1.len()
        }
        fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
            self.1.read(offset, out)
        }
        fn set_len(&self, len: u64) -> io::Result<()> {
            self.1.set_len(len)
        }
        fn sync_data(&self) -> io::Result<()> {
            self.1.sync_data()
        }
        fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
            self.1.write(offset, data)
        }
        fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
            let is_whole = (start, end) == (Bound::Unbounded, Bound::Unbounded);
            match self.0 {
                Says::Yes => Ok(true),
                Says::No => Ok(false),
                Says::OnlyWhole if is_whole => Ok(true),
                Says::Unsupported | Says::OnlyWhole => Err(BackendError::Unsupported),
                Says::Fails => Err(BackendError::Io(io::Error::other("no lock service"))),
            }
        }
        fn unlock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
            Ok(())
        }
    }

    fn open(first: Says, second: Says, go_on: bool) -> Result<Database, String> {
        let [file, second] = [first, second].map(|says| Fake(says, InMemoryBackend::new()));
        Builder::new()
            .create_with_backend(Proved { file, second, go_on })
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_lock_must_keep_a_second_descriptor_out() {
        assert!(open(Says::Yes, Says::No, false).is_ok());
        assert!(open(Says::OnlyWhole, Says::No, false).is_ok());
        assert!(open(Says::No, Says::No, true).unwrap_err().contains("already open"));
        for (first, second, why) in [
            (Says::Yes, Says::Yes, "the same lock twice"),
            (Says::OnlyWhole, Says::OnlyWhole, "the same lock twice"),
            (Says::Yes, Says::Fails, "no lock service"),
            (Says::Unsupported, Says::Unsupported, "it has no locks"),
            (Says::Fails, Says::Fails, "no lock service"),
        ] {
            let error = open(first, second, false).unwrap_err();
            assert!(error.contains(why), "{first:?}, {second:?}: {error}");
            assert!(open(first, second, true).is_ok(), "{first:?}, {second:?}");
        }
    }
}
