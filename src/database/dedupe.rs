//! [`Dedupe`]: which of some puzzles are essentially the same, and which a database has. Nothing is entered.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{Database, Error, Presence};
use crate::symmetry::Key;

/// A puzzle held against those before it and against a database.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// The place, from 0, of the first puzzle that is essentially the same, if that is another.
    pub first: Option<usize>,
    /// What the database has of its class.
    pub presence: Presence,
}

impl Compared {
    /// Whether it is the first of its class and was not issued. It may be a seed.
    pub fn is_new(&self) -> bool {
        self.first.is_none() && !self.is_issued()
    }

    /// Whether it is in the ledger.
    fn is_issued(&self) -> bool {
        self.presence.issued.is_some() || self.presence.elsewhere.is_some()
    }

    /// Whether there is nothing to say of it: it is new, and no seed.
    pub fn is_unknown(&self) -> bool {
        self.is_new() && self.presence.seed.is_none()
    }
}

/// Puzzles held against each other and against a database.
#[derive(Clone, PartialEq, Debug)]
pub struct Dedupe {
    /// The puzzles, in their order.
    pub puzzles: Vec<Compared>,
    /// How many there are of each kind.
    pub counts: DedupeCounts,
    /// Whether there is a database: if there is none, they were held against each other alone.
    pub has_database: bool,
}

/// How many puzzles are what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DedupeCounts {
    /// In the ledger, and the first of their class here.
    pub issued: u64,
    /// Equivalent to one before, issued or not.
    pub twins: u64,
    /// All others.
    pub new: u64,
    /// Classes that are seeds of the database.
    pub seeds: u64,
}

impl Database {
    /// Holds puzzles against each other and against what this database issued and its seeds; they are told by their keys. A database that
    /// is not there has nothing, and none is made.
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
