//! Backups: copies that are kept as they are, and put back.

use std::path::Path;

use super::engine::{Fault, Snapshot, Table};
use super::file::Held;
use super::rules::texts::Superseded;
use super::rules::{copy, texts};
use super::{MarkState, Older, Store, StoreError};

type Lengths = Vec<u64>;

fn lengths(from: &dyn Snapshot) -> Result<Lengths, Fault> {
    Table::ALL.iter().map(|table| from.len(*table)).collect()
}

impl Store {
    /// Copies all rows to a place where no database is yet, and makes that a backup of this time (seconds since 1970). `told` hears how
    /// many rows were copied, and says whether to go on. False if it does not: then nothing is there.
    ///
    /// # Errors
    /// [`StoreError::There`] if there is something; [`StoreError::Damaged`] if the copy does not have the rows of this one; failures of the
    /// engines.
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

    /// Runs `work` while no other process has the database in this file, which any thread of this one may read, if it opens.
    ///
    /// # Errors
    /// [`StoreError::Locked`] and [`StoreError::Stopped`] while another process has it; no file is there.
    pub fn held<T>(&self, work: impl FnOnce(&Held<'_>) -> T) -> Result<T, StoreError> {
        self.file()?.held(self.patience(), work)
    }

    /// When another database took its place, in seconds since 1970, if one did.
    pub fn is_superseded(&self) -> Result<Option<u64>, StoreError> {
        self.read(|from| {
            Ok(texts::superseded(from)?.filter(|by| by.holds(&self.path())).map(|by| by.when))
        })
    }

    /// What it lacks of all that was issued from it, by its marks.
    pub fn missing(&self) -> Result<Option<Older>, StoreError> {
        let Some(marks) = self.marks() else { return Ok(None) };
        self.read(|from| marks.missing(from))
    }

    /// Whether anything is remembered of it here. Of what is not, nobody notices that it is old.
    pub fn is_remembered(&self) -> Result<bool, StoreError> {
        let Some(marks) = self.marks() else { return Ok(false) };
        self.read(|from| marks.know(from))
    }

    /// What each of its marks says.
    pub fn mark_states(&self) -> Result<Vec<MarkState>, StoreError> {
        let Some(marks) = self.marks() else { return Ok(Vec::new()) };
        self.read(|from| marks.states(from))
    }
}

impl Held<'_> {
    /// Says inside it that another database takes its place and that it gets the name `aside`, or that this did not come to be. Its
    /// hard links and bind mounts are not drawn from then.
    pub fn set_superseded(&self, by: Option<(u64, &Path)>) -> Result<(), StoreError> {
        let by = by.map(|(when, aside)| Superseded::new(when, aside));
        self.write(&mut |to| texts::set_superseded(to, by.as_ref()))
    }
}
