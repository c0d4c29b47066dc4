//! How many puzzles were issued from each seed.

use std::collections::HashMap;
use std::ops::Bound;

use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, WriteTransaction};

use super::codec::{Mark, Uses, decode_issued, decode_uses, encode_uses};
use super::fault::Fault;
use super::format_1::OLD_USES;
use super::guard::in_parts;
use super::tables::{self, ISSUED, SEED_USES, find, if_there};
use crate::symmetry::Key;

/// One of so many rows is looked up in the time in which all are read.
const LOOKED_UP: u64 = 16;

/// Fewer rows are read before other threads have begun.
const FEWEST: u64 = if cfg!(test) { 8 } else { 1 << 10 };

/// As many rows are read in a tenth of a second, which a draw should not take.
const MANY: u64 = if cfg!(test) { 8 } else { 1 << 18 };

/// How many puzzles were issued from each seed that was ever used.
pub(super) fn all(transaction: &ReadTransaction) -> Result<HashMap<Key, u64>, Fault> {
    let mut counts = HashMap::new();
    if let Some(uses) = if_there(transaction.open_table(SEED_USES))? {
        counts.extend(tables::all(&uses, |seed: &[u8; 16], record: &[u8]| {
            let seed = Key(*seed);
            Ok((seed, decode_uses(seed, record).map_err(Fault::Record)?.count))
        })?);
    }
    if let Some(uses) = if_there(transaction.open_table(OLD_USES))? {
        counts.extend(tables::all(&uses, |seed: &[u8; 16], uses| Ok((Key(*seed), uses)))?);
    }
    Ok(counts)
}

/// How many puzzles were issued from each of these seeds. Where they are many, all rows are read, and many rows on all threads.
pub(super) fn of(transaction: &ReadTransaction, keys: &[Key]) -> Result<Vec<u64>, Fault> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let table = if_there(transaction.open_table(SEED_USES))?;
    let rows = table.as_ref().map_or(Ok(0), ReadableTableMetadata::len)?;
    let is_old = if_there(transaction.open_table(OLD_USES))?.is_some();
    let are_few = rows < FEWEST.max(keys.len() as u64 / LOOKED_UP);
    let Some(table) = table.filter(|_| !is_old && !are_few) else {
        let uses = all(transaction)?;
        return Ok(keys.iter().map(|key| uses.get(key).copied().unwrap_or(0)).collect());
    };
    let count = |seed: &[u8; 16], record: &[u8]| {
        Ok(decode_uses(Key(*seed), record).map_err(Fault::Record)?.count)
    };
    if (keys.len() as u64) < rows / LOOKED_UP {
        let used = |key: &Key| {
            Ok(find(&table, &&key.0, count, |seed, record| count(seed, record).map(drop))?
                .unwrap_or(0))
        };
        return keys.iter().map(used).collect();
    }
    // Keys are hashes: as many begin with one byte as with another.
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); 256];
    for (at, key) in keys.iter().enumerate() {
        parts[usize::from(key.0[0])].push(at);
    }
    let parts: Vec<(u8, Vec<usize>)> = (0..=u8::MAX).zip(parts).collect();
    let found = in_parts(&parts, |(byte, wanted)| {
        let (mut first, mut last) = ([0; 16], [0xff; 16]);
        (first[0], last[0]) = (*byte, *byte);
        let mut counts = HashMap::new();
        for row in table.range::<&[u8; 16]>(&first..=&last)? {
            let (seed, record) = row?;
            counts.insert(Key(*seed.value()), count(seed.value(), record.value())?);
        }
        let used = wanted.iter().filter_map(|&at| Some((at, *counts.get(&keys[at])?)));
        Ok((counts.len(), used.collect::<Vec<_>>()))
    })?;
    if found.iter().map(|one| one.0 as u64).sum::<u64>() != rows {
        return Err(Fault::Broken("rows are missing".to_owned()));
    }
    let mut uses = vec![0; keys.len()];
    for (at, count) in found.into_iter().flat_map(|one| one.1) {
        uses[at] = count;
    }
    Ok(uses)
}

/// Counts a use of each of `seeds`.
pub(super) fn count(transaction: &WriteTransaction, mut seeds: Vec<Key>) -> Result<(), Fault> {
    let mut table = transaction.open_table(SEED_USES)?;
    let read =
        |seed: &[u8; 16], record: &[u8]| decode_uses(Key(*seed), record).map_err(Fault::Record);
    seeds.sort_unstable();
    for same in seeds.chunk_by(Key::eq) {
        let seed = same[0];
        let uses = find(&table, &&seed.0, read, |key, record| read(key, record).map(drop))?;
        let Uses { count, extra } = uses.unwrap_or_default();
        let uses = Uses { count: count + same.len() as u64, extra };
        table.insert(&seed.0, encode_uses(seed, &uses).map_err(Fault::Record)?.as_slice())?;
    }
    Ok(())
}

/// Whether so many seeds were used that the catalog should tell how often.
pub(super) fn are_many(transaction: &ReadTransaction) -> Result<bool, Fault> {
    match if_there(transaction.open_table(SEED_USES))? {
        Some(table) => Ok(table.len()? >= MANY),
        None => Ok(false),
    }
}

/// How far the ledger is.
pub(super) fn mark(transaction: &ReadTransaction) -> Result<Mark, Fault> {
    let issued = transaction.open_table(ISSUED)?;
    let last = issued.last()?.map(|(at, _)| at.value()).unwrap_or_default();
    Ok(Mark { issued: issued.len()?, last })
}

/// The puzzles issued since, with their seeds; none where they are more than `most`, or do not add up.
pub(super) fn since(
    transaction: &ReadTransaction,
    mark: Mark,
    most: u64,
) -> Result<Option<Since>, Fault> {
    let table = transaction.open_table(ISSUED)?;
    let Some(count) = table.len()?.checked_sub(mark.issued).filter(|&count| count <= most) else {
        return Ok(None);
    };
    let mut seeds = Vec::with_capacity(count as usize);
    for row in table.range((Bound::Excluded(mark.last), Bound::Unbounded))? {
        let (at, record) = row?;
        let (batch, number) = at.value();
        // A damaged one is told to whoever reads it for itself.
        let Ok(issued) = decode_issued(batch, number, record.value()) else { return Ok(None) };
        seeds.push(((batch, number), issued.seed));
    }
    Ok((seeds.len() as u64 == count).then_some(Since { mark, seeds }))
}

/// The puzzles issued since the ledger was as far as this.
pub(super) struct Since {
    mark: Mark,
    /// By batch and number.
    seeds: Vec<((u32, u32), Option<Key>)>,
}

impl Since {
    /// How many puzzles were issued from each seed since a mark that is this one or later; none if they do not add up.
    pub(super) fn uses(&self, later: Mark) -> Option<HashMap<Key, u32>> {
        let before = self.seeds.partition_point(|(at, _)| *at <= later.last);
        if later.issued.checked_sub(self.mark.issued)? != before as u64 {
            return None;
        }
        let mut uses = HashMap::new();
        for seed in self.seeds[before..].iter().filter_map(|(_, seed)| *seed) {
            *uses.entry(seed).or_default() += 1;
        }
        Some(uses)
    }
}
