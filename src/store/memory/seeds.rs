//! Seeds: their records, their index, and the best of each class of twins.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::{IndexRow, Tables, damaged, sound};
use crate::record::Seed;
use crate::store::codec::{decode_seed, encode_seed};
use crate::store::issued::keys_of_prefix;
use crate::store::seeds::index_rows;
use crate::store::twins::SeedRows;
use crate::store::{Counts, StoreError};
use crate::symmetry::Key;

/// Fails unless all can be kept.
pub(super) fn are_sound(seeds: &[Seed]) -> Result<(), StoreError> {
    seeds.iter().try_for_each(|seed| {
        if seed.gradings.is_empty() {
            return Err(StoreError::Ungraded);
        }
        sound(encode_seed(seed)).map(drop)
    })
}

fn rows(seed: &Seed) -> impl Iterator<Item = IndexRow> {
    index_rows(seed).map(|(ladder, tier, bits, key)| (ladder.to_owned(), tier, bits, Key(*key)))
}

impl Tables {
    pub(super) fn seed_of(&self, key: Key) -> Result<Option<Seed>, StoreError> {
        self.seeds.get(&key).map(|record| sound(decode_seed(key, record))).transpose()
    }

    fn seed_that_is_there(&self, key: Key) -> Result<Seed, StoreError> {
        self.seed_of(key)?.ok_or_else(|| damaged(format!("seed {key:?} is missing")))
    }

    pub(super) fn seeds_of_prefix(&self, prefix: u64) -> Result<Vec<Seed>, StoreError> {
        let (first, last) = keys_of_prefix(prefix);
        let found = self.seeds.range(Key(first)..=Key(last));
        found.map(|(&key, record)| sound(decode_seed(key, record))).collect()
    }

    /// In the order of the index.
    pub(super) fn graded(
        &self,
        ladder: &str,
        tiers: RangeInclusive<u8>,
    ) -> Result<Vec<Seed>, StoreError> {
        if tiers.is_empty() {
            return Ok(Vec::new());
        }
        let first = (ladder.to_owned(), *tiers.start(), 0, Key([0; 16]));
        let last = (ladder.to_owned(), *tiers.end(), u64::MAX, Key([0xff; 16]));
        let keys = self.index.range(first..=last).map(|row| row.3);
        keys.map(|key| self.seed_that_is_there(key)).collect()
    }

    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts {
            seeds: self.seeds.len() as u64,
            issued: self.ledger.len() as u64,
            batches: self.batches.len() as u64,
            ..Counts::default()
        };
        for (ladder, tier, ..) in &self.index {
            if !counts.gradings.contains_key(ladder) {
                counts.gradings.insert(ladder.clone(), BTreeMap::new());
            }
            if let Some(tiers) = counts.gradings.get_mut(ladder) {
                *tiers.entry(*tier).or_default() += 1;
            }
        }
        counts
    }
}

impl SeedRows for Tables {
    type Error = StoreError;

    fn seed(&self, key: Key) -> Result<Option<Seed>, StoreError> {
        self.seed_of(key)
    }

    fn is_known(&self, key: Key) -> Result<bool, StoreError> {
        Ok(self.seeds.contains_key(&key))
    }

    fn best(&self, ladder: &str, twin: Key) -> Result<Option<Seed>, StoreError> {
        let best = self.twins.get(&(ladder.to_owned(), twin));
        best.map(|&key| self.seed_that_is_there(key)).transpose()
    }

    fn twins(&self, ladder: &str, twin: Key) -> Result<Vec<Seed>, StoreError> {
        let mut found = self.graded(ladder, 0..=u8::MAX)?;
        found.retain(|seed| seed.grading(ladder).is_some_and(|grading| grading.twin == twin));
        Ok(found)
    }

    fn set_best(&mut self, ladder: &str, twin: Key, best: Option<Key>) -> Result<(), StoreError> {
        let class = (ladder.to_owned(), twin);
        match best {
            Some(key) => self.twins.insert(class, key),
            None => self.twins.remove(&class),
        };
        Ok(())
    }

    fn insert(&mut self, seed: &Seed) -> Result<(), StoreError> {
        self.seeds.insert(seed.key, sound(encode_seed(seed))?);
        self.index.extend(rows(seed));
        Ok(())
    }

    fn remove(&mut self, seed: &Seed) -> Result<(), StoreError> {
        self.seeds.remove(&seed.key);
        for row in rows(seed) {
            self.index.remove(&row);
        }
        Ok(())
    }
}
