//! Merges of other databases into this one.

use std::path::PathBuf;

use seeddb_ledger::{OpenOptions, Store, is_same_file};

use super::{Added, Control, Database, Error, Moved, Unit};

/// The result of a merge of several databases.
#[derive(Debug, Default)]
pub struct MergedAll {
    /// The counts of seeds of all of them.
    pub added: Added,
    /// The other records added, by database.
    pub moved: Vec<(PathBuf, Moved)>,
}

impl Database {
    /// Merges all databases in `files` into this one, in order: batches with their puzzles and
    /// keys, books, days of series, notes and seeds. Batches and books get the next numbers here
    /// and keep their other facts; puzzles keep their ids. The level table does not change, nor
    /// does a puzzle that two databases issued. Known records are recognised, so a stopped merge
    /// can be repeated, and a second merge changes nothing.
    ///
    /// The other databases are only read. A puzzle drawn from one of them later is not known here:
    /// draw only from this one.
    ///
    /// Seeds are recomputed, and puzzles are proved to have one solution and their keys; labels of
    /// puzzles are accepted unchecked, as by [`Database::load`]. Each database is added in one
    /// commit, before the seeds.
    ///
    /// A trial changes nothing and reports the result.
    ///
    /// # Errors
    /// [`StoreError::NotOwn`](super::StoreError::NotOwn) for puzzles of another partition;
    /// [`Error::FalseSeed`]; [`Error::Stopped`]; failures of the stores. Records of earlier
    /// databases stay.
    pub fn merge_all(
        &self,
        files: &[PathBuf],
        is_trial: bool,
        control: &Control,
    ) -> Result<MergedAll, Error> {
        let own = self.store().path();
        for path in files {
            if *path == own || is_same_file(path, &own) {
                return Err(Error::Itself(path.clone()));
            }
        }
        let (seeds, _) = self.gather(files, None, control)?;
        let store = self.write()?;
        let options = OpenOptions { create: false, ..self.home.options.file.clone() };
        let mut merged = MergedAll::default();
        for path in files {
            let theirs = Store::at(path, &options);
            let moved = store.merge(&theirs, is_trial, &mut control.counting(Unit::Puzzles));
            merged.moved.push((path.clone(), moved?.ok_or(Error::Stopped)?));
        }
        if !is_trial {
            merged.added = self.add_all(&seeds)?;
        }
        Ok(merged)
    }
}
