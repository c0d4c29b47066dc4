//! Numbers: difficulty metrics, one a file, and the levels that bound them.

pub mod box_norm;
pub mod branch;
mod graph;
pub mod hsolve;
pub mod levels;
pub mod restarts;
mod sample;
mod singles;
pub mod technique;
mod walk;
mod word;
