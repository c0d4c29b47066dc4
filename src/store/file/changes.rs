//! Which seeds changed since the catalog was made, so that a few new seeds cost a draw a few look-ups, and not a new catalog.
//!
//! Whoever changes a seed notes its key before, with the rows that it has in the index: none if it is new. So the stamp of the catalog
//! can still be held against the tables: they have the rows that it says, and those by which the noted seeds differ since.

use std::collections::{HashMap, HashSet};

use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, TableHandle, WriteTransaction};

use super::catalog::FEWEST;
use super::codec::{Cataloged, Stamp};
use super::fault::Fault;
use super::seeds;
use super::tables::{Bytes16, CATALOG, CHANGES, SEEDS, if_there};
use crate::record::Seed;
use crate::store::seeds::index_rows;
use crate::symmetry::Key;

/// With more changes, one seed in so many, the catalog is thrown away: it is made anew in the time that they take.
const ONE_IN: u64 = 64;

/// The most changes of so many seeds that are looked up.
pub(super) fn most(seeds: u64) -> u64 {
    (seeds / ONE_IN).max(FEWEST as u64)
}

/// Whether there is a catalog, whose seeds must not change in silence.
pub(super) fn are_noted(transaction: &WriteTransaction) -> Result<bool, Fault> {
    Ok(transaction.list_tables()?.any(|table| table.name() == CATALOG.name()))
}

/// Notes that one of so many `seeds` is going to change, which has so many gradings now. False if there is no catalog any more.
pub(super) fn note(
    transaction: &WriteTransaction,
    key: Key,
    gradings: usize,
    seeds: u64,
) -> Result<bool, Fault> {
    let mut changes = transaction.open_table(CHANGES)?;
    // What counts is how it was at first.
    if changes.get(&key.0)?.is_some() {
        return Ok(true);
    }
    if changes.len()? < most(seeds) {
        let rows = gradings as u32;
        changes.insert(&key.0, (rows, checksum(key, rows)))?;
        return Ok(true);
    }
    drop(changes);
    forget(transaction).map(|()| false)
}

/// Throws the catalog away, and what was noted.
pub(super) fn forget(transaction: &WriteTransaction) -> Result<(), Fault> {
    transaction.delete_table(CATALOG)?;
    transaction.delete_table(CHANGES)?;
    Ok(())
}

/// Makes room for rows of the catalog as the seeds are now: what there is of them as they were is thrown away. Whether there was
/// such.
pub(super) fn begin_anew(transaction: &WriteTransaction) -> Result<bool, Fault> {
    let is_changed = transaction.list_tables()?.any(|table| table.name() == CHANGES.name());
    if is_changed {
        forget(transaction)?;
    }
    Ok(is_changed)
}

fn checksum(key: Key, rows: u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&key.0);
    hasher.update(&rows.to_le_bytes());
    hasher.finalize()
}

/// The seeds that were noted.
#[derive(Default)]
pub(super) struct Changes {
    keys: HashSet<Key>,
    /// Those that are there, as they are now.
    seeds: Vec<Seed>,
    /// How many of them there were, and their rows in the index.
    before: (u64, u64),
}

impl Changes {
    /// All of them; none if a row is not sound.
    pub(super) fn read(transaction: &ReadTransaction) -> Result<Option<Self>, Fault> {
        let mut changes = Self::default();
        let Some(table) = if_there(transaction.open_table(CHANGES))? else {
            return Ok(Some(changes));
        };
        let seeds = transaction.open_table(SEEDS)?;
        for row in table.iter()? {
            let (key, value) = row?;
            let (key, (rows, check)) = (Key(*key.value()), value.value());
            if check != checksum(key, rows) {
                return Ok(None);
            }
            changes.before.0 += u64::from(rows > 0);
            changes.before.1 += u64::from(rows);
            changes.seeds.extend(seeds::get(&seeds, key)?);
            changes.keys.insert(key);
        }
        Ok(Some(changes))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The stamp of a catalog that was made before, from what the tables hold now; none if that cannot be.
    pub(super) fn before(&self, now: Stamp) -> Option<Stamp> {
        let gradings = self.seeds.iter().map(|seed| seed.gradings.len() as u64).sum();
        let unchanged_seeds = now.seeds.checked_sub(self.seeds.len() as u64)?;
        let unchanged_rows = now.index.checked_sub(gradings)?;
        Some(Stamp {
            seeds: unchanged_seeds + self.before.0,
            index: unchanged_rows + self.before.1,
            ..now
        })
    }

    /// What the catalog says of a tier, with the changes, in the order of the index; none if the two do not go together.
    pub(super) fn apply(
        &self,
        index: &impl ReadableTable<(&'static str, u8, u64, Bytes16), ()>,
        (ladder, tier): (&str, u8),
        outlines: Vec<Cataloged>,
    ) -> Result<Option<Vec<Cataloged>>, Fault> {
        let mut changed: Vec<_> = self
            .seeds
            .iter()
            .flat_map(|seed| index_rows(seed).map(move |row| (row, seed)))
            .filter(|(row, _)| (row.0, row.1) == (ladder, tier))
            .collect();
        changed.sort_unstable_by_key(|(row, _)| *row);
        // By the seed before them in the index that did not change, none for the first of the tier.
        let mut following: HashMap<Option<Key>, Vec<Cataloged>> = HashMap::new();
        let (mut unchanged, mut last) = (None, None);
        for (row, seed) in changed {
            let mut back = index.range((ladder, tier, 0, &[0; 16])..=row)?.rev();
            let is_indexed = match back.next() {
                Some(found) => found?.0.value() == row,
                None => false,
            };
            let before = back.next().transpose()?.map(|found| Key(*found.0.value().3));
            // One that changed is the last of these: what stands before that stands before this one.
            let is_last = before.is_some_and(|key| self.keys.contains(&key));
            let Some(outline) = seed.outline(ladder).filter(|_| is_indexed) else {
                return Ok(None);
            };
            if is_last && before != last {
                return Ok(None);
            }
            if !is_last {
                unchanged = before;
            }
            last = Some(seed.key);
            following.entry(unchanged).or_default().push(outline.into());
        }
        let mut now = following.remove(&None).unwrap_or_default();
        for one in outlines.into_iter().filter(|one| !self.keys.contains(&one.outline.key)) {
            now.push(one);
            now.extend(following.remove(&Some(one.outline.key)).unwrap_or_default());
        }
        Ok(following.is_empty().then_some(now))
    }
}
