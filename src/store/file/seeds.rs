//! Seeds: added, found, removed, counted.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Bound, RangeInclusive};

use rayon::prelude::*;
use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, Table, WriteTransaction};

use super::codec::{decode_seed, decode_uses, encode_seed, seed_is_sound};
use super::error::Fault;
use super::format_1::OLD_USES;
use super::ledger::Ledger;
use super::tables::{
    BATCHES, Bytes16, ISSUED, SEED_INDEX, SEED_USES, SEEDS, TWINS, all, find, if_there, is_shared,
    keys_of_prefix, of_prefix, rows,
};
use super::{Store, StoreError};
use crate::logic::Ladder;
use crate::record::Seed;
use crate::symmetry::{Id, Key};

/// What became of the seeds given to [`Store::add_seeds`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Added {
    /// Seeds that are new.
    pub new: usize,
    /// Seeds that were there, or had a twin at least as good.
    pub known: usize,
    /// Seeds that took the place of a worse twin.
    pub better: usize,
}

/// How much a database holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Seeds of each tier of the hsolve ladder that has any.
    pub seeds: BTreeMap<u8, u64>,
    /// Puzzles in the ledger.
    pub issued: u64,
    /// Batches.
    pub batches: u64,
}

/// A row of the index: ladder, tier, score bits, key.
pub(super) type IndexRow<'a> = (&'a str, u8, u64, &'a [u8; 16]);

/// The rows of `seed` in the index. Scores are positive, so their bits are in their order; no score
/// comes last.
pub(super) fn index_rows(seed: &Seed) -> impl Iterator<Item = IndexRow<'_>> {
    seed.gradings.iter().map(|grading| {
        let bits = grading.score.map_or(u64::MAX, |score| score.mean.to_bits());
        (grading.ladder.as_str(), grading.tier, bits, &seed.key.0)
    })
}

/// The twin key by the hsolve ladder; none if that has not graded the seed.
pub(super) fn twin_of(seed: &Seed) -> Option<Key> {
    seed.grading(Ladder::HSOLVE).map(|grading| grading.twin)
}

/// Greater capacity first, then higher score.
fn is_better(seed: &Seed, other: &Seed) -> bool {
    let worth = |seed: &Seed| {
        let grading = seed.grading(Ladder::HSOLVE);
        let score = grading.and_then(|grading| grading.score);
        (grading.map_or(0, |grading| grading.capacity), score.map_or(0.0, |score| score.mean))
    };
    worth(seed) > worth(other)
}

/// The seed of `key`.
fn get(
    seeds: &impl ReadableTable<Bytes16, &'static [u8]>,
    key: Key,
) -> Result<Option<Seed>, Fault> {
    find(seeds, &&key.0, read, check)
}

fn read(key: &[u8; 16], record: &[u8]) -> Result<Seed, Fault> {
    decode_seed(Key(*key), record).map_err(Fault::Record)
}

fn check(key: &[u8; 16], record: &[u8]) -> Result<(), Fault> {
    seed_is_sound(Key(*key), record).map_err(Fault::Record)
}

/// The seed of a row of the index, which must say the same.
fn indexed(
    seeds: &impl ReadableTable<Bytes16, &'static [u8]>,
    row: IndexRow<'_>,
) -> Result<Seed, Fault> {
    let key = Key(*row.3);
    let record = seeds.get(&key.0)?;
    let seed = record.map(|record| read(&key.0, record.value())).transpose()?;
    let seed = seed.filter(|seed| index_rows(seed).any(|other| other == row));
    seed.ok_or_else(|| Fault::Broken(format!("the index of seed {} is wrong", Id::seed(key))))
}

/// The tables a seed stands in.
struct Tables<'t> {
    seeds: Table<'t, Bytes16, &'static [u8]>,
    index: Table<'t, (&'static str, u8, u64, Bytes16), ()>,
    twins: Table<'t, Bytes16, Bytes16>,
}

impl<'t> Tables<'t> {
    fn open(transaction: &'t WriteTransaction) -> Result<Self, Fault> {
        Ok(Self {
            seeds: transaction.open_table(SEEDS)?,
            index: transaction.open_table(SEED_INDEX)?,
            twins: transaction.open_table(TWINS)?,
        })
    }

    /// The seed that has this twin key.
    fn of_twin(&self, twin: Key) -> Result<Option<Seed>, Fault> {
        let Some(key) = self.twins.get(&twin.0)?.map(|key| Key(*key.value())) else {
            return Ok(None);
        };
        let seed = get(&self.seeds, key)?.filter(|seed| twin_of(seed) == Some(twin));
        let wrong = || Fault::Broken(format!("seed {} is not under its twin", Id::seed(key)));
        seed.ok_or_else(wrong).map(Some)
    }

