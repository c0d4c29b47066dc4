//! What another copy of the database issued since: brought into this one as it was issued, as far as it can be read.

use std::ops::Bound;

use super::super::StoreError;
use super::super::engine::{Done, Fault, Snapshot, Transaction};
use super::super::record::{At, Record as _};
use super::rows::{all_of, get, last, put};
use super::{batches, events, ledger};
use crate::record::{Batch, Entry};

/// Puzzles that are brought at a time.
const CHUNK: u32 = 1 << 14;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Brought {
    /// The first and the last batch that puzzles were brought of.
    pub batches: Option<(u32, u32)>,
    /// How many puzzles were brought.
    pub puzzles: u64,
    /// What could not be brought, in words.
    pub lost: Vec<String>,
}

impl Brought {
    fn count(&mut self, batch: u32, puzzles: u64) {
        self.puzzles += puzzles;
        let (first, last) = self.batches.unwrap_or((batch, batch));
        self.batches = Some((first.min(batch), last.max(batch)));
    }
}

/// What reads; none, and words, if it does not.
fn readable<T>(read: Done<T>, brought: &mut Brought) -> Done<Option<T>> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(Fault::Broken(what) | Fault::Store(StoreError::Damaged { what, .. })) => {
            brought.lost.push(what);
            Ok(None)
        }
        Err(fault) => Err(fault),
    }
}

/// Brings the batches, and the puzzles of batches, that `from` has and `to` does not, each to its own place. A batch whose record does not
/// read is kept without puzzles, so that the ids have no gap.
pub(in crate::store) fn newer(from: &dyn Snapshot, to: &mut dyn Transaction) -> Done<Brought> {
    let mut brought = Brought::default();
    let (mut own, mut end) = (0, 0);
    if let Some((id, _)) = last::<Batch>(to)? {
        own = id;
    }
    match last::<Batch>(from) {
        Ok(found) => end = found.map_or(0, |row| row.0),
        found => drop(readable(found, &mut brought)?),
    }
    for id in 1..=end.max(own) {
        let Some(theirs) = readable(get::<Batch>(from, &id), &mut brought)?.flatten() else {
            if id > own {
                let note = "its record could not be read when a backup was restored".to_owned();
                put(to, &id, &Batch { id, note, version: String::new(), ..Batch::new() })?;
            }
            continue;
        };
        let before = match get::<Batch>(to, &id)? {
            None => {
                let begun = Batch { issued: 0, void: 0, ..theirs.clone() };
                batches::take(to, &begun)?;
                begun
            }
            Some(ours) if ours.token == theirs.token => ours,
            Some(_) => {
                let many = theirs.issued;
                brought.lost.push(format!("batch {id} is another one here: {many} puzzles"));
                continue;
            }
        };
        if before.issued < theirs.issued {
            bring(from, to, &theirs, before, &mut brought)?;
        }
    }
    Ok(brought)
}

/// Brings the puzzles of a batch that are missing in `kept`, in their order, up to the first that does not read.
fn bring(
    from: &dyn Snapshot,
    to: &mut dyn Transaction,
    theirs: &Batch,
    mut kept: Batch,
    brought: &mut Brought,
) -> Done {
    let id = kept.id;
    kept.attempts = theirs.attempts;
    let mut void: Vec<At> = Vec::new();
    while kept.issued < theirs.issued {
        let (first, last) = (kept.issued + 1, theirs.issued.min(kept.issued.saturating_add(CHUNK)));
        let mut puzzles = Vec::new();
        // Told below, one by one.
        let all =
            all_of::<Entry>(from, (Bound::Included(&(id, first)), Bound::Included(&(id, last))));
        let is_whole = matches!(&all, Ok(rows) if rows.len() as u32 == last - first + 1);
        if is_whole {
            puzzles.extend(all?.into_iter().map(|row| row.1));
        } else {
            for number in first..=last {
                match readable(get::<Entry>(from, &(id, number)), brought)?.flatten() {
                    Some(puzzle) => puzzles.push(puzzle),
                    None => break,
                }
            }
        }
        void.extend(puzzles.iter().filter(|one| one.void).map(|one| (id, one.number)));
        for one in &mut puzzles {
            one.void = false;
        }
        let count = puzzles.len() as u64;
        let committed = ledger::issue(to, (false, false), &kept, kept.issued, &puzzles)?;
        if let Some(&again) = committed.refused.first() {
            let name = Entry::name(&(id, puzzles[again].number));
            return Err(Fault::Broken(format!("{name} is in the backup under another number")));
        }
        kept = committed.batch;
        brought.count(id, count);
        if !is_whole {
            let rest = theirs.issued - kept.issued;
            brought.lost.push(format!("batch {id}: its last {rest} puzzles"));
            break;
        }
    }
    events::void(to, &void, true, None).map(drop)
}
