//! Seeds that were found and could not be kept.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::Unsaved;
use super::mine::sum;
use super::{Database, Error, Mined};
use crate::mine::write_seeds;

impl Unsaved {
    /// Tries once more to keep the seeds. What the search brought then.
    ///
    /// # Errors
    /// Failures of the store; the seeds are still here.
    pub fn retry(&self, database: &Database) -> Result<Mined, Error> {
        let mut mined = self.mined;
        mined.added = sum(mined.added, database.add_seeds(&self.seeds)?);
        Ok(mined)
    }

    /// Writes the seeds to a new file in the first of these folders that takes one, as [`import`](Database::import) from the command line
    /// reads it: whole or not at all. Where it is.
    ///
    /// # Errors
    /// That of the last folder.
    pub fn save(&self, folders: &[&Path]) -> io::Result<PathBuf> {
        let mut saved = Err(io::Error::from(io::ErrorKind::NotFound));
        for folder in folders {
            saved = self.save_in(folder);
            if saved.is_ok() {
                break;
            }
        }
        saved
    }

    fn save_in(&self, folder: &Path) -> io::Result<PathBuf> {
        let mut builder = tempfile::Builder::new();
        let mut file = builder.prefix("seeddb-mined-").suffix(".tsv").tempfile_in(folder)?;
        let mut out = BufWriter::new(&mut file);
        write_seeds(&self.seeds, &mut out)?;
        out.flush()?;
        drop(out);
        file.as_file().sync_all()?;
        Ok(file.keep()?.1)
    }
}
