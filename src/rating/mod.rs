//! Numbers: difficulty metrics, one a file, and the levels that bound them.

mod graph;
pub mod hsolve;
pub mod levels;
mod sample;
mod singles;
mod walk;
mod word;
