//! Tests that need private access: recording a book without printing it, and corrupting the ledger.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod dump;
mod errors;
mod ledger;
mod series;
mod undo;
mod verify;

use std::sync::Arc;

use seeddb_ledger::Store;

use super::home::Location;
use super::{Database, Options};
use crate::logic::Ladder;

/// Returns the database in this store.
fn database_of(store: Store) -> Database {
    let mut database = Database::in_memory(Ladder::hsolve().clone(), &[]).unwrap();
    database.home = Arc::new(Location::in_memory(store, Options::default()));
    database
}
