//! Texts of the database as a whole: what it is, its level table, what part of the work it is for.

use super::super::engine::{Done, Lock, Snapshot, Table, Transaction};
use super::super::record::Text;
use super::super::{FORMAT, Identity};
use super::EVERYTHING;
use super::rows::{get, put};

/// The name of the level table.
const LEVELS: &str = "levels";

/// Says what a new database is.
pub(in crate::store) fn found(to: &mut dyn Transaction, identity: Identity, levels: &str) -> Done {
    set(to, "format", &FORMAT.to_string())?;
    rename(to, identity)?;
    set(to, "created-by", env!("CARGO_PKG_VERSION"))?;
    set(to, LEVELS, levels)
}

/// Makes it another database than the one that it was copied from.
pub(in crate::store) fn rename(to: &mut dyn Transaction, identity: Identity) -> Done {
    set(to, "identity", &identity.to_string())
}

/// Keeps a text under a name.
pub(super) fn set(to: &mut dyn Transaction, name: &str, text: &str) -> Done {
    put(to, &name.to_owned(), &Text(text.to_owned()))
}

/// The text that is kept under a name.
pub(in crate::store) fn text(from: &dyn Snapshot, name: &str) -> Done<Option<String>> {
    Ok(get(from, &name.to_owned())?.map(|Text(text)| text))
}

/// The level table as TOML.
pub(in crate::store) fn levels(from: &dyn Snapshot) -> Done<Option<String>> {
    text(from, LEVELS)
}

/// Replaces the level table.
pub(in crate::store) fn set_levels(to: &mut dyn Transaction, toml: &str) -> Done {
    set(to, LEVELS, toml)
}

/// Keeps a text under a name for ever: what is kept there now, which is another text if there was one. None, and nothing is
/// kept, if `unissued` and something was issued ever.
pub(in crate::store) fn claim(
    to: &mut dyn Transaction,
    name: &str,
    text: &str,
    unissued: bool,
) -> Done<Option<String>> {
    to.lock(Lock::Batches)?;
    if let Some(known) = self::text(to, name)? {
        return Ok(Some(known));
    }
    if unissued && !to.range(Table::Issued, EVERYTHING, 1, false)?.is_empty() {
        return Ok(None);
    }
    set(to, name, text)?;
    Ok(Some(text.to_owned()))
}
