//! [`Identity`]: which database it is.

use std::fmt;

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
