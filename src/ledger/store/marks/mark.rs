//! [`Mark`]: the newest state of a database that was seen, as a small text.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::super::Identity;
use super::super::engine::Server;
use super::super::rules::changes::Changes;
use crate::record::Batch;

/// How many batches a mark keeps: those that were issued in last.
pub(super) const KEPT: usize = 8;
/// The number of this form.
const FORM: u32 = 2;
/// What the last line begins with.
const CHECK: &str = "check ";

/// A batch that puzzles were issued in.
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

/// The newest state of a database that was seen. Every later state has all that is named here.
///
/// As text a line of JSON with these keys, and a line `check` with its CRC-32 in 8 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::store) struct Mark {
    /// The number of this form.
    #[serde(rename = "seeddb-mark")]
    pub form: u32,
    #[serde(with = "text")]
    pub identity: Identity,
    /// The places that led to it last: as they were given, and without links.
    pub paths: Vec<String>,
    /// Which file it was when it was changed last: its number and when it was made; none where that is not known.
    pub file: Option<String>,
    #[serde(with = "text")]
    pub changes: Changes,
    /// In the ledger; none where to count them takes long.
    pub puzzles: Option<u64>,
    /// In the ledger, of all puzzles, also those that are not here; none where to count them takes long. Fewer never come, while one that
    /// had no puzzle gets one by a merge.
    pub keys: Option<u64>,
    /// The last id of each.
    pub books: u32,
    pub events: u32,
    /// Of PostgreSQL.
    pub server: Option<Server>,
    /// The one that was issued in last comes first.
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
    /// Of a database of which nothing is known.
    pub fn new(identity: Identity) -> Self {
        Self {
            form: FORM,
            identity,
            paths: Vec::new(),
            file: None,
            changes: Changes::default(),
            puzzles: None,
            keys: None,
            books: 0,
            events: 0,
            server: None,
            batches: Vec::new(),
        }
    }

    /// What both know. Of batches with one id and two tokens both stay: no database has both, so each is refused.
    pub fn merged(mut self, before: Self) -> Self {
        for old in before.batches {
            match self.batches.iter_mut().find(|own| (own.id, own.token) == (old.id, old.token)) {
                Some(own) => own.issued = own.issued.max(old.issued),
                None => self.batches.push(old),
            }
        }
        self.batches.truncate(KEPT);
        // Whoever was faster has seen all that the others saw.
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

    /// The line without its check.
    pub(super) fn line(&self) -> String {
        // Names, numbers and texts can be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// None if it is damaged, or of another form.
    pub fn of_text(text: &str) -> Option<Self> {
        let (line, check) = text.strip_suffix('\n')?.split_once('\n')?;
        let check = u32::from_str_radix(check.strip_prefix(CHECK)?, 16).ok()?;
        if check != crc32fast::hash(line.as_bytes()) {
            return None;
        }
        serde_json::from_str(line).ok().filter(|mark: &Self| mark.form == FORM)
    }
}

/// The line with that of its check.
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

    /// No merge lowers a batch or a count, or forgets the batch that was issued in last.
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
