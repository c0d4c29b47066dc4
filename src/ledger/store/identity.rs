//! [`Identity`]: the identity of a database.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use super::StoreError;

/// The identity of a database, wherever its file lies: 128 random bits, chosen at its creation. A
/// copy has the identity of the original.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Identity(pub(super) u128);

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({self})")
    }
}

/// Parses 32 hexadecimal digits, as displayed.
impl FromStr for Identity {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

/// Returns 128 random bits from the system.
pub(super) fn random() -> Result<u128, StoreError> {
    let mut bytes = [0; 16];
    let io = |error: getrandom::Error| StoreError::io("random numbers of the system", error.into());
    getrandom::fill(&mut bytes).map_err(io)?;
    Ok(u128::from_le_bytes(bytes))
}
