//! Backups: copies that are not drawn from, and that can be restored.

use std::path::Path;

use super::engine::{Abort, Snapshot, Table};
use super::file::Held;
use super::rules::texts::Superseded;
use super::rules::{copy, texts};
use super::{MarkState, StaleCopy, Store, StoreError};

type Lengths = Vec<u64>;

fn lengths(from: &dyn Snapshot) -> Result<Lengths, Abort> {
    Table::ALL.iter().map(|table| from.len(*table)).collect()
}

impl Store {
    /// Copies all rows to `target`, where no database may exist yet, and marks it as a backup of
    /// the time `made` (seconds since 1970, UTC). `told` receives the number of rows copied and
    /// returns whether to continue. Returns `false` if it stops; nothing is left at `target` then.
    ///
    /// # Errors
    /// [`StoreError::There`] if `target` exists; [`StoreError::Damaged`] if the copy has other row
    /// counts than this database; failures of the engines.
    pub fn back_up(
        &self,
        target: &Self,
        made: u64,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, StoreError> {
        let mut copied = Lengths::new();
        let is_whole = target.fill_whole(|to| {
            let is_whole = self.read(|from| copy::all(from, to, told))?;
            texts::set_backup(to, made)?;
            copied = lengths(to)?;
            Ok(is_whole)
        })?;
        if is_whole && target.read(|from| lengths(from))? != copied {
            return Err(target.damaged("it has other rows than were copied".to_owned()));
        }
        Ok(is_whole)
    }

    /// Runs `work` while other processes are locked out of this file. Every thread of this process
    /// may read it then, if it opens.
    ///
    /// # Errors
    /// [`StoreError::Locked`] and [`StoreError::Stopped`] while another process has it; no such
    /// file.
    pub fn held<T>(&self, work: impl FnOnce(&Held<'_>) -> T) -> Result<T, StoreError> {
        self.file()?.held(self.patience(), work)
    }

    /// Returns the time when another database replaced it, in seconds since 1970 (UTC); `None` if
    /// none did.
    pub fn is_superseded(&self) -> Result<Option<u64>, StoreError> {
        self.read(|from| {
            Ok(texts::superseded(from)?.filter(|by| by.holds(&self.path())).map(|by| by.when))
        })
    }

    /// Compares it with its marks; returns the missing records, or why they are unknown; `None` if
    /// it is current.
    pub fn missing(&self) -> Result<Option<StaleCopy>, StoreError> {
        self.read(|from| self.marks().map_or(Ok(None), |marks| marks.missing(from)))
    }

    /// Whether a mark of it exists here. Without a mark, an old copy cannot be recognised.
    pub fn is_remembered(&self) -> Result<bool, StoreError> {
        self.read(|from| self.marks().map_or(Ok(false), |marks| marks.know(from)))
    }

    /// Returns the state of each of its marks.
    pub fn mark_states(&self) -> Result<Vec<MarkState>, StoreError> {
        self.read(|from| self.marks().map_or(Ok(Vec::new()), |marks| marks.states(from)))
    }
}

impl Held<'_> {
    /// Records in the file that another database replaces it and that it is renamed to `aside`;
    /// `None` undoes that. From then on nothing is drawn from it, not even through hard links.
    pub fn set_superseded(&self, by: Option<(u64, &Path)>) -> Result<(), StoreError> {
        let by = by.map(|(when, aside)| Superseded::new(when, aside));
        self.write(&mut |to| texts::set_superseded(to, by.as_ref()))
    }
}
