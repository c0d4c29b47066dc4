//! [`Stop`]: whoever waits for a rating may change their mind.

/// Asked now and then during a long search whether to give up.
#[derive(Clone, Copy)]
pub struct Stop<'a>(&'a dyn Fn() -> bool);

/// The rating was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("rating interrupted")]
pub struct Interrupted;

impl<'a> Stop<'a> {
    /// Never.
    pub const NEVER: Self = Self(&|| false);

    /// As soon as `wanted` is true.
    pub const fn when(wanted: &'a dyn Fn() -> bool) -> Self {
        Self(wanted)
    }

    pub(super) fn check(self) -> Result<(), Interrupted> {
        if (self.0)() { Err(Interrupted) } else { Ok(()) }
    }
}
