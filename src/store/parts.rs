//! What part of the work a database is for: the partition it draws in, the search it is a shard of.

use rayon::prelude::*;

use super::{Store, StoreError};
use crate::record::Issued;
use crate::symmetry::{GridClass, Part};

const PARTITION: &str = "partition";
const SHARD: &str = "shard";

/// A search that many machines share, and the part of it that one of them did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part.
    pub part: Part,
    /// What all parts have in common: the flags of the search.
    pub search: String,
}

/// A text with its checksum, since nothing else would tell one that a bit has flipped in.
fn sealed(text: &str) -> String {
    format!("{:08x} {text}", crc32fast::hash(text.as_bytes()))
}

fn unsealed(kept: &str) -> Option<&str> {
    let (sum, text) = kept.split_once(' ')?;
    (u32::from_str_radix(sum, 16) == Ok(crc32fast::hash(text.as_bytes()))).then_some(text)
}

impl Store {
    /// The partition that this database draws in; none if it draws from all its seeds.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn partition(&self) -> Result<Option<Part>, StoreError> {
        let Some(kept) = self.engine.property(PARTITION)? else { return Ok(None) };
        self.part(&kept).map(Some)
    }

    /// From now on the database draws in this partition and in no other.
    ///
    /// # Errors
    /// [`StoreError::OtherPartition`], [`StoreError::IssuedBefore`]; failures of the file.
    pub fn claim_partition(&self, part: Part) -> Result<(), StoreError> {
        let name = self.path().display().to_string();
        // One that may not be written can still say whose it is.
        let kept = match self.engine.property(PARTITION)? {
            None => self.engine.claim(PARTITION, &sealed(&part.to_string()), true)?,
            kept => kept,
        };
        let kept = kept.ok_or_else(|| StoreError::IssuedBefore(name.clone(), part))?;
        match self.part(&kept)? {
            kept if kept == part => Ok(()),
            kept => Err(StoreError::OtherPartition { name, kept, wanted: part }),
        }
    }

    /// Fails unless the partition, if there is one, owns all of `puzzles`: another database may issue the others.
    pub(super) fn are_own(&self, puzzles: &[Issued]) -> Result<(), StoreError> {
        let Some(part) = self.partition()? else { return Ok(()) };
        let of_other = puzzles.par_iter().find_map_any(|issued| {
            let class = GridClass::of(issued.puzzle.solution());
            Part::owner(class, part.of()).filter(|owner| *owner != part)
        });
        match of_other {
            None => Ok(()),
            Some(owner) => Err(StoreError::NotOwn { kept: part, owner }),
        }
    }

    /// The search that the seeds are a shard of; none if they are not.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn shard(&self) -> Result<Option<Shard>, StoreError> {
        let Some(kept) = self.engine.property(SHARD)? else { return Ok(None) };
        let text = unsealed(&kept).and_then(|text| text.split_once(' '));
        let shard = text.and_then(|(part, search)| {
            Some(Shard { part: part.parse().ok()?, search: search.to_owned() })
        });
        shard.ok_or_else(|| self.damaged("its shard does not read")).map(Some)
    }

    /// Says that all seeds of the shard are here.
    ///
    /// # Errors
    /// Failures of the file.
    pub fn set_shard(&self, Shard { part, search }: &Shard) -> Result<(), StoreError> {
        self.engine.claim(SHARD, &sealed(&format!("{part} {search}")), false).map(drop)
    }

    fn part(&self, kept: &str) -> Result<Part, StoreError> {
        let part = unsealed(kept).and_then(|text| text.parse().ok());
        part.ok_or_else(|| self.damaged("its partition does not read"))
    }

    fn damaged(&self, what: &str) -> StoreError {
        StoreError::Damaged { path: self.path().to_owned(), what: what.to_owned() }
    }
}
