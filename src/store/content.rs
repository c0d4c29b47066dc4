//! [`Content`]: all that a database holds, as records.

use std::fmt::Display;

use super::{Identity, Shard, StoreError};
use crate::board::Puzzle;
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Book, Entry, Event, Place, Seed};
use crate::search::is_unique;
use crate::symmetry::{Fraction, Key};

/// Puzzles that are proved, and entered, at a time.
pub(super) const CHUNK: usize = 1 << 16;

/// All that a database holds, but for what can be worked out from it: how often seeds were used, sums, the order of the seeds.
///
/// All of it is in memory at once, at about 250 bytes per puzzle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Content {
    /// Which database it is a copy of; none for a new one.
    pub identity: Option<Identity>,
    /// The level table.
    pub levels: LevelTable,
    /// The partition that it draws in.
    pub partition: Option<Fraction>,
    /// The search that its seeds are a shard of.
    pub shard: Option<Shard>,
    /// The editions of the starter seeds that it knows.
    pub editions: Vec<u32>,
    /// Seeds. Of those that give the same refills the best is kept, as by
    /// [`Database::add_seeds`](crate::database::Database::add_seeds).
    pub seeds: Vec<Seed>,
    /// Batches by their ids, from 1 on, each with its puzzles by their numbers, from 1 on. One whose token is 0 is given one.
    pub batches: Vec<(Batch, Vec<Entry>)>,
    /// Keys of puzzles of which nothing else is known, by the batches that entered them, rising.
    pub keys: Vec<(u32, Vec<Key>)>,
    /// Books by their ids, from 1 on, each with the places of its puzzles in the order in which they were recorded.
    pub books: Vec<(Book, Vec<Place>)>,
    /// Events, the first first.
    pub events: Vec<Event>,
}

/// The error that says what is wrong with what has this name.
pub(super) fn wrong<W: Display>(name: impl Display) -> impl FnOnce(W) -> StoreError {
    move |what| StoreError::Impossible(format!("{name} cannot be restored: {what}"))
}

/// Why the puzzle cannot be the one of this key.
pub(super) fn prove(puzzle: &Puzzle, key: Key) -> Result<(), &'static str> {
    if !is_unique(puzzle.solution(), puzzle.clues()) {
        return Err("it has several solutions");
    }
    if Key::of(puzzle) == key { Ok(()) } else { Err("its key is that of another puzzle") }
}
