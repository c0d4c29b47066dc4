//! A quick check of some rows that the tables agree, before puzzles are issued: a server may have
//! lost a table, or been given an empty one, without an error.

use super::super::engine::{Abort, Done, Snapshot, Table};
use super::super::record::{Keys, LedgerEntry, PuzzleRef};
use super::EVERYTHING;
use super::rows::{get_all, last, last_of};
use crate::record::{Batch, Entry};
use crate::symmetry::Key;

/// The maximum number of batches that are checked.
const BATCHES: u32 = 16;

/// Checks a sample of batches: fails if the first or the last puzzle of one, or its last key
/// without a puzzle, is missing from its table or from the ledger; or if puzzles lack batches.
pub(in crate::store) fn expect(from: &dyn Snapshot) -> Done {
    let Some((last, _)) = last::<Batch>(from)? else {
        for table in [Table::Issued, Table::Ledger, Table::Printed, Table::Events] {
            if !from.range(table, EVERYTHING, 1, false)?.is_empty() {
                let what = format!("the table {} has rows, and batches has none", table.name());
                return Err(Abort::Corrupt(what));
            }
        }
        return Ok(());
    };
    let mut ids: Vec<u32> = (0..BATCHES)
        .map(|part| last - (u64::from(last - 1) * u64::from(part) / u64::from(BATCHES)) as u32)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let mut places: Vec<PuzzleRef> = Vec::new();
    let mut keys_alone: Vec<(Key, PuzzleRef)> = Vec::new();
    for batch in get_all::<Batch>(from, &ids)?.into_iter().flatten() {
        if batch.keys > 0 {
            let row = last_of::<Keys>(from, (batch.id, 0)..=(batch.id, u32::MAX))?;
            let key = row.and_then(|(_, Keys(keys))| keys.last().copied());
            let missing =
                || format!("batch {} has {} keys, which are not there", batch.id, batch.keys);
            keys_alone.push((key.ok_or_else(|| Abort::Corrupt(missing()))?, (batch.id, 0)));
        }
        let is_kept = |number: &u32| !batch.lost.has(*number);
        let ends =
            [1, batch.issued].into_iter().filter(|number| (1..=batch.issued).contains(number));
        places.extend(ends.filter(is_kept).map(|number| (batch.id, number)));
    }
    places.dedup();
    let found = get_all::<Entry>(from, &places)?;
    let mut keys = Vec::with_capacity(places.len());
    for (entry, (batch, number)) in found.into_iter().zip(&places) {
        let missing = || format!("puzzle {number} of batch {batch} was issued, and is not there");
        keys.push(entry.ok_or_else(|| Abort::Corrupt(missing()))?.key);
    }
    keys.extend(keys_alone.iter().map(|one| one.0));
    places.extend(keys_alone.iter().map(|one| one.1));
    let spots = get_all::<LedgerEntry>(from, &keys)?;
    let mut spots = spots.into_iter().map(|spot| spot.map(|LedgerEntry(at)| at)).zip(&places);
    match spots.find(|(spot, place)| spot.as_ref() != Some(*place)) {
        None => Ok(()),
        Some((_, (batch, 0))) => {
            Err(Abort::Corrupt(format!("the ledger lacks keys of batch {batch}")))
        }
        Some((_, (batch, number))) => {
            Err(Abort::Corrupt(format!("the ledger lacks puzzle {number} of batch {batch}")))
        }
    }
}
