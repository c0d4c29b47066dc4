//! Lookup of seeds and issued puzzles by id.

use seeddb_ledger::rules::seeds;
use seeddb_ledger::{Issued, Store};

use super::Error;
use crate::record::Seed;
use crate::symmetry::Id;

/// Returns the seed with this id.
///
/// # Errors
/// [`Error::NoSeed`] if no seed has the id; failures of the store.
pub(super) fn seed_of(store: &Store, id: Id) -> Result<Seed, Error> {
    let mut seeds = store.read(|from| seeds::of_prefix(from, id.prefix()))?.into_iter();
    seeds.find(|seed| id.matches(seed.key)).ok_or(Error::NoSeed(id))
}

/// Returns the issued puzzles with this id: a short id may match two.
///
/// # Errors
/// [`Error::NotHere`] if no puzzle has the id; failures of the store.
pub(super) fn issued_of(store: &Store, id: Id) -> Result<Vec<Issued>, Error> {
    let mut issued = store.issued_by_prefix(id.prefix())?;
    issued.retain(|puzzle| id.matches(puzzle.key));
    if issued.is_empty() { Err(Error::NotHere(id)) } else { Ok(issued) }
}
