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
mod dump;
pub(crate) mod engine;
mod error;
mod file;
mod identity;
mod keys;
mod load;
mod marks;
mod memory;
mod moved;
mod older;
mod open;
mod options;
mod pieces;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(any(test, feature = "random"))]
#[allow(clippy::missing_panics_doc, reason = "helpers of tests fail like tests")]
pub mod random;
mod record;
mod remains;
mod remark;
pub mod rules;
mod salvage;
mod seeds;
#[cfg(test)]
mod tests;
mod texts;
mod wanted;

pub use address::{Password, censored, is_server, place_of, without_password};
pub use check::Problem;
pub use engine::{Done, Fault, Snapshot, Transaction};
pub use error::StoreError;
pub use file::{Held, is_same_file};
pub use file::{Panicked, panicked, side_folder};
pub use identity::Identity;
pub use load::Pieces;
pub use marks::MarkState;
pub use moved::{Amounts, Both, Differing, Missing, Moved, MovedBatch, Part as MissingPart};
pub use older::{Older, Why};
pub use open::Store;
pub use options::OpenOptions;
pub use pieces::{Piece, ToldBatch, ToldBook, ToldSeed, Whole};
pub use record::Sum;
pub use remark::{Remark, Remarks};
pub use rules::cards::Walk;
pub use rules::events::Voided;
pub use rules::texts::ASIDE;
pub use salvage::Starter;
pub use texts::Shard;
pub use wanted::{Added, Counts, Wanted};

/// The format version that is written, and the only one that is read.
pub const FORMAT: u32 = 4;
