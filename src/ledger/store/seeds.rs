//! Seeds, as the store is asked for them.

use super::rules::{imports, seeds};
use super::{Added, Store, StoreError};
use crate::record::{Batch, Seed};

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

    /// [`add_seeds`](Self::add_seeds) of an import, which keeps in mind which of them are its own: it may be [taken back](imports::take_back).
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

    /// Gives seeds that are there what they lack of these, each known by its key: gradings by ladders that have not graded it, those by a
    /// later version of a ladder's judge in the place of earlier ones, and what it gives with a half turn. All else on record stays as it is. How many got something.
    ///
    /// # Errors
    /// Failures of the engine. Nothing is changed then.
    pub fn complete_seeds(&self, richer: &[Seed]) -> Result<u64, StoreError> {
        let grids = seeds::grids(richer);
        self.write(|to| seeds::complete(to, richer, &grids))
    }
}
