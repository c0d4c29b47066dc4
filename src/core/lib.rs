//! The game itself: everything of `seeddb` that needs no file, no clock and no thread.
//!
//! `seeddb` re-exports these modules, so its users name them as `seeddb::board` and so on; who wants a solver, a
//! rating or a canonical form alone depends on this crate and not on a database and its formats.

pub mod board;
pub mod generate;
pub mod kernel;
pub mod logic;
pub mod rating;
pub mod record;
pub mod refill;
pub mod search;
pub mod symmetry;
