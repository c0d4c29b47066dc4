//! The meaning of the rows, and how they change: every rule of the database, once for all engines.
//!
//! A function that takes a [`Snapshot`](super::engine::Snapshot) reads one state; a function that
//! takes a [`Transaction`](super::engine::Transaction) is part of a change that is applied
//! completely or not at all. None of them uses threads of the rayon pool: such a thread may take up
//! another job while it waits, and that job may call the store again.

pub mod batches;
pub mod books;
pub(super) mod changes;
pub(super) mod check;
pub(super) mod copy;
pub mod events;
pub mod imports;
pub(super) mod intact;
pub mod keys;
pub mod ledger;
pub(super) mod loader;
pub(super) mod pieces;
pub(super) mod rows;
pub mod seed_cursor;
pub mod seeds;
pub mod texts;
pub mod users;
pub mod uses;

use std::ops::Bound;

use super::engine::Keys;

const EVERYTHING: Keys<'static> = (Bound::Unbounded, Bound::Unbounded);
