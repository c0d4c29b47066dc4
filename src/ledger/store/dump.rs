//! All that a database holds, handed out part by part.

use super::pieces::Piece;
use super::rules::pieces;
use super::{Store, StoreError};

impl Store {
    /// Hands all that is in the database, as it is at one moment, to `take`, which says whether to go on; false if it did not. Of a
    /// file a copy is read, as long as there is room for one beside it: others wait only while that is made.
    ///
    /// # Errors
    /// As `hand_out`.
    pub fn pieces(&self, take: &mut dyn FnMut(Piece) -> bool) -> Result<bool, StoreError> {
        self.hand_out(&mut |from| pieces::all(from, true, take))
    }
}
