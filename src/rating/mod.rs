//! Numbers: difficulty metrics, one a file, and the levels that bound them.

pub mod hsolve;
pub mod levels;
mod walk;
