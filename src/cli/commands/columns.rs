//! A column of a file of puzzles, as a flag names it.

use anyhow::anyhow;
use seeddb::export::{Column, ColumnError, Columns};

use crate::cli::terminal::exit::UsageError;

/// The column asked for: `NAME`, `NUMBER`, or either with `:` and its words from the easiest on.
pub fn find(columns: &Columns, wanted: &str) -> anyhow::Result<Column> {
    columns.find(&wanted.into()).map_err(|error| match &error {
        ColumnError::Unknown { .. } => UsageError(error.to_string()).into(),
        ColumnError::NoNumber { column, .. } => {
            anyhow!("{error}: give its words from the easiest on, as --column '{column}:easy,hard'")
        }
        ColumnError::NoWord { .. } => error.into(),
    })
}
