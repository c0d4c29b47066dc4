//! [`Moved`]: what came of records on their way from one database to another.

use std::collections::BTreeSet;
use std::fmt;

use super::record::At;
use crate::record::Day;
use crate::symmetry::Key;

/// How many records of each kind.
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

/// What came of all records of a database that were entered into another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// Records that came.
    pub came: Amounts,
    /// Records that were there.
    pub known: Amounts,
    /// Batches of which something came.
    pub batches: Vec<MovedBatch>,
    /// Books that came: their ids in the source, and here.
    pub books: Vec<(u32, u32)>,
    /// Series that both had, and that have days of both now.
    pub series: BTreeSet<String>,
    /// Puzzles that both had issued: they are in the ledger as they were here.
    pub both: Vec<Both>,
    /// Records of one name in both that are not the same.
    pub differing: Vec<Differing>,
    /// What was in the source once, and did not come; in the order of [`Part`].
    pub missing: Vec<Missing>,
}

impl Moved {
    /// Whether the database is the same as before.
    pub fn is_nothing(&self) -> bool {
        self.came == Amounts::default()
    }

    pub(super) fn miss(&mut self, part: Part, id: Option<u32>, count: Option<u64>, words: String) {
        self.missing.push(Missing { part, id, count, words });
    }
}

/// A batch of which something came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovedBatch {
    /// Its id in the source.
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
    /// Batch and number in the source.
    pub theirs: At,
    /// Batch and number here.
    pub here: At,
}

/// What has one name in two databases, and is not the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Differing {
    /// The level tables: that of the newer copy of one database comes; of two databases, the one here stays. The names of levels
    /// that are not the same in both.
    Levels(Vec<String>),
    /// A batch whose id another one has here: it has another id here.
    Batch {
        /// Its id in the source.
        theirs: u32,
        /// Its id here.
        here: u32,
    },
    /// Puzzles of a batch whose numbers others have here, as two copies went on by themselves: they have the last numbers.
    Numbers {
        /// The batch here.
        batch: u32,
        /// The first of their numbers here.
        first: u32,
        /// How many.
        count: u64,
    },
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
        /// The batch that came, by its id in the source.
        theirs: u32,
        /// The batch here.
        here: u32,
    },
    /// The title of a book: both are in the list.
    Title {
        /// The title.
        title: String,
        /// The book that came, by its id in the source.
        theirs: u32,
        /// The one that was here.
        here: u32,
    },
}

seeddb_core::named_enum! {
    /// A kind of record that can be missing.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Part {
        /// Parts of the file that the disk did not give.
        File = "file",
        /// Which database it is.
        Identity = "identity",
        /// The level table.
        Levels = "levels",
        /// Seeds.
        Seeds = "seeds",
        /// The record of a batch.
        Batch = "batch",
        /// Puzzles of a batch.
        Puzzles = "puzzles",
        /// That puzzles of a batch are void.
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
    /// Whether a database that lacks it must be accepted before anything is drawn from it: puzzles could come twice, or days be given
    /// twice. Seeds can be mined again.
    pub const fn is_ledger(self) -> bool {
        !matches!(self, Self::Seeds)
    }
}

/// Something that was in the source once, and is not in the database that was made of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// What it is of.
    pub part: Part,
    /// The batch or the book, if it is of one.
    pub id: Option<u32>,
    /// How many, if that is known: bytes of a file, else records.
    pub count: Option<u64>,
    /// In words.
    pub words: String,
}

/// As in `puzzles of batch 3: puzzles 7..9`.
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
