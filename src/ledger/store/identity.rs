//! [`Identity`]: which database it is.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use super::StoreError;

/// Which database a file is, wherever it lies: 128 random bits, given when it is made. A copy has the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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

/// Of 32 hexadecimal digits, as it is displayed.
impl FromStr for Identity {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

/// 128 random bits of the system.
pub(super) fn random() -> Result<u128, StoreError> {
    let mut bytes = [0; 16];
    let io = |error: getrandom::Error| StoreError::io("random numbers of the system", error.into());
    getrandom::fill(&mut bytes).map_err(io)?;
    Ok(u128::from_le_bytes(bytes))
}
