//! A storage engine in memory, for one process.

use std::collections::BTreeMap;
use std::ops::{Bound, Deref};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use super::StoreError;
use super::engine::{
    Done, Engine, Keys, Lock, ReadRows, Row, Snapshot, Table, Transaction, WaitPolicy, WriteRows,
};

/// The path in error messages.
const PATH: &str = "memory";

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// Tables in memory; clones share them.
#[derive(Clone, Default)]
pub(super) struct MemoryEngine {
    tables: Arc<RwLock<BTreeMap<Table, Rows>>>,
}

type Tables = BTreeMap<Table, Rows>;

/// A snapshot, or the tables in a write transaction.
struct Reading<T>(T);

/// A write transaction. Unless committed, dropping it undoes its changes.
struct Writing<'a> {
    tables: Reading<RwLockWriteGuard<'a, Tables>>,
    /// The undo log: the value before each change, `None` for a new row.
    before: Vec<(Table, Vec<u8>, Option<Vec<u8>>)>,
}

impl<T: Deref<Target = Tables>> ReadRows for Reading<T> {
    fn get(&self, table: Table, keys: &[&[u8]]) -> Done<Vec<Option<Vec<u8>>>> {
        let rows = self.0.get(&table);
        Ok(keys.iter().map(|key| rows.and_then(|rows| rows.get(*key).cloned())).collect())
    }

    fn len(&self, table: Table) -> Done<u64> {
        Ok(self.0.get(&table).map_or(0, Rows::len) as u64)
    }

    fn range(&self, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Done<Vec<Row>> {
        let Some(rows) = self.0.get(&table).filter(|_| !is_empty(keys)) else {
            return Ok(Vec::new());
        };
        let row = |(key, value): (&Vec<u8>, &Vec<u8>)| (key.clone(), value.clone());
        let found = rows.range::<[u8], _>(keys);
        Ok(if back {
            found.rev().take(most).map(row).collect()
        } else {
            found.take(most).map(row).collect()
        })
    }
}

/// Whether the bounds exclude every key; `BTreeMap::range` panics on such bounds.
fn is_empty(keys: Keys<'_>) -> bool {
    match keys {
        (Bound::Included(from), Bound::Included(to)) => from > to,
        (
            Bound::Included(from) | Bound::Excluded(from),
            Bound::Included(to) | Bound::Excluded(to),
        ) => from >= to,
        _ => false,
    }
}

impl ReadRows for Writing<'_> {
    fn get(&self, table: Table, keys: &[&[u8]]) -> Done<Vec<Option<Vec<u8>>>> {
        self.tables.get(table, keys)
    }

    fn len(&self, table: Table) -> Done<u64> {
        self.tables.len(table)
    }

    fn range(&self, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Done<Vec<Row>> {
        self.tables.range(table, keys, most, back)
    }
}

impl WriteRows for Writing<'_> {
    fn put(&mut self, table: Table, rows: &[Row]) -> Done {
        let kept = self.tables.0.entry(table).or_default();
        for (key, value) in rows {
            let before = kept.insert(key.clone(), value.clone());
            self.before.push((table, key.clone(), before));
        }
        Ok(())
    }

    fn put_new(&mut self, table: Table, rows: &[Row]) -> Done<Vec<usize>> {
        let kept = self.tables.0.entry(table).or_default();
        let mut known = Vec::new();
        for (place, (key, value)) in rows.iter().enumerate() {
            if kept.contains_key(key) {
                known.push(place);
            } else {
                kept.insert(key.clone(), value.clone());
                self.before.push((table, key.clone(), None));
            }
        }
        Ok(known)
    }

    fn remove(&mut self, table: Table, keys: &[&[u8]]) -> Done {
        let kept = self.tables.0.entry(table).or_default();
        for key in keys {
            if let Some((key, before)) = kept.remove_entry(*key) {
                self.before.push((table, key, Some(before)));
            }
        }
        Ok(())
    }

    fn lock(&mut self, _: Lock) -> Done {
        Ok(())
    }

    fn is_changed(&self) -> bool {
        !self.before.is_empty()
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        for (table, key, before) in self.before.drain(..).rev() {
            let kept = self.tables.0.entry(table).or_default();
            match before {
                Some(before) => drop(kept.insert(key, before)),
                None => drop(kept.remove(&key)),
            }
        }
    }
}

impl Engine for MemoryEngine {
    fn path(&self) -> &Path {
        PATH.as_ref()
    }

    fn read(
        &self,
        _: &WaitPolicy,
        body: &mut dyn FnMut(&dyn Snapshot) -> Done,
    ) -> Result<(), StoreError> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        body(&Reading(tables)).map_err(|fault| fault.at(self.path()))
    }

    fn write(
        &self,
        _: &WaitPolicy,
        body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<(), StoreError> {
        // After a panic, dropping `Writing` has undone the body's changes.
        let tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        let mut writing = Writing { tables: Reading(tables), before: Vec::new() };
        body(&mut writing).map_err(|fault| fault.at(self.path()))?;
        writing.before.clear();
        Ok(())
    }
}
