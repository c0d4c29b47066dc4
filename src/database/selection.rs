//! [`Selection`]: which puzzles are published.

use jiff::civil::Date;

use super::{BatchRef, Control, Database, Error, IssuedWithId};
use crate::symmetry::Id;
use seeddb_export::Row;

/// The puzzles to publish, in their order.
#[derive(Clone, PartialEq, Debug)]
pub enum Selection {
    /// Those of batches.
    Batches(Vec<BatchRef>),
    /// Those with these ids.
    Puzzles(Vec<Id>),
    /// Those of a book.
    Book(u32),
    /// Those of a series from the first to the last day.
    Days {
        /// The series.
        series: String,
        /// The first day.
        first: Date,
        /// The last day.
        last: Date,
        /// Whether only approved days are published.
        approved: bool,
    },
}

impl Selection {
    /// Returns whether the puzzles have days.
    pub const fn is_dated(&self) -> bool {
        matches!(self, Self::Days { .. })
    }

    /// Passes the puzzles to `put`, some thousands at a time, without void ones; returns the number
    /// of void ones. Each puzzle is verified, as by [`Database::export`].
    ///
    /// # Errors
    /// [`Error::Stopped`]; puzzles that are not there; failures of the store and of `put`.
    pub fn each<E: From<Error>>(
        &self,
        database: &Database,
        control: &Control,
        mut put: impl FnMut(Vec<Row>) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut export = match self {
            Self::Batches(batches) => database.export(batches, control)?,
            Self::Puzzles(ids) => database.export_puzzles(ids, control)?,
            Self::Book(book) => database.export_book(*book, control)?,
            Self::Days { series, first, last, approved } => {
                put(database.series_rows(series, Some(*first), Some(*last), *approved)?.rows)?;
                database.export(&[], control)?
            }
        };
        while let Some(chunk) = export.next_chunk() {
            put(chunk?.iter().map(IssuedWithId::row).collect())?;
        }
        if control.is_stopped() { Err(Error::Stopped.into()) } else { Ok(export.void()) }
    }

    /// Counts an export of whole batches in the database.
    ///
    /// # Errors
    /// Those of [`Database::count_export`].
    pub fn count_export(&self, database: &Database) -> Result<(), Error> {
        match self {
            Self::Batches(batches) => database.count_export(batches),
            Self::Puzzles(_) | Self::Book(_) | Self::Days { .. } => Ok(()),
        }
    }
}
