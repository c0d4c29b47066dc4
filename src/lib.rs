#![doc = include_str!("../README.md")]

pub use seeddb_core::{board, generate, logic, rating, record, refill, search, symmetry};

#[cfg(feature = "store")]
pub mod database;
pub mod draw;
#[cfg(feature = "formats")]
pub mod export;
pub mod mine;
#[cfg(feature = "store")]
pub mod store;
