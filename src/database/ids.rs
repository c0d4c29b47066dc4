//! [`Ids`]: the ids of puzzles and seeds in one database, where two keys may begin alike.

use std::collections::HashMap;

use super::Error;
use crate::record::{Issued, Seed};
use crate::store::Store;
use crate::symmetry::{Id, Key};

/// An issued puzzle with the ids that it and its seed are known by.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// The puzzle.
    pub issued: Issued,
    /// Its id.
    pub id: Id,
    /// The id of its seed; none if it was printed elsewhere.
    pub seed: Option<Id>,
}

/// The seed of this id.
///
/// # Errors
/// [`Error::NoSeed`] if there is none; failures of the store.
pub fn seed_of(store: &Store, id: Id) -> Result<Seed, Error> {
    let mut seeds = store.seeds_by_prefix(id.prefix())?.into_iter();
    seeds.find(|seed| id.matches(seed.key)).ok_or(Error::NoSeed(id))
}

/// Makes ids; remembers those of seeds.
#[derive(Default)]
pub struct Ids {
    seeds: HashMap<Key, Id>,
}

impl Ids {
    /// Issued puzzles with their ids. Call it after they were committed: ids are longer where two puzzles of the ledger
    /// share the leading 60 bits of their keys.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn name(&mut self, store: &Store, issued: Vec<Issued>) -> Result<Vec<Named>, Error> {
        let keys: Vec<Key> = issued.iter().map(|puzzle| puzzle.key).collect();
        let mut shared = store.issued_prefixes_are_shared(&keys)?;
        // Puzzles that are to be issued together are not in the ledger yet.
        let mut prefixes: HashMap<u64, u32> = HashMap::with_capacity(keys.len());
        for key in &keys {
            *prefixes.entry(Id::of(*key).prefix()).or_default() += 1;
        }
        for (shared, key) in shared.iter_mut().zip(&keys) {
            *shared |= prefixes[&Id::of(*key).prefix()] > 1;
        }
        let name = |(issued, shared): (Issued, bool)| {
            let id = Id::of(issued.key);
            let id = if shared { id.longer(issued.key) } else { id };
            let seed = issued.seed.map(|seed| self.seed(store, seed)).transpose()?;
            Ok(Named { issued, id, seed })
        };
        issued.into_iter().zip(shared).map(name).collect()
    }

    /// The id of a seed.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn seed(&mut self, store: &Store, key: Key) -> Result<Id, Error> {
        if let Some(&id) = self.seeds.get(&key) {
            return Ok(id);
        }
        let id = Id::seed(key);
        let id = if store.seed_prefix_is_shared(key)? { id.longer(key) } else { id };
        self.seeds.insert(key, id);
        Ok(id)
    }
}
