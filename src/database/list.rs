//! Lists of seeds, batches and books.

use seeddb_ledger::Store;
use seeddb_ledger::rules::{batches, books, seeds, uses};

use super::by_id::seed_of;
use super::ids::Ids;
use super::{Database, Error, Part};
use crate::record::{Batch, Book, Seed};
use crate::symmetry::{Id, Key};

/// A seed with its id and the number of its uses.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedSeed {
    /// The seed.
    pub seed: Seed,
    /// Its id.
    pub id: Id,
    /// Puzzles issued from it.
    pub issued: u64,
}

impl Database {
    /// Returns the seeds of a tier, or all, by tier, then by score.
    pub fn seeds(&self, tier: Option<u8>) -> Result<Vec<ListedSeed>, Error> {
        let store = self.read()?;
        let seeds = store.read(|from| {
            seeds::graded(from, self.ladder().id(), tier.map_or(0..=u8::MAX, |tier| tier..=tier))
        })?;
        listed(&store, seeds)
    }

    /// Returns the seeds that themselves meet the requirements of a part, by tier, then by score.
    /// With ratings (ER), unrated seeds are omitted.
    ///
    /// # Errors
    /// An unknown level or seed, [`Error::Contradiction`]; failures of the store.
    pub fn seeds_of(&self, part: &Part) -> Result<Vec<ListedSeed>, Error> {
        let is_chosen = self.chooser(&self.read()?, part)?;
        let tier = part.ask.tier.as_ref().filter(|tiers| tiers.start() == tiers.end());
        let mut seeds = self.seeds(tier.map(|tiers| *tiers.start()))?;
        seeds.retain(|listed| is_chosen(&listed.seed));
        Ok(seeds)
    }

    /// Returns the seed with this id.
    ///
    /// # Errors
    /// [`Error::NoSeed`]; failures of the store.
    pub fn seed(&self, id: Id) -> Result<Seed, Error> {
        seed_of(&self.read()?, id)
    }

    /// Returns all batches with puzzles, by id. A batch without puzzles belongs to a draw that has
    /// just begun, or that was killed before its first commit.
    pub fn batches(&self) -> Result<Vec<Batch>, Error> {
        let store = self.read()?;
        with_puzzles(&store)
    }

    /// Returns all books, by id.
    pub fn books(&self) -> Result<Vec<Book>, Error> {
        Ok(self.read()?.read(books::all)?)
    }
}

/// Adds their ids and the numbers of their uses to seeds.
pub(super) fn listed(store: &Store, seeds: Vec<Seed>) -> Result<Vec<ListedSeed>, Error> {
    let keys: Vec<Key> = seeds.iter().map(|seed| seed.key).collect();
    let (ids, uses) = (Ids::default().seeds(store, &keys)?, store.read(uses::of_all)?);
    let list = |(seed, id): (Seed, Id)| {
        let issued = uses.get(&seed.key).copied().unwrap_or(0);
        ListedSeed { seed, id, issued }
    };
    Ok(seeds.into_iter().zip(ids).map(list).collect())
}

/// Whether it has puzzles that are not lost.
pub(super) fn has_puzzles(batch: &Batch) -> bool {
    u64::from(batch.issued) > batch.lost.count()
}

pub(super) fn with_puzzles(store: &Store) -> Result<Vec<Batch>, Error> {
    let mut batches = store.read(batches::all)?;
    batches.retain(has_puzzles);
    Ok(batches)
}

/// Returns the last batch with puzzles.
pub(super) fn last_batch(store: &Store) -> Result<Batch, Error> {
    match store.read(batches::last_batch)? {
        Some(batch) if has_puzzles(&batch) => Ok(batch),
        Some(_) => with_puzzles(store)?.pop().ok_or(Error::NoBatch),
        None => Err(Error::NoBatch),
    }
}
