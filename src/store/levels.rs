//! The level table of the database.

use super::error::Fault;
use super::tables::LEVELS;
use super::{Store, StoreError};
use crate::rating::levels::LevelTable;

/// The key of the one table.
const CURRENT: &str = "current";

impl Store {
    /// The level table: the default one until another was set.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn levels(&self) -> Result<LevelTable, StoreError> {
        self.read(|transaction| match transaction.open_table(LEVELS)?.get(CURRENT)? {
            Some(text) => LevelTable::from_toml(text.value())
                .map_err(|error| Fault::Broken(format!("levels: {error}"))),
            None => Ok(LevelTable::default()),
        })
    }

    /// Replaces the level table.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn set_levels(&self, levels: &LevelTable) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.open_table(LEVELS)?.insert(CURRENT, levels.to_toml().as_str())?;
            Ok(())
        })
    }

    /// Goes back to the default level table.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn reset_levels(&self) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.open_table(LEVELS)?.remove(CURRENT)?;
            Ok(())
        })
    }
}
