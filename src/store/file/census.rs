//! The census: how many rows each table has, written down with every commit and compared at every opening.
//!
//! A missing row is noticed by whoever looks for it (see `tables`), but a missing table has no row that could tell, and
//! redb finds what is wrong with its tree of tables only when it checks the whole file. The census is a record in
//! `meta`; redb knows the length of a table without reading it, so that all are compared in some microseconds. Databases that
//! were never written since there is a census have none.

use std::collections::HashSet;

use redb::{
    ReadTransaction, ReadableTable, ReadableTableMetadata, TableDefinition, TableError,
    TableHandle, WriteTransaction,
};

use super::codec::{Census, decode_census, encode_census};
use super::fault::Fault;
use super::format_1::{OLD_LEDGER, OLD_LEVELS, OLD_PRINTED, OLD_USES};
use super::tables::{
    BATCHES, BOOKS, EVENTS, ISSUED, LEDGER, LEVELS, META, PRINTED, SEED_INDEX, SEED_USES, SEEDS,
    TWINS,
};

/// The row of `meta` that has it.
pub(super) const CENSUS: &str = "census";

/// The census as it was written last.
fn last(meta: &impl ReadableTable<&'static str, &'static str>) -> Result<Option<Census>, Fault> {
    let text = meta.get(CENSUS)?;
    text.map(|text| decode_census(text.value()).map_err(Fault::Record)).transpose()
}

/// Fails unless every table that was counted has as many rows as then; of the one called `lost` nothing is asked.
pub(super) fn check(transaction: &ReadTransaction, lost: Option<&str>) -> Result<(), Fault> {
    let Some(census) = last(&transaction.open_table(META)?)? else { return Ok(()) };
    for (name, rows) in census.tables.iter().filter(|(name, _)| lost != Some(name.as_str())) {
        let table = TableDefinition::<&str, &str>::new(name);
        let found = match transaction.open_untyped_table(table) {
            Ok(table) => table.len()?,
            Err(TableError::TableDoesNotExist(_)) => {
                return Err(Fault::Broken(format!("the table {name} is missing")));
            }
            Err(error) => return Err(error.into()),
        };
        if found != *rows {
            return Err(Fault::Broken(format!(
                "the table {name} has {found} rows, {rows} were written"
            )));
        }
    }
    Ok(())
}

/// Counts the rows of all tables, at the end of a transaction. What is said of tables that only a later program knows
/// stays as it is: nobody else writes them. So does what is said of one that was lost, until it is there again.
pub(super) fn write(transaction: &WriteTransaction) -> Result<(), Fault> {
    let mut meta = transaction.open_table(META)?;
    let before = last(&meta)?;
    let mut census = before.clone().unwrap_or_default();
    let there: HashSet<String> =
        transaction.list_tables()?.map(|table| table.name().to_owned()).collect();
    // A macro, since each table has types of its own; to open one that is not there would make it.
    macro_rules! count {
        ($($table:expr),*) => {$(
            let name = $table.name();
            if there.contains(name) {
                let rows = transaction.open_table($table)?.len()?;
                census.tables.insert(name.to_owned(), rows);
            }
        )*};
    }
    count!(SEEDS, SEED_INDEX, TWINS, SEED_USES, LEDGER, ISSUED, BATCHES, BOOKS, PRINTED, LEVELS);
    count!(EVENTS);
    count!(OLD_LEDGER, OLD_PRINTED, OLD_USES, OLD_LEVELS);
    for moved in [OLD_LEDGER.name(), OLD_PRINTED.name(), OLD_USES.name(), OLD_LEVELS.name()] {
        if !there.contains(moved) {
            census.tables.remove(moved);
        }
    }
    if before.as_ref() != Some(&census) {
        meta.insert(CENSUS, encode_census(&census).map_err(Fault::Record)?.as_str())?;
    }
    Ok(())
}
