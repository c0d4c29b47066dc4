//! Texts about the database as a whole, rows of `meta`.

use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, WriteTransaction};

use super::fault::Fault;
use super::tables::{ISSUED, META};

fn row(name: &str) -> String {
    format!("property-{name}")
}

pub(super) fn get(transaction: &ReadTransaction, name: &str) -> Result<Option<String>, Fault> {
    let meta = transaction.open_table(META)?;
    Ok(meta.get(row(name).as_str())?.map(|text| text.value().to_owned()))
}

/// [`Engine::claim`](crate::store::engine::Engine::claim).
pub(super) fn claim(
    transaction: &WriteTransaction,
    name: &str,
    text: &str,
    unissued: bool,
) -> Result<Option<String>, Fault> {
    let row = row(name);
    let mut meta = transaction.open_table(META)?;
    if let Some(known) = meta.get(row.as_str())? {
        return Ok(Some(known.value().to_owned()));
    }
    // Issued puzzles, not the ledger, which can be lost.
    if unissued && !transaction.open_table(ISSUED)?.is_empty()? {
        return Ok(None);
    }
    meta.insert(row.as_str(), text)?;
    Ok(Some(text.to_owned()))
}
