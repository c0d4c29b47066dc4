//! Numbers: difficulty metrics, one a file, and the levels that bound them.

pub mod box_norm;
pub mod branch;
pub mod hsolve;
pub mod levels;
pub mod restarts;
pub mod technique;
mod walk;
