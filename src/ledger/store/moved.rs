//! [`Moved`]: the result of transferring records from one database to another.

use std::collections::BTreeSet;
use std::fmt;

use super::record::PuzzleRef;
use crate::record::Day;
use crate::symmetry::Key;

/// Numbers of records by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Amounts {
    /// Seeds.
    pub seeds: u64,
    /// Batches.
    pub batches: u64,
    /// Puzzles.
    pub puzzles: u64,
    /// Keys without a puzzle.
    pub keys: u64,
    /// Books.
    pub books: u64,
    /// Days of series, approvals and notes.
    pub events: u64,
}

/// The result of entering all records of one database into another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// Records that were added.
    pub came: Amounts,
    /// Records that existed already.
    pub known: Amounts,
    /// Batches of which records were added.
    pub batches: Vec<MovedBatch>,
    /// Books that were added: (id in the source, id here).
    pub books: Vec<(u32, u32)>,
    /// Series that existed in both and now have days of both.
    pub series: BTreeSet<String>,
    /// Puzzles issued by both; the ledger keeps the entry from here.
    pub both: Vec<DuplicatePuzzle>,
    /// Records that have one name in both databases but differ.
    pub differing: Vec<RecordConflict>,
    /// Records that the source once had and that are missing, in the order of [`Part`].
    pub missing: Vec<Missing>,
}

impl Moved {
    /// Whether nothing was added to the database.
    pub fn is_nothing(&self) -> bool {
        self.came == Amounts::default()
    }

    pub(super) fn miss(&mut self, part: Part, id: Option<u32>, count: Option<u64>, words: String) {
        self.missing.push(Missing { part, id, count, words });
    }
}

/// A batch of which records were added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MovedBatch {
    /// Its id in the source.
    pub theirs: u32,
    /// Its id here.
    pub here: u32,
    /// The number of its puzzles that were added.
    pub puzzles: u64,
    /// The number of its keys without a puzzle that were added.
    pub keys: u64,
}

/// A puzzle that two databases both drew and issued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DuplicatePuzzle {
    /// The puzzle's key.
    pub key: Key,
    /// Batch and number in the source.
    pub theirs: PuzzleRef,
    /// Batch and number here.
    pub here: PuzzleRef,
}

/// Records that have one name in two databases but differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordConflict {
    /// The names of levels that differ between the level tables. If the source is a newer copy of
    /// this database, its table replaces the one here; otherwise the table here is unchanged.
    Levels(Vec<String>),
    /// A batch whose id another batch has here, so it gets another id.
    Batch {
        /// Its id in the source.
        theirs: u32,
        /// Its id here.
        here: u32,
    },
    /// Puzzles of a batch whose numbers other puzzles have here, because two copies were used: they
    /// are appended with new numbers.
    Numbers {
        /// The batch here.
        batch: u32,
        /// The first of their numbers here.
        first: u32,
        /// The number of these puzzles.
        count: u64,
    },
    /// A day of a series, which is unchanged here, and the puzzles (batch and number here) that run
    /// on it in the source and here; `None` for no puzzle.
    Day {
        /// The series.
        series: String,
        /// The day.
        day: Day,
        /// The puzzle in the source.
        theirs: Option<PuzzleRef>,
        /// The puzzle here.
        here: Option<PuzzleRef>,
    },
    /// The key of a request: the batch that has it here keeps it, and the added batch loses it.
    Request {
        /// The key.
        key: String,
        /// The added batch, by its id in the source.
        theirs: u32,
        /// The batch here.
        here: u32,
    },
    /// The title of a book: both books are kept.
    Title {
        /// The title.
        title: String,
        /// The added book, by its id in the source.
        theirs: u32,
        /// The book that was here.
        here: u32,
    },
}

seeddb_core::named_enum! {
    /// A kind of record that can be missing.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Part {
        /// Parts of the file that the disk did not give.
        File = "file",
        /// The identity of the database.
        Identity = "identity",
        /// The level table.
        Levels = "levels",
        /// Seeds.
        Seeds = "seeds",
        /// The record of a batch.
        Batch = "batch",
        /// Puzzles of a batch.
        Puzzles = "puzzles",
        /// The void state of puzzles of a batch.
        Void = "void",
        /// Keys that a batch entered without their puzzles.
        Keys = "keys",
        /// The record of a book.
        Book = "book",
        /// Places of a book.
        Places = "places",
        /// Days of series, approvals and notes.
        Events = "events",
    }
}

impl Part {
    /// Whether a loss of such records must be accepted before anything is drawn: puzzles could be
    /// issued twice, or days used twice. Seeds can be mined again.
    pub const fn is_ledger(self) -> bool {
        !matches!(self, Self::Seeds)
    }
}

/// Records that the source once had and the new database lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The kind of record.
    pub part: Part,
    /// The id of the batch or book that they belong to, if any.
    pub id: Option<u32>,
    /// Their number, if known: bytes for [`Part::File`], otherwise records.
    pub count: Option<u64>,
    /// A description.
    pub words: String,
}

/// Displays for example `batch 3: puzzles 7..9`.
impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, id, words, .. } = self;
        match (part, id) {
            (Part::Book | Part::Places, Some(id)) => write!(f, "book {id}: {words}"),
            (_, Some(id)) => write!(f, "batch {id}: {words}"),
            (_, None) => f.write_str(words),
        }
    }
}
