//! The level table, and what part of the work a database is for: the partition it draws in, the search it is a shard of.

use rayon::prelude::*;

use super::rules::texts;
use super::{Store, StoreError};
use crate::level_table;
use crate::rating::levels::{LevelError, LevelTable};
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
    /// The level table.
    pub fn levels(&self) -> Result<LevelTable, StoreError> {
        let Some(toml) = self.read(|from| texts::levels(from))? else {
            return Ok(LevelTable::default());
        };
        // The database may come from somebody else.
        let table = level_table::read(&toml).and_then(|table| Ok(table.with_harmless_names()?));
        table.map_err(|error| self.damaged(format!("levels: {error}")))
    }

    /// Replaces the level table.
    ///
    /// # Errors
    /// [`StoreError::Impossible`] if a name can do [harm](crate::rating::levels::harm); failures of the engine.
    pub fn set_levels(&self, levels: &LevelTable) -> Result<(), StoreError> {
        let impossible = |error: LevelError| StoreError::Impossible(error.to_string());
        let toml = level_table::write(&levels.clone().with_harmless_names().map_err(impossible)?);
        self.write(|to| texts::set_levels(to, &toml))
    }

    /// Takes the level table that a new database begins with.
    pub fn reset_levels(&self) -> Result<(), StoreError> {
        self.set_levels(&LevelTable::default())
    }

    /// From now on this edition of the starter seeds is on record.
    pub fn set_edition(&self, edition: u32) -> Result<(), StoreError> {
        let (name, text) = of_edition(edition);
        self.claim(&name, &text, false).map(drop)
    }

    fn claim(&self, name: &str, text: &str, unissued: bool) -> Result<Option<String>, StoreError> {
        self.write(|to| texts::claim(to, name, text, unissued))
    }

    /// The partition that this database draws in; none if it draws from all its seeds.
    pub fn partition(&self) -> Result<Option<Fraction>, StoreError> {
        let Some(kept) = self.read(|from| texts::text(from, PARTITION))? else { return Ok(None) };
        self.part(&kept).map(Some)
    }

    /// From now on the database draws in this partition and in no other.
    ///
    /// # Errors
    /// [`StoreError::OtherPartition`], [`StoreError::IssuedBefore`]; failures of the engine.
    pub fn claim_partition(&self, part: Fraction) -> Result<(), StoreError> {
        let name = self.path().display().to_string();
        // One that may not be written can still say whose it is.
        let kept = match self.partition()? {
            None => {
                let (partition, text) = of_partition(part);
                // What nothing can be drawn from becomes none.
                let kept = self.write_giving(|to| texts::claim(to, &partition, &text, true))?;
                let kept = kept.ok_or_else(|| StoreError::IssuedBefore(name.clone(), part))?;
                self.part(&kept)?
            }
            Some(kept) => kept,
        };
        if kept == part {
            Ok(())
        } else {
            Err(StoreError::OtherPartition { database: name, partition: kept, wanted: part })
        }
    }

    fn part(&self, kept: &str) -> Result<Fraction, StoreError> {
        kept.parse().map_err(|_| self.damaged("its partition does not read".to_owned()))
    }

    /// Fails unless the partition of this database, if there is one, owns all of `puzzles`.
    pub(super) fn are_own(&self, puzzles: &[Entry]) -> Result<(), StoreError> {
        are_own(self.partition()?, puzzles)
    }

    /// The search that the seeds are a shard of; none if they are not.
    pub fn shard(&self) -> Result<Option<Shard>, StoreError> {
        let Some(kept) = self.read(|from| texts::text(from, SHARD))? else { return Ok(None) };
        let shard = shard(&kept);
        shard.ok_or_else(|| self.damaged("its shard does not read".to_owned())).map(Some)
    }

    /// Says that all seeds of the shard are here.
    pub fn set_shard(&self, shard: &Shard) -> Result<(), StoreError> {
        let (name, text) = of_shard(shard);
        self.claim(&name, &text, false).map(drop)
    }
}
