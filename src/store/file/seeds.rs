//! Seeds: their records, their index, and the best of each class of twins.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, Table, WriteTransaction};

use super::codec::{class_of_twins, decode_seed, encode_seed, seed_is_sound};
use super::fault::Fault;
use super::guard::in_parts;
use super::ledger::Ledger;
use super::tables::{
    BATCHES, Bytes16, ISSUED, META, SEED_INDEX, SEEDS, TWINS, all, find, if_there, rows,
};
use super::{census, changes};
use crate::record::Seed;
use crate::store::issued::keys_of_prefix;
use crate::store::seeds::{IndexRow, index_rows};
use crate::store::twins::{self, SeedRows, beats};
use crate::store::{Added, Counts};
use crate::symmetry::{Id, Key};

/// Seeds that a thread reads in one go.
const CHUNK: usize = 256;

/// The seed of `key`.
pub(super) fn get(
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
    transaction: &'t WriteTransaction,
    /// Whether there is a catalog, which must learn of every change.
    is_cataloged: bool,
    seeds: Table<'t, Bytes16, &'static [u8]>,
    index: Table<'t, (&'static str, u8, u64, Bytes16), ()>,
    twins: Table<'t, Bytes16, Bytes16>,
}

impl<'t> Tables<'t> {
    fn open(transaction: &'t WriteTransaction) -> Result<Self, Fault> {
        Ok(Self {
            transaction,
            is_cataloged: changes::are_noted(transaction)?,
            seeds: transaction.open_table(SEEDS)?,
            index: transaction.open_table(SEED_INDEX)?,
            twins: transaction.open_table(TWINS)?,
        })
    }

    /// Notes for the catalog that a seed is going to change.
    fn change(&mut self, key: Key) -> Result<(), Fault> {
        if self.is_cataloged {
            let gradings = get(&self.seeds, key)?.map_or(0, |seed| seed.gradings.len());
            self.is_cataloged = changes::note(self.transaction, key, gradings, self.seeds.len()?)?;
        }
        Ok(())
    }
}

