//! Seeds that were found and could not be stored.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::Unsaved;
use super::mine::sum;
use super::{Database, Error, Mined};
use seeddb_mine::write_seeds;

impl Unsaved {
    /// Tries again to store the seeds; returns the result of the search with them.
    ///
    /// # Errors
    /// Failures of the store; the seeds are still here.
    pub fn retry(&self, database: &Database) -> Result<Mined, Error> {
        let mut mined = self.mined.clone();
        mined.added = sum(mined.added, database.add_seeds(&self.seeds)?);
        Ok(mined)
    }

    /// Writes the seeds to a new file in the first of these folders that can be written, in the
    /// format that the command `import` reads; completely or not at all. Returns its path.
    ///
    /// # Errors
    /// The error of the last folder.
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
