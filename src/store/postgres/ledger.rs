//! The ledger and the issued puzzles.

use std::collections::{BTreeMap, HashMap, HashSet};

use postgres::{Row, Transaction};

use super::batches;
use super::fault::Fault;
use super::types::{Uuid, uuids};
use crate::record::{Batch, Issued};
use crate::store::StoreError;
use crate::store::codec::{decode_issued, encode_issued, name_of_issued};
use crate::store::engine::{Committed, Keys, LedgerEntry};
use crate::store::issued::{keys_of_prefix, number};
use crate::store::void::used_as;
use crate::symmetry::Key;

/// Rows read at a time.
const CHUNK: u32 = 4_096;

pub(super) fn places_of(
    transaction: &mut Transaction<'_>,
    keys: &[Key],
) -> Result<Vec<Option<(u32, u32)>>, Fault> {
    let sql = "SELECT key, batch, number FROM seeddb.ledger WHERE key = ANY($1)";
    let rows = transaction.query(sql, &[&uuids(keys)])?;
    let found: HashMap<Key, (u32, u32)> =
        rows.iter().map(entry).map(|e| (e.0, (e.1, e.2))).collect();
    Ok(keys.iter().map(|key| found.get(key).copied()).collect())
}

fn entry(row: &Row) -> LedgerEntry {
    let (key, batch, number): (Uuid, i64, i64) = (row.get(0), row.get(1), row.get(2));
    (key.into(), batch as u32, number as u32)
}

pub(super) fn range(
    transaction: &mut Transaction<'_>,
    after: Option<Key>,
    count: usize,
) -> Result<Vec<LedgerEntry>, Fault> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let sql = "SELECT key, batch, number FROM seeddb.ledger \
               WHERE $1::uuid IS NULL OR key > $1 ORDER BY key LIMIT $2";
    let rows = transaction.query(sql, &[&after.map(Uuid::from), &count])?;
    Ok(rows.iter().map(entry).collect())
}

pub(super) fn keys_by_prefix(
    transaction: &mut Transaction<'_>,
    of: Keys,
    prefixes: &[u64],
) -> Result<Vec<Vec<Key>>, Fault> {
    let (first, last): (Vec<Uuid>, Vec<Uuid>) = prefixes
        .iter()
        .map(|&prefix| keys_of_prefix(prefix))
        .map(|(first, last)| (Uuid(first), Uuid(last)))
        .unzip();
    let table = match of {
        Keys::Seeds => "seeddb.seed",
        Keys::Issued => "seeddb.ledger",
    };
    let sql = format!(
        "SELECT w.place, t.key FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w(first, last, place) \
         CROSS JOIN LATERAL (SELECT key FROM {table} WHERE key BETWEEN w.first AND w.last) AS t \
         ORDER BY w.place, t.key"
    );
    let mut found = vec![Vec::new(); prefixes.len()];
    for row in transaction.query(&sql, &[&first, &last])? {
        let (place, key): (i64, Uuid) = (row.get(0), row.get(1));
        found[place as usize - 1].push(key.into());
    }
    Ok(found)
}

/// A commit under way, over all its attempts.
pub(super) struct Commit<'a> {
    puzzles: &'a [Issued],
    /// Whether others were met: then the ledger is asked first.
    is_careful: bool,
}

/// What a commit did, and how many puzzles the batch had before.
#[derive(Clone)]
pub(super) struct Done {
    before: u32,
    refused: Vec<usize>,
    batch: Batch,
}

impl From<Done> for Committed {
    fn from(Done { refused, batch, .. }: Done) -> Self {
        Self { refused, batch }
    }
}

impl<'a> Commit<'a> {
    pub(super) fn of(puzzles: &'a [Issued]) -> Self {
        Self { puzzles, is_careful: false }
    }

