//! [`Mark`]: the newest state seen of a database, as a short text.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::super::Identity;
use super::super::engine::Server;
use super::super::rules::changes::Changes;
use crate::record::Batch;

/// The maximum number of batches in a mark: those with the latest issues.
pub(super) const KEPT: usize = 8;
/// The version of the text format.
const FORM: u32 = 2;
/// The beginning of the last line.
const CHECK: &str = "check ";

/// A batch as it was seen, with its number of issued puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::store) struct Seen {
    pub id: u32,
    #[serde(with = "hex")]
    pub token: u128,
    pub issued: u32,
    pub begun: Option<u64>,
}

impl From<&Batch> for Seen {
    fn from(batch: &Batch) -> Self {
        Self { id: batch.id, token: batch.token, issued: batch.issued, begun: batch.begun }
    }
}

/// The newest state seen of a database. Every later state includes all that is listed here.
///
/// The text is a line of JSON with these keys, and a line `check` with its CRC-32 in 8 hex digits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::store) struct Mark {
    /// The version of the text format.
    #[serde(rename = "seeddb-mark")]
    pub form: u32,
    #[serde(with = "text")]
    pub identity: Identity,
    /// The paths that last led to the database: as given, and without links.
    pub paths: Vec<String>,
    /// The file at its last change: inode number and creation time. `None` if unknown.
    pub file: Option<String>,
    #[serde(with = "text")]
    pub changes: Changes,
    /// The number of puzzles in the ledger; `None` where counting them takes long.
    pub puzzles: Option<u64>,
    /// The number of keys in the ledger, including keys without puzzles; `None` where counting them
    /// takes long. It never falls, although a merge may add the puzzle of a key.
    pub keys: Option<u64>,
    /// The highest id of a book; below, of an event.
    pub books: u32,
    pub events: u32,
    /// The PostgreSQL server.
    pub server: Option<Server>,
    /// Some batches; the one with the latest issue comes first.
    pub batches: Vec<Seen>,
}

mod text {
    use super::{Deserialize, Deserializer, Display, FromStr, Serializer, de};

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|_| de::Error::custom("a text that does not read"))
    }
}

mod hex {
    use super::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(value: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{value:032x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        u128::from_str_radix(&String::deserialize(from)?, 16).map_err(de::Error::custom)
    }
}

impl Mark {
    /// Returns an empty mark of a database.
    pub fn new(identity: Identity) -> Self {
        Self { form: FORM, identity, ..Self::default() }
    }

    /// Combines two marks. Batches with the same id but different tokens are both kept: no database
    /// has both, so either way one is found missing.
    pub fn merged(mut self, before: Self) -> Self {
        for old in before.batches {
            match self.batches.iter_mut().find(|own| (own.id, own.token) == (old.id, old.token)) {
                Some(own) => own.issued = own.issued.max(old.issued),
                None => self.batches.push(old),
            }
        }
        self.batches.truncate(KEPT);
        // The state with more changes includes those of the other.
        if before.changes.count() > self.changes.count() {
            self.changes = before.changes;
        }
        let is_here = self.paths == before.paths;
        self.file = self.file.or(before.file.filter(|_| is_here));
        self.puzzles = self.puzzles.max(before.puzzles);
        self.keys = self.keys.max(before.keys);
        self.books = self.books.max(before.books);
        self.events = self.events.max(before.events);
        self
    }

    pub fn to_text(&self) -> String {
        checked(&self.line())
    }

    /// Returns the line of JSON, without the check.
    pub(super) fn line(&self) -> String {
        // These types always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a mark; `None` if it is damaged or of another version.
    pub fn of_text(text: &str) -> Option<Self> {
        let (line, check) = text.strip_suffix('\n')?.split_once('\n')?;
        let check = u32::from_str_radix(check.strip_prefix(CHECK)?, 16).ok()?;
        if check != crc32fast::hash(line.as_bytes()) {
            return None;
        }
        serde_json::from_str(line).ok().filter(|mark: &Self| mark.form == FORM)
    }
}

/// Appends the check to a line.
pub(super) fn checked(line: &str) -> String {
    format!("{line}\n{CHECK}{:08x}\n", crc32fast::hash(line.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn random(rng: &mut SmallRng) -> Mark {
        let seen = |rng: &mut SmallRng| Seen {
            id: rng.random_range(1..20),
            token: rng.random_range(0..2),
            issued: rng.random_range(1..100),
            begun: rng.random::<bool>().then(|| rng.random()),
        };
        let changes: Vec<String> =
            (1..rng.random_range(1..20)).map(|count| format!("{count}:{:x}", count * 7)).collect();
        Mark {
            paths: vec!["/a \"b\"/ä.redb".to_owned(); rng.random_range(0..3)],
            file: rng.random::<bool>().then(|| "17 1700000000000".to_owned()),
            changes: changes.join(" ").parse().unwrap(),
            puzzles: rng.random::<bool>().then(|| rng.random()),
            keys: rng.random::<bool>().then(|| rng.random()),
            books: rng.random(),
            events: rng.random(),
            server: rng.random::<bool>().then(|| Server {
                system: rng.random::<u64>().to_string(),
                timeline: rng.random(),
            }),
            batches: (0..rng.random_range(0..=KEPT)).map(|_| seen(rng)).collect(),
            ..Mark::new(Identity(rng.random()))
        }
    }

    /// A merge never lowers a batch or a count, or drops the batch with the latest issue.
    #[test]
    fn merging_lowers_nothing() {
        for rng_seed in 0..200 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let (new, old) = (random(rng), random(rng));
            let merged = new.clone().merged(old.clone());
            assert!(merged.batches.len() <= KEPT);
            for one in [&new, &old] {
                assert!(merged.puzzles >= one.puzzles && merged.keys >= one.keys);
                assert!(merged.books >= one.books && merged.events >= one.events);
                assert!(merged.changes.count() >= one.changes.count());
            }
            for own in &new.batches {
                let is_kept = merged.batches.iter().any(|kept| {
                    (kept.id, kept.token) == (own.id, own.token) && kept.issued >= own.issued
                });
                assert!(is_kept, "RNG seed {rng_seed}");
            }
        }
    }
}
