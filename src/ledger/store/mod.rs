//! The database as rows: seeds, the ledger of issued puzzles, batches, books, events, levels.
//!
//! A [`Store`] behaves alike on every *engine*. An engine provides sorted tables of bytes,
//! snapshots and transactions ([`engine`]); [`record`] defines the bytes, and [`rules`] the rules:
//!
//! - `file`, a redb file: the default;
//! - `postgres`, a server: any number of processes on many machines;
//! - `memory`, for tests and for draws that need not be remembered.

mod address;
mod backup;
mod check;
mod content;
pub(crate) mod engine;
mod error;
mod file;
mod found_records;
mod identity;
mod keys;
mod load;
mod marks;
mod memory;
mod moved;
mod notice;
mod open;
mod options;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(any(test, feature = "random"))]
#[allow(clippy::missing_panics_doc, reason = "helpers of tests fail like tests")]
pub mod random;
mod record;
mod record_groups;
pub mod rules;
mod salvage;
mod seed_filter;
mod seeds;
mod stale_copy;
#[cfg(test)]
mod tests;
mod texts;

pub use address::{Password, censored, is_server, place_of, without_password};
pub use check::Problem;
pub use engine::{Abort, Done, Snapshot, Transaction};
pub use error::StoreError;
pub use file::{Held, is_same_file};
pub use file::{Panicked, panicked, side_folder};
pub use identity::Identity;
pub use load::RecordSource;
pub use marks::MarkState;
pub use moved::{
    Amounts, DuplicatePuzzle, Missing, Moved, MovedBatch, Part as MissingPart, RecordConflict,
};
pub use notice::{Notice, Remarks};
pub use open::Store;
pub use options::OpenOptions;
pub use record::Sum;
pub use record_groups::{BatchRecord, BookRecord, RecordGroup, SeedRecord, Whole};
pub use rules::events::Voided;
pub use rules::seed_cursor::SeedCursor;
pub use rules::texts::ASIDE;
pub use salvage::Starter;
pub use seed_filter::{Added, Counts, SeedFilter};
pub use stale_copy::{StaleCopy, Why};
pub use texts::Shard;

/// The format version that is written, and the only one that is read.
pub const FORMAT: u32 = 4;
