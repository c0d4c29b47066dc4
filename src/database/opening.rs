//! [`Opening`]: the first steps of every draw.

use seeddb_ledger::Store;
use seeddb_ledger::rules::{batches, texts};

use super::eligible::DatabaseSeeds;
use super::{Control, Database, DrawOptions, Error, Unit};
use crate::record::Batch;
use crate::symmetry::Fraction;
use seeddb_draw::{Request, Several, several};

/// A database about to be drawn from.
pub(super) struct Opening<'a> {
    database: &'a Database,
    pub store: Store,
    /// The partition that the database draws in.
    pub partition: Option<Fraction>,
    /// The id of the batch, unless another process begins one first.
    pub id: u32,
}

impl<'a> Opening<'a> {
    /// Opens the database for a new batch; fails if it must not be drawn from.
    pub fn of(database: &'a Database, store: Store) -> Result<Self, Error> {
        store.before_draws()?;
        let id = store.read(batches::last_batch)?.map_or(0, |batch| batch.id).saturating_add(1);
        Self::to_go_on(database, store, id)
    }

    /// Opens the database for an existing batch.
    pub fn to_go_on(database: &'a Database, store: Store, id: u32) -> Result<Self, Error> {
        let partition = store.read(texts::partition)?;
        Ok(Self { database, store, partition, id })
    }

    /// Claims this partition, if given. To be called after all other checks of the request.
    pub fn claim(&mut self, own: Option<Fraction>) -> Result<(), Error> {
        if let Some(own) = own {
            self.store.claim_partition(own)?;
            self.partition = self.store.read(texts::partition)?;
        }
        Ok(())
    }

    /// Returns the seeds for a request, after `attempts` attempts of the batch.
    pub fn seeds(&self, request: &Request, is_public: bool, attempts: u64) -> DatabaseSeeds {
        let mut seeds =
            DatabaseSeeds::new(self.database, request, self.partition, self.id, attempts);
        seeds.public = is_public;
        seeds
    }

    /// Makes the puzzles of each request, in this order; with `is_whole` it ends with the first
    /// request that lacks some.
    pub fn several(
        &self,
        wanted: &[(Request, u32)],
        is_public: impl Fn(usize) -> bool,
        is_whole: bool,
        control: &Control,
    ) -> Result<Several, Error> {
        let total = wanted.iter().map(|(_, count)| u64::from(*count)).sum();
        let supply = |place: usize, attempts: u64| {
            Ok::<_, Error>(self.seeds(&wanted[place].0, is_public(place), attempts))
        };
        let made = several(wanted, self.id, is_whole, control.flag(), supply, |made| {
            control.done_of(Unit::Puzzles, made.into(), Some(total));
        });
        made?.ok_or(Error::Stopped)
    }

    /// Returns the batch to be begun.
    pub fn batch(&self, options: &DrawOptions) -> Batch {
        Batch {
            request: options.kept(),
            rng_seed: options.rng_seed,
            note: options.note.clone(),
            asked: options.count() as u32,
            begun: self.database.now(),
            by: self.database.by(),
            ..Batch::new()
        }
    }
}
