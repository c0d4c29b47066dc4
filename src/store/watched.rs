//! [`Watched`]: whether a transaction changes anything.

use super::engine::{Done, Keys, Lock, Row, Snapshot, Table, Transaction};

/// A transaction of which it is known whether it wrote a row, or removed one.
pub(super) struct Watched<'a> {
    pub to: &'a mut dyn Transaction,
    pub is_changed: bool,
}

impl Snapshot for Watched<'_> {
    fn get(&self, table: Table, keys: &[&[u8]]) -> Done<Vec<Option<Vec<u8>>>> {
        self.to.get(table, keys)
    }

    fn len(&self, table: Table) -> Done<u64> {
        self.to.len(table)
    }

    fn range(&self, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Done<Vec<Row>> {
        self.to.range(table, keys, most, back)
    }

    fn ranges(&self, table: Table, ranges: &[(&[u8], &[u8])]) -> Done<Vec<Vec<Row>>> {
        self.to.ranges(table, ranges)
    }
}

impl Transaction for Watched<'_> {
    fn put(&mut self, table: Table, rows: &[Row]) -> Done {
        self.is_changed |= !rows.is_empty();
        self.to.put(table, rows)
    }

    fn put_new(&mut self, table: Table, rows: &[Row]) -> Done<Vec<usize>> {
        let known = self.to.put_new(table, rows)?;
        self.is_changed |= known.len() < rows.len();
        Ok(known)
    }

    fn remove(&mut self, table: Table, keys: &[&[u8]]) -> Done {
        self.is_changed |= !keys.is_empty();
        self.to.remove(table, keys)
    }

    fn lock(&mut self, what: Lock) -> Done {
        self.to.lock(what)
    }
}
