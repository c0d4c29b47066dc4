//! The level table of the database.

use redb::{ReadTransaction, ReadableTableMetadata, WriteTransaction};

use super::codec::{CURRENT, decode_levels, encode_levels};
use super::fault::Fault;
use super::format_1::OLD_LEVELS;
use super::tables::{LEVELS, find, if_there};

/// The level table as TOML; none if the database was made before tables were on record.
pub(super) fn toml(transaction: &ReadTransaction) -> Result<Option<String>, Fault> {
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

/// Replaces the level table; none takes it off the record.
pub(super) fn set(transaction: &WriteTransaction, toml: Option<&str>) -> Result<(), Fault> {
    let mut levels = transaction.open_table(LEVELS)?;
    match toml {
        Some(toml) => {
            let record = encode_levels(toml).map_err(Fault::Record)?;
            levels.insert(CURRENT, record.as_slice())?;
        }
        None => drop(levels.remove(CURRENT)?),
    }
    Ok(())
}