    fn insert(&mut self, seed: &Seed) -> Result<(), Fault> {
        let record = encode_seed(seed).map_err(Fault::Record)?;
        self.seeds.insert(&seed.key.0, record.as_slice())?;
        if let Some(twin) = twin_of(seed) {
            self.twins.insert(&twin.0, &seed.key.0)?;
        }
        for row in index_rows(seed) {
            self.index.insert(row, ())?;
        }
        Ok(())
    }

    fn remove(&mut self, seed: &Seed) -> Result<(), Fault> {
        self.seeds.remove(&seed.key.0)?;
        if let Some(twin) = twin_of(seed) {
            self.twins.remove(&twin.0)?;
        }
        for row in index_rows(seed) {
            self.index.remove(row)?;
        }
        Ok(())
    }
}

/// [`Store::add_seeds`], inside a transaction.
pub(super) fn add(transaction: &WriteTransaction, seeds: &[Seed]) -> Result<Added, Fault> {
    let mut tables = Tables::open(transaction)?;
    let mut added = Added::default();
    for seed in seeds {
        let twin = twin_of(seed).ok_or(Fault::Store(StoreError::Ungraded))?;
        if find(&tables.seeds, &&seed.key.0, check, check)?.is_some() {
            added.known += 1;
            continue;
        }
        match tables.of_twin(twin)? {
            Some(twin) if !is_better(seed, &twin) => {
                added.known += 1;
                continue;
            }
            Some(twin) => {
                tables.remove(&twin)?;
                added.better += 1;
            }
            None => added.new += 1,
        }
        tables.insert(seed)?;
    }
    Ok(added)
}

