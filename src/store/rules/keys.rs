//! Keys of puzzles that were printed elsewhere, of which nothing else is known: so that they are never drawn.
//!
//! In the ledger such a key is at number 0 of the batch that entered it, where no puzzle is. The ledger can be worked out again, so the
//! keys of a batch stand a second time, as texts of some thousand: `keys-BATCH-PART`.

use std::ops::{Bound, ControlFlow};

use super::super::StoreError;
use super::super::engine::{Done, Fault, Lock, Row, Snapshot, Transaction};
use super::super::record::{Record, RowKey as _, Spot, Text, encode};
use super::rows::{chunks, get, get_all, last_of, put, records};
#[cfg(feature = "file")]
use super::rows::{range, remove};
use crate::record::Batch;
use crate::symmetry::Key;

/// What the names of the texts begin with.
const NAME: &str = "keys-";
/// Keys in a text.
const MOST: usize = 4096;
/// Hexadecimal digits of a key.
const DIGITS: usize = 32;

fn name(batch: u32, part: u32) -> String {
    format!("{NAME}{batch:010}-{part:010}")
}

/// Batch and part of a name.
fn at(name: &str) -> Option<(u32, u32)> {
    let (batch, part) = name.strip_prefix(NAME)?.split_once('-')?;
    Some((batch.parse().ok()?, part.parse().ok()?))
}

/// Enters those of these keys, each of which is there once, that are not in the ledger, in their order, as keys of a batch that has begun and issues nothing else. How
/// many were new, and the batch, which counts them as asked for, and all as attempts.
pub(in crate::store) fn enter(
    to: &mut dyn Transaction,
    batch: &Batch,
    keys: &[Key],
) -> Done<(u64, Batch)> {
    to.lock(Lock::Batch(batch.id))?;
    let kept: Option<Batch> = get(to, &batch.id)?;
    let mut kept =
        kept.filter(|kept| kept.token == batch.token).ok_or(StoreError::OtherBatch(batch.id))?;
    let new = add(to, batch.id, keys)?;
    kept.asked = kept.asked.saturating_add(u32::try_from(new).unwrap_or(u32::MAX));
    kept.attempts = kept.attempts.saturating_add(keys.len() as u64);
    put(to, &kept.id, &kept)?;
    Ok((new, kept))
}

/// Enters those of these keys, each of which is there once, that are not in the ledger, as keys of a batch whose counts stay; how many
/// were new.
pub(super) fn add(to: &mut dyn Transaction, batch: u32, keys: &[Key]) -> Done<u64> {
    let known = get_all::<Spot>(to, keys)?;
    let new: Vec<Key> =
        keys.iter().zip(known).filter(|(_, known)| known.is_none()).map(|(key, _)| *key).collect();
    let row = |key| encode(key, &Spot((batch, 0)));
    let mut rows = new.iter().map(row).collect::<Done<Vec<Row>>>()?;
    rows.sort_unstable();
    if !to.put_new(Spot::TABLE, &rows)?.is_empty() {
        return Err(Fault::Again);
    }
    let bounds = (&name(batch, 0), &name(batch, u32::MAX));
    let last = last_of::<Text>(to, (Bound::Included(bounds.0), Bound::Included(bounds.1)))?;
    let first = last.and_then(|(name, _)| at(&name)).map_or(1, |(_, part)| part.saturating_add(1));
    for (part, some) in (first..).zip(new.chunks(MOST)) {
        put(to, &name(batch, part), &Text(some.iter().map(Key::to_string).collect()))?;
    }
    Ok(new.len() as u64)
}

/// The batch and the keys of a text, if it has some.
pub(in crate::store) fn of_text(name: &str, text: &str) -> Option<(u32, Vec<Key>)> {
    let (batch, _) = at(name)?;
    let digits = text.as_bytes().chunks(DIGITS).map(std::str::from_utf8);
    let keys = digits.map(|digits| digits.ok()?.parse().ok()).collect::<Option<_>>()?;
    Some((batch, keys))
}

/// Hands the keys of all batches, or of one, to `take`, some thousands at a time, each time of one batch, until it says that it is
/// enough. Whether it came to the end.
pub(in crate::store) fn each(
    from: &dyn Snapshot,
    batch: Option<u32>,
    take: &mut dyn FnMut(u32, Vec<Key>) -> Done<bool>,
) -> Done<bool> {
    let (first, last) = batch
        .map_or((name(0, 0), name(u32::MAX, u32::MAX)), |id| (name(id, 0), name(id, u32::MAX)));
    let bounds = (Bound::Included(first.to_bytes()), Bound::Included(last.to_bytes()));
    let mut is_wanted = true;
    chunks(from, Text::TABLE, bounds, &mut |rows| {
        for (name, Text(text)) in records::<Text>(rows)? {
            let unread = || Fault::Broken(format!("the text {name} does not read"));
            let (batch, keys) = of_text(&name, &text).ok_or_else(unread)?;
            is_wanted = take(batch, keys)?;
            if !is_wanted {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(is_wanted)
}

/// Keeps those texts no longer, or shorter, whose keys have a puzzle in the ledger by now.
#[cfg(feature = "file")]
pub(super) fn without_puzzles(to: &mut dyn Transaction) -> Done {
    let (first, last) = (name(0, 0), name(u32::MAX, u32::MAX));
    let (mut next, last) = (Bound::Included(first), Bound::Included(last));
    loop {
        // One at a time, as they change.
        let rows = range::<Text>(to, (next.as_ref(), last.as_ref()), 1)?;
        let Some((name, Text(text))) = rows.into_iter().next() else { return Ok(()) };
        let unread = || Fault::Broken(format!("the text {name} does not read"));
        let (batch, keys) = of_text(&name, &text).ok_or_else(unread)?;
        let spots = get_all::<Spot>(to, &keys)?;
        let left = keys.iter().zip(spots).filter(|(_, spot)| *spot == Some(Spot((batch, 0))));
        let left: String = left.map(|(key, _)| key.to_string()).collect();
        if left.is_empty() {
            remove::<Text>(to, [name.clone()])?;
        } else if left != text {
            put(to, &name, &Text(left))?;
        }
        next = Bound::Excluded(name);
    }
}

/// Whether the batch has keys.
pub(super) fn are_in(from: &dyn Snapshot, batch: u32) -> Done<bool> {
    let mut found = false;
    each(from, Some(batch), &mut |_, _| {
        found = true;
        Ok(false)
    })?;
    Ok(found)
}
