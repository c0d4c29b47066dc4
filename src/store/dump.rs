//! All that a database holds, handed out part by part.

use super::pieces::Piece;
use super::rules::pieces;
use super::{Store, StoreError};

impl Store {
    /// Hands all that is in the database, as it is at one moment, to `take`, which says whether to go on; false if it did not. Of a
    /// file a copy is read, as long as there is room for one beside it: others wait only while that is made.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if something does not read; [`StoreError::Overtaken`] if the connection to a server was lost on the way;
    /// failures of the engine.
    pub(crate) fn pieces(&self, take: &mut dyn FnMut(Piece) -> bool) -> Result<bool, StoreError> {
        let (mut is_begun, mut is_whole) = (false, false);
        let problems = self.examine(&mut |from| {
            // What was handed out cannot be taken back.
            if std::mem::replace(&mut is_begun, true) {
                return Err(StoreError::Overtaken.into());
            }
            is_whole = pieces::all(from, true, take)?;
            Ok(())
        })?;
        match problems.first() {
            Some(problem) => Err(self.damaged(problem.to_string())),
            None => Ok(is_whole),
        }
    }
}