/// [`add`] into a database without seeds: threads encode the records, and a cursor takes the rows of each table in their order,
/// in place of looking up each.
pub(super) fn fill(transaction: &WriteTransaction, seeds: &[Seed]) -> Result<Added, Fault> {
    let rows = rows_of_new(seeds)?;
    let keys: Vec<_> = rows.iter().map(|row| row.key).collect();
    let twins: Vec<_> = rows.iter().map(|row| row.twin).collect();
    if !(are_different(keys) && are_different(twins)) {
        // Which of two is kept is a matter of comparing them.
        return add(transaction, seeds);
    }
    let Tables { seeds: mut records, mut index, twins: mut places } = Tables::open(transaction)?;
    let mut cursor = records.upper_bound_mut(Bound::<&[u8; 16]>::Unbounded)?;
    for row in sorted_by(&rows, |row| row.key) {
        cursor.insert_before(&row.key.0, row.record.as_slice())?;
    }
    cursor.close()?;
    let mut cursor = places.upper_bound_mut(Bound::<&[u8; 16]>::Unbounded)?;
    for row in sorted_by(&rows, |row| row.twin) {
        cursor.insert_before(&row.twin.0, &row.key.0)?;
    }
    cursor.close()?;
    let mut rows: Vec<IndexRow<'_>> = seeds.iter().flat_map(index_rows).collect();
    rows.sort_unstable();
    let mut cursor = index.upper_bound_mut(Bound::<IndexRow<'_>>::Unbounded)?;
    for row in rows {
        cursor.insert_before(row, ())?;
    }
    cursor.close()?;
    Ok(Added { new: seeds.len(), ..Added::default() })
}

/// The record of a seed that is new, and what it is found by.
struct NewSeed {
    key: Key,
    twin: Key,
    record: Vec<u8>,
}

fn rows_of_new(seeds: &[Seed]) -> Result<Vec<NewSeed>, Fault> {
    let row = |seed: &Seed| {
        let twin = twin_of(seed).ok_or(Fault::Store(StoreError::Ungraded))?;
        let record = encode_seed(seed).map_err(Fault::Record)?;
        Ok(NewSeed { key: seed.key, twin, record })
    };
    seeds.par_iter().map(row).collect()
}

fn sorted_by(rows: &[NewSeed], key: impl Fn(&NewSeed) -> Key) -> Vec<&NewSeed> {
    let mut sorted: Vec<_> = rows.iter().collect();
    sorted.sort_unstable_by_key(|row| key(row));
    sorted
}

fn are_different(mut keys: Vec<Key>) -> bool {
    keys.sort_unstable();
    keys.is_sorted_by(|a, b| a < b)
}

/// [`Store::seed_uses`], inside a transaction.
pub(super) fn uses(transaction: &ReadTransaction) -> Result<HashMap<Key, u64>, Fault> {
    let mut counts = HashMap::new();
    if let Some(uses) = if_there(transaction.open_table(SEED_USES))? {
        counts.extend(all(&uses, |seed: &[u8; 16], record: &[u8]| {
            let seed = Key(*seed);
            Ok((seed, decode_uses(seed, record).map_err(Fault::Record)?.count))
        })?);
    }
    if let Some(uses) = if_there(transaction.open_table(OLD_USES))? {
        counts.extend(all(&uses, |seed: &[u8; 16], uses| Ok((Key(*seed), uses)))?);
    }
    Ok(counts)
}

impl Store {
    /// Adds seeds, all in one commit. A seed whose key is there is known; one whose twin is there takes
    /// its place if its capacity is greater, or equal with a higher score.
    ///
    /// # Errors
    /// [`StoreError::Ungraded`] if one has no hsolve grading; failures of the file. Nothing is added then.
    pub fn add_seeds(&self, seeds: &[Seed]) -> Result<Added, StoreError> {
        self.write(|transaction| add(transaction, seeds))
    }

    /// The seeds of these tiers of the hsolve ladder, by tier, then by score, then by key; those without a score last.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seeds(&self, tiers: RangeInclusive<u8>) -> Result<Vec<Seed>, StoreError> {
        self.read(|transaction| {
            let index = transaction.open_table(SEED_INDEX)?;
            let seeds = transaction.open_table(SEEDS)?;
            let first = (Ladder::HSOLVE, *tiers.start(), 0, &[0; 16]);
            let last = (Ladder::HSOLVE, *tiers.end(), u64::MAX, &[0xff; 16]);
            if tiers.is_empty() {
                return Ok(Vec::new());
            }
            // A tier says nothing of how many seeds it has: that of the whole index is known.
            all(&index, |_, ()| Ok(()))?;
            rows(&index, &first, &last, |row, ()| indexed(&seeds, row))
        })
    }

    /// The seed of `key`.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seed(&self, key: Key) -> Result<Option<Seed>, StoreError> {
        self.read(|transaction| get(&transaction.open_table(SEEDS)?, key))
    }

    /// The seeds whose keys begin with the 60 bits of `prefix` (the low 60 bits of the number).
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seeds_by_prefix(&self, prefix: u64) -> Result<Vec<Seed>, StoreError> {
        self.read(|transaction| {
            let seeds = transaction.open_table(SEEDS)?;
            let (first, last) = keys_of_prefix(prefix);
            rows(&seeds, &&first, &&last, read)
        })
    }

    /// Whether another seed shares the leading 60 bits of `key`, so that its id must be longer.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seed_prefix_is_shared(&self, key: Key) -> Result<bool, StoreError> {
        self.read(|transaction| {
            let seeds = transaction.open_table(SEEDS)?;
            Ok(is_shared(key, &of_prefix(&seeds, Id::of(key).prefix(), check)?))
        })
    }

    /// Removes the seed of `key`; false if there was none. What was issued from it stays issued.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn remove_seed(&self, key: Key) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let mut tables = Tables::open(transaction)?;
            let seed = get(&tables.seeds, key)?;
            seed.as_ref().map_or(Ok(()), |seed| tables.remove(seed))?;
            Ok(seed.is_some())
        })
    }

    /// How many puzzles were issued from each seed that was ever used.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn seed_uses(&self) -> Result<HashMap<Key, u64>, StoreError> {
        self.read(uses)
    }

    /// How much the database holds; cheap but for one step over the index of seeds.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        self.read(|transaction| {
            let mut counts = Counts {
                issued: transaction.open_table(ISSUED)?.len()?,
                batches: transaction.open_table(BATCHES)?.len()?,
                ..Counts::default()
            };
            let first = (Ladder::HSOLVE, 0, 0, &[0; 16]);
            let last = (Ladder::HSOLVE, u8::MAX, u64::MAX, &[0xff; 16]);
            for row in transaction.open_table(SEED_INDEX)?.range(first..=last)? {
                *counts.seeds.entry(row?.0.value().1).or_default() += 1;
            }
            let agree = Ledger::read(transaction)?.len()? == counts.issued
                && transaction.open_table(SEEDS)?.len()? == counts.seeds.values().sum::<u64>();
            if agree { Ok(counts) } else { Err(Fault::Broken("rows are missing".to_owned())) }
        })
    }
}
