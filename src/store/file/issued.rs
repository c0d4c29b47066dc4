//! Issued puzzles, read by batch.

use redb::ReadTransaction;

use super::batches;
use super::codec::{decode_issued, name_of_issued};
use super::fault::Fault;
use super::ledger::miscounted;
use super::tables::{BATCHES, ISSUED};
use crate::record::Issued;

/// The puzzles of `batch` from number `from` on, at most `count`: as many as its record says there are.
pub(super) fn range(
    transaction: &ReadTransaction,
    batch: u32,
    from: u32,
    count: u32,
) -> Result<Vec<Issued>, Fault> {
    let kept = batches::get(&transaction.open_table(BATCHES)?, batch)?;
    let last = kept.map_or(0, |batch| batch.issued);
    let due = last.saturating_sub(from - 1).min(count);
    let mut found = Vec::with_capacity(due as usize);
    for row in transaction.open_table(ISSUED)?.range((batch, from)..=(batch, u32::MAX))? {
        let (at, record) = row?;
        let next = from + found.len() as u32;
        if found.len() as u32 == due {
            // All that were asked for; no more may follow the last.
            if next <= last {
                break;
            }
            return Err(miscounted(batch, at.value().1, last));
        }
        if at.value().1 != next {
            break;
        }
        found.push(decode_issued(batch, next, record.value()).map_err(Fault::Record)?);
    }
    if found.len() as u32 == due {
        return Ok(found);
    }
    let missing = name_of_issued(batch, from + found.len() as u32);
    Err(Fault::Broken(format!("{missing} is missing")))
}
