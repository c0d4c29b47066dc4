//! [`Dedupe`]: finds equivalent puzzles in a list, and those that a database has. Nothing is
//! recorded.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{Database, Error, Presence};
use crate::symmetry::Key;

/// A puzzle compared with those before it and with a database.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// The index, from 0, of the first equivalent puzzle, if there is an earlier one.
    pub first: Option<usize>,
    /// The records of its class in the database.
    pub presence: Presence,
}

impl Compared {
    /// Whether it is the first of its class and not in the ledger. It may be a seed.
    pub fn is_new(&self) -> bool {
        self.first.is_none() && !self.is_issued()
    }

    /// Whether it is in the ledger.
    fn is_issued(&self) -> bool {
        self.presence.issued.is_some() || self.presence.elsewhere.is_some()
    }

    /// Whether it is new and no seed.
    pub fn is_unknown(&self) -> bool {
        self.is_new() && self.presence.seed.is_none()
    }
}

/// Puzzles compared with each other and with a database.
#[derive(Clone, PartialEq, Debug)]
pub struct Dedupe {
    /// The puzzles, in their order.
    pub puzzles: Vec<Compared>,
    /// The numbers of each kind.
    pub counts: DedupeCounts,
    /// Whether a database exists; otherwise they were only compared with each other.
    pub has_database: bool,
}

/// The numbers of puzzles of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DedupeCounts {
    /// Puzzles in the ledger that are the first of their class here.
    pub issued: u64,
    /// Puzzles equivalent to an earlier one here, issued or not.
    pub twins: u64,
    /// All other puzzles.
    pub new: u64,
    /// Classes with a seed in the database.
    pub seeds: u64,
}

impl Database {
    /// Compares puzzles, given by their keys, with each other and with this database's ledger and
    /// seeds. A missing database counts as empty and is not created.
    pub fn dedupe(&self, keys: &[Key]) -> Result<Dedupe, Error> {
        let mut classes: HashMap<Key, usize> = HashMap::with_capacity(keys.len());
        let mut unlike = Vec::new();
        let mut firsts = Vec::with_capacity(keys.len());
        for (place, &key) in keys.iter().enumerate() {
            let first = *classes.entry(key).or_insert_with(|| {
                unlike.push(key);
                place
            });
            firsts.push((first != place).then_some(first));
        }
        let found = self.presence(&unlike)?;
        let has_database = found.is_some();
        let found: HashMap<Key, Presence> =
            unlike.into_iter().zip(found.unwrap_or_default()).collect();
        let compared = |(key, first): (&Key, Option<usize>)| Compared {
            first,
            presence: found.get(key).cloned().unwrap_or_default(),
        };
        let puzzles: Vec<Compared> = keys.iter().zip(firsts).map(compared).collect();
        let mut counts = DedupeCounts::default();
        let mut seeds = HashSet::new();
        for (one, key) in puzzles.iter().zip(keys) {
            counts.issued += u64::from(one.first.is_none() && one.is_issued());
            counts.twins += u64::from(one.first.is_some());
            counts.new += u64::from(one.is_new());
            if one.presence.seed.is_some() {
                seeds.insert(*key);
            }
        }
        counts.seeds = seeds.len() as u64;
        Ok(Dedupe { puzzles, counts, has_database })
    }
}
