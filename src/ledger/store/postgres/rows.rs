//! Rows inside a transaction on a server.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::iter::from_fn;
use std::ops::Bound;

use postgres::Client;
use postgres::types::{ToSql, Type};

use super::{Abort, Done, Lock, ServerFailure, Table};
use crate::store::engine::{Keys, ReadRows, Row, WriteRows};

/// Classes of the server's advisory locks; the second number is 0 except for batches.
const SEEDS_LOCK: i32 = 0x5eed_0001;
const BOOKS_LOCK: i32 = 0x5eed_0002;
pub(super) const BATCHES_LOCK: i32 = 0x5eed_0003;
const BATCH_LOCK: i32 = 0x5eed_0004;

/// The maximum number of rows, and `BYTES` of values, per statement, and of keys that it looks up.
const ROWS: usize = 16_384;
const BYTES: usize = 16 << 20;
/// The number of rows from which a check for existing rows between them pays off.
const MANY: usize = 64;
/// The number of locks shared by all batches: the server has room for some thousands.
const LOCKS: u32 = 1_024;

pub(super) struct Working<'a> {
    client: RefCell<&'a mut Client>,
    /// The failure behind [`Abort::Engine`]. After a failure the server refuses further statements
    /// in the transaction.
    failure: RefCell<Option<ServerFailure>>,
    is_changed: bool,
}

impl<'a> Working<'a> {
    pub(super) fn new(client: &'a mut Client) -> Self {
        Self { client: RefCell::new(client), failure: RefCell::default(), is_changed: false }
    }

    /// Runs a query, unless an earlier one failed.
    pub(super) fn ask<T>(
        &self,
        question: impl FnOnce(&mut Client) -> Result<T, ServerFailure>,
    ) -> Done<T> {
        if self.failure.borrow().is_some() {
            return Err(Abort::Engine);
        }
        question(&mut self.client.borrow_mut()).map_err(|failure| {
            *self.failure.borrow_mut() = Some(failure);
            Abort::Engine
        })
    }

    pub(super) fn outcome(self, done: Done) -> Result<(), ServerFailure> {
        match self.failure.into_inner() {
            Some(failure) => Err(failure),
            None => Ok(done?),
        }
    }

    fn rows(&self, sql: &str, values: &[Value<'_>]) -> Done<Vec<postgres::Row>> {
        self.ask(|client| Ok(client.query_typed(sql, values)?))
    }
}

type Value<'a> = (&'a (dyn ToSql + Sync), Type);

/// Splits rows into parts that one statement writes.
fn parts(mut rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    from_fn(move || {
        let mut bytes = 0;
        let fits = |row: &&Row| {
            bytes += row.1.len();
            bytes <= BYTES
        };
        let count = rows.iter().take(ROWS).take_while(fits).count().max(1);
        let (part, rest) = rows.split_at_checked(count)?;
        rows = rest;
        Some(part)
    })
}

/// Sorts rows by key and keeps the last of equal keys: one statement must not write a row twice,
/// and writers that lock rows in the same order cannot deadlock.
fn rising(rows: &[Row]) -> Cow<'_, [Row]> {
    if rows.is_sorted_by(|one, next| one.0 < next.0) {
        return Cow::Borrowed(rows);
    }
    let last: HashMap<&[u8], &Row> = rows.iter().map(|row| (row.0.as_slice(), row)).collect();
    let mut rows: Vec<Row> = last.into_values().cloned().collect();
    rows.sort_unstable();
    Cow::Owned(rows)
}

/// Returns keys and values as two columns.
fn columns(rows: &[Row]) -> (Vec<&[u8]>, Vec<&[u8]>) {
    rows.iter().map(|(key, value)| (key.as_slice(), value.as_slice())).unzip()
}

