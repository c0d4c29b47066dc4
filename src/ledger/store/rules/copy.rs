//! Copies of all rows, unchanged.

use std::ops::ControlFlow;

use super::super::engine::{Abort, Done, Snapshot, Table, Transaction};
use super::super::record::check;
use super::rows::chunks;

/// Copies all rows. `told` receives the number copied so far and returns whether to continue.
/// Returns whether all were copied.
pub(in crate::store) fn all(
    from: &dyn Snapshot,
    to: &mut dyn Transaction,
    told: &mut dyn FnMut(u64) -> bool,
) -> Done<bool> {
    let mut copied = 0;
    for table in Table::ALL {
        let mut is_wanted = true;
        chunks(from, table, .., &mut |rows| {
            for (key, value) in rows {
                check(table, key, value)?;
            }
            to.put(table, rows)?;
            copied += rows.len() as u64;
            is_wanted = told(copied);
            Ok(if is_wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        if !is_wanted {
            return Ok(false);
        }
        let (ours, theirs) = (from.len(table)?, to.len(table)?);
        if ours != theirs {
            let what = format!("{} has {ours} rows, and {theirs} were copied", table.name());
            return Err(Abort::Corrupt(what));
        }
    }
    Ok(true)
}
