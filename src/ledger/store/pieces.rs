//! [`Piece`]: what a database holds, a part at a time, so that the whole need not be in memory.

use std::collections::BTreeMap;

use super::{Identity, Shard};
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Book, Entry, Event, Place, Seed};
use crate::symmetry::{Fraction, GridClass, Key};

/// A part of what a database holds. The parts come in this order: the whole, the seeds, each batch before its keys and puzzles, each book
/// before its places, the events.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// What is said of the database, first and once.
    Whole(Box<Whole>),
    /// Seeds.
    Seeds(Vec<ToldSeed>),
    /// A batch, whose keys and puzzles follow.
    Batch(ToldBatch),
    /// Keys of the batch that have no puzzle.
    Keys(Vec<Key>),
    /// Puzzles of the batch.
    Puzzles(Vec<Entry>),
    /// A book, whose places follow.
    Book(ToldBook),
    /// Places of the book.
    Places(Vec<Place>),
    /// Each with its id.
    Events(Vec<(u32, Event)>),
}

/// What is said of the database as a whole.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Whole {
    /// Which database it is; none for a new one.
    pub identity: Option<Identity>,
    /// The level table; none if it is lost.
    pub levels: Option<LevelTable>,
    /// The partition it draws in; none for all.
    pub partition: Option<Fraction>,
    /// The search that its seeds are a shard of.
    pub shard: Option<Shard>,
    /// Editions of the starter seeds on record.
    pub editions: Vec<u32>,
    /// Other texts that go wherever the database goes, by name: what is missing, and was accepted.
    pub kept: BTreeMap<String, String>,
}

/// A seed, and what follows from other records.
#[derive(Clone, PartialEq, Debug)]
pub struct ToldSeed {
    /// The seed.
    pub seed: Seed,
    /// Puzzles issued from it; none if that is not said.
    pub issued: Option<u64>,
    /// The class of its grid, if it is worked out.
    pub class: Option<GridClass>,
}

impl From<Seed> for ToldSeed {
    fn from(seed: Seed) -> Self {
        Self { seed, issued: None, class: None }
    }
}

/// A batch; counts that are not said are those of its puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct ToldBatch {
    /// Its `asked`, `issued`, `void` and `keys` count for nothing.
    pub batch: Batch,
    /// Puzzles asked for.
    pub asked: Option<u32>,
    /// Puzzles issued.
    pub issued: Option<u32>,
    /// Void ones among them.
    pub void: Option<u32>,
}

impl From<Batch> for ToldBatch {
    fn from(batch: Batch) -> Self {
        let (asked, issued, void) = (Some(batch.asked), Some(batch.issued), Some(batch.void));
        Self { batch, asked, issued, void }
    }
}

/// A book; a count that is not said is that of its places.
#[derive(Clone, PartialEq, Debug)]
pub struct ToldBook {
    /// Its `puzzles` count for nothing.
    pub book: Book,
    /// Puzzles in it.
    pub puzzles: Option<u32>,
}

impl From<Book> for ToldBook {
    fn from(book: Book) -> Self {
        let puzzles = Some(book.puzzles);
        Self { book, puzzles }
    }
}
