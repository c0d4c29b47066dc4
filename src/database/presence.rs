//! [`Presence`]: the records in a database about puzzles from elsewhere.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use seeddb_ledger::rules::{batches, events, ledger, seeds};

use super::all_series::AllSeries;
use super::{Database, Error, Ids, IssuedWithId, Printed};
use crate::symmetry::{Id, Key};

/// The records about a class of equivalent puzzles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Presence {
    /// The issued puzzle of the class.
    pub issued: Option<IssuedWithId>,
    /// The batch that entered only its key, because it was printed elsewhere.
    pub elsewhere: Option<u32>,
    /// The time when its batch was begun, in seconds since 1970 (UTC); `None` if unknown.
    pub begun: Option<u64>,
    /// The day and the place of printing, from the imported file.
    pub printed: Option<String>,
    /// The seed of the class.
    pub seed: Option<Id>,
}

impl Database {
    /// Returns the records about each of these classes, in order; `None` if the database does not
    /// exist (it is not created).
    pub fn presence(&self, keys: &[Key]) -> Result<Option<Vec<Presence>>, Error> {
        let Some(store) = self.read_if_there()? else { return Ok(None) };
        let (mut ids, mut begun) = (Ids::default(), HashMap::new());
        let places = store.read(|from| ledger::places(from, keys))?;
        let is_known = places.iter().any(Option::is_some);
        let all_series =
            if is_known { AllSeries::of(&store.read(events::all)?) } else { AllSeries::default() };
        let look = |(&key, place): (&Key, Option<(u32, u32)>)| {
            let issued = if place.is_none() { None } else { store.issued_puzzle(key)? };
            let elsewhere = place.filter(|place| place.1 == 0).map(|place| place.0);
            let named = ids.name(&store, issued.into_iter().collect())?.pop();
            let begun = match named.as_ref().map(|named| named.issued.batch).or(elsewhere) {
                Some(batch) => match begun.entry(batch) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(place) => {
                        *place.insert(store.read(|from| batches::find(from, batch))?.begun)
                    }
                },
                None => None,
            };
            let seed = store
                .read(|from| seeds::of_key(from, key))?
                .map(|seed| ids.seed(&store, seed.key))
                .transpose()?;
            let printed = place.and_then(|at| Printed::of_notes(all_series.notes(at)));
            Ok(Presence { issued: named, elsewhere, begun, printed, seed })
        };
        keys.iter().zip(places).map(look).collect::<Result<_, Error>>().map(Some)
    }
}
