//! A storage engine in memory, for one process.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::StoreError;
use super::engine::{
    Abort, Done, Engine, Keys, Lock, ReadRows, Row, Snapshot, Table, Transaction, WaitPolicy,
    WriteRows,
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

/// A snapshot.
struct Reading<'a>(RwLockReadGuard<'a, Tables>);

/// A write transaction. Unless committed, dropping it undoes its changes.
struct Writing<'a> {
    tables: RwLockWriteGuard<'a, Tables>,
    /// The undo log: the value before each change, `None` for a new row.
    before: Vec<(Table, Vec<u8>, Option<Vec<u8>>)>,
}

fn get(tables: &Tables, table: Table, keys: &[&[u8]]) -> Vec<Option<Vec<u8>>> {
    let rows = tables.get(&table);
    keys.iter().map(|key| rows.and_then(|rows| rows.get(*key).cloned())).collect()
}

fn range(tables: &Tables, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Vec<Row> {
    let Some(rows) = tables.get(&table) else { return Vec::new() };
    if is_empty(keys) {
        return Vec::new();
    }
    let row = |(key, value): (&Vec<u8>, &Vec<u8>)| (key.clone(), value.clone());
    let found = rows.range::<[u8], _>(keys);
    if back {
        found.rev().take(most).map(row).collect()
    } else {
        found.take(most).map(row).collect()
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

impl ReadRows for Reading<'_> {
    fn get(&self, table: Table, keys: &[&[u8]]) -> Done<Vec<Option<Vec<u8>>>> {
        Ok(get(&self.0, table, keys))
    }

    fn len(&self, table: Table) -> Done<u64> {
        Ok(self.0.get(&table).map_or(0, Rows::len) as u64)
    }

    fn range(&self, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Done<Vec<Row>> {
        Ok(range(&self.0, table, keys, most, back))
    }
}

impl ReadRows for Writing<'_> {
    fn get(&self, table: Table, keys: &[&[u8]]) -> Done<Vec<Option<Vec<u8>>>> {
        Ok(get(&self.tables, table, keys))
    }

    fn len(&self, table: Table) -> Done<u64> {
        Ok(self.tables.get(&table).map_or(0, Rows::len) as u64)
    }

    fn range(&self, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Done<Vec<Row>> {
        Ok(range(&self.tables, table, keys, most, back))
    }
}

impl WriteRows for Writing<'_> {
    fn put(&mut self, table: Table, rows: &[Row]) -> Done {
        let kept = self.tables.entry(table).or_default();
        for (key, value) in rows {
            let before = kept.insert(key.clone(), value.clone());
            self.before.push((table, key.clone(), before));
        }
        Ok(())
    }

    fn put_new(&mut self, table: Table, rows: &[Row]) -> Done<Vec<usize>> {
        let kept = self.tables.entry(table).or_default();
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
        let kept = self.tables.entry(table).or_default();
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
            let kept = self.tables.entry(table).or_default();
            match before {
                Some(before) => drop(kept.insert(key, before)),
                None => drop(kept.remove(&key)),
            }
        }
    }
}

fn error(fault: Abort) -> StoreError {
    let path = PathBuf::from(PATH);
    match fault {
        Abort::Store(error) => error,
        Abort::Corrupt(what) => StoreError::Damaged { path, what },
        // Never returned here: there is one writer at a time, and memory does not fail.
        Abort::Again => StoreError::Overtaken,
        #[cfg(feature = "postgres")]
        Abort::Engine => StoreError::Overtaken,
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
        body(&Reading(tables)).map_err(error)
    }

    fn write(
        &self,
        _: &WaitPolicy,
        body: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<(), StoreError> {
        // After a panic, dropping `Writing` has undone the body's changes.
        let tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        let mut writing = Writing { tables, before: Vec::new() };
        body(&mut writing).map_err(error)?;
        writing.before.clear();
        Ok(())
    }
}
