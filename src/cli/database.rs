//! What several commands ask of the database, and how they say it: ids, rows, numbers of things.

use std::collections::HashMap;

use anyhow::Context;
use seeddb::export::Row;
use seeddb::record::{Issued, Seed};
use seeddb::store::Store;
use seeddb::symmetry::{Id, Key};

/// The seed of this id.
pub fn seed_by_id(store: &Store, id: Id) -> anyhow::Result<Seed> {
    let mut seeds = store.seeds_by_prefix(id.prefix())?.into_iter();
    let seed = seeds.find(|seed| id.matches(seed.key));
    seed.with_context(|| format!("no seed {id}: `seeddb seeds` lists them"))
}

/// `1 puzzle`, `2 puzzles`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// `is` for one, `are` for others.
pub fn are(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// Makes rows; remembers the ids of seeds.
#[derive(Default)]
pub struct Rows {
    seeds: HashMap<Key, Id>,
}

impl Rows {
    /// The rows of issued puzzles.
    pub fn of(&mut self, store: &Store, issued: &[Issued]) -> anyhow::Result<Vec<Row>> {
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
        let row = |(puzzle, shared): (&Issued, bool)| {
            let id = Id::of(puzzle.key);
            let id = if shared { id.longer(puzzle.key) } else { id };
            let seed = puzzle.seed.map(|seed| self.seed(store, seed)).transpose()?;
            Ok(Row::of(puzzle, id, seed))
        };
        issued.iter().zip(shared).map(row).collect()
    }

    /// The id of a seed.
    pub fn seed(&mut self, store: &Store, key: Key) -> anyhow::Result<Id> {
        if let Some(&id) = self.seeds.get(&key) {
            return Ok(id);
        }
        let id = Id::seed(key);
        let id = if store.seed_prefix_is_shared(key)? { id.longer(key) } else { id };
        self.seeds.insert(key, id);
        Ok(id)
    }
}
