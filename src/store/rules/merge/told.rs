//! What came of a merge.

use std::collections::BTreeSet;

use super::super::super::record::At;
use crate::record::Day;
use crate::symmetry::Key;

/// What came of a merge with all of another database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Joined {
    /// Batches of which something came, by their ids in the other database.
    pub batches: Vec<JoinedBatch>,
    /// Puzzles that came.
    pub puzzles: u64,
    /// Keys without a puzzle that came.
    pub keys: u64,
    /// Books that came: their ids in the other database, and here.
    pub books: Vec<(u32, u32)>,
    /// Days of series, approvals and notes that came.
    pub events: u64,
    /// Levels that came, by name.
    pub levels: Vec<String>,
    /// Series that both had, and that have days of both now.
    pub series: BTreeSet<String>,
    /// Puzzles that both had issued: they are in the ledger as they were here.
    pub both: Vec<Both>,
    /// What has one name in both, and is not the same.
    pub differing: Vec<Differing>,
    /// Places in books and events that did not come, as their puzzles are lost.
    pub lost: u64,
}

/// A batch of another database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JoinedBatch {
    /// Its id there.
    pub theirs: u32,
    /// Its id here.
    pub here: u32,
    /// Puzzles of it that came.
    pub puzzles: u64,
    /// Keys of it that came, of which there is no puzzle.
    pub keys: u64,
}

/// A puzzle that was issued by two databases, each of which drew it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Both {
    /// Its key.
    pub key: Key,
    /// Batch and number in the other database.
    pub theirs: At,
    /// Batch and number here.
    pub here: At,
}

/// What has one name in two databases, and is not the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Differing {
    /// A level: it stays as it is here.
    Level(String),
    /// A day of a series: it stays as it is here. The puzzles (batch and number here) that run on it there and here, if some do.
    Day {
        /// The series.
        series: String,
        /// The day.
        day: Day,
        /// What runs there.
        theirs: Option<At>,
        /// What runs here.
        here: Option<At>,
    },
    /// The key of a request: it is of the batch that has it here, and the batch that came has none.
    Request {
        /// The key.
        key: String,
        /// The batch that came, by its id there.
        theirs: u32,
        /// The batch here.
        here: u32,
    },
    /// The title of a book: both are in the list.
    Title {
        /// The title.
        title: String,
        /// The book that came, by its id there.
        theirs: u32,
        /// The one that was here.
        here: u32,
    },
}

impl Joined {
    /// Whether the database is the same as before.
    pub fn is_nothing(&self) -> bool {
        self.batches.is_empty()
            && self.books.is_empty()
            && self.events == 0
            && self.levels.is_empty()
    }
}
