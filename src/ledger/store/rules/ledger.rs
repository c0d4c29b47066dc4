//! The ledger: the puzzles that were issued and are never issued again.

use super::super::StoreError;
use super::super::engine::{Abort, Done, Lock, Row, Snapshot, Transaction};
use super::super::record::{LedgerEntry, PuzzleRef, Record, encode};
use super::rows::{all_of, all_of_each, get, get_all, missing, put};
use super::{batches, uses};
use crate::record::{Batch, Entry};
use crate::symmetry::{Id, Key};

pub(crate) struct Committed {
    /// Indices, in the list given, of the puzzles that were not issued, ascending.
    pub refused: Vec<usize>,
    /// The stored batch.
    pub batch: Batch,
}

/// Issues those of `puzzles` whose keys are new, in the ledger and among themselves (of equal ones
/// the first), under the next numbers of the batch, in order; counts a use of each puzzle's seed;
/// stores `batch` with its new count. Void puzzles and exports are not changed. The batch must have
/// been begun with `batch.token`: if its database was replaced, the new one has another batch of
/// that id, or none. A batch with a request key must have as many puzzles as the caller states.
///
/// With `hope` the ledger is not queried first: that is faster if all are new; otherwise the
/// transaction is run again, and must then be without `hope`.
pub(crate) fn commit(
    to: &mut dyn Transaction,
    (is_shared, hope): (bool, bool),
    batch: &Batch,
    puzzles: &[Entry],
) -> Done<Committed> {
    to.lock(Lock::Batch(batch.id))?;
    let before: Option<Batch> = get(to, &batch.id)?;
    let before = before.filter(|before| before.token == batch.token);
    let before = before.ok_or(StoreError::OtherBatch(batch.id))?;
    if before.issued == 0 {
        batches::expect_key(to, &before)?;
    }
    // Several processes may draw a batch with a request key at the same time.
    if batch.once.is_some() && batch.issued != before.issued {
        return Err(Abort::Store(StoreError::Overtaken));
    }
    let batch = Batch {
        void: before.void,
        exports: before.exports,
        lost: before.lost,
        keys: before.keys,
        ..batch.clone()
    };
    issue(to, (is_shared, hope), &batch, before.issued, puzzles)
}

/// Issues all `puzzles` as a new batch, by the rules of [`commit`].
pub(super) fn issue_whole(
    to: &mut dyn Transaction,
    is_shared: bool,
    batch: &Batch,
    puzzles: &[Entry],
) -> Done<Batch> {
    let batch = batches::begin(to, batch)?;
    let committed = issue(to, (is_shared, false), &batch, 0, puzzles)?;
    if committed.refused.is_empty() {
        Ok(committed.batch)
    } else {
        Err(Abort::Store(StoreError::Overtaken))
    }
}

/// Issues those of `puzzles` that are new as the next puzzles of a batch with the last number
/// `last`: see [`commit`].
pub(super) fn issue(
    to: &mut dyn Transaction,
    (is_shared, hope): (bool, bool),
    batch: &Batch,
    last: u32,
    puzzles: &[Entry],
) -> Done<Committed> {
    let found = batches::last_number(to, batch.id)?;
    // The last puzzles may be lost.
    if found != last && found != batch.lost.last_kept(last) {
        let what = format!("batch {} does not end at puzzle {last}, as its record says", batch.id);
        return Err(Abort::Corrupt(what));
    }
    // Ascending keys are looked up and inserted in half the time.
    let mut order: Vec<(Key, usize)> =
        puzzles.iter().enumerate().map(|(place, puzzle)| (puzzle.key, place)).collect();
    order.sort_unstable();
    let groups: Vec<&[(Key, usize)]> = order.chunk_by(|one, other| one.0 == other.0).collect();
    let keys: Vec<Key> = groups.iter().map(|same| same[0].0).collect();
    let mut refused = Vec::new();
    let known = if hope { vec![None; keys.len()] } else { get_all::<LedgerEntry>(to, &keys)? };
    for (same, known) in groups.iter().zip(known) {
        let first = usize::from(known.is_none());
        refused.extend(same[first..].iter().map(|(_, place)| *place));
    }
    refused.sort_unstable();

    let mut numbers: Vec<Option<u32>> = vec![None; puzzles.len()];
    let mut number = last;
    for (place, own) in numbers.iter_mut().enumerate() {
        if refused.binary_search(&place).is_err() {
            number = number.checked_add(1).ok_or(StoreError::BatchFull(batch.id))?;
            *own = Some(number);
        }
    }
    let of_batch = |(puzzle, number): (&Entry, &Option<u32>)| {
        number.map(|number| encode(&(batch.id, number), puzzle))
    };
    let rows = puzzles.iter().zip(&numbers).filter_map(of_batch).collect::<Done<Vec<Row>>>()?;
    let entry = |(key, place): &(Key, usize)| {
        numbers[*place].map(|number| encode(key, &LedgerEntry((batch.id, number))))
    };
    let entries = order.iter().filter_map(entry).collect::<Done<Vec<Row>>>()?;
    if !to.put_new(LedgerEntry::TABLE, &entries)?.is_empty() {
        // Another client has issued one of them since the lookup.
        return Err(Abort::Again);
    }
    to.put(Entry::TABLE, &rows)?;

    let issued = puzzles.iter().zip(&numbers).filter(|(_, number)| number.is_some());
    uses::count(to, is_shared, batch.id, issued.map(|one| one.0))?;
    let batch = Batch { issued: number, ..batch.clone() };
    put(to, &batch.id, &batch)?;
    Ok(Committed { refused, batch })
}

