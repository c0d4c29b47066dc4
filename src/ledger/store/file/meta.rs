//! Rows with the database's format and identity, and the time of the last page check.

use std::path::Path;
use std::time::{Duration, SystemTime};

use redb::{ReadTransaction, TableHandle as _};

use super::fault::FileFailure;
use super::kv::Reading;
use crate::store::engine::{Abort, Done, ReadRows as _, Table, Transaction};
use crate::store::record::{Text, decode, encode};
use crate::store::{FORMAT, Identity, StoreError};

const FORMAT_ROW: &str = "format";
const IDENTITY_ROW: &str = "identity";
const CHECKED_ROW: &str = "checked";

/// The time after which pages are checked again.
const AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

pub(super) struct Meta {
    pub(super) identity: Identity,
    /// The file length in bytes at the last page check, and its time in seconds since 1970.
    checked: Option<(u64, u64)>,
}

impl Meta {
    /// Reads the rows. Refuses redb files of other programs, other formats, and databases that lost
    /// a table or rows.
    pub(super) fn read(path: &Path, transaction: &ReadTransaction) -> Result<Self, FileFailure> {
        is_ours(path, transaction)?;
        let view = Reading::new(path, transaction);
        let text = |name: &str| {
            let values = view.get(Table::Texts, &[name.as_bytes()])?;
            let Some(value) = values.into_iter().flatten().next() else { return Ok(None) };
            Ok::<_, Abort>(Some(decode::<Text>(name.as_bytes(), &value)?.1.0))
        };
        let broken = |what: &str| FileFailure::Body(Abort::Corrupt(what.to_owned()));
        match text(FORMAT_ROW)?.as_deref().map(str::parse) {
            Some(Ok(FORMAT)) => {}
            Some(Ok(found)) if found > FORMAT => return Err(StoreError::Newer { found }.into()),
            Some(Ok(found)) => {
                return Err(StoreError::OldFormat { path: path.to_owned(), found }.into());
            }
            _ => return Err(broken("its format does not read")),
        }
        view.check()?;
        let identity = text(IDENTITY_ROW)?.and_then(|text| text.parse().ok());
        let identity = identity.ok_or_else(|| broken("its identity does not read"))?;
        let checked = text(CHECKED_ROW)?.and_then(|text| {
            let (length, time) = text.split_once(' ')?;
            Some((length.parse().ok()?, time.parse().ok()?))
        });
        Ok(Self { identity, checked })
    }

    /// Whether the pages of a file of this length need a check: never checked, grown by half since,
    /// or not checked for [`AGE`]. All checks of a growing database together cost at most three
    /// times the last one.
    pub(super) fn is_due(&self, length: u64) -> bool {
        self.checked.is_none_or(|(last, time)| {
            length > last.saturating_add(last / 2) || now().abs_diff(time) > AGE.as_secs()
        })
    }
}

/// Refuses a redb file without the texts table: as another program's, or as damaged.
fn is_ours(path: &Path, transaction: &ReadTransaction) -> Result<(), FileFailure> {
    let not = |what| Err(StoreError::NotADatabase { path: path.to_owned(), what }.into());
    let names = transaction.list_tables()?;
    let names: Vec<String> = names.map(|table| table.name().to_owned()).collect();
    let has = |name: &str| names.iter().any(|there| there == name);
    if has(Table::Texts.name()) {
        return Ok(());
    }
    if Table::ALL.iter().any(|table| has(table.name())) {
        let what = format!("the table {} is missing", Table::Texts.name());
        return Err(Abort::Corrupt(what).into());
    }
    not("another program's redb file")
}

/// Records that the pages of the file, `length` bytes long, were found intact now.
pub(super) fn set_checked(transaction: &mut dyn Transaction, length: u64) -> Done {
    let row = encode(&CHECKED_ROW.to_owned(), &Text(format!("{length} {}", now())))?;
    transaction.put(Table::Texts, &[row])
}
