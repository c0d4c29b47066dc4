//! Errors of the store.

use seeddb_database::{Error, StoreError};

/// The error of the store in an error; `None` if it has another cause.
pub fn store_error(error: &anyhow::Error) -> Option<&StoreError> {
    match error.downcast_ref() {
        Some(Error::Store(error)) => Some(error),
        _ => error.downcast_ref(),
    }
}
