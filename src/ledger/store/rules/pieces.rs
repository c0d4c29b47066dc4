//! The whole content of a database in pieces, in the order in which it can be entered again.

use std::collections::BTreeMap;

use super::super::engine::{Done, Snapshot};
use super::super::record::{LedgerEntry, Text};
use super::super::record_groups::{RecordGroup, SeedRecord, Whole};
use super::rows::{all_of, each, each_chunk, numbered};
use super::{keys, ledger, texts, uses};
use crate::record::{Batch, Book, Event, Place, Seed};
use crate::symmetry::Key;

/// The number of puzzles that are read at a time.
const CHUNK: u32 = 4096;
/// The maximum number of book places in memory at once, unless one book has more.
const PLACES: usize = 1 << 20;

/// Passes all records, with or without the seeds, to `take`, which returns whether to continue.
/// Returns whether the end was reached.
pub(in crate::store) fn all(
    from: &dyn Snapshot,
    with_seeds: bool,
    take: &mut dyn FnMut(RecordGroup) -> bool,
) -> Done<bool> {
    Ok(take(RecordGroup::Whole(Box::new(whole(from)?)))
        && (!with_seeds || seeds(from, take)?)
        && batches(from, take)?
        && books(from, take)?
        && events(from, take)?)
}

fn events(from: &dyn Snapshot, take: &mut dyn FnMut(RecordGroup) -> bool) -> Done<bool> {
    each_chunk::<Event>(from, .., &mut |rows| Ok(take(RecordGroup::Events(rows))))
}

fn whole(from: &dyn Snapshot) -> Done<Whole> {
    let kept = all_of::<Text>(from, ..)?.into_iter();
    let kept = kept.filter(|(name, _)| texts::is_kept(name)).map(|(name, Text(text))| (name, text));
    Ok(Whole {
        identity: Some(texts::identity(from)?),
        levels: Some(texts::stored_levels(from)?),
        partition: texts::partition(from)?,
        shard: texts::shard(from)?,
        editions: texts::editions(from)?,
        kept: kept.collect(),
    })
}

fn seeds(from: &dyn Snapshot, take: &mut dyn FnMut(RecordGroup) -> bool) -> Done<bool> {
    each_chunk::<Seed>(from, .., &mut |rows| {
        let keys: Vec<Key> = rows.iter().map(|row| row.0).collect();
        let told = |((_, seed), issued): ((Key, Seed), u64)| SeedRecord {
            seed,
            issued: Some(issued),
            class: None,
        };
        let told = rows.into_iter().zip(uses::of(from, &keys)?).map(told).collect();
        Ok(take(RecordGroup::Seeds(told)))
    })
}

fn batches(from: &dyn Snapshot, take: &mut dyn FnMut(RecordGroup) -> bool) -> Done<bool> {
    let mut keys_of = keys_of_lost(from)?;
    each_chunk::<Batch>(from, .., &mut |rows| {
        for (id, batch) in rows {
            if !take(RecordGroup::Batch(batch.into())) {
                return Ok(false);
            }
            if !keys::each(from, Some(id), &mut |_, keys| Ok(take(RecordGroup::Keys(keys))))? {
                return Ok(false);
            }
            if let Some(keys) = keys_of.remove(&id)
                && !take(RecordGroup::Keys(keys))
            {
                return Ok(false);
            }
            let mut next = Some(1);
            while let Some(first) = next {
                let puzzles = ledger::puzzles(from, id, first, CHUNK)?;
                let Some(last) = puzzles.last() else { break };
                next = last.number.checked_add(1);
                if !take(RecordGroup::Puzzles(puzzles)) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    })
}

/// Returns the keys of lost puzzles that the ledger has, by batch.
fn keys_of_lost(from: &dyn Snapshot) -> Done<BTreeMap<u32, Vec<Key>>> {
    let (lost, mut keys) = (super::batches::lost(from)?, BTreeMap::<u32, Vec<Key>>::new());
    if !lost.is_empty() {
        each::<LedgerEntry>(from, .., &mut |key, LedgerEntry((batch, number))| {
            if lost.get(&batch).is_some_and(|own| own.has(number)) {
                keys.entry(batch).or_default().push(key);
            }
            Ok(())
        })?;
    }
    Ok(keys)
}

/// Passes books with their places to `take`. Places are sorted by puzzle but passed by book, so
/// they are read once for as many books as fit in memory.
fn books(from: &dyn Snapshot, take: &mut dyn FnMut(RecordGroup) -> bool) -> Done<bool> {
    let books = numbered::<Book>(from)?;
    let mut rest = books.as_slice();
    while let [first, ..] = rest {
        let mut places = 0;
        let fits = |book: &&Book| {
            places += book.puzzles as usize;
            places <= PLACES
        };
        let (some, others) = rest.split_at(rest.iter().take_while(fits).count().max(1));
        rest = others;
        let mut of_each: Vec<Vec<Place>> = vec![Vec::new(); some.len()];
        if some.iter().any(|book| book.puzzles > 0) {
            each::<Place>(from, .., &mut |(.., id), place| {
                let at = id.checked_sub(first.id).map(|at| at as usize);
                if let Some(own) = at.and_then(|at| of_each.get_mut(at)) {
                    own.push(place);
                }
                Ok(())
            })?;
        }
        for (book, places) in some.iter().zip(of_each) {
            if !take(RecordGroup::Book(book.clone().into())) || !take(RecordGroup::Places(places)) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
