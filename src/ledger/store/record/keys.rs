//! Keys that batches entered without puzzles.

use serde::{Deserialize, Serialize};

use super::super::engine::Table;
use super::issued::At;
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
    type Key = At;
    type Beside = At;

    fn name((batch, part): &At) -> String {
        format!("part {part} of the keys of batch {batch}")
    }

    fn beside(at: &At) -> At {
        *at
    }

    fn key(&self, at: At) -> Option<At> {
        Some(at)
    }
}
