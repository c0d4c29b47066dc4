//! The partition that a database draws in, and the search that it is a shard of.

use rayon::prelude::*;

use super::rules::texts;
use super::{Store, StoreError};
use crate::record::Entry;
use crate::symmetry::{Fraction, GridClass};

/// Names of texts; that of an edition continues with a hyphen and its number.
pub(super) use super::rules::texts::PARTITION;
pub(super) const SHARD: &str = "shard";
pub(super) const EDITION: &str = "starter";

/// A search shared by many machines, and the part done by one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The part.
    pub part: Fraction,
    /// The flags of the search, equal for all parts.
    pub search: String,
}

/// Returns name and text of a recorded edition of the starter seeds.
pub(super) fn of_edition(edition: u32) -> (String, String) {
    (format!("{EDITION}-{edition}"), "known".to_owned())
}

pub(super) fn of_partition(part: Fraction) -> (String, String) {
    (PARTITION.to_owned(), part.to_string())
}

pub(super) fn of_shard(Shard { part, search }: &Shard) -> (String, String) {
    (SHARD.to_owned(), format!("{part} {search}"))
}

pub(super) fn shard(kept: &str) -> Option<Shard> {
    let (part, search) = kept.split_once(' ')?;
    Some(Shard { part: part.parse().ok()?, search: search.to_owned() })
}

impl Store {
    /// Restricts the database to this partition.
    ///
    /// # Errors
    /// [`StoreError::OtherPartition`], [`StoreError::IssuedBefore`]; failures of the engine.
    pub fn claim_partition(&self, part: Fraction) -> Result<(), StoreError> {
        let name = self.path().display().to_string();
        // A database that cannot be written can still have the right partition.
        let kept = match self.read(texts::partition)? {
            None => {
                // A database that refuses draws cannot get a partition.
                let kept = self.write_giving(|to| texts::claim_partition(to, part))?;
                kept.ok_or_else(|| StoreError::IssuedBefore(name.clone(), part))?
            }
            Some(kept) => kept,
        };
        if kept == part {
            Ok(())
        } else {
            Err(StoreError::OtherPartition { database: name, partition: kept, wanted: part })
        }
    }

    /// Fails unless the partition of this database, if any, owns all of `puzzles`.
    pub(crate) fn are_own(&self, puzzles: &[Entry]) -> Result<(), StoreError> {
        let Some(part) = self.read(texts::partition)? else { return Ok(()) };
        let of_other = puzzles.par_iter().find_map_any(|issued| {
            let class = GridClass::of(issued.puzzle.solution());
            Fraction::owner(class, part.of()).filter(|owner| *owner != part)
        });
        match of_other {
            None => Ok(()),
            Some(owner) => Err(StoreError::NotOwn { partition: part, owner }),
        }
    }
}
