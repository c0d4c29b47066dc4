//! What the database gave: its failures, and its records as rows.

use seeddb::database::StoreError;
use seeddb::database::{Error, Named};
use seeddb::export::Row;

/// What the store said, if it is what failed.
pub fn store_error(error: &anyhow::Error) -> Option<&StoreError> {
    match error.downcast_ref() {
        Some(Error::Store(error)) => Some(error),
        _ => error.downcast_ref(),
    }
}

pub fn row(puzzle: &Named) -> Row {
    puzzle.row()
}
