//! The whole content of a database, in pieces.

use super::record_groups::RecordGroup;
use super::rules::pieces;
use super::{Store, StoreError};

impl Store {
    /// Passes the whole content of one snapshot to `take`, which returns whether to go on; returns
    /// `false` if it stopped. A file is copied first if there is room beside it, so that others
    /// wait only for the copying.
    ///
    /// # Errors
    /// As `hand_out`.
    pub fn pieces(&self, take: &mut dyn FnMut(RecordGroup) -> bool) -> Result<bool, StoreError> {
        self.hand_out(&mut |from| pieces::all(from, true, take))
    }
}
