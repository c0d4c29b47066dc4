//! Copies: all rows as they are.

use std::ops::Bound;

use super::super::engine::{Done, Fault, Snapshot, Table, Transaction};
use super::super::record::check;
use super::rows::slice;

/// Rows copied at a time.
const CHUNK: usize = 8192;

/// Copies all rows; `told` hears how many there are so far, and says whether to go on. Whether all were copied.
pub(in crate::store) fn all(
    from: &dyn Snapshot,
    to: &mut dyn Transaction,
    told: &mut dyn FnMut(u64) -> bool,
) -> Done<bool> {
    let mut copied = 0;
    for table in Table::ALL {
        let mut first = Bound::Unbounded;
        loop {
            let rows = from.range(table, (slice(&first), Bound::Unbounded), CHUNK, false)?;
            for (key, value) in &rows {
                check(table, key, value)?;
            }
            to.put(table, &rows)?;
            copied += rows.len() as u64;
            if !told(copied) {
                return Ok(false);
            }
            match rows.into_iter().nth(CHUNK - 1) {
                Some((key, _)) => first = Bound::Excluded(key),
                None => break,
            }
        }
        let (ours, theirs) = (from.len(table)?, to.len(table)?);
        if ours != theirs {
            let what = format!("{} has {ours} rows, and {theirs} were copied", table.name());
            return Err(Fault::Broken(what));
        }
    }
    Ok(true)
}
