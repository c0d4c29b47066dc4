//! The level table, and what part of the work a database is for: the partition it draws in, the search it is a shard of.

use rayon::prelude::*;

use super::rules::texts;
use super::{Store, StoreError};
use crate::record::Entry;
use crate::symmetry::{Fraction, GridClass};

/// Names of texts; those of editions go on with a hyphen and the number.
pub(super) use super::rules::texts::PARTITION;
pub(super) const SHARD: &str = "shard";
pub(super) const EDITION: &str = "starter";

/// A search that many machines share, and the part of it that one of them did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part.
    pub part: Fraction,
    /// What all parts have in common: the flags of the search.
    pub search: String,
}

/// Name and text of an edition of the starter seeds that is on record.
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

/// Fails unless the partition, if there is one, owns all of `puzzles`: another database may issue the others.
pub(super) fn are_own(partition: Option<Fraction>, puzzles: &[Entry]) -> Result<(), StoreError> {
    let Some(part) = partition else { return Ok(()) };
    let of_other = puzzles.par_iter().find_map_any(|issued| {
        let class = GridClass::of(issued.puzzle.solution());
        Fraction::owner(class, part.of()).filter(|owner| *owner != part)
    });
    match of_other {
        None => Ok(()),
        Some(owner) => Err(StoreError::NotOwn { partition: part, owner }),
    }
}

impl Store {
    /// From now on the database draws in this partition and in no other.
    ///
    /// # Errors
    /// [`StoreError::OtherPartition`], [`StoreError::IssuedBefore`]; failures of the engine.
    pub fn claim_partition(&self, part: Fraction) -> Result<(), StoreError> {
        let name = self.path().display().to_string();
        // One that may not be written can still say whose it is.
        let kept = match self.read(texts::partition)? {
            None => {
                // What nothing can be drawn from becomes none.
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

    /// Fails unless the partition of this database, if there is one, owns all of `puzzles`.
    pub(crate) fn are_own(&self, puzzles: &[Entry]) -> Result<(), StoreError> {
        are_own(self.read(texts::partition)?, puzzles)
    }
}
