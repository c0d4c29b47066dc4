//! Methods of the store for seeds.

use super::rules::{imports, seeds};
use super::{Added, Store, StoreError};
use crate::record::{Batch, Seed};

impl Store {
    /// Adds seeds, all in one commit. An existing seed gets the gradings that it lacks. Of twins by
    /// the ladder of a grading the best is kept: the one with the greatest capacity, then the
    /// highest score. A seed with gradings by several ladders is dropped, or replaced, only if it
    /// is a twin in all of them.
    ///
    /// # Errors
    /// [`StoreError::Ungraded`] if a seed has no grading; failures of the engine. No seed is added
    /// then.
    pub fn add_seeds(&self, new: &[Seed]) -> Result<Added, StoreError> {
        let grids = seeds::grids(new);
        self.write(|to| seeds::add(to, new, &grids, &mut Vec::new()))
    }

    /// [`add_seeds`](Self::add_seeds) for an import, recording the new seeds so that the import can
    /// be [taken back](imports::take_back). If the id of `batch` is 0, the first new seed begins a
    /// batch. Returns the counts, and the batch if any seed was new.
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

    /// Adds to existing seeds, known by key, the parts of these that they lack: gradings by other
    /// ladders, gradings by a later version of a ladder's judge in place of earlier ones, and half
    /// turns. All other records are unchanged. Returns the number of changed seeds.
    ///
    /// # Errors
    /// Failures of the engine. Nothing is changed then.
    pub fn complete_seeds(&self, richer: &[Seed]) -> Result<u64, StoreError> {
        let grids = seeds::grids(richer);
        self.write(|to| seeds::complete(to, richer, &grids))
    }

    /// Adds to cards of earlier versions the cruxes of their seeds, where these are known. Returns
    /// the number of changed cards.
    ///
    /// # Errors
    /// Failures of the engine. Nothing is changed then.
    pub fn renew_cards(&self) -> Result<u64, StoreError> {
        self.write(seeds::renew)
    }
}
