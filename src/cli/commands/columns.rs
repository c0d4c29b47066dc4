//! A column of a file of puzzles, named by a flag.

use anyhow::anyhow;
use seeddb_export::{Column, ColumnError, Columns};

use crate::terminal::UsageError;

/// The requested column: `NAME`, `NUMBER`, or either followed by `:` and its words from the easiest
/// on.
pub fn find(columns: &Columns, wanted: &str) -> anyhow::Result<Column> {
    columns.find(wanted).map_err(|error| match &error {
        ColumnError::Unknown { .. } => UsageError(error.to_string()).into(),
        ColumnError::NoNumber { column, .. } => {
            anyhow!("{error}: give its words from the easiest on, as --column '{column}:easy,hard'")
        }
        ColumnError::NoWord { .. } => error.into(),
    })
}
