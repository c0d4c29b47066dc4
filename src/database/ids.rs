//! [`Ids`]: the ids of puzzles and seeds in one database, longer where two keys begin alike.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;

use seeddb_ledger::rules::{batches, ledger, seeds};
use seeddb_ledger::{Issued, Store, StoreError};

use super::{DrawOptions, Error};
use crate::rating::minutes::Scale;
use crate::record::{Batch, Entry, Place};
use crate::symmetry::{Id, Key};
use seeddb_export::{InBook, Row};

/// An issued puzzle with its id and that of its seed.
#[derive(Clone, PartialEq, Debug)]
pub struct IssuedWithId {
    /// The puzzle.
    pub issued: Issued,
    /// Its id.
    pub id: Id,
    /// The id of its seed; `None` if it has none, as when printed elsewhere.
    pub seed: Option<Id>,
    /// The scale of its minutes; `None` if its batch was drawn without minutes and scale.
    pub scale: Option<Scale>,
    /// The id of the exported book, and its place there; `None` outside of such an export.
    pub place: Option<(u32, Place)>,
}

impl IssuedWithId {
    /// Returns its record: the keys of `draw --format json`.
    pub fn row(&self) -> Row {
        let mut row = Row::of(&self.issued, self.id, self.seed).timed_by(self.scale);
        if let Some((book, place)) = self.place {
            let Place { volume, label, page, answer, .. } = place;
            let (book_number, book_page, solution_page) = (label, page, answer);
            row.in_book = Some(InBook { book, volume, book_number, book_page, solution_page });
            row.caption = Some(label);
        }
        row
    }
}

/// Verifies puzzles on record against the ledger and adds their ids.
pub(super) fn confirmed(store: &Store, issued: Vec<Issued>) -> Result<Vec<IssuedWithId>, Error> {
    store.confirm(&issued)?;
    Ids::default().name(store, issued)
}

/// Creates ids; caches those of seeds, and the scales of batches.
#[derive(Default)]
pub(super) struct Ids {
    seeds: HashMap<Key, Id>,
    scales: HashMap<u32, Option<Scale>>,
}

impl Ids {
    /// Adds ids to issued puzzles, which must have been committed: ids are longer where two puzzles
    /// of the ledger share the leading 60 bits of their keys.
    pub(super) fn name(
        &mut self,
        store: &Store,
        issued: Vec<Issued>,
    ) -> Result<Vec<IssuedWithId>, Error> {
        let ids = self.of_entries(store, &issued)?;
        let name = |(issued, (id, seed)): (Issued, (Id, Option<Id>))| {
            let scale = self.scale(store, issued.batch)?;
            Ok(IssuedWithId { issued, id, seed, scale, place: None })
        };
        issued.into_iter().zip(ids).map(name).collect()
    }

    /// Returns the scale of minutes of a recorded batch.
    pub(super) fn scale(&mut self, store: &Store, batch: u32) -> Result<Option<Scale>, Error> {
        if let Some(&known) = self.scales.get(&batch) {
            return Ok(known);
        }
        let scale = match store.read(|from| batches::find(from, batch)) {
            Ok(batch) => DrawOptions::scale_of(&batch),
            // A salvaged database may have puzzles of a lost batch.
            Err(StoreError::NoBatch(_)) => None,
            Err(error) => return Err(error.into()),
        };
        self.scales.insert(batch, scale);
        Ok(scale)
    }

    /// Caches the scale of `batch`, which need not be read then.
    pub(super) fn know(&mut self, batch: &Batch) {
        self.scales.entry(batch.id).or_insert_with(|| DrawOptions::scale_of(batch));
    }

    pub(super) fn of_entries<P: Deref<Target = Entry>>(
        &mut self,
        store: &Store,
        puzzles: &[P],
    ) -> Result<Vec<(Id, Option<Id>)>, Error> {
        let keys: Vec<Key> = puzzles.iter().map(|puzzle| puzzle.key).collect();
        let mut shared = store.read(|from| ledger::are_prefixes_shared(from, &keys))?;
        // Puzzles to be issued together are not in the ledger yet. One may occur twice.
        let mut prefixes: HashMap<u64, (Key, bool)> = HashMap::with_capacity(keys.len());
        for &key in &keys {
            let known = prefixes.entry(Id::of(key).prefix()).or_insert((key, false));
            known.1 |= known.0 != key;
        }
        for (shared, key) in shared.iter_mut().zip(&keys) {
            *shared |= prefixes[&Id::of(*key).prefix()].1;
        }
        self.learn(store, puzzles.iter().filter_map(|puzzle| puzzle.seed))?;
        let name = |(puzzle, shared): (&P, bool)| {
            let id = Id::of(puzzle.key);
            let id = if shared { id.longer(puzzle.key) } else { id };
            (id, puzzle.seed.map(|seed| self.seeds[&seed]))
        };
        Ok(puzzles.iter().zip(shared).map(name).collect())
    }

    pub(super) fn seed(&mut self, store: &Store, key: Key) -> Result<Id, Error> {
        self.learn(store, [key].into_iter())?;
        Ok(self.seeds[&key])
    }

    pub(super) fn seeds(&mut self, store: &Store, keys: &[Key]) -> Result<Vec<Id>, Error> {
        self.learn(store, keys.iter().copied())?;
        Ok(keys.iter().map(|key| self.seeds[key]).collect())
    }

    /// Looks up the ids of unknown seeds, all in one read.
    fn learn(&mut self, store: &Store, keys: impl Iterator<Item = Key>) -> Result<(), Error> {
        let unknown: HashSet<Key> = keys.filter(|key| !self.seeds.contains_key(key)).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let unknown: Vec<Key> = unknown.into_iter().collect();
        let shared = store.read(|from| seeds::are_prefixes_shared(from, &unknown))?;
        self.seeds.extend(unknown.into_iter().zip(shared).map(|(key, shared)| {
            let id = Id::seed(key);
            (key, if shared { id.longer(key) } else { id })
        }));
        Ok(())
    }
}
