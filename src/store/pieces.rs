//! [`Piece`]: what a database holds, a part at a time, so that the whole need not be in memory.

use std::collections::BTreeMap;

use super::{Identity, Shard};
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Book, Entry, Event, Place, Seed};
use crate::symmetry::{Fraction, GridClass, Key};

/// A part of what a database holds. The parts come in this order: the whole, the seeds, each batch before its keys and puzzles, each book
/// before its places, the events.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece {
    Whole(Box<Whole>),
    Seeds(Vec<ToldSeed>),
    Batch(ToldBatch),
    /// Keys of the batch that have no puzzle.
    Keys(Vec<Key>),
    Puzzles(Vec<Entry>),
    Book(ToldBook),
    Places(Vec<Place>),
    /// Each with its id.
    Events(Vec<(u32, Event)>),
}

/// What is said of the database as a whole.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Whole {
    /// Which database it is; none for a new one.
    pub identity: Option<Identity>,
    /// The level table; none if it is lost.
    pub levels: Option<LevelTable>,
    pub partition: Option<Fraction>,
    pub shard: Option<Shard>,
    pub editions: Vec<u32>,
    /// Other texts that go wherever the database goes, by name: what is missing, and was accepted.
    pub kept: BTreeMap<String, String>,
}

/// A seed, and what follows from other records.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ToldSeed {
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
pub(crate) struct ToldBatch {
    /// Its `asked`, `issued`, `void` and `keys` count for nothing.
    pub batch: Batch,
    pub asked: Option<u32>,
    pub issued: Option<u32>,
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
pub(crate) struct ToldBook {
    /// Its `puzzles` count for nothing.
    pub book: Book,
    pub puzzles: Option<u32>,
}

impl From<Book> for ToldBook {
    fn from(book: Book) -> Self {
        let puzzles = Some(book.puzzles);
        Self { book, puzzles }
    }
}
