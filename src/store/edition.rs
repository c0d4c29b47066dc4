//! Which editions of the starter seeds a database has, or its owner was told of.

use super::{Store, StoreError};

fn name(edition: u32) -> String {
    format!("starter-{edition}")
}

impl Store {
    /// Whether this edition of the starter seeds was entered, or somebody was told of it.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn knows_edition(&self, edition: u32) -> Result<bool, StoreError> {
        Ok(self.engine.property(&name(edition))?.is_some())
    }

    /// From now on it is known.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn set_edition(&self, edition: u32) -> Result<(), StoreError> {
        self.engine.claim(&name(edition), "known", false).map(drop)
    }
}
