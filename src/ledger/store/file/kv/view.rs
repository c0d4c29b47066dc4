//! [`View`]: the tables of a file inside a transaction.

use std::cell::OnceCell;
use std::ops::Bound;
use std::path::Path;

use redb::{
    ReadTransaction, ReadableTable, ReadableTableMetadata as _, TableDefinition, TableError,
    WriteTransaction,
};

use super::super::fault::FileFailure;
use super::{Bytes, broken, count, definition, rows};
use crate::store::engine::{Done, Keys, Lock, ReadRows, Row, Table, WriteRows};

/// The tables inside a transaction. Each is opened, and its length checked, on first use.
pub(in super::super) struct View<'a, T> {
    path: &'a Path,
    open: Box<dyn Fn(Table) -> Result<T, TableError> + 'a>,
    tables: [OnceCell<T>; Table::ALL.len()],
    /// The number of bytes in the rows written so far.
    written: u64,
    is_changed: bool,
}

pub(in super::super) type Reading<'a> = View<'a, redb::ReadOnlyTable<Bytes, Bytes>>;
pub(in super::super) type Writing<'a> = View<'a, redb::Table<'a, Bytes, Bytes>>;

impl<'a> Reading<'a> {
    /// Views the tables of the file at `path`.
    pub(in super::super) fn new(path: &'a Path, transaction: &'a ReadTransaction) -> Self {
        let open = Box::new(move |table| transaction.open_table(definition(table)));
        Self { path, open, tables: Default::default(), written: 0, is_changed: false }
    }
}

impl<T: ReadableTable<Bytes, Bytes>> View<'_, T> {
    fn rows(&self, table: Table) -> Result<&T, FileFailure> {
        let cell = &self.tables[table as usize];
        if let Some(rows) = cell.get() {
            return Ok(rows);
        }
        let rows = (self.open)(table).map_err(|error| match error {
            TableError::TableDoesNotExist(_) => count::missing(table),
            error => error.into(),
        })?;
        count::check(table, &rows)?;
        Ok(cell.get_or_init(|| rows))
    }

    /// Fails unless every table has as many rows as its last row states.
    pub(in super::super) fn check(&self) -> Result<(), FileFailure> {
        Table::ALL.into_iter().try_for_each(|table| self.rows(table).map(drop))
    }

    fn done<U>(&self, result: Result<U, FileFailure>) -> Done<U> {
        result.map_err(|failure| failure.within(self.path))
    }
}

impl<T: ReadableTable<Bytes, Bytes> + Sync> ReadRows for View<'_, T> {
    fn get(&self, table: Table, keys: &[&[u8]]) -> Done<Vec<Option<Vec<u8>>>> {
        self.done(self.rows(table).and_then(|opened| rows::get(table, opened, keys)))
    }

    fn len(&self, table: Table) -> Done<u64> {
        self.done(self.rows(table).and_then(|opened| Ok(opened.len()? - 1)))
    }

    fn range(&self, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Done<Vec<Row>> {
        self.done(self.rows(table).and_then(|opened| rows::range(table, opened, keys, most, back)))
    }
}

impl<'a> Writing<'a> {
    /// Views the tables of the file at `path`, all of which must exist. redb creates a missing
    /// table when it is opened, but without the count row, so it is reported as missing.
    pub(in super::super) fn new(path: &'a Path, transaction: &'a WriteTransaction) -> Self {
        let open = Box::new(move |table| transaction.open_table(definition(table)));
        Self { path, open, tables: Default::default(), written: 0, is_changed: false }
    }