impl ReadRows for Working<'_> {
    fn get(&self, table: Table, keys: &[&[u8]]) -> Done<Vec<Option<Vec<u8>>>> {
        let sql = format!("SELECT key, value FROM seeddb.{} WHERE key = ANY($1)", table.name());
        let mut found: HashMap<Vec<u8>, Vec<u8>> = HashMap::new();
        for part in keys.chunks(ROWS) {
            let rows = self.rows(&sql, &[(&part, Type::BYTEA_ARRAY)])?;
            found.extend(rows.iter().map(|row| (row.get(0), row.get(1))));
        }
        Ok(keys.iter().map(|key| found.get(*key).cloned()).collect())
    }

    /// Returns the number of rows. The server counts row by row: some 50 ms for a million.
    fn len(&self, table: Table) -> Done<u64> {
        let rows = self.rows(&format!("SELECT count(*) FROM seeddb.{}", table.name()), &[])?;
        Ok(rows[0].get::<_, i64>(0) as u64)
    }

    fn range(&self, table: Table, keys: Keys<'_>, most: usize, back: bool) -> Done<Vec<Row>> {
        let mut sql = format!("SELECT key, value FROM seeddb.{} WHERE true", table.name());
        let mut values: Vec<Value<'_>> = Vec::new();
        for (bound, side) in [(&keys.0, '>'), (&keys.1, '<')] {
            let (key, equal) = match bound {
                Bound::Included(key) => (key, "="),
                Bound::Excluded(key) => (key, ""),
                Bound::Unbounded => continue,
            };
            values.push((key, Type::BYTEA));
            // Writing to a string cannot fail.
            let _ = write!(sql, " AND key {side}{equal} ${}", values.len());
        }
        let order = if back { "DESC" } else { "ASC" };
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let _ = write!(sql, " ORDER BY key {order} LIMIT {most}");
        Ok(self.rows(&sql, &values)?.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn ranges(&self, table: Table, ranges: &[(&[u8], &[u8])]) -> Done<Vec<Vec<Row>>> {
        let sql = format!(
            "SELECT place, key, value FROM unnest($1, $2) WITH ORDINALITY AS r(first, last, place) \
                 JOIN LATERAL (SELECT key, value FROM seeddb.{} WHERE key BETWEEN first AND last) AS found ON true \
             ORDER BY place, key",
            table.name()
        );
        let mut found = vec![Vec::new(); ranges.len()];
        for (part, found) in ranges.chunks(ROWS).zip(found.chunks_mut(ROWS)) {
            let (first, last): (Vec<&[u8]>, Vec<&[u8]>) = part.iter().copied().unzip();
            let values: [Value<'_>; 2] = [(&first, Type::BYTEA_ARRAY), (&last, Type::BYTEA_ARRAY)];
            for row in self.rows(&sql, &values)? {
                found[row.get::<_, i64>(0) as usize - 1].push((row.get(1), row.get(2)));
            }
        }
        Ok(found)
    }
}

impl WriteRows for Working<'_> {
    /// If no key lies between the first and the last, as for new puzzles of a batch, a plain insert
    /// is a third faster. If another transaction inserts one meanwhile, the server reports a
    /// conflict and this transaction is retried.
    fn put(&mut self, table: Table, rows: &[Row]) -> Done {
        let table = table.name();
        let insert = format!("INSERT INTO seeddb.{table} SELECT * FROM unnest($1, $2)");
        let upsert = format!("{insert} ON CONFLICT (key) DO UPDATE SET value = excluded.value");
        let between = format!("SELECT FROM seeddb.{table} WHERE key BETWEEN $1 AND $2 LIMIT 1");
        self.is_changed |= !rows.is_empty();
        for part in parts(&rising(rows)) {
            let (first, last) = (&part[0].0, &part[part.len() - 1].0);
            let is_new = part.len() >= MANY
                && self.rows(&between, &[(first, Type::BYTEA), (last, Type::BYTEA)])?.is_empty();
            let sql = if is_new { &insert } else { &upsert };
            let (keys, values) = columns(part);
            let values: [Value<'_>; 2] = [(&keys, Type::BYTEA_ARRAY), (&values, Type::BYTEA_ARRAY)];
            self.ask(|client| Ok(client.execute_typed(sql, &values)?))?;
        }
        Ok(())
    }

    /// Waits for other transactions that wrote one of the keys to end.
    fn put_new(&mut self, table: Table, rows: &[Row]) -> Done<Vec<usize>> {
        let sql = format!(
            "WITH new AS (INSERT INTO seeddb.{} SELECT * FROM unnest($1, $2) AS r(key, value) ORDER BY key \
                 ON CONFLICT DO NOTHING RETURNING key) \
             SELECT place FROM unnest($1) WITH ORDINALITY AS r(key, place) \
             WHERE NOT EXISTS (SELECT FROM new WHERE new.key = r.key) ORDER BY place",
            table.name()
        );
        let (mut known, mut start) = (Vec::new(), 0);
        for part in parts(rows) {
            let (keys, values) = columns(part);
            let values: [Value<'_>; 2] = [(&keys, Type::BYTEA_ARRAY), (&values, Type::BYTEA_ARRAY)];
            let places = self.rows(&sql, &values)?;
            known.extend(places.iter().map(|row| start + row.get::<_, i64>(0) as usize - 1));
            start += part.len();
        }
        self.is_changed |= known.len() < rows.len();
        Ok(known)
    }

    fn remove(&mut self, table: Table, keys: &[&[u8]]) -> Done {
        let sql = format!("DELETE FROM seeddb.{} WHERE key = ANY($1)", table.name());
        self.is_changed |= !keys.is_empty();
        for part in keys.chunks(ROWS) {
            self.ask(|client| Ok(client.execute_typed(&sql, &[(&part, Type::BYTEA_ARRAY)])?))?;
        }
        Ok(())
    }

    fn lock(&mut self, what: Lock) -> Done {
        let (class, id) = match what {
            Lock::Seeds => (SEEDS_LOCK, 0),
            Lock::Books => (BOOKS_LOCK, 0),
            Lock::Batches => (BATCHES_LOCK, 0),
            Lock::Batch(id) => (BATCH_LOCK, (id % LOCKS).cast_signed()),
        };
        let sql = "SELECT pg_advisory_xact_lock($1, $2)";
        self.rows(sql, &[(&class, Type::INT4), (&id, Type::INT4)]).map(drop)
    }

    fn is_changed(&self) -> bool {
        self.is_changed
    }
}
