//! Seeds: their records, their index, and the best of each class of twins.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use rayon::prelude::*;
use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, Table, WriteTransaction};

use super::codec::{class_of_twins, decode_seed, decode_uses, encode_seed, seed_is_sound};
use super::fault::Fault;
use super::format_1::OLD_USES;
use super::ledger::Ledger;
use super::tables::{
    BATCHES, Bytes16, ISSUED, META, SEED_INDEX, SEED_USES, SEEDS, TWINS, all, find, if_there, rows,
};
use super::{census, changes};
use crate::record::Seed;
use crate::store::issued::keys_of_prefix;
use crate::store::seeds::{IndexRow, index_rows};
use crate::store::twins::{self, SeedRows, beats};
use crate::store::{Added, Counts};
use crate::symmetry::{Id, Key};

/// One of so many rows is looked up in the time in which all are read.
const LOOKED_UP: u64 = 16;

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
        let found = graded_in(&self.index, &self.seeds, (ladder, 0..=u8::MAX), |seed| {
            is_twin(&seed).then_some(seed)
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

/// The seeds that `ladder` has graded into these tiers, in the order of the index.
pub(super) fn graded(
    transaction: &ReadTransaction,
    ladder: &str,
    tiers: RangeInclusive<u8>,
) -> Result<Vec<Seed>, Fault> {
    graded_as(transaction, ladder, tiers, |seed| seed)
}

/// The same, of each what `told` tells of it.
pub(super) fn graded_as<T>(
    transaction: &ReadTransaction,
    ladder: &str,
    tiers: RangeInclusive<u8>,
    told: impl Fn(Seed) -> T,
) -> Result<Vec<T>, Fault> {
    let index = transaction.open_table(SEED_INDEX)?;
    graded_in(&index, &transaction.open_table(SEEDS)?, (ladder, tiers), told)
}

/// The same in any kind of transaction.
pub(super) fn graded_in<T>(
    index: &impl ReadableTable<(&'static str, u8, u64, Bytes16), ()>,
    seeds: &impl ReadableTable<Bytes16, &'static [u8]>,
    (ladder, tiers): (&str, RangeInclusive<u8>),
    told: impl Fn(Seed) -> T,
) -> Result<Vec<T>, Fault> {
    let first = (ladder, *tiers.start(), 0, &[0; 16]);
    let last = (ladder, *tiers.end(), u64::MAX, &[0xff; 16]);
    if tiers.is_empty() {
        return Ok(Vec::new());
    }
    // A tier says nothing of how many seeds it has: that of the whole index is known.
    all(index, |_, ()| Ok(()))?;
    rows(index, &first, &last, |row, ()| indexed(seeds, row).map(&told))
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

/// How many puzzles were issued from each seed that was ever used.
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

/// How many puzzles were issued from each of these seeds. Where they are many, all rows are read, on all threads.
pub(super) fn uses_of(transaction: &ReadTransaction, keys: &[Key]) -> Result<Vec<u64>, Fault> {
    if if_there(transaction.open_table(OLD_USES))?.is_some() {
        let uses = uses(transaction)?;
        return Ok(keys.iter().map(|key| uses.get(key).copied().unwrap_or(0)).collect());
    }
    let Some(table) = if_there(transaction.open_table(SEED_USES))? else {
        return Ok(vec![0; keys.len()]);
    };
    let count = |seed: &[u8; 16], record: &[u8]| {
        Ok(decode_uses(Key(*seed), record).map_err(Fault::Record)?.count)
    };
    if (keys.len() as u64) < table.len()? / LOOKED_UP {
        let used = |key: &Key| {
            Ok(find(&table, &&key.0, count, |seed, record| count(seed, record).map(drop))?
                .unwrap_or(0))
        };
        return keys.iter().map(used).collect();
    }
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.par_sort_unstable_by_key(|&at| keys[at as usize]);
    // Keys are hashes: as many begin with one byte as with another.
    let of_byte = |byte: u8| -> Result<(u64, Vec<(u32, u64)>), Fault> {
        let mut wanted = {
            let place = |byte| order.partition_point(|&at| keys[at as usize].0[0] < byte);
            let end = byte.checked_add(1).map_or(order.len(), place);
            order[place(byte)..end].iter().peekable()
        };
        let (mut first, mut last) = ([0; 16], [0xff; 16]);
        (first[0], last[0]) = (byte, byte);
        let (mut rows, mut used) = (0, Vec::new());
        for row in table.range::<&[u8; 16]>(&first..=&last)? {
            let (seed, record) = row?;
            let (seed, count) = (seed.value(), count(seed.value(), record.value())?);
            while wanted.next_if(|&&at| keys[at as usize].0 < *seed).is_some() {}
            while let Some(&at) = wanted.next_if(|&&at| keys[at as usize].0 == *seed) {
                used.push((at, count));
            }
            rows += 1;
        }
        Ok((rows, used))
    };
    let found = (0..=u8::MAX).into_par_iter().map(of_byte).collect::<Result<Vec<_>, Fault>>()?;
    if found.iter().map(|one| one.0).sum::<u64>() != table.len()? {
        return Err(Fault::Broken("rows are missing".to_owned()));
    }
    let mut uses = vec![0; keys.len()];
    for (at, count) in found.into_iter().flat_map(|one| one.1) {
        uses[at as usize] = count;
    }
    Ok(uses)
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