    /// Issues what is new. `done` is what may have been done already, by an attempt whose answer was lost.
    pub(super) fn attempt(
        &mut self,
        transaction: &mut Transaction<'_>,
        batch: &Batch,
        done: Option<&Done>,
    ) -> Result<Done, Fault> {
        // It waits for what still runs of that attempt.
        let before = batches::lock(transaction, batch.id)?;
        let kept = before.ok_or(StoreError::NoBatch(batch.id))?;
        let before = kept.issued;
        if let Some(done) = done
            && before == done.batch.issued
            && before != done.before
        {
            batches::update(transaction, &used_as(&done.batch, &kept))?;
            return Ok(done.clone());
        }
        let refused = self.known(transaction)?;
        let batch = self.issue(transaction, &used_as(batch, &kept), before, &refused)?;
        batches::update(transaction, &batch)?;
        Ok(Done { before, refused, batch })
    }

    /// Places of those that are known, as far as it was looked, or come a second time.
    fn known(&self, transaction: &mut Transaction<'_>) -> Result<Vec<usize>, Fault> {
        let keys: Vec<Key> = self.puzzles.iter().map(|puzzle| puzzle.key).collect();
        let known =
            if self.is_careful { places_of(transaction, &keys)? } else { vec![None; keys.len()] };
        let mut seen = HashSet::new();
        let is_known = |(key, place): (&Key, &Option<_>)| place.is_some() || !seen.insert(*key);
        let known: Vec<bool> = keys.iter().zip(&known).map(is_known).collect();
        Ok((0..keys.len()).filter(|&i| known[i]).collect())
    }

    /// Writes ledger, records and uses of those not refused, whose numbers follow `last`.
    pub(super) fn issue(
        &mut self,
        transaction: &mut Transaction<'_>,
        batch: &Batch,
        last: u32,
        refused: &[usize],
    ) -> Result<Batch, Fault> {
        let all = number(last, self.puzzles.len(), refused);
        let all = all.ok_or(StoreError::BatchFull(batch.id))?;
        let id = i64::from(batch.id);
        let (mut keys, mut numbers, mut records) = (Vec::new(), Vec::new(), Vec::new());
        let mut uses: BTreeMap<Uuid, i64> = BTreeMap::new();
        for (puzzle, number) in self.puzzles.iter().zip(all) {
            let Some(number) = number else { continue };
            keys.push(Uuid::from(puzzle.key));
            numbers.push(i64::from(number));
            records.push(encode_issued(batch.id, number, puzzle)?);
            if let Some(seed) = puzzle.seed {
                *uses.entry(seed.into()).or_default() += 1;
            }
        }
        let last = numbers.last().map_or(last, |&number| number as u32);
        // In one order for all writers, who would wait for each other in a circle otherwise.
        let inserted = transaction.execute(
            "INSERT INTO seeddb.ledger SELECT key, $1, number \
             FROM unnest($2::uuid[], $3::int8[]) AS t(key, number) ORDER BY key ON CONFLICT DO NOTHING",
            &[&id, &keys, &numbers],
        )?;
        if inserted != keys.len() as u64 {
            self.is_careful = true;
            return Err(Fault::Again);
        }
        transaction.execute(
            "INSERT INTO seeddb.issued SELECT $1, * FROM unnest($2::int8[], $3::bytea[])",
            &[&id, &numbers, &records],
        )?;
        let (seeds, uses): (Vec<Uuid>, Vec<i64>) = uses.into_iter().unzip();
        transaction.execute(
            "INSERT INTO seeddb.batch_use AS u SELECT $1, * FROM unnest($2::uuid[], $3::int8[]) \
             ON CONFLICT (batch, seed) DO UPDATE SET uses = u.uses + excluded.uses",
            &[&id, &seeds, &uses],
        )?;
        Ok(Batch { issued: last, ..batch.clone() })
    }
}