    fn rows_mut(
        &mut self,
        table: Table,
    ) -> Result<&mut redb::Table<'a, Bytes, Bytes>, FileFailure> {
        self.rows(table)?;
        self.tables[table as usize].get_mut().ok_or_else(|| count::missing(table))
    }

    /// Updates the count rows of opened tables. Returns the number of bytes in the rows written.
    pub(in super::super) fn finish(self) -> Result<u64, FileFailure> {
        for (table, opened) in Table::ALL.into_iter().zip(self.tables) {
            let Some(mut opened) = opened.into_inner() else { continue };
            let count = count::encode(table, opened.len()?.saturating_sub(1));
            let is_same = opened.get(count::LAST)?.is_some_and(|old| old.value() == count);
            if !is_same {
                opened.insert(count::LAST, count.as_slice())?;
            }
        }
        Ok(self.written)
    }

    fn put_rows(&mut self, table: Table, added: &[&Row]) -> Result<(), FileFailure> {
        let (Some((first, _)), Some((last, _))) = (added.first(), added.last()) else {
            return Ok(());
        };
        self.written +=
            added.iter().map(|(key, value)| (key.len() + value.len()) as u64).sum::<u64>();
        self.is_changed = true;
        let opened = self.rows_mut(table)?;
        let are_rising = added.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if are_rising && rows::is_gap(table, opened, first, last)? {
            // A cursor inserts ascending keys in a third of the time.
            let mut cursor = opened.lower_bound_mut(Bound::Included(first.as_slice()))?;
            for (key, value) in added {
                cursor.insert_before(key.as_slice(), value.as_slice())?;
            }
            return Ok(cursor.close()?);
        }
        for (key, value) in added {
            opened.insert(key.as_slice(), value.as_slice())?;
        }
        Ok(())
    }

    fn put_new_rows(&mut self, table: Table, added: &[Row]) -> Result<Vec<usize>, FileFailure> {
        let (Some((first, _)), Some((last, _))) = (added.first(), added.last()) else {
            return Ok(Vec::new());
        };
        if !added.windows(2).all(|pair| pair[0].0 < pair[1].0) {
            return Err(broken("new rows are not in the order of their keys".to_owned()));
        }
        let opened = self.rows_mut(table)?;
        let mut known = Vec::new();
        if !rows::is_gap(table, opened, first, last)? {
            for (at, (key, _)) in added.iter().enumerate() {
                if rows::is_there(table, opened, key)? {
                    known.push(at);
                }
            }
        }
        let is_new = |at: &usize| known.binary_search(at).is_err();
        let new: Vec<&Row> = (0..added.len()).filter(is_new).map(|at| &added[at]).collect();
        self.put_rows(table, &new)?;
        Ok(known)
    }

    fn remove_rows(&mut self, table: Table, keys: &[&[u8]]) -> Result<(), FileFailure> {
        self.is_changed |= !keys.is_empty();
        let opened = self.rows_mut(table)?;
        for key in keys {
            let is_removed = opened.remove(key)?.is_some();
            if !is_removed {
                rows::is_there(table, opened, key)?;
            }
        }
        Ok(())
    }
}

impl WriteRows for Writing<'_> {
    fn put(&mut self, table: Table, rows: &[Row]) -> Done {
        let rows: Vec<&Row> = rows.iter().collect();
        let done = self.put_rows(table, &rows);
        self.done(done)
    }

    fn put_new(&mut self, table: Table, rows: &[Row]) -> Done<Vec<usize>> {
        let known = self.put_new_rows(table, rows);
        self.done(known)
    }

    fn remove(&mut self, table: Table, keys: &[&[u8]]) -> Done {
        let done = self.remove_rows(table, keys);
        self.done(done)
    }

    /// Does nothing: a file has one writer at a time.
    fn lock(&mut self, _: Lock) -> Done {
        Ok(())
    }

    fn is_changed(&self) -> bool {
        self.is_changed
    }
}

pub(in super::super) fn make_all(transaction: &WriteTransaction) -> Result<(), FileFailure> {
    Table::ALL.into_iter().try_for_each(|table| make(transaction, table))
}

/// Rewrites the rows of all tables in the order of their keys, so that their pages are full.
pub(in super::super) fn pack_all(transaction: &WriteTransaction) -> Result<(), FileFailure> {
    let packed = TableDefinition::<Bytes, Bytes>::new("packed");
    for table in Table::ALL {
        let rows = transaction.open_table(definition(table))?;
        let mut new = transaction.open_table(packed)?;
        let mut cursor = new.lower_bound_mut(Bound::<&[u8]>::Unbounded)?;
        for row in rows.iter()? {
            let (key, value) = row?;
            cursor.insert_before(key.value(), value.value())?;
        }
        cursor.close()?;
        drop((rows, new));
        transaction.delete_table(definition(table))?;
        transaction.rename_table(packed, definition(table))?;
    }
    Ok(())
}

/// Creates an empty table, replacing an existing one.
fn make(transaction: &WriteTransaction, table: Table) -> Result<(), FileFailure> {
    transaction.delete_table(definition(table))?;
    let mut rows = transaction.open_table(definition(table))?;
    rows.insert(count::LAST, count::encode(table, 0).as_slice())?;
    Ok(())
}
