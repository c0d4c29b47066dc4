//! The database as rows: seeds, the ledger of issued puzzles, batches, books, events, levels.
//!
//! A [`Store`] is the same on every *engine*. An engine keeps sorted tables of bytes, shows one state of them, and changes them as a
//! whole ([`engine`]); what the bytes are is told by [`record`], and every rule is written once, in [`rules`]:
//!
//! - `file`, a file of redb: what the program uses;
//! - `postgres`, a server: any number of processes on many machines;
//! - `memory`, for tests, for pages in a browser, for whoever wants draws that nobody needs to remember.

#![cfg_attr(
    not(feature = "file"),
    allow(
        dead_code,
        unused_imports,
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "some serves files alone"
    )
)]

mod address;
#[cfg(feature = "file")]
mod backup;
mod check;
#[cfg(feature = "file")]
mod content;
#[cfg(feature = "file")]
mod dump;
mod engine;
mod error;
#[cfg(feature = "file")]
mod file;
mod identity;
mod issued;
mod keys;
#[cfg(feature = "file")]
mod load;
#[cfg(feature = "file")]
mod marks;
mod memory;
#[cfg(feature = "file")]
mod moved;
#[cfg(feature = "file")]
mod older;
mod open;
mod options;
#[cfg(feature = "file")]
mod pieces;
#[cfg(feature = "postgres")]
mod postgres;
mod record;
#[cfg(feature = "file")]
mod remains;
#[cfg(feature = "file")]
mod remark;
mod rules;
#[cfg(feature = "file")]
mod salvage;
mod seeds;
#[cfg(test)]
mod tests;
mod texts;
mod wanted;
#[cfg(feature = "file")]
mod watched;

pub use address::{Password, censored, check_address, is_server, place_of, without_password};
pub use check::Problem;
pub use error::StoreError;
#[cfg(feature = "file")]
pub(crate) use file::{Held, is_same_file};
#[cfg(feature = "file")]
pub use file::{Panicked, panicked, side_folder};
pub use identity::Identity;
#[cfg(feature = "file")]
pub(crate) use load::Pieces;
#[cfg(feature = "file")]
pub use marks::MarkState;
#[cfg(feature = "file")]
pub use moved::{Amounts, Both, Differing, Missing, Moved, MovedBatch, Part as MissingPart};
#[cfg(feature = "file")]
pub use older::{Older, Why};
pub use open::Store;
pub use options::OpenOptions;
#[cfg(feature = "file")]
pub(crate) use pieces::{Piece, ToldBatch, ToldBook, ToldSeed, Whole};
pub use record::Sum;
#[cfg(feature = "file")]
pub use remark::{Remark, Remarks};
pub(crate) use rules::cards::Walk;
pub use rules::events::Voided;
#[cfg(feature = "file")]
pub(crate) use rules::texts::ASIDE;
#[cfg(feature = "file")]
pub(crate) use salvage::Starter;
#[cfg(all(test, feature = "file"))]
pub(crate) use tests::{change::Changer, look_at_inputs, restore::random_store, salvage::salvaged};
pub use texts::Shard;
pub use wanted::{Added, Counts, Wanted};

/// The format that is written, and the only one that is read.
pub const FORMAT: u32 = 4;
