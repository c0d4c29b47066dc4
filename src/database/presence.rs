//! [`Presence`]: what a database has of puzzles that come from elsewhere.

use super::{Database, Error, Ids, Named};
use crate::symmetry::{Id, Key};

/// What a database has of a class of puzzles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Presence {
    /// The puzzle of the class that was issued.
    pub issued: Option<Named>,
    /// The seed of the class.
    pub seed: Option<Id>,
}

impl Database {
    /// What there is of each of these classes, in their order; `None` if there is no database (and none is made).
    ///
    /// # Errors
    /// Failures of the store.
    pub fn presence(&self, keys: &[Key]) -> Result<Option<Vec<Presence>>, Error> {
        let Some(store) = self.home.read_if_there()? else { return Ok(None) };
        let mut ids = Ids::default();
        let are_new = store.filter_unissued(keys)?;
        let look = |(&key, is_new): (&Key, bool)| {
            let issued = if is_new { None } else { store.issued_puzzle(key)? };
            let mut named = ids.name(&store, issued.into_iter().collect())?;
            let seed = store.seed(key)?.map(|seed| ids.seed(&store, seed.key)).transpose()?;
            Ok(Presence { issued: named.pop(), seed })
        };
        keys.iter().zip(are_new).map(look).collect::<Result<_, Error>>().map(Some)
    }
}
