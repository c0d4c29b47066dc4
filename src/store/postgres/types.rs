//! Values as the server has them.

use std::error::Error;
use std::fmt::Write as _;

use postgres::types::private::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, accepts, to_sql_checked};

use crate::store::StoreError;
use crate::symmetry::Key;

/// 16 bytes, as a `uuid`: of fixed length, in the order of the bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Uuid(pub(super) [u8; 16]);

impl Uuid {
    /// 32 digits.
    pub(super) fn hex(self) -> String {
        self.0.iter().fold(String::new(), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

impl From<Key> for Uuid {
    fn from(key: Key) -> Self {
        Self(key.0)
    }
}

impl From<Uuid> for Key {
    fn from(uuid: Uuid) -> Self {
        Self(uuid.0)
    }
}

impl ToSql for Uuid {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0);
        Ok(IsNull::No)
    }

    accepts!(UUID);
    to_sql_checked!();
}

impl<'a> FromSql<'a> for Uuid {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(raw.try_into()?))
    }

    accepts!(UUID);
}

pub(super) fn uuids(keys: &[Key]) -> Vec<Uuid> {
    keys.iter().map(|&key| key.into()).collect()
}

/// A name that nobody else has.
pub(super) fn random() -> Result<Uuid, StoreError> {
    let mut bytes = [0; 16];
    let io = |error: getrandom::Error| StoreError::Io {
        path: "random numbers of the system".into(),
        error: error.into(),
    };
    getrandom::fill(&mut bytes).map_err(io)?;
    Ok(Uuid(bytes))
}
