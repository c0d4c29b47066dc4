//! New: full grids, and puzzles with as few clues as their grid allows.
//!
//! Both are random and make no promise about difficulty: what a puzzle is worth, [`crate::logic`]
//! says, and looking for puzzles worth keeping is the work of [`crate::mine`].

mod full;
mod thin;
mod unavoidable;

pub use full::solution;
pub use thin::{is_minimal, minimal, minimize};
pub(crate) use unavoidable::swaps;
