//! Imports: the seeds of each import, and how an import is taken back.
//!
//! An import is a batch. The keys of its seeds are in texts `imported-BATCH-PART`, one per commit;
//! the batch is named by its token, which is equal in every copy.
//!
//! The contents of an import that is taken back may be drawn or imported again. The numbers of its
//! puzzles stay unused, so that notes on them remain valid; their keys leave the ledger. The text
//! `taken-back` lists the batch with its number of keys without puzzles, which leave no other
//! trace.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::engine::{Abort, Done, Lock, Snapshot, Transaction};
use super::super::record::{Keys, LedgerEntry, PuzzleRef, Text};
use super::super::{Added, StoreError};
use super::rows::{all_of, get_all, numbered, put, range, remove};
use super::texts::{IMPORTED, TAKEN_BACK};
use super::{batches, changes, keys, seeds, texts, uses};
use crate::plural::counted;
use crate::record::{Batch, Entry, Event, Numbers, Origin, Place, Seed};
use crate::symmetry::{GridClass, Key};

/// The contents of an import, which are removed if it is taken back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Import {
    /// Numbers of its puzzles, ascending.
    pub numbers: Vec<u32>,
    /// Its keys without a puzzle.
    pub keys: u32,
    /// Seeds that only this import brought.
    pub seeds: Vec<Key>,
}

/// Returns the name of a batch in all copies of the database: its token, or its id if it has none
/// because it began in memory.
fn name(batch: &Batch) -> String {
    if batch.token == 0 { batch.id.to_string() } else { format!("{:032x}", batch.token) }
}

/// Parses the text of imports taken back: by batch name, the number of keys removed.
pub(in crate::store) fn lines(text: &str) -> BTreeMap<&str, u64> {
    let all = text.lines().filter_map(|line| line.split_once(' '));
    all.map(|(name, keys)| (name, keys.parse().unwrap_or(0))).collect()
}

/// Whether `lines` contain the batch.
pub(in crate::store) fn are_of(lines: &BTreeMap<&str, u64>, batch: &Batch) -> bool {
    lines.contains_key(name(batch).as_str())
}

/// Returns the text of the imports taken back, for [`lines`].
pub(in crate::store) fn taken_back(from: &dyn Snapshot) -> Done<String> {
    Ok(texts::text(from, TAKEN_BACK)?.unwrap_or_default())
}

/// Returns the lost numbers of each batch, except imports that were taken back.
pub(in crate::store) fn lost(from: &dyn Snapshot) -> Done<BTreeMap<u32, Numbers>> {
    let (mut lost, text) = (batches::lost(from)?, taken_back(from)?);
    let lines = lines(&text);
    if !lines.is_empty() {
        let ids: Vec<u32> = lost.keys().copied().collect();
        let found = get_all::<Batch>(from, &ids)?;
        for batch in found.into_iter().flatten().filter(|batch| are_of(&lines, batch)) {
            lost.remove(&batch.id);
        }
    }
    Ok(lost)
}

/// Returns the number of issued puzzles that a salvage did not find, without imports taken back.
pub fn count_lost(from: &dyn Snapshot) -> Done<u64> {
    Ok(lost(from)?.values().map(Numbers::count).sum())
}

/// Adds the imports that another copy took back.
pub(super) fn join(to: &mut dyn Transaction, theirs: &str) -> Done {
    let own = taken_back(to)?;
    let mut all = lines(theirs);
    all.extend(lines(&own));
    if all.len() == lines(&own).len() { Ok(()) } else { keep(to, &all) }
}

fn keep(to: &mut dyn Transaction, all: &BTreeMap<&str, u64>) -> Done {
    let more = all.len() - lines(&taken_back(to)?).len();
    let lines: Vec<String> = all.iter().map(|(name, keys)| format!("{name} {keys}")).collect();
    texts::set(to, TAKEN_BACK, &lines.join("\n"))?;
    changes::add(to, TAKEN_BACK, more as u64)
}

/// Returns the name of the batch from the name of a text of its seeds.
pub(in crate::store) fn importer(name: &str) -> Option<&str> {
    Some(name.strip_prefix(IMPORTED)?.rsplit_once('-')?.0)
}

/// Adds seeds, and records the new ones for this batch. The first one begins the batch if its `id`
/// is 0. Returns the counts, and the batch if any seed was new.
pub(in crate::store) fn add(
    to: &mut dyn Transaction,
    batch: &Batch,
    new: &[Seed],
    grids: &HashMap<Key, GridClass>,
) -> Done<(Added, Option<Batch>)> {
    let mut brought = Vec::new();
    let added = seeds::add(to, new, grids, &mut brought)?;
    if brought.is_empty() {
        return Ok((added, None));
    }
    let mut batch = if batch.id == 0 { batches::begin(to, batch)? } else { batch.clone() };
    batch.attempts = batch.attempts.saturating_add(new.len() as u64);
    put(to, &batch.id, &batch)?;
    let part = parts(to, &format!("{}-", name(&batch)))?.len() + 1;
    let keys: Vec<String> = brought.iter().map(Key::to_string).collect();
    texts::set(to, &format!("{IMPORTED}{}-{part:06}", name(&batch)), &keys.join(" "))?;
    Ok((added, Some(batch)))
}

