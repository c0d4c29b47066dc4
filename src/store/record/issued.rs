//! The ledger, the puzzles in it, and their batches.

use bincode::{Decode, Encode};

use super::super::engine::Table;
use super::puzzle::{PUZZLE, of_puzzle, puzzle};
use super::row::Record;
use super::seed::{UNREADABLE, is_mean};
use crate::rating::er;
use crate::rating::levels::harm;
use crate::record::{Batch, Entry, Numbers, Once};
use crate::symmetry::Key;

/// Batch and number of a puzzle.
pub(in crate::store) type At = (u32, u32);

/// An entry of the ledger: where the puzzle of a key is. At number 0 there is none: the batch entered the key alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::store) struct Spot(pub At);

impl Record for Spot {
    const TABLE: Table = Table::Ledger;
    type Key = Key;
    type Body = At;

    fn name(key: &Key) -> String {
        format!("the entry of {key:?} in the ledger")
    }

    fn to_body(&self) -> Result<At, String> {
        Ok(self.0)
    }

    fn of_body(_: &Key, body: At) -> Result<Self, String> {
        Ok(Self(body))
    }
}

/// The body of an [`Entry`] puzzle.
#[derive(Encode, Decode)]
pub(in crate::store) struct EntryBody {
    key: [u8; 16],
    puzzle: [u8; PUZZLE],
    seed: Option<[u8; 16]>,
    tier: u8,
    score: Option<f64>,
    level: Option<String>,
    /// In tenths.
    er: Option<u16>,
    void: bool,
}

impl Record for Entry {
    const TABLE: Table = Table::Issued;
    type Key = At;
    type Body = EntryBody;

    fn name(&(batch, number): &At) -> String {
        format!("puzzle {number} of batch {batch}")
    }

    fn to_body(&self) -> Result<EntryBody, String> {
        possible(self)?;
        Ok(EntryBody {
            key: self.key.0,
            puzzle: of_puzzle(&self.puzzle),
            seed: self.seed.map(|seed| seed.0),
            tier: self.tier,
            score: self.score,
            level: self.level.clone(),
            er: self.er.map(er::Score::tenths),
            void: self.void,
        })
    }

    fn of_body(&(batch, number): &At, body: EntryBody) -> Result<Self, String> {
        let issued = Self {
            key: Key(body.key),
            puzzle: puzzle(&body.puzzle).ok_or(UNREADABLE)?,
            seed: body.seed.map(Key),
            tier: body.tier,
            score: body.score,
            level: body.level,
            er: body.er.map(er::Score::from_tenths),
            batch,
            number,
            void: body.void,
        };
        possible(&issued)?;
        Ok(issued)
    }
}

/// In words what cannot be in an issued puzzle.
fn possible(issued: &Entry) -> Result<(), String> {
    if issued.score.is_some_and(|score| !is_mean(score)) {
        return Err("its score cannot be".to_owned());
    }
    // It is printed wherever the puzzle is, and the database may come from somebody else.
    match issued.level.as_deref().and_then(harm) {
        Some(what) => Err(format!("its level cannot be: {what}")),
        None => Ok(()),
    }
}

/// The body of a [`Batch`].
#[derive(Encode, Decode)]
pub(in crate::store) struct BatchBody {
    token: [u8; 16],
    request: String,
    rng_seed: u64,
    version: String,
    note: String,
    asked: u32,
    issued: u32,
    lost: Vec<(u32, u32)>,
    keys: u32,
    attempts: u64,
    begun: Option<u64>,
    by: Option<String>,
    void: u32,
    exports: u32,
    /// The key and the request.
    once: Option<(String, String)>,
}

impl Record for Batch {
    const TABLE: Table = Table::Batches;
    type Key = u32;
    type Body = BatchBody;

    fn name(id: &u32) -> String {
        format!("batch {id}")
    }

    fn to_body(&self) -> Result<BatchBody, String> {
        Ok(BatchBody {
            token: self.token.to_le_bytes(),
            request: self.request.clone(),
            rng_seed: self.rng_seed,
            version: self.version.clone(),
            note: self.note.clone(),
            asked: self.asked,
            issued: self.issued,
            lost: self.lost.ranges().to_vec(),
            keys: self.keys,
            attempts: self.attempts,
            begun: self.begun,
            by: self.by.clone(),
            void: self.void,
            exports: self.exports,
            once: self.once.as_ref().map(|once| (once.key.clone(), once.request.clone())),
        })
    }

    fn of_body(&id: &u32, body: BatchBody) -> Result<Self, String> {
        Ok(Self {
            id,
            token: u128::from_le_bytes(body.token),
            request: body.request,
            rng_seed: body.rng_seed,
            version: body.version,
            note: body.note,
            asked: body.asked,
            issued: body.issued,
            lost: Numbers::of_ranges(body.lost).ok_or("its lost numbers overlap")?,
            keys: body.keys,
            attempts: body.attempts,
            begun: body.begun,
            by: body.by,
            void: body.void,
            exports: body.exports,
            once: body.once.map(|(key, request)| Box::new(Once { key, request })),
        })
    }
}
