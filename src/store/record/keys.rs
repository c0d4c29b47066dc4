//! Keys of puzzles that batches entered without the puzzles.

use super::super::engine::Table;
use super::issued::At;
use super::row::Record;
use crate::symmetry::Key;

/// Some of the keys of a batch, at most [`MOST`](Self::MOST): a page that does not read loses few of them.
pub(in crate::store) struct Keys(pub Vec<Key>);

impl Keys {
    /// Keys in a row.
    pub const MOST: usize = 64;
}

impl Record for Keys {
    const TABLE: Table = Table::Keys;
    /// Batch, and the number of the row, from 1.
    type Key = At;
    type Body = Vec<[u8; 16]>;

    fn name((batch, part): &At) -> String {
        format!("part {part} of the keys of batch {batch}")
    }

    fn to_body(&self) -> Result<Self::Body, String> {
        Ok(self.0.iter().map(|key| key.0).collect())
    }

    fn of_body(_: &At, body: Self::Body) -> Result<Self, String> {
        Ok(Self(body.into_iter().map(Key).collect()))
    }
}
