//! Seeds, as the store is asked for them.

use std::collections::HashMap;
use std::ops::{Bound, RangeInclusive};

use rayon::prelude::*;

use super::record::Record;
use super::rules::imports::{self, Import};
use super::rules::{cards, ledger, rows, seeds, uses};
use super::{Added, Counts, Store, StoreError, Walk, Wanted};
use crate::record::{Batch, Fingerprint, Outline, Seed};
use crate::symmetry::{Id, Key};

impl Store {
    /// Adds seeds, all in one commit. A seed whose key is there gets the ratings that it lacks. Of twins by the ladder of a grading the best is kept,
    /// that of the greatest capacity, then of the highest score; a seed with gradings by several ladders is dropped, or gives
    /// way to another, only if it is a twin in all of them.
    ///
    /// # Errors
    /// [`StoreError::Ungraded`] if one has no grading; failures of the engine. Nothing is added then.
    pub fn add_seeds(&self, new: &[Seed]) -> Result<Added, StoreError> {
        let grids = seeds::grids(new);
        self.write(|to| seeds::add(to, new, &grids, &mut Vec::new()))
    }

    /// [`add_seeds`](Self::add_seeds) of an import, which keeps in mind which of them are its own: it may be [taken back](Self::take_back).
    /// Its batch begins with the first one that is new, if its id is 0; what it is now.
    ///
    /// # Errors
    /// As [`Self::add_seeds`].
    pub fn import_seeds(
        &self,
        batch: &Batch,
        new: &[Seed],
    ) -> Result<(Added, Option<Batch>), StoreError> {
        let grids = seeds::grids(new);
        let token = if batch.id == 0 { self.token()? } else { batch.token };
        let batch = Batch { token, ..batch.clone() };
        self.write(|to| imports::add(to, &batch, new, &grids))
    }

    /// What of the import of this batch is there, and would go if it were taken back.
    ///
    /// # Errors
    /// [`StoreError::NoBatch`], [`StoreError::NotTakenBack`]; failures of the engine.
    pub fn find_import(&self, batch: u32) -> Result<Import, StoreError> {
        self.read(|from| imports::find(from, batch))
    }

    /// Takes back what a batch imported: seeds, puzzles printed elsewhere, keys of such. They may be drawn, or come, again. `note` is added
    /// to that of the batch.
    ///
    /// # Errors
    /// [`StoreError::NotTakenBack`] if something was drawn of it, or refers to it; [`StoreError::NoBatch`]; failures of the engine.
    /// Nothing is changed then.
    pub fn take_back(&self, batch: u32, note: &str) -> Result<Import, StoreError> {
        self.write_giving(|to| imports::take_back(to, batch, note))
    }

    /// Gives seeds that are there what they lack of these, each known by its key: gradings by ladders that have not graded it, those by a
    /// later version of a ladder's judge in the place of earlier ones, and what it gives with a half turn. All else on record stays as it is. How many got something.
    ///
    /// # Errors
    /// Failures of the engine. Nothing is changed then.
    pub fn complete_seeds(&self, richer: &[Seed]) -> Result<u64, StoreError> {
        let grids = seeds::grids(richer);
        self.write(|to| seeds::complete(to, richer, &grids))
    }

    /// All seeds, by key.
    pub fn all_seeds(&self) -> Result<Vec<Seed>, StoreError> {
        let seeds = self.read(|from| rows::all::<Seed>(from))?;
        Ok(seeds.into_iter().map(|row| row.1).collect())
    }

    /// The first seeds behind this key, or of all, by key; at most `most`.
    pub fn seeds_after(&self, key: Option<Key>, most: usize) -> Result<Vec<Seed>, StoreError> {
        let first = key.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
        let seeds = self.read(|from| rows::range::<Seed>(from, (first, Bound::Unbounded), most))?;
        Ok(seeds.into_iter().map(|row| row.1).collect())
    }

    /// The seeds that the ladder of this id has graded into these tiers, by tier, then by score, then by key; those without
    /// a score last.
    pub fn seeds(&self, ladder: &str, tiers: RangeInclusive<u8>) -> Result<Vec<Seed>, StoreError> {
        self.read(|from| seeds::graded(from, ladder, tiers.clone()))
    }

    /// The outlines of all seeds that are wanted, with their uses, in no particular order: for those who must look at all of them. A
    /// draw takes a [`Walk`].
    pub fn outlines(&self, wanted: &Wanted) -> Result<Vec<(Outline, u64)>, StoreError> {
        self.read(|from| cards::outlines(from, wanted))
    }

    /// The next seeds of a walk, at most `most`, each with about how many puzzles it gave; none when the walk is over. A walk that is
    /// interrupted by changes may show a seed twice.
    pub fn next_of(&self, walk: &mut Walk, most: usize) -> Result<Vec<(Outline, u64)>, StoreError> {
        self.read(|from| walk.next(from, most))
    }

    /// The fingerprints of the seeds that the ladder of this id has graded into these tiers, by key.
    pub fn fingerprints(
        &self,
        ladder: &str,
        tiers: RangeInclusive<u8>,
    ) -> Result<Vec<Fingerprint>, StoreError> {
        let mut all = self.read(|from| {
            let mut all = Vec::new();
            cards::each_of(from, ladder, tiers.clone(), &mut |_, card| {
                all.push(card.fingerprint());
                Ok(())
            })?;
            Ok(all)
        })?;
        all.par_sort_unstable_by_key(|one| one.key);
        Ok(all)
    }

    /// The seeds of these keys, in their order; none where there is none.
    pub fn seeds_of(&self, keys: &[Key]) -> Result<Vec<Option<Seed>>, StoreError> {
        self.read(|from| rows::get_all(from, keys))
    }

    /// The seed of this key.
    pub fn seed(&self, key: Key) -> Result<Option<Seed>, StoreError> {
        self.read(|from| rows::get(from, &key))
    }

    /// The seeds whose keys begin with the 60 bits of `prefix` (the low 60 bits of the number), by key.
    pub fn seeds_by_prefix(&self, prefix: u64) -> Result<Vec<Seed>, StoreError> {
        let found = self.read(|from| ledger::of_prefixes::<Seed>(from, &[prefix]))?;
        Ok(found.into_iter().flatten().map(|row| row.1).collect())
    }

    /// For each key, whether another seed shares its leading 60 bits, so that its id must be longer.
    pub fn seed_prefixes_are_shared(&self, keys: &[Key]) -> Result<Vec<bool>, StoreError> {
        self.shared::<Seed>(keys)
    }

    /// For each key, whether another key of the table begins with the same 60 bits.
    pub(super) fn shared<R: Record<Key = Key>>(
        &self,
        keys: &[Key],
    ) -> Result<Vec<bool>, StoreError> {
        let prefixes: Vec<u64> = keys.iter().map(|key| Id::of(*key).prefix()).collect();
        let found = self.read(|from| ledger::of_prefixes::<R>(from, &prefixes))?;
        let is_shared =
            |(key, found): (&Key, &Vec<(Key, R)>)| found.iter().any(|row| row.0 != *key);
        Ok(keys.iter().zip(&found).map(is_shared).collect())
    }

    /// How many puzzles were issued from each seed that was ever used.
    pub fn seed_uses(&self) -> Result<HashMap<Key, u64>, StoreError> {
        self.read(|from| uses::of_all(from))
    }

    /// How much the database holds.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        self.read(|from| cards::counts(from))
    }
}
