//! [`Archive`]: many files in a zip, which is the same whenever it is made.

use std::io::{self, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A zip file being written.
pub struct Archive<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> Archive<W> {
    /// Returns an empty one, which is written to `out`.
    pub fn new(out: W) -> Self {
        Self(ZipWriter::new(out))
    }

    /// Adds a file.
    ///
    /// # Errors
    /// Errors of the output; a name that exists already.
    pub fn add(&mut self, name: &str, data: &[u8]) -> io::Result<()> {
        // A constant date, the first that zip files can store, so that runs do not differ.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        self.0.start_file(name, options)?;
        self.0.write_all(data)
    }

    /// Completes the file and returns the output.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn finish(self) -> io::Result<W> {
        Ok(self.0.finish()?)
    }
}

impl<W: Write + Seek> std::fmt::Debug for Archive<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Archive")
    }
}