impl SeedRows for Tables<'_> {
    type Error = Fault;

    fn seed(&self, key: Key) -> Result<Option<Seed>, Fault> {
        get(&self.seeds, key)
    }

    fn is_known(&self, key: Key) -> Result<bool, Fault> {
        Ok(find(&self.seeds, &&key.0, check, check)?.is_some())
    }

    fn best(&self, ladder: &str, twin: Key) -> Result<Option<Seed>, Fault> {
        let class = class_of_twins(ladder, twin);
        let Some(key) = self.twins.get(&class)?.map(|key| Key(*key.value())) else {
            return Ok(None);
        };
        let is_of_class = |seed: &Seed| seed.grading(ladder).is_some_and(|g| g.twin == twin);
        let seed = get(&self.seeds, key)?.filter(is_of_class);
        let wrong = || Fault::Broken(format!("seed {} is not under its twin", Id::seed(key)));
        seed.ok_or_else(wrong).map(Some)
    }

    fn twins(&self, ladder: &str, twin: Key) -> Result<Vec<Seed>, Fault> {
        let is_twin =
            |seed: &Seed| seed.grading(ladder).is_some_and(|grading| grading.twin == twin);
        let found = graded_rows(&self.index, ladder, 0..=u8::MAX, |row| {
            Ok(Some(indexed(&self.seeds, row)?).filter(is_twin))
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    fn set_best(&mut self, ladder: &str, twin: Key, best: Option<Key>) -> Result<(), Fault> {
        let class = class_of_twins(ladder, twin);
        match best {
            Some(key) => drop(self.twins.insert(&class, &key.0)?),
            None => drop(self.twins.remove(&class)?),
        }
        Ok(())
    }

    fn insert(&mut self, seed: &Seed) -> Result<(), Fault> {
        self.change(seed.key)?;
        let record = encode_seed(seed).map_err(Fault::Record)?;
        self.seeds.insert(&seed.key.0, record.as_slice())?;
        for row in index_rows(seed) {
            self.index.insert(row, ())?;
        }
        Ok(())
    }

    fn remove(&mut self, seed: &Seed) -> Result<(), Fault> {
        self.change(seed.key)?;
        self.seeds.remove(&seed.key.0)?;
        for row in index_rows(seed) {
            self.index.remove(row)?;
        }
        Ok(())
    }
}

/// Adds seeds, by the rules of `twins`.
pub(super) fn add(transaction: &WriteTransaction, seeds: &[Seed]) -> Result<Added, Fault> {
    twins::add(&mut Tables::open(transaction)?, seeds)
}

/// How many there are.
pub(super) fn len(transaction: &ReadTransaction) -> Result<usize, Fault> {
    Ok(if_there(transaction.open_table(SEEDS))?.map_or(Ok(0), |seeds| seeds.len())? as usize)
}

/// Gives seeds what they lack, by the rules of `twins`.
pub(super) fn complete(transaction: &WriteTransaction, seeds: &[Seed]) -> Result<u64, Fault> {
    twins::complete(&mut Tables::open(transaction)?, seeds)
}

/// Removes a seed; false if there was none.
pub(super) fn remove(transaction: &WriteTransaction, key: Key) -> Result<bool, Fault> {
    twins::remove(&mut Tables::open(transaction)?, key)
}

/// Earlier programs kept the best of the twins by the hsolve ladder only. They made no census either: the first commit,
/// which makes one, does this before.
pub(super) fn complete_twins(transaction: &WriteTransaction) -> Result<(), Fault> {
    if transaction.open_table(META)?.get(census::CENSUS)?.is_some() {
        return Ok(());
    }
    let mut tables = Tables::open(transaction)?;
    let mut seeds = Vec::new();
    for row in tables.seeds.iter()? {
        let (key, record) = row?;
        // One that does not read stays as it is; whoever reads it says so.
        seeds.extend(decode_seed(Key(*key.value()), record.value()));
    }
    // Those of one grading are all by that ladder.
    seeds.retain(|seed| seed.gradings.len() > 1);
    for seed in seeds {
        for grading in &seed.gradings {
            let best = tables.best(&grading.ladder, grading.twin)?;
            if best.is_none_or(|best| beats(grading, &best)) {
                tables.set_best(&grading.ladder, grading.twin, Some(seed.key))?;
            }
        }
    }
    Ok(())
}

/// Of each ladder and twin key whether there is a seed of this class.
pub(super) fn know_twins(
    transaction: &ReadTransaction,
    twins: &[(&str, Key)],
) -> Result<Vec<bool>, Fault> {
    let table = transaction.open_table(TWINS)?;
    let is_known =
        |(ladder, twin): &(&str, Key)| Ok(table.get(&class_of_twins(ladder, *twin))?.is_some());
    twins.iter().map(is_known).collect()
}

/// The seeds that `ladder` has graded into these tiers, in the order of the index.
pub(super) fn graded(
    transaction: &ReadTransaction,
    ladder: &str,
    tiers: RangeInclusive<u8>,
) -> Result<Vec<Seed>, Fault> {
    graded_as(transaction, ladder, tiers, |seed| seed)
}

/// The same, of each what `told` tells of it. They are read on all threads.
pub(super) fn graded_as<T: Send>(
    transaction: &ReadTransaction,
    ladder: &str,
    tiers: RangeInclusive<u8>,
    told: impl Fn(Seed) -> T + Sync,
) -> Result<Vec<T>, Fault> {
    let (index, seeds) = (transaction.open_table(SEED_INDEX)?, transaction.open_table(SEEDS)?);
    let row = |(_, tier, score, key): IndexRow<'_>| Ok((tier, score, *key));
    let rows = graded_rows(&index, ladder, tiers, row)?;
    let parts: Vec<_> = rows.chunks(CHUNK).collect();
    let parts = in_parts(&parts, |rows| {
        let seed = |(tier, score, key): &_| indexed(&seeds, (ladder, *tier, *score, key));
        rows.iter().map(|row| seed(row).map(&told)).collect::<Result<Vec<T>, Fault>>()
    })?;
    Ok(parts.into_iter().flatten().collect())
}

/// The rows of the index of these tiers, as `read` has them.
fn graded_rows<T>(
    index: &impl ReadableTable<(&'static str, u8, u64, Bytes16), ()>,
    ladder: &str,
    tiers: RangeInclusive<u8>,
    read: impl Fn(IndexRow<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let first = (ladder, *tiers.start(), 0, &[0; 16]);
    let last = (ladder, *tiers.end(), u64::MAX, &[0xff; 16]);
    if tiers.is_empty() {
        return Ok(Vec::new());
    }
    // A tier says nothing of how many seeds it has: that of the whole index is known.
    all(index, |_, ()| Ok(()))?;
    rows(index, &first, &last, |row, ()| read(row))
}

/// The seeds whose keys begin with the 60 bits of `prefix`.
pub(super) fn of_prefix(transaction: &ReadTransaction, prefix: u64) -> Result<Vec<Seed>, Fault> {
    let (first, last) = keys_of_prefix(prefix);
    rows(&transaction.open_table(SEEDS)?, &&first, &&last, read)
}

/// For each prefix, the keys of seeds that begin with it.
pub(super) fn keys_of_prefixes(
    transaction: &ReadTransaction,
    prefixes: &[u64],
) -> Result<Vec<Vec<Key>>, Fault> {
    let seeds = transaction.open_table(SEEDS)?;
    prefixes.iter().map(|&prefix| super::tables::of_prefix(&seeds, prefix, check)).collect()
}

/// How much there is.
pub(super) fn counts(transaction: &ReadTransaction) -> Result<Counts, Fault> {
    let mut counts = Counts {
        seeds: transaction.open_table(SEEDS)?.len()?,
        issued: transaction.open_table(ISSUED)?.len()?,
        batches: transaction.open_table(BATCHES)?.len()?,
        ..Counts::default()
    };
    let index = transaction.open_table(SEED_INDEX)?;
    let mut of_ladder: (String, BTreeMap<u8, u64>) = Default::default();
    let mut found = 0;
    for row in index.iter()? {
        let row = row?.0;
        let (ladder, tier, ..) = row.value();
        if of_ladder.0 != ladder {
            let (ladder, tiers) =
                std::mem::replace(&mut of_ladder, (ladder.to_owned(), BTreeMap::new()));
            counts.gradings.insert(ladder, tiers);
        }
        *of_ladder.1.entry(tier).or_default() += 1;
        found += 1;
    }
    counts.gradings.insert(of_ladder.0, of_ladder.1);
    counts.gradings.retain(|_, tiers| !tiers.is_empty());
    let agree = Ledger::read(transaction)?.len()? == counts.issued
        && index.len()? == found
        && found >= counts.seeds;
    if agree { Ok(counts) } else { Err(Fault::Broken("rows are missing".to_owned())) }
}
