//! Rows of the ledger, its puzzles, and their batches.

use serde::{Deserialize, Serialize};

use super::super::engine::Table;
use super::row::Record;
use super::seed::is_mean;
use crate::rating::levels::harm;
use crate::record::{Batch, Entry};
use crate::symmetry::Key;

/// Batch and number of a puzzle.
pub(in crate::store) type PuzzleRef = (u32, u32);

/// An entry of the ledger: the place of the puzzle with this key. Number 0 means that the batch
/// entered the key without a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::store) struct LedgerEntry(#[serde(with = "at")] pub PuzzleRef);

/// Serialises batch and number in as few bytes as possible.
mod at {
    use seeddb_core::compact::number;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::PuzzleRef;

    #[derive(Serialize, Deserialize)]
    struct Numbers(#[serde(with = "number")] u32, #[serde(with = "number")] u32);

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub fn serialize<S: Serializer>(&(batch, at): &PuzzleRef, to: S) -> Result<S::Ok, S::Error> {
        Numbers(batch, at).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PuzzleRef, D::Error> {
        Numbers::deserialize(from).map(|Numbers(batch, at)| (batch, at))
    }
}

impl Record for LedgerEntry {
    const TABLE: Table = Table::Ledger;
    type Key = Key;
    type Beside = ();

    fn name(key: &Key) -> String {
        format!("the entry of {key:?} in the ledger")
    }
}

impl Record for Entry {
    const TABLE: Table = Table::Issued;
    type Key = PuzzleRef;
    type Beside = ();

    fn name(&(batch, number): &PuzzleRef) -> String {
        format!("puzzle {number} of batch {batch}")
    }

    fn key(&self, (): ()) -> Option<PuzzleRef> {
        Some((self.batch, self.number))
    }

    fn set_key(&mut self, &(batch, number): &PuzzleRef) {
        (self.batch, self.number) = (batch, number);
    }

    fn possible(&self) -> Result<(), String> {
        if self.score.is_some_and(|score| !is_mean(score)) {
            return Err("its score cannot be".to_owned());
        }
        // The level is printed with the puzzle, and the database may come from someone else.
        match self.level.as_deref().and_then(harm) {
            Some(what) => Err(format!("its level cannot be: {what}")),
            None => Ok(()),
        }
    }
}

impl Record for Batch {
    const TABLE: Table = Table::Batches;
    type Key = u32;
    type Beside = ();

    fn name(id: &u32) -> String {
        format!("batch {id}")
    }

    fn key(&self, (): ()) -> Option<u32> {
        Some(self.id)
    }

    fn set_key(&mut self, id: &u32) {
        self.id = *id;
    }
}
