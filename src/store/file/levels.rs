//! The level table of the database.

use redb::{ReadTransaction, ReadableTableMetadata};

use super::codec::{CURRENT, decode_levels, encode_levels};
use super::error::Fault;
use super::format_1::OLD_LEVELS;
use super::tables::{LEVELS, find, if_there};
use super::{Store, StoreError};
use crate::level_table;
use crate::rating::levels::LevelTable;

/// The level table as TOML; none if it is the default one.
fn toml(transaction: &ReadTransaction) -> Result<Option<String>, Fault> {
    let read = |key: &str, record: &[u8]| decode_levels(key, record).map_err(Fault::Record);
    let Some(levels) = if_there(transaction.open_table(LEVELS))? else {
        let old = if_there(transaction.open_table(OLD_LEVELS))?;
        let old =
            old.map(|old| Ok::<_, Fault>(old.get(CURRENT)?.map(|text| text.value().to_owned())));
        return Ok(old.transpose()?.flatten());
    };
    let toml = find(&levels, &CURRENT, read, |key, record| read(key, record).map(drop))?;
    if toml.is_none() && !levels.is_empty()? {
        return Err(Fault::Broken("the level table is missing".to_owned()));
    }
    Ok(toml)
}

impl Store {
    /// The level table: the default one until another was set.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn levels(&self) -> Result<LevelTable, StoreError> {
        self.read(|transaction| match toml(transaction)? {
            Some(text) => {
                level_table::read(&text).map_err(|error| Fault::Broken(format!("levels: {error}")))
            }
            None => Ok(LevelTable::default()),
        })
    }

    /// Replaces the level table.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn set_levels(&self, levels: &LevelTable) -> Result<(), StoreError> {
        self.write(|transaction| {
            let record = encode_levels(&level_table::write(levels)).map_err(Fault::Record)?;
            transaction.open_table(LEVELS)?.insert(CURRENT, record.as_slice())?;
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
