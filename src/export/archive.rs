//! [`Archive`]: many files in a zip, which is the same whenever it is made.

use std::collections::HashSet;
use std::io::{self, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A zip under way. Names differ in more than capitals, as some file systems ignore case.
pub struct Archive<W: Write + Seek> {
    zip: ZipWriter<W>,
    names: HashSet<String>,
}

impl<W: Write + Seek> Archive<W> {
    /// An empty one, which is written to `out`.
    pub fn new(out: W) -> Self {
        Self { zip: ZipWriter::new(out), names: HashSet::new() }
    }

    /// Adds a file; returns whether it was added: not if one of its name is there.
    ///
    /// # Errors
    /// Those of the output.
    pub fn add(&mut self, name: &str, data: &[u8]) -> io::Result<bool> {
        if !self.names.insert(name.to_lowercase()) {
            return Ok(false);
        }
        // A constant date, the first that zip files can store, so that runs do not differ.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        self.zip.start_file(name, options)?;
        self.zip.write_all(data)?;
        Ok(true)
    }

    /// Ends it; returns the output.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(self) -> io::Result<W> {
        Ok(self.zip.finish()?)
    }
}

impl<W: Write + Seek> std::fmt::Debug for Archive<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Archive")
    }
}
