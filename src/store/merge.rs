//! All of another database brought into this one.
//!
//! This does not break the law of the [ledger](crate::ledger), although puzzles enter a ledger here without being drawn: each was
//! issued by the database that it comes from, is proved to have one solution and the key on its record, and is refused if it is
//! in the ledger; nobody is handed one. What is on a puzzle's label (level, tier, score) is taken as it is;
//! [`Database::verify`](crate::database::Database::verify) works that out again.

use super::engine::Fault;
use super::rules::merge::{self, Joined, Theirs};
use super::{Store, StoreError};

impl Store {
    /// Brings the batches, puzzles, keys, books, events and levels of another database into this one, as one change. `told` hears how
    /// many puzzles were looked at, and says whether to go on: none if it does not, and nothing is changed then.
    ///
    /// # Errors
    /// [`StoreError::NotOwn`] of what a partition may not have; [`StoreError::Damaged`] of either; failures of the engines. Nothing is
    /// changed then.
    pub(crate) fn join(
        &self,
        theirs: &Self,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Joined>, StoreError> {
        let (path, is_shared) = (theirs.path(), self.is_shared());
        let mut is_stopped = false;
        let joined = self.bringing_in().write_issuing(|to| {
            let mut done = Ok(None);
            // Their engine is not to hear of what this one failed at.
            theirs.read(|from| {
                done = merge::all(&Theirs { from, path: &path }, to, is_shared, told);
                Ok(())
            })?;
            let Some((joined, last)) = done? else {
                is_stopped = true;
                return Err(Fault::Store(StoreError::Overtaken));
            };
            Ok((joined, last))
        });
        if is_stopped { Ok(None) } else { joined.map(Some) }
    }
}
