//! [`Scratch`]: a temporary file that stores its first error.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::rc::Rc;

/// The error of a [`Scratch`], if there was one and nobody has taken it yet.
pub type Failure = Rc<Cell<Option<io::Error>>>;

/// A temporary file whose writes never fail: a zip writer that meets an error would print it when
/// it is dropped. Data after an error is lost.
pub struct Scratch {
    file: BufWriter<File>,
    at: u64,
    is_lost: bool,
    failure: Failure,
}

impl Scratch {
    pub fn new() -> io::Result<Self> {
        let file = BufWriter::with_capacity(1 << 16, tempfile::tempfile()?);
        Ok(Self { file, at: 0, is_lost: false, failure: Failure::default() })
    }

    pub fn failure(&self) -> Failure {
        Rc::clone(&self.failure)
    }

    /// The file, rewound.
    ///
    /// # Errors
    /// The first error of writing.
    pub fn into_file(self) -> io::Result<File> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }

    fn fail(&mut self, error: io::Error) {
        self.is_lost = true;
        self.failure.set(Some(error));
    }
}

impl Write for Scratch {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let mut written = data.len();
        if !self.is_lost {
            match self.file.write(data) {
                Ok(count) => written = count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                Err(error) => self.fail(error),
            }
        }
        self.at += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Scratch {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if !self.is_lost {
            match self.file.seek(to) {
                Ok(at) => self.at = at,
                Err(error) => self.fail(error),
            }
        }
        if self.is_lost {
            self.at = match to {
                SeekFrom::Start(at) => at,
                SeekFrom::Current(by) => self.at.saturating_add_signed(by),
                SeekFrom::End(_) => self.at,
            };
        }
        Ok(self.at)
    }
}