/// Enters new puzzles of a batch at the places in their records; the batch's record stays.
pub(super) fn enter(to: &mut dyn Transaction, is_shared: bool, puzzles: &[Entry]) -> Done {
    let row = |puzzle: &Entry| encode(&(puzzle.batch, puzzle.number), puzzle);
    let rows = puzzles.iter().map(row).collect::<Done<Vec<Row>>>()?;
    let spot = |puzzle: &Entry| encode(&puzzle.key, &LedgerEntry((puzzle.batch, puzzle.number)));
    let mut spots = puzzles.iter().map(spot).collect::<Done<Vec<Row>>>()?;
    spots.sort_unstable();
    if !to.put_new(LedgerEntry::TABLE, &spots)?.is_empty() {
        return Err(Abort::Corrupt("two of the puzzles found are the same".to_owned()));
    }
    to.put(Entry::TABLE, &rows)?;
    let batch = puzzles.first().map_or(0, |puzzle| puzzle.batch);
    uses::count(to, is_shared, batch, puzzles)
}

/// For each key, returns batch and number in the ledger, 0 without a puzzle; `None` if new.
pub fn places(from: &dyn Snapshot, keys: &[Key]) -> Done<Vec<Option<PuzzleRef>>> {
    let entries = get_all::<LedgerEntry>(from, keys)?;
    Ok(entries.into_iter().map(|entry| entry.map(|LedgerEntry(at)| at)).collect())
}

/// Returns batch and number of the puzzle with this key, number 0 if only its key was entered;
/// `None` if it is new.
pub fn place(from: &dyn Snapshot, key: Key) -> Done<Option<PuzzleRef>> {
    Ok(places(from, &[key])?.pop().flatten())
}

/// For each key, returns whether it is not in the ledger.
pub fn are_new(from: &dyn Snapshot, keys: &[Key]) -> Done<Vec<bool>> {
    Ok(places(from, keys)?.iter().map(Option::is_none).collect())
}

/// For each key, returns whether another key in the ledger shares its leading 60 bits, so that its
/// id must be longer.
pub fn are_prefixes_shared(from: &dyn Snapshot, keys: &[Key]) -> Done<Vec<bool>> {
    are_shared::<LedgerEntry>(from, keys)
}

/// For each key, returns whether another key of the table begins with the same 60 bits.
pub(super) fn are_shared<R: Record<Key = Key>>(
    from: &dyn Snapshot,
    keys: &[Key],
) -> Done<Vec<bool>> {
    let prefixes: Vec<u64> = keys.iter().map(|key| Id::of(*key).prefix()).collect();
    let found = of_prefixes::<R>(from, &prefixes)?;
    let is_shared = |(key, found): (&Key, &Vec<(Key, R)>)| found.iter().any(|row| row.0 != *key);
    Ok(keys.iter().zip(&found).map(is_shared).collect())
}

/// Returns the keys of the ledger that begin with the low 60 bits of `prefix`.
pub(crate) fn of_prefix(from: &dyn Snapshot, prefix: u64) -> Done<Vec<Key>> {
    let found = of_prefixes::<LedgerEntry>(from, &[prefix])?;
    Ok(found.into_iter().flatten().map(|row| row.0).collect())
}

/// Returns the puzzle with this key; `None` if only its key was entered, or it is new.
pub(crate) fn of_key(from: &dyn Snapshot, key: Key) -> Done<Option<Entry>> {
    let Some(place) = place(from, key)?.filter(|place| place.1 > 0) else { return Ok(None) };
    match puzzles(from, place.0, place.1, 1)?.pop().filter(|puzzle| puzzle.key == key) {
        None if !is_lost(from, place)? => Err(misplaced(place)),
        None => Err(StoreError::Lost(place.0, place.1).into()),
        puzzle => Ok(puzzle),
    }
}

