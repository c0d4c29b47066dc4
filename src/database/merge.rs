//! All of other databases brought into one.

use std::path::PathBuf;

use seeddb_ledger::{OpenOptions, Store, is_same_file};

use super::{Added, Control, Database, Error, Moved, Unit};

/// What came of a merge with all of other databases.
#[derive(Debug, Default)]
pub struct MergedAll {
    /// What became of the seeds of all of them.
    pub added: Added,
    /// What else came, by database.
    pub moved: Vec<(PathBuf, Moved)>,
}

impl Database {
    /// Brings all of the databases in `files` into this one, in their order: batches with their puzzles and their keys, books, days of
    /// series, notes and seeds. Batches and books get the next numbers here, and keep all else that is said of them; puzzles keep
    /// their ids. The level table stays as it is here. A puzzle that two databases issued stays as it is here. What came before is known again, so that a merge that was
    /// stopped is done once more, and one that is done twice changes nothing the second time.
    ///
    /// The other databases are only read. A puzzle drawn from one of them later is not known here: draw from this one only.
    ///
    /// Seeds, and that puzzles have one solution and their keys, are worked out again; what is on the labels of puzzles is taken as it is,
    /// as by [`Database::load`]. Each database comes in one commit, before the seeds.
    ///
    /// A trial changes nothing, and says what would come.
    ///
    /// # Errors
    /// [`StoreError::NotOwn`](super::StoreError::NotOwn) of what a partition may not have; [`Error::FalseSeed`]; [`Error::Stopped`]; failures of
    /// the stores. What came of the databases before stays.
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
            let moved = store.merge(&theirs, is_trial, &mut |puzzles| {
                control.done_of(Unit::Puzzles, puzzles, None);
                !control.is_stopped()
            });
            merged.moved.push((path.clone(), moved?.ok_or(Error::Stopped)?));
        }
        if !is_trial {
            merged.added = self.add_all(&seeds)?;
        }
        Ok(merged)
    }
}
