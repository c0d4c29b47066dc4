//! Texts of the database as a whole: what it is, its level table, what part of the work it is for.

use super::super::engine::{Done, Fault, Lock, Snapshot, Table, Transaction};
use super::super::record::Text;
use super::super::{FORMAT, Identity};
use super::EVERYTHING;
use super::rows::{get, put, remove};

/// The names of texts.
const LEVELS: &str = "levels";
pub(super) const IDENTITY: &str = "identity";
const BACKUP: &str = "backup";
const BACKED_UP: &str = "backed-up";

/// Says what a new database is.
pub(in crate::store) fn found(to: &mut dyn Transaction, identity: Identity, levels: &str) -> Done {
    set(to, "format", &FORMAT.to_string())?;
    rename(to, identity)?;
    set(to, "created-by", env!("CARGO_PKG_VERSION"))?;
    set(to, LEVELS, levels)
}

/// Makes it another database than the one that it was copied from.
pub(in crate::store) fn rename(to: &mut dyn Transaction, identity: Identity) -> Done {
    set(to, IDENTITY, &identity.to_string())
}

/// Keeps a text under a name.
pub(super) fn set(to: &mut dyn Transaction, name: &str, text: &str) -> Done {
    put(to, &name.to_owned(), &Text(text.to_owned()))
}

/// The text that is kept under a name.
pub(in crate::store) fn text(from: &dyn Snapshot, name: &str) -> Done<Option<String>> {
    Ok(get(from, &name.to_owned())?.map(|Text(text)| text))
}

/// Which database it is.
pub(in crate::store) fn identity(from: &dyn Snapshot) -> Done<Identity> {
    let identity = text(from, IDENTITY)?.and_then(|text| text.parse().ok());
    identity.ok_or_else(|| Fault::Broken("its identity does not read".to_owned()))
}

/// When the database was made as a backup, in seconds since 1970, if it is one; 0 if nobody said.
pub(in crate::store) fn backup(from: &dyn Snapshot) -> Done<Option<u64>> {
    Ok(text(from, BACKUP)?.map(|made| made.parse().unwrap_or_default()))
}

/// Makes it a backup of this time.
pub(in crate::store) fn set_backup(to: &mut dyn Transaction, made: u64) -> Done {
    set(to, BACKUP, &made.to_string())
}

/// When the last backup was made, in seconds since 1970, and how many puzzles it has.
pub(in crate::store) fn backed_up(from: &dyn Snapshot) -> Done<Option<(u64, u64)>> {
    let read = |text: String| {
        let (made, issued) = text.split_once(' ')?;
        Some((made.parse().ok()?, issued.parse().ok()?))
    };
    Ok(text(from, BACKED_UP)?.and_then(read))
}

/// Keeps in mind when the last backup was made, and how many puzzles it has.
pub(in crate::store) fn set_backed_up(
    to: &mut dyn Transaction,
    (made, issued): (u64, u64),
) -> Done {
    set(to, BACKED_UP, &format!("{made} {issued}"))
}

/// Makes a backup a database again.
pub(in crate::store) fn unset_backup(to: &mut dyn Transaction) -> Done {
    remove::<Text>(to, [BACKUP.to_owned()])
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