pub(super) fn issued_range(
    transaction: &mut Transaction<'_>,
    batch: u32,
    from: u32,
    count: u32,
) -> Result<Vec<Issued>, Fault> {
    let last = batches::get(transaction, batch)?.map_or(0, |batch| batch.issued);
    let end = (u64::from(from) + u64::from(count)).min(u64::from(last) + 1);
    let sql = "SELECT number, record FROM seeddb.issued \
               WHERE batch = $1 AND number >= $2 AND number < $3 ORDER BY number";
    let rows =
        transaction.query(sql, &[&i64::from(batch), &i64::from(from), &end.cast_signed()])?;
    let mut rows = rows.iter();
    (u64::from(from)..end)
        .map(|number| {
            let number = number as u32;
            let row = rows.next().filter(|row| row.get::<_, i64>(0) == i64::from(number));
            let missing = || Fault::Broken(format!("{} is missing", name_of_issued(batch, number)));
            let row = row.ok_or_else(missing)?;
            Ok(decode_issued(batch, number, row.get(1))?)
        })
        .collect()
}

/// All issued puzzles, some thousands at a time.
pub(super) fn each(
    transaction: &mut Transaction<'_>,
    mut take: impl FnMut(&mut Transaction<'_>, Vec<(u32, u32, Vec<u8>)>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let (mut batch, mut number) = (0_i64, 0_i64);
    loop {
        let sql = "SELECT batch, number, record FROM seeddb.issued \
                   WHERE (batch, number) > ($1, $2) ORDER BY batch, number LIMIT $3";
        let rows = transaction.query(sql, &[&batch, &number, &i64::from(CHUNK)])?;
        let Some(last) = rows.last() else { return Ok(()) };
        (batch, number) = (last.get(0), last.get(1));
        let row = |row: &Row| {
            let (batch, number): (i64, i64) = (row.get(0), row.get(1));
            (batch as u32, number as u32, row.get(2))
        };
        let rows = rows.iter().map(row).collect();
        take(transaction, rows)?;
    }
}

/// Makes the ledger anew from the records.
pub(super) fn rebuild(transaction: &mut Transaction<'_>) -> Result<u64, Fault> {
    transaction.batch_execute(
        "LOCK TABLE seeddb.issued, seeddb.ledger IN EXCLUSIVE MODE; \
         CREATE TEMP TABLE right_ledger (key uuid, batch int8, number int8) ON COMMIT DROP",
    )?;
    each(transaction, |transaction, rows| {
        let puzzles = rows
            .into_iter()
            .map(|(batch, number, record)| decode_issued(batch, number, &record))
            .collect::<Result<Vec<_>, _>>()?;
        let keys: Vec<Uuid> = puzzles.iter().map(|puzzle| puzzle.key.into()).collect();
        let batches: Vec<i64> = puzzles.iter().map(|puzzle| puzzle.batch.into()).collect();
        let numbers: Vec<i64> = puzzles.iter().map(|puzzle| puzzle.number.into()).collect();
        transaction.execute(
            "INSERT INTO right_ledger SELECT * FROM unnest($1::uuid[], $2::int8[], $3::int8[])",
            &[&keys, &batches, &numbers],
        )?;
        Ok(())
    })?;
    let sql = "SELECT batch, number FROM (SELECT batch, number, row_number() OVER \
               (PARTITION BY key ORDER BY batch, number) AS place FROM right_ledger) AS t \
               WHERE place > 1 ORDER BY batch, number LIMIT 1";
    if let Some(row) = transaction.query_opt(sql, &[])? {
        let (batch, number): (i64, i64) = (row.get(0), row.get(1));
        let name = name_of_issued(batch as u32, number as u32);
        return Err(Fault::Broken(format!("{name} was issued before")));
    }
    let sql = "SELECT (SELECT count(*) FROM (TABLE right_ledger EXCEPT TABLE seeddb.ledger) AS missing) \
               + (SELECT count(*) FROM seeddb.ledger l \
                  WHERE NOT EXISTS (SELECT FROM right_ledger r WHERE r.key = l.key))";
    let changed: i64 = transaction.query_one(sql, &[])?.get(0);
    transaction
        .batch_execute("DELETE FROM seeddb.ledger; INSERT INTO seeddb.ledger TABLE right_ledger")?;
    Ok(changed as u64)
}