/// Returns the texts of imported seeds whose names continue with `begin`: `NAME-` for one batch.
fn parts(from: &dyn Snapshot, begin: &str) -> Done<Vec<(String, String)>> {
    let first = format!("{IMPORTED}{begin}");
    // A tilde sorts after all characters of the names.
    let last = format!("{first}~");
    let parts = all_of::<Text>(from, first..last)?;
    Ok(parts.into_iter().map(|(name, Text(text))| (name, text)).collect())
}

/// Returns the names of the texts of a batch, and the keys of its seeds, without those that another
/// import added in a newer copy. Also searches under its id: a batch from memory has got a token
/// since.
fn brought(from: &dyn Snapshot, batch: &Batch) -> Done<(Vec<String>, BTreeSet<Key>)> {
    let mut all = parts(from, &format!("{}-", name(batch)))?;
    if batch.token != 0 {
        all.extend(parts(from, &format!("{}-", batch.id))?);
    }
    let read = |texts: &[(String, String)]| {
        let keys = texts.iter().flat_map(|(_, text)| text.split_ascii_whitespace());
        let read = |key: &str| key.parse().map_err(|_| Abort::Corrupt(format!("the key {key:?}")));
        keys.map(read).collect::<Done<BTreeSet<Key>>>()
    };
    let mut keys = read(&all)?;
    if !keys.is_empty() {
        let mut others = parts(from, "")?;
        others.retain(|part| !all.contains(part));
        let others = read(&others)?;
        keys.retain(|key| !others.contains(key));
    }
    Ok((all.into_iter().map(|part| part.0).collect(), keys))
}

/// Returns the records that taking this import back would remove; refused if its puzzles or seeds
/// are in use.
pub fn find(from: &dyn Snapshot, id: u32) -> Done<Import> {
    let batch = batches::find(from, id)?;
    let refuse = |what: String| Err(Abort::Store(StoreError::NotTakenBack { batch: id, what }));
    let puzzles = all_of::<Entry>(from, (id, 0)..=(id, u32::MAX))?;
    if puzzles.iter().any(|(_, entry)| entry.seed.is_some()) {
        return refuse("its puzzles were drawn here, not imported".to_owned());
    }
    let keys = brought(from, &batch)?.1;
    let keys: Vec<Key> = keys.into_iter().collect();
    let drawn: u64 = uses::of(from, &keys)?.iter().sum();
    if drawn > 0 {
        let verb = if drawn == 1 { "was" } else { "were" };
        return refuse(format!("{} {verb} drawn from its seeds", counted(drawn, "puzzle")));
    }
    if batch.void > 0 {
        let verb = if batch.void == 1 { "is" } else { "are" };
        return refuse(format!("{} of it {verb} void", counted(batch.void.into(), "puzzle")));
    }
    let places = range::<Place>(from, (id, 0, 0)..=(id, u32::MAX, u32::MAX), 1)?;
    if let Some(((.., book), _)) = places.first() {
        return refuse(format!("puzzles of it are printed in book {book}"));
    }
    if !puzzles.is_empty() {
        let events = numbered::<Event>(from)?;
        let mut own = events.iter().filter(|event| event.batch == id);
        if let Some((series, _)) = own.find_map(|event| event.what.day()) {
            return refuse(format!("puzzles of it are, or were, in the series {series}"));
        }
    }
    let is_here = |seed: &Seed| seed.origin == Origin::Imported;
    let found = get_all::<Seed>(from, &keys)?;
    let found = found.into_iter().flatten().filter(is_here).map(|seed| seed.key).collect();
    let numbers = puzzles.iter().map(|((_, number), _)| *number).collect();
    let import = Import { numbers, keys: batch.keys, seeds: found };
    if import == Import::default() {
        let is_taken_back = are_of(&lines(&taken_back(from)?), &batch);
        let before = "it was before, and nothing is left of it";
        return refuse(if is_taken_back { before } else { "there is nothing in it" }.to_owned());
    }
    Ok(import)
}

/// Takes the import of this batch back, and appends `note` to the batch's note.
pub fn take_back(to: &mut dyn Transaction, id: u32, note: &str) -> Done<Import> {
    to.lock(Lock::Books)?;
    to.lock(Lock::Seeds)?;
    to.lock(Lock::Batch(id))?;
    let import = find(to, id)?;
    let mut batch = batches::find(to, id)?;
    let at: Vec<PuzzleRef> = import.numbers.iter().map(|number| (id, *number)).collect();
    let gone = get_all::<Entry>(to, &at)?.into_iter().flatten().map(|entry| entry.key);
    let mut gone: Vec<Key> = gone.collect();
    keys::each(to, Some(id), &mut |_, keys| {
        gone.extend(keys);
        Ok(true)
    })?;
    gone.sort_unstable();
    remove::<LedgerEntry>(to, gone)?;
    remove::<Entry>(to, at)?;
    let rows = all_of::<Keys>(to, (id, 0)..=(id, u32::MAX))?;
    remove::<Keys>(to, rows.into_iter().map(|row| row.0))?;
    seeds::take_back(to, &import.seeds)?;
    let names = brought(to, &batch)?.0;
    remove::<Text>(to, names)?;

    let text = taken_back(to)?;
    let mut all = lines(&text);
    let name = name(&batch);
    *all.entry(name.as_str()).or_default() += u64::from(import.keys);
    keep(to, &all)?;
    batch.lost = Numbers::but([], batch.issued);
    batch.keys = 0;
    if !batch.note.is_empty() {
        batch.note.push_str("; ");
    }
    batch.note.push_str(note);
    put(to, &id, &batch)?;
    Ok(import)
}
