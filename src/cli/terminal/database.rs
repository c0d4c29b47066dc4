//! Records of the database as rows, and numbers of things in words.

use seeddb::database::StoreError;
use seeddb::database::{Error, Named};
use seeddb::export::Row;

/// `1 puzzle`, `2 puzzles`, `2 batches`.
pub fn counted(count: u64, thing: &str) -> String {
    let plural = if thing.ends_with("ch") { "es" } else { "s" };
    format!("{count} {thing}{}", by_count(count, "", plural))
}

/// `is` for one, `are` for others.
pub fn are(count: u64) -> &'static str {
    by_count(count, "is", "are")
}

/// The words for one thing, or those for none and several.
pub fn by_count(count: u64, one: &'static str, others: &'static str) -> &'static str {
    if count == 1 { one } else { others }
}

/// What the store said, if it is what failed.
pub fn store_error(error: &anyhow::Error) -> Option<&StoreError> {
    match error.downcast_ref() {
        Some(Error::Store(error)) => Some(error),
        _ => error.downcast_ref(),
    }
}

/// The row of a puzzle.
pub fn row(puzzle: &Named) -> Row {
    puzzle.row()
}
