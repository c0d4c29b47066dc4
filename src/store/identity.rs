//! [`Identity`]: which database it is.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

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
