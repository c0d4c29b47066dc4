//! [`RecordGroup`]: the content of a database in parts, so that it need not fit in memory.

use std::collections::BTreeMap;

use super::{Identity, Shard};
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Book, Entry, Event, Place, Seed};
use crate::symmetry::{Fraction, GridClass, Key};

/// A part of a database's content. The order is: the whole, the seeds, each batch before its keys
/// and puzzles, each book before its places, the events.
#[derive(Clone, PartialEq, Debug)]
pub enum RecordGroup {
    /// Facts about the whole database; first and once.
    Whole(Box<Whole>),
    /// Seeds.
    Seeds(Vec<SeedRecord>),
    /// A batch, whose keys and puzzles follow.
    Batch(BatchRecord),
    /// Keys of the batch that have no puzzle.
    Keys(Vec<Key>),
    /// Puzzles of the batch.
    Puzzles(Vec<Entry>),
    /// A book, whose places follow.
    Book(BookRecord),
    /// Places of the book.
    Places(Vec<Place>),
    /// Events, each with its id.
    Events(Vec<(u32, Event)>),
}

/// Facts about the whole database.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Whole {
    /// The identity; `None` for a new one.
    pub identity: Option<Identity>,
    /// The level table; `None` if it is lost.
    pub levels: Option<LevelTable>,
    /// The partition that it draws in; `None` for all.
    pub partition: Option<Fraction>,
    /// The search that its seeds are a shard of.
    pub shard: Option<Shard>,
    /// The editions of the starter seeds on record.
    pub editions: Vec<u32>,
    /// Other texts that a copy keeps, by name: accepted losses.
    pub kept: BTreeMap<String, String>,
}

/// A seed, with facts derived from other records.
#[derive(Clone, PartialEq, Debug)]
pub struct SeedRecord {
    /// The seed.
    pub seed: Seed,
    /// Puzzles issued from it; `None` if the source does not state it.
    pub issued: Option<u64>,
    /// The class of its grid, if computed.
    pub class: Option<GridClass>,
}

impl From<Seed> for SeedRecord {
    fn from(seed: Seed) -> Self {
        Self { seed, issued: None, class: None }
    }
}

/// A batch. Counts that are `None` are taken from its puzzles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BatchRecord {
    /// The batch; its `asked`, `issued`, `void` and `keys` are ignored.
    pub batch: Batch,
    /// Puzzles requested.
    pub asked: Option<u32>,
    /// Puzzles issued.
    pub issued: Option<u32>,
    /// Void puzzles among them.
    pub void: Option<u32>,
}

impl From<Batch> for BatchRecord {
    fn from(batch: Batch) -> Self {
        let (asked, issued, void) = (Some(batch.asked), Some(batch.issued), Some(batch.void));
        Self { batch, asked, issued, void }
    }
}

/// A book. A count of `None` is taken from its places.
#[derive(Clone, PartialEq, Debug)]
pub struct BookRecord {
    /// The book; its `puzzles` is ignored.
    pub book: Book,
    /// Puzzles in it.
    pub puzzles: Option<u32>,
}

impl From<Book> for BookRecord {
    fn from(book: Book) -> Self {
        let puzzles = Some(book.puzzles);
        Self { book, puzzles }
    }
}
