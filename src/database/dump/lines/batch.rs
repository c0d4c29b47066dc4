//! Lines about batches, their puzzles and their keys.

use serde::{Deserialize, Serialize};

use super::text::{shown, shown_one, time};
use super::{Line, State};
use crate::rating::er;
use crate::record::{Entry, Numbers, Once};
use crate::store::ToldBatch;
use crate::symmetry::Key;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct BatchLine {
    #[serde(default)]
    pub batch: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    #[serde(default)]
    pub request: String,
    #[serde(default)]
    pub note: String,
    #[serde(default)]
    pub asked: Option<u32>,
    #[serde(default)]
    pub issued: Option<u32>,
    #[serde(default)]
    pub void: Option<u32>,
    #[serde(default, skip_serializing_if = "Numbers::is_empty")]
    pub lost: Numbers,
    #[serde(default)]
    pub exports: u32,
    #[serde(default)]
    pub rng_seed: u64,
    #[serde(default)]
    pub attempts: u64,
    #[serde(default)]
    pub version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<Once>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct KeyLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<u32>,
    #[serde(with = "shown_one")]
    pub key: Key,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct PuzzleLine {
    #[serde(default)]
    pub batch: Option<u32>,
    #[serde(default)]
    pub number: Option<u32>,
    pub puzzle: String,
    #[serde(default)]
    pub solution: Option<String>,
    #[serde(default, with = "shown")]
    pub key: Option<Key>,
    #[serde(default, with = "shown", skip_serializing_if = "Option::is_none")]
    pub seed_key: Option<Key>,
    #[serde(default)]
    pub tier: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub er: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

impl From<&ToldBatch> for Line {
    fn from(ToldBatch { batch, asked, issued, void }: &ToldBatch) -> Self {
        Self::Batch(Box::new(BatchLine {
            batch: Some(batch.id),
            time: time(batch.begun),
            request: batch.request.clone(),
            note: batch.note.clone(),
            asked: *asked,
            issued: *issued,
            void: *void,
            lost: batch.lost.clone(),
            exports: batch.exports,
            rng_seed: batch.rng_seed,
            attempts: batch.attempts,
            version: Some(batch.version.clone()),
            by: batch.by.clone(),
            token: (batch.token != 0).then(|| format!("{:032x}", batch.token)),
            once: batch.once.as_deref().cloned(),
        }))
    }
}

impl From<&Entry> for Line {
    fn from(entry: &Entry) -> Self {
        Self::Puzzle(Box::new(PuzzleLine {
            batch: Some(entry.batch),
            number: Some(entry.number),
            puzzle: entry.puzzle.grid().to_string(),
            solution: Some(entry.puzzle.solution().to_string()),
            key: Some(entry.key),
            seed_key: entry.seed,
            tier: Some(entry.tier),
            score: entry.score,
            level: entry.level.clone(),
            er: entry.er.map(er::Score::value),
            state: State::of(entry.void),
        }))
    }
}
