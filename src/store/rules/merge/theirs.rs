//! [`Theirs`]: one state of the database that is merged.

use std::path::Path;

use super::super::super::StoreError;
use super::super::super::engine::{Done, Fault, Snapshot};
use super::super::super::record::{At, Spot};
use super::super::rows::get_all;
use crate::record::Entry;
use crate::symmetry::Key;

/// A state, and where it lies: what is wrong with it is not to be told of the database that it comes into.
pub(in crate::store) struct Theirs<'a> {
    pub from: &'a dyn Snapshot,
    pub path: &'a Path,
}

impl Theirs<'_> {
    /// Something in it is wrong, in words.
    pub fn wrong(&self, what: String) -> Fault {
        Fault::Store(StoreError::Damaged { path: self.path.to_owned(), what })
    }

    /// What `read` reads of it.
    pub fn read<T>(&self, read: impl FnOnce(&dyn Snapshot) -> Done<T>) -> Done<T> {
        read(self.from).map_err(|fault| match fault {
            Fault::Broken(what) => self.wrong(what),
            fault => fault,
        })
    }

    /// For each of its places, where the same puzzle is in the ledger of `to`; none if it is lost here or there.
    pub fn places_in(&self, to: &dyn Snapshot, at: &[At]) -> Done<Vec<Option<At>>> {
        let own = self.read(|from| get_all::<Entry>(from, at))?;
        let keys: Vec<Key> = own.iter().flatten().map(|one| one.key).collect();
        let spots = get_all::<Spot>(to, &keys)?;
        let spots: Vec<At> =
            spots.into_iter().map(|spot| spot.map_or((0, 0), |Spot(at)| at)).collect();
        let there = get_all::<Entry>(to, &spots)?;
        let mut found = spots.into_iter().zip(there).map(|(at, one)| one.map(|_| at));
        Ok(own.iter().map(|one| one.as_ref().and_then(|_| found.next().flatten())).collect())
    }
}
