//! An overlay over a file that must not be changed, for opening it with redb.

use std::collections::HashMap;
use std::io;
use std::ops::{Bound, Range};
use std::sync::{Mutex, MutexGuard, PoisonError};

use redb::{BackendError, StorageBackend};

/// The number of bytes that an overlay stores together.
const PAGE: u64 = 4096;

/// A file that is not changed: writes are kept in memory and read back from there.
#[derive(Debug)]
pub(super) struct Overlay<B> {
    file: B,
    /// Whether the file is locked; `false` where the caller already keeps writers out.
    locks: bool,
    written: Mutex<Written>,
}

#[derive(Debug)]
struct Written {
    len: u64,
    /// The number of bytes still read from the file: its length, or less after a `set_len`.
    file_len: u64,
    pages: HashMap<u64, Vec<u8>>,
}

impl<B: StorageBackend> Overlay<B> {
    pub(super) fn new(file: B, locks: bool) -> io::Result<Self> {
        let len = file.len()?;
        let written = Mutex::new(Written { len, file_len: len, pages: HashMap::new() });
        Ok(Self { file, locks, written })
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads from the first `file_len` bytes of the file; zeros beyond.
    fn read_file(&self, offset: u64, out: &mut [u8], file_len: u64) -> io::Result<()> {
        let there = file_len.saturating_sub(offset).min(out.len() as u64) as usize;
        let (there, beyond) = out.split_at_mut(there);
        beyond.fill(0);
        if there.is_empty() { Ok(()) } else { self.file.read(offset, there) }
    }
}

/// Splits a range into pages: page number, offset in the page, and part of the range.
fn pages(offset: u64, len: usize) -> impl Iterator<Item = (u64, usize, Range<usize>)> {
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
            // Bytes beyond the cut read as zero if the file grows again.
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
        // redb continues without a lock on `Unsupported`.
        if self.locks {
            self.file.try_lock_range(start, end)
        } else {
            Err(BackendError::Unsupported)
        }
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        if self.locks { self.file.unlock_range(start, end) } else { Err(BackendError::Unsupported) }
    }
}
