//! Errors and records of the database.

use seeddb::database::StoreError;
use seeddb::database::{Error, IssuedWithId};
use seeddb::export::Row;

/// The error of the store in an error; `None` if it has another cause.
pub fn store_error(error: &anyhow::Error) -> Option<&StoreError> {
    match error.downcast_ref() {
        Some(Error::Store(error)) => Some(error),
        _ => error.downcast_ref(),
    }
}

pub fn row(puzzle: &IssuedWithId) -> Row {
    puzzle.row()
}
