//! What lies between redb and the file: a lock that is proved before anything is read or written, and an overlay
//! that keeps what redb writes in memory.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::Bound;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    /// The same file again, as another process would open it.
    second: B,
    /// Whether to go on without a lock where there is none.
    go_on: bool,
}

impl Proved<FileBackend> {
    pub(super) fn open(path: &Path, go_on: bool) -> Result<Self, DatabaseError> {
        Self::new(|| File::options().read(true).write(true).open(path), go_on)
    }

    /// For reading only; without a lock, since the file is open for reading.
    pub(super) fn unlocked(path: &Path) -> Result<Self, DatabaseError> {
        Self::new(|| File::open(path), true)
    }

    fn new(open: impl Fn() -> io::Result<File>, go_on: bool) -> Result<Self, DatabaseError> {
        let open = || FileBackend::new(open().map_err(BackendError::Io)?);
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

/// Bytes that an overlay keeps together.
const PAGE: u64 = 4096;

/// A file that stays as it is: what is written to it is kept in memory and read from there.
#[derive(Debug)]
pub(super) struct Overlay<B> {
    file: B,
    written: Mutex<Written>,
}

#[derive(Debug)]
struct Written {
    len: u64,
    /// What is left of the file itself: its length, or less if it was cut meanwhile.
    file_len: u64,
    pages: HashMap<u64, Vec<u8>>,
}

impl<B: StorageBackend> Overlay<B> {
    pub(super) fn new(file: B) -> io::Result<Self> {
        let len = file.len()?;
        let written = Mutex::new(Written { len, file_len: len, pages: HashMap::new() });
        Ok(Self { file, written })
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the first `file_len` bytes of the file have there; zeros beyond.
    fn read_file(&self, offset: u64, out: &mut [u8], file_len: u64) -> io::Result<()> {
        let there = file_len.saturating_sub(offset).min(out.len() as u64) as usize;
        let (there, beyond) = out.split_at_mut(there);
        beyond.fill(0);
        if there.is_empty() { Ok(()) } else { self.file.read(offset, there) }
    }
}

/// The pages of a range: number, where in the page it begins, and where in the range.
fn pages(offset: u64, len: usize) -> impl Iterator<Item = (u64, usize, std::ops::Range<usize>)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let at = offset + done as u64;
        let inside = (at % PAGE) as usize;
        let part = done..len.min(done + PAGE as usize - inside);
        done = part.end;
        (!part.is_empty()).then_some((at / PAGE, inside, part))
    })
}

impl<B: StorageBackend> StorageBackend for Overlay<B> {
    fn len(&self) -> io::Result<u64> {
        Ok(self.written().len)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let written = self.written();
        if offset + out.len() as u64 > written.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.read_file(offset, out, written.file_len)?;
        for (number, inside, part) in pages(offset, out.len()) {
            if let Some(page) = written.pages.get(&number) {
                let len = part.len();
                out[part].copy_from_slice(&page[inside..inside + len]);
            }
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut written = self.written();
        if len < written.len {
            // What comes after the cut is zero when it comes back.
            written.file_len = written.file_len.min(len);
            written.pages.retain(|&number, _| number * PAGE < len);
            if let Some(last) = written.pages.get_mut(&(len / PAGE)) {
                last[(len % PAGE) as usize..].fill(0);
            }
        }
        written.len = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut written = self.written();
        for (number, inside, part) in pages(offset, data.len()) {
            if !written.pages.contains_key(&number) {
                let mut page = vec![0; PAGE as usize];
                self.read_file(number * PAGE, &mut page, written.file_len)?;
                written.pages.insert(number, page);
            }
            if let Some(page) = written.pages.get_mut(&number) {
                page[inside..inside + part.len()].copy_from_slice(&data[part]);
            }
        }
        Ok(())
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
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

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};
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

    /// Whatever is done to it, an overlay is like memory that began with the bytes of the file.
    #[test]
    fn an_overlay_is_like_memory() {
        for rng_seed in 0..50 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let file = InMemoryBackend::new();
            let bytes: Vec<u8> = (0..rng.random_range(0..20_000)).map(|_| rng.random()).collect();
            file.set_len(bytes.len() as u64).unwrap();
            file.write(0, &bytes).unwrap();
            let overlay = Overlay::new(file).unwrap();
            let mut model = bytes.clone();
            for _ in 0..50 {
                if rng.random_range(0..4) == 0 {
                    let len = rng.random_range(0..30_000);
                    overlay.set_len(len).unwrap();
                    model.resize(len as usize, 0);
                }
                let from = rng.random_range(0..=model.len());
                let to = rng.random_range(from..=model.len());
                if rng.random() {
                    let data: Vec<u8> = (from..to).map(|_| rng.random()).collect();
                    overlay.write(from as u64, &data).unwrap();
                    model[from..to].copy_from_slice(&data);
                }
                let mut out = vec![0; model.len()];
                overlay.read(0, &mut out).unwrap();
                assert_eq!(out, model, "RNG seed {rng_seed}");
                let mut part = vec![0; to - from];
                overlay.read(from as u64, &mut part).unwrap();
                assert_eq!(part, model[from..to], "RNG seed {rng_seed}");
            }
            let mut kept = vec![0; bytes.len()];
            overlay.file.read(0, &mut kept).unwrap();
            assert_eq!(kept, bytes, "the file itself, RNG seed {rng_seed}");
        }
    }
}
