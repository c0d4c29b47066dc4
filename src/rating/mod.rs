//! Numbers.
pub mod hsolve;
pub mod levels;
