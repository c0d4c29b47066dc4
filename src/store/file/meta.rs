//! Rows of the table `meta` that say which database this is, and when its pages were last checked.

use std::fmt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use redb::{ReadTransaction, ReadableTable, TableError, WriteTransaction};

use super::fault::Fault;
use super::tables::META;
use super::{FORMAT, Identity, StoreError, census};

const IDENTITY: &str = "identity";
const CHECKED: &str = "checked";

/// Pages are checked again after this time,
const AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

fn random() -> Result<Identity, Fault> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| redb::Error::Io(error.into()))?;
    Ok(Identity(u128::from_le_bytes(bytes)))
}

/// When the pages were checked, and how long the file was then.
#[derive(Clone, Copy)]
struct Checked {
    /// Bytes.
    length: u64,
    /// Seconds since 1970.
    time: u64,
}

impl Checked {
    fn now(length: u64) -> Self {
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self { length, time: time.as_secs() }
    }

    fn parse(text: &str) -> Option<Self> {
        let (length, time) = text.split_once(' ')?;
        Some(Self { length: length.parse().ok()?, time: time.parse().ok()? })
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.length, self.time)
    }
}

/// What `meta` says.
#[derive(Clone, Copy)]
pub(super) struct Meta {
    /// Databases made by earlier versions have none until they are written.
    pub(super) identity: Option<Identity>,
    checked: Option<Checked>,
}

impl Meta {
    /// Refuses a redb file of another program, a database of a later format, and one that lost a table, unless it is the
    /// one called `lost`.
    pub(super) fn read(
        transaction: &ReadTransaction,
        path: &Path,
        lost: Option<&str>,
    ) -> Result<Self, Fault> {
        let foreign = || {
            let path = path.to_owned();
            Fault::Store(StoreError::NotADatabase { path, what: "another program's redb file" })
        };
        let meta = match transaction.open_table(META) {
            Ok(meta) => meta,
            Err(TableError::Storage(error)) => return Err(error.into()),
            Err(_) => return Err(foreign()),
        };
        let format = meta.get("format")?.ok_or_else(foreign)?;
        match format.value().parse() {
            Ok(1..=FORMAT) => {}
            Ok(found) => return Err(Fault::Store(StoreError::Newer { found })),
            Err(_) => return Err(foreign()),
        }
        census::check(transaction, lost)?;
        let text = |name| Ok::<_, Fault>(meta.get(name)?.map(|text| text.value().to_owned()));
        let identity = text(IDENTITY)?.map(|text| {
            let number = u128::from_str_radix(&text, 16).map(Identity);
            number.map_err(|_| Fault::Broken("its identity is no number".to_owned()))
        });
        let checked = text(CHECKED)?.as_deref().and_then(Checked::parse);
        Ok(Self { identity: identity.transpose()?, checked })
    }

    /// Refuses another database than the one wanted, if one is.
    pub(super) fn expect(self, wanted: Option<Identity>, path: &Path) -> Result<Self, Fault> {
        if wanted.is_some() && wanted != self.identity {
            return Err(Fault::Store(StoreError::Replaced(path.to_owned())));
        }
        Ok(self)
    }

    /// Whether it is time for a check of the pages of a file of this length: never checked, grown by half since, or
    /// long ago. What all checks of a growing database cost together is then at most three times the last one.
    pub(super) fn is_due(&self, length: u64) -> bool {
        let now = Checked::now(length);
        self.checked.is_none_or(|last| {
            now.length > last.length.saturating_add(last.length / 2)
                || now.time.abs_diff(last.time) > AGE.as_secs()
        })
    }
}

/// Gives the database an identity if it has none, and says that its pages were checked.
pub(super) fn write(transaction: &WriteTransaction, length: u64) -> Result<Identity, Fault> {
    let mut meta = transaction.open_table(META)?;
    meta.insert(CHECKED, Checked::now(length).to_string().as_str())?;
    let known = meta.get(IDENTITY)?.map(|text| text.value().to_owned());
    let known = known.and_then(|text| u128::from_str_radix(&text, 16).ok()).map(Identity);
    if let Some(identity) = known {
        return Ok(identity);
    }
    let identity = random()?;
    meta.insert(IDENTITY, identity.to_string().as_str())?;
    Ok(identity)
}
