//! The seeds of a new database.

use std::ops::Bound;

use redb::WriteTransaction;

use super::catalog;
use super::codec::{class_of_twins, encode_seed};
use super::fault::Fault;
use super::guard::in_parts;
use super::seeds;
use super::tables::{SEED_INDEX, SEEDS, TWINS};
use crate::record::Seed;
use crate::store::seeds::{IndexRow, index_rows};
use crate::symmetry::Key;

/// Seeds that a thread encodes in one go.
const CHUNK: usize = 256;

/// [`seeds::add`] into a database without seeds: threads encode the records, and a cursor takes the rows of each table in their
/// order, in place of a look-up for each.
pub(super) fn fill(transaction: &WriteTransaction, seeds: &[Seed]) -> Result<(), Fault> {
    let record = |seed: &Seed| Ok((seed.key, encode_seed(seed).map_err(Fault::Record)?));
    let parts: Vec<&[Seed]> = seeds.chunks(CHUNK).collect();
    let encoded = |part: &&[Seed]| part.iter().map(record).collect::<Result<Vec<_>, Fault>>();
    let mut records = in_parts(&parts, encoded)?.concat();
    records.sort_unstable();
    let mut twins: Vec<([u8; 16], Key)> = seeds.iter().flat_map(twins_of).collect();
    twins.sort_unstable();
    let has_twins = twins.windows(2).any(|pair| pair[0].0 == pair[1].0);
    let is_twice = records.windows(2).any(|pair| pair[0].0 == pair[1].0);
    if has_twins || is_twice || seeds.iter().any(|seed| seed.gradings.is_empty()) {
        // Which are kept is a matter of comparing them.
        return seeds::add(transaction, seeds).map(drop);
    }
    write(transaction, seeds, &records, &twins)?;
    catalog::write_all(transaction, seeds)
}

fn write(
    transaction: &WriteTransaction,
    seeds: &[Seed],
    records: &[(Key, Vec<u8>)],
    twins: &[([u8; 16], Key)],
) -> Result<(), Fault> {
    let mut table = transaction.open_table(SEEDS)?;
    let mut cursor = table.upper_bound_mut(Bound::<&[u8; 16]>::Unbounded)?;
    for (key, record) in records {
        cursor.insert_before(&key.0, record.as_slice())?;
    }
    cursor.close()?;
    let mut table = transaction.open_table(TWINS)?;
    let mut cursor = table.upper_bound_mut(Bound::<&[u8; 16]>::Unbounded)?;
    for (class, key) in twins {
        cursor.insert_before(class, &key.0)?;
    }
    cursor.close()?;
    let mut rows: Vec<IndexRow<'_>> = seeds.iter().flat_map(index_rows).collect();
    rows.sort_unstable();
    let mut table = transaction.open_table(SEED_INDEX)?;
    let mut cursor = table.upper_bound_mut(Bound::<IndexRow<'_>>::Unbounded)?;
    for row in rows {
        cursor.insert_before(row, ())?;
    }
    Ok(cursor.close()?)
}

/// The classes of twins of a seed, by each of its gradings.
fn twins_of(seed: &Seed) -> impl Iterator<Item = ([u8; 16], Key)> {
    seed.gradings.iter().map(|grading| (class_of_twins(&grading.ladder, grading.twin), seed.key))
}
