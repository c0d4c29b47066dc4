//! [`Mark`]: the newest state of a database that was seen, as a small text.

use std::fmt::Write as _;

use super::super::Identity;
use super::super::engine::Server;
use crate::record::Batch;

/// How many batches a mark keeps: those that were issued in last.
const KEPT: usize = 8;
/// The first line, with the number of this form.
const HEAD: &str = "seeddb mark 1";

/// A batch that puzzles were issued in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub id: u32,
    pub token: u128,
    pub issued: u32,
    pub begun: Option<u64>,
}

impl From<&Batch> for Seen {
    fn from(batch: &Batch) -> Self {
        Self { id: batch.id, token: batch.token, issued: batch.issued, begun: batch.begun }
    }
}

/// The newest state of a database that was seen. Every later state has all batches that are named here, with at least as many puzzles.
///
/// ```text
/// seeddb mark 1
/// identity 32 hex digits
/// puzzles N                      in the ledger; not where to count them takes long
/// server SYSTEM TIMELINE         of PostgreSQL
/// batch ID TOKEN ISSUED BEGUN    BEGUN in seconds since 1970, or -; the one that was issued in last comes first
/// check CRC-32                   of all lines before, 8 hex digits
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub identity: Identity,
    pub puzzles: Option<u64>,
    pub server: Option<Server>,
    pub batches: Vec<Seen>,
}

impl Mark {
    /// What both know. Of batches with one id and two tokens both stay: no database has both, so each is refused.
    pub fn merged(mut self, before: Self) -> Self {
        for old in before.batches {
            match self.batches.iter_mut().find(|own| (own.id, own.token) == (old.id, old.token)) {
                Some(own) => own.issued = own.issued.max(old.issued),
                None => self.batches.push(old),
            }
        }
        self.batches.truncate(KEPT);
        self.puzzles = self.puzzles.max(before.puzzles);
        self
    }

    pub fn to_text(&self) -> String {
        checked(&self.lines())
    }

    /// All lines but that of the check.
    pub(super) fn lines(&self) -> String {
        let mut text = format!("{HEAD}\nidentity {}\n", self.identity);
        // Writing to a string cannot fail.
        if let Some(puzzles) = self.puzzles {
            let _ = writeln!(text, "puzzles {puzzles}");
        }
        if let Some(Server { system, timeline }) = &self.server {
            let _ = writeln!(text, "server {system} {timeline}");
        }
        for Seen { id, token, issued, begun } in &self.batches {
            let begun = begun.map_or("-".to_owned(), |begun| begun.to_string());
            let _ = writeln!(text, "batch {id} {token:032x} {issued} {begun}");
        }
        text
    }

    /// None if it is damaged, or of another form.
    pub fn of_text(text: &str) -> Option<Self> {
        let (lines, check) = text.strip_suffix('\n')?.rsplit_once("check ")?;
        let is_whole = u32::from_str_radix(check, 16).ok()? == crc32fast::hash(lines.as_bytes());
        let mut lines = lines.lines();
        if !is_whole || lines.next()? != HEAD {
            return None;
        }
        let identity = lines.next()?.strip_prefix("identity ")?.parse().ok()?;
        let mut mark = Self { identity, puzzles: None, server: None, batches: Vec::new() };
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["puzzles", puzzles] => mark.puzzles = Some(puzzles.parse().ok()?),
                ["server", system, timeline] => {
                    let system = system.to_owned();
                    mark.server = Some(Server { system, timeline: timeline.parse().ok()? });
                }
                ["batch", id, token, issued, begun] => mark.batches.push(Seen {
                    id: id.parse().ok()?,
                    token: u128::from_str_radix(token, 16).ok()?,
                    issued: issued.parse().ok()?,
                    begun: if begun == "-" { None } else { Some(begun.parse().ok()?) },
                }),
                _ => return None,
            }
        }
        Some(mark)
    }
}

/// The lines with that of their check.
pub(super) fn checked(lines: &str) -> String {
    format!("{lines}check {:08x}\n", crc32fast::hash(lines.as_bytes()))
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
        Mark {
            identity: Identity(rng.random()),
            puzzles: rng.random::<bool>().then(|| rng.random()),
            server: rng.random::<bool>().then(|| Server {
                system: rng.random::<u64>().to_string(),
                timeline: rng.random(),
            }),
            batches: (0..rng.random_range(0..=KEPT)).map(|_| seen(rng)).collect(),
        }
    }

    #[test]
    fn a_mark_is_read_as_it_was_written_or_not_at_all() {
        for rng_seed in 0..200 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let mark = random(rng);
            let text = mark.to_text();
            assert_eq!(Mark::of_text(&text).as_ref(), Some(&mark), "RNG seed {rng_seed}");
            let mut bytes = text.into_bytes();
            let at = rng.random_range(0..bytes.len());
            if rng.random() {
                bytes.truncate(at);
            } else {
                bytes[at] ^= 1 << rng.random_range(0..7);
            }
            let read = Mark::of_text(&String::from_utf8_lossy(&bytes));
            // One letter of the check may become a capital, which reads as the same.
            assert!(read.is_none_or(|read| read == mark), "RNG seed {rng_seed}");
        }
    }

    /// No merge lowers a batch or forgets the one that was issued in last.
    #[test]
    fn merging_lowers_nothing() {
        for rng_seed in 0..200 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let (new, old) = (random(rng), random(rng));
            let merged = new.clone().merged(old.clone());
            assert!(merged.batches.len() <= KEPT);
            assert!(merged.puzzles >= new.puzzles && merged.puzzles >= old.puzzles);
            for own in &new.batches {
                let is_kept = merged.batches.iter().any(|kept| {
                    (kept.id, kept.token) == (own.id, own.token) && kept.issued >= own.issued
                });
                assert!(is_kept, "RNG seed {rng_seed}");
            }
        }
    }
}
