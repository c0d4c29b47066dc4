//! [`Line`]: a line of a dump, as `FORMATS.md` describes it.

mod batch;
mod book;
mod event;
mod seed;
mod text;

use serde::{Deserialize, Serialize};

use crate::store::{Identity, Whole};
use crate::symmetry::Fraction;
pub(super) use batch::{BatchLine, KeyLine, PuzzleLine};
pub(super) use book::{BookLine, PlaceLine};
pub(super) use event::EventLine;
pub(super) use seed::SeedLine;
pub(super) use text::seconds;
use text::{shown, shown_one};

/// The format that is written, and the only one that is read.
pub(super) const FORMAT: u32 = 1;

/// An object on a line of its own.
#[derive(Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
pub(super) enum Line {
    Dump(Head),
    Database(WholeLine),
    Seed(Box<SeedLine>),
    Batch(Box<BatchLine>),
    Key(KeyLine),
    Puzzle(Box<PuzzleLine>),
    Book(BookLine),
    Place(PlaceLine),
    Event(EventLine),
    End(End),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub format: u32,
    #[serde(default)]
    pub version: String,
}

/// How many records a dump has, and the checksum of all lines before the last.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub seeds: Option<u64>,
    pub batches: Option<u64>,
    pub keys: Option<u64>,
    pub puzzles: Option<u64>,
    pub books: Option<u64>,
    pub places: Option<u64>,
    pub events: Option<u64>,
    /// In hexadecimal digits.
    pub blake3: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WholeLine {
    #[serde(default, with = "shown", skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    #[serde(default, with = "shown", skip_serializing_if = "Option::is_none")]
    pub partition: Option<Fraction>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardLine>,
    #[serde(default)]
    pub editions: Vec<u32>,
    /// As TOML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<String>,
    /// Other texts, each behind its name and a blank: what is missing, and was accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShardLine {
    #[serde(with = "shown_one")]
    pub part: Fraction,
    pub search: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum State {
    Void,
}

impl State {
    fn of(is_void: bool) -> Option<Self> {
        is_void.then_some(Self::Void)
    }
}

impl From<&Whole> for WholeLine {
    fn from(whole: &Whole) -> Self {
        let shard = whole.shard.as_ref();
        Self {
            identity: whole.identity,
            partition: whole.partition,
            shard: shard.map(|own| ShardLine { part: own.part, search: own.search.clone() }),
            editions: whole.editions.clone(),
            kept: whole.kept.iter().map(|(name, text)| format!("{name} {text}")).collect(),
            levels: whole.levels.as_ref().map(crate::level_table::write),
        }
    }
}
