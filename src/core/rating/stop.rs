//! [`Stop`]: a way to interrupt a rating.

/// Polled during a long search, to end it early.
#[derive(Clone, Copy)]
pub struct Stop<'a>(&'a dyn Fn() -> bool);

/// The rating was interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("rating interrupted")]
pub struct Interrupted;

impl<'a> Stop<'a> {
    /// Never stops.
    pub const NEVER: Self = Self(&|| false);

    /// Stops as soon as `wanted` returns true.
    pub const fn when(wanted: &'a dyn Fn() -> bool) -> Self {
        Self(wanted)
    }

    pub(super) fn check(self) -> Result<(), Interrupted> {
        if (self.0)() { Err(Interrupted) } else { Ok(()) }
    }
}
