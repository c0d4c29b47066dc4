//! Keys that batches entered without puzzles.

use serde::{Deserialize, Serialize};

use super::super::engine::Table;
use super::issued::PuzzleRef;
use super::row::Record;
use crate::symmetry::Key;

/// Some of the keys of a batch, at most [`MOST`](Self::MOST), so that a bad page loses few.
#[derive(Clone, Serialize, Deserialize)]
pub(in crate::store) struct Keys(pub Vec<Key>);

impl Keys {
    /// The maximum number of keys in a row.
    pub const MOST: usize = 64;
}

impl Record for Keys {
    const TABLE: Table = Table::Keys;
    /// Batch, and the number of the row, from 1.
    type Key = PuzzleRef;
    type Beside = PuzzleRef;

    fn name((batch, part): &PuzzleRef) -> String {
        format!("part {part} of the keys of batch {batch}")
    }

    fn beside(at: &PuzzleRef) -> PuzzleRef {
        *at
    }

    fn key(&self, at: PuzzleRef) -> Option<PuzzleRef> {
        Some(at)
    }
}