/// Returns the puzzle at this place.
pub(crate) fn at(from: &dyn Snapshot, at: PuzzleRef) -> Done<Entry> {
    let found = if at.1 == 0 { None } else { puzzles(from, at.0, at.1, 1)?.pop() };
    match found.filter(|found| found.number == at.1) {
        Some(found) => Ok(found),
        None if is_lost(from, at)? => Err(StoreError::Lost(at.0, at.1).into()),
        None => Err(StoreError::NotIssued(at.0, at.1).into()),
    }
}

/// Whether the number is recorded as lost in its batch.
fn is_lost(from: &dyn Snapshot, at: PuzzleRef) -> Done<bool> {
    Ok(super::batches::find(from, at.0)?.lost.has(at.1))
}

/// Returns the fault for a puzzle that is not at its place in the ledger.
pub(crate) fn misplaced(at: PuzzleRef) -> Abort {
    let name = Entry::name(&at);
    Abort::Corrupt(format!("{name} is not the puzzle that the ledger has there"))
}

/// For each of `prefixes`, returns the rows of `R` whose keys begin with its 60 bits.
pub(in crate::store) fn of_prefixes<R: Record<Key = Key>>(
    from: &dyn Snapshot,
    prefixes: &[u64],
) -> Done<Vec<Vec<(Key, R)>>> {
    let key = |prefix: u64, last: u64, rest: u8| {
        let mut key = [rest; 16];
        key[..8].copy_from_slice(&(prefix << 4 | last).to_be_bytes());
        Key(key)
    };
    let range = |&prefix: &u64| (key(prefix, 0, 0), key(prefix, 0xf, 0xff));
    all_of_each(from, &prefixes.iter().map(range).collect::<Vec<_>>())
}

/// Returns the puzzles of the batch from number `first` (at least 1), at most `most`. Fails unless
/// they are exactly those that the batch's record counts, without lost ones. Empty if the batch
/// does not exist.
pub(crate) fn puzzles(from: &dyn Snapshot, batch: u32, first: u32, most: u32) -> Done<Vec<Entry>> {
    let Some(record) = get::<Batch>(from, &batch)? else { return Ok(Vec::new()) };
    let kept = record.issued;
    if first > kept || most == 0 {
        return Ok(Vec::new());
    }
    let last = kept.min(first.saturating_add(most - 1));
    let rows = all_of::<Entry>(from, (batch, first)..=(batch, last))?;
    let whole = |rows: &[(PuzzleRef, Entry)]| {
        rows.len() as u64 == u64::from(last - first) + 1
            && rows.iter().zip(first..=last).all(|(((_, number), _), expected)| *number == expected)
    };
    if whole(&rows) {
        let void = rows.iter().filter(|row| row.1.void).count();
        // Each row of an outdated page is valid on its own, so the counts are compared.
        if (first, last) == (1, kept) && void != record.void as usize {
            let said = record.void;
            let what = format!("batch {batch} has {void} void puzzles, its record says {said}");
            return Err(Abort::Corrupt(what));
        }
        return Ok(rows.into_iter().map(|row| row.1).collect());
    }
    let mut found: Vec<Entry> = Vec::new();
    for (first, last) in record.lost.between(first, kept) {
        let left = most - found.len() as u32;
        if left == 0 {
            break;
        }
        let last = last.min(first.saturating_add(left - 1));
        let rows = all_of::<Entry>(from, (batch, first)..=(batch, last))?;
        let mut numbers = rows.iter().map(|((_, number), _)| *number);
        if let Some(hole) = (first..=last).find(|expected| numbers.next() != Some(*expected)) {
            return Err(missing::<Entry>(&(batch, hole)));
        }
        found.extend(rows.into_iter().map(|row| row.1));
    }
    Ok(found)
}

/// Fails if a place has no issued puzzle, or, where `is_for_sale` holds for its index, a void one.
/// Where `may_be_lost` holds for its index, a number that the batch records as lost is accepted,
/// for example of an import that was taken back.
pub(super) fn are_issued(
    from: &dyn Snapshot,
    places: &[PuzzleRef],
    is_for_sale: impl Fn(usize) -> bool,
    may_be_lost: impl Fn(usize) -> bool,
) -> Done {
    let found = get_all::<Entry>(from, places)?.into_iter().zip(places).enumerate();
    for (at, (issued, &(batch, number))) in found {
        let Some(issued) = issued else {
            let record: Option<Batch> = if may_be_lost(at) { get(from, &batch)? } else { None };
            if record.is_some_and(|record| record.lost.has(number)) {
                continue;
            }
            return Err(Abort::Store(StoreError::NotIssued(batch, number)));
        };
        if issued.void && is_for_sale(at) {
            return Err(Abort::Store(StoreError::Void(batch, number)));
        }
    }
    Ok(())
}
