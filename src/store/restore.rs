//! A new database made of records: of those that another program wrote, or this one as text.
//!
//! This does not break the law of the [ledger](crate::ledger), although puzzles enter a ledger here without being drawn: it only makes
//! a ledger that is new, and never writes into one that is there; each puzzle is proved to have one solution and the key on its
//! record, so that the ledger means the same as the one that the records are from; and nobody is handed a puzzle: an
//! [`Issued`](crate::ledger::Issued) is read from the ledger afterwards, as ever. What is on a puzzle's label (level, tier, score) is
//! taken as it is; [`Database::verify`](crate::database::Database::verify) works that out again.

use rayon::prelude::*;

use super::content::{CHUNK, Content, prove, wrong};
use super::engine::{Done, Fault, Transaction};
use super::pieces::{Piece, ToldSeed, Whole};
use super::record::Record;
use super::rules::restore::Entering;
use super::rules::seeds;
use super::{Identity, Store, StoreError};
use crate::level_table;
use crate::record::{Batch, Entry, Seed};

/// Where the [pieces](Piece) of a new database come from, in their order.
pub(crate) trait Pieces {
    /// Why there are no more, or why the database was not made.
    type Error: From<StoreError>;

    /// Begins at the first one, also if some were read: a write is begun again where the connection to a server was lost.
    fn rewind(&mut self) -> Result<(), Self::Error>;

    /// The next one, whose puzzles are proved to have one solution, their keys, and a place in the partition; none after the last.
    fn next(&mut self) -> Result<Option<Piece>, Self::Error>;

    /// What is wrong with the place `at` of the last piece, as no database can have it.
    fn refused(&self, at: usize, error: StoreError) -> Self::Error;
}

/// Whether it is about what was to be kept, and not about where.
fn is_about_content(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Impossible(_)
            | StoreError::TooLong(_)
            | StoreError::Ungraded
            | StoreError::NoBatch(_)
            | StoreError::NoBook(_)
            | StoreError::NotIssued(..)
            | StoreError::Void(..)
            | StoreError::PrintedTwice(..)
            | StoreError::BatchFull(_)
            | StoreError::Overtaken
    )
}

impl Store {
    /// Makes the database with this content, in one commit; `told` hears how many puzzles are done, proved first and then entered, and
    /// says whether to go on. False if it does not: then nothing is there.
    ///
    /// # Errors
    /// [`StoreError::There`] if there is something; [`StoreError::Impossible`] and others for content that no database can have;
    /// failures of the engine. Nothing is there then, or what was there.
    pub(crate) fn restore(
        &self,
        content: &Content,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, StoreError> {
        if self.exists()? {
            return Err(StoreError::There(self.path()));
        }
        let Some(proved) = content.prove(told)? else { return Ok(false) };
        let grids = seeds::grids(&content.seeds);
        let whole = content.whole();
        self.fill_whole(|to| {
            let mut new = self.begin(to, &whole)?;
            for seeds in content.seeds.chunks(CHUNK) {
                let told = |seed: &Seed| ToldSeed {
                    class: grids.get(&seed.key).copied(),
                    ..ToldSeed::from(seed.clone())
                };
                new.seeds(to, seeds.iter().map(told).collect())?;
            }
            let mut done = proved;
            for (batch, puzzles) in &content.batches {
                new.batch(to, batch.clone().into(), self.token_of(batch)?)?;
                if let Ok(at) = content.keys.binary_search_by_key(&batch.id, |keys| keys.0) {
                    new.keys(to, &content.keys[at].1)?;
                }
                for chunk in puzzles.chunks(CHUNK) {
                    new.puzzles(to, chunk)?;
                    done += chunk.len() as u64;
                    if !told(done) {
                        return Ok(false);
                    }
                }
            }
            for (book, places) in &content.books {
                new.book(to, book.clone().into())?;
                new.places(places.clone())?;
            }
            let events: Vec<_> = (1..).zip(content.events.iter().cloned()).collect();
            new.events(to, &events)?;
            new.finish(to)?;
            Ok(true)
        })
    }

    /// Makes the database of these pieces, in one commit; `told` hears how many puzzles are entered, and says whether to go on. False
    /// if it does not: then nothing is there.
    ///
    /// # Errors
    /// [`StoreError::There`] if there is something; those of `pieces`; failures of the engine. Nothing is there then, or what was
    /// there.
    pub(crate) fn restore_pieces<P: Pieces>(
        &self,
        pieces: &mut P,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, P::Error> {
        let mut failure = None;
        let made = self.fill_whole(|to| {
            let mut fail = |error: P::Error| {
                failure = Some(error);
                Fault::Store(StoreError::Overtaken)
            };
            pieces.rewind().map_err(&mut fail)?;
            let Some(Piece::Whole(whole)) = pieces.next().map_err(&mut fail)? else {
                let what = "it does not begin with what the database is".to_owned();
                return Err(fail(pieces.refused(0, StoreError::Impossible(what))));
            };
            let mut new = self.begin(to, &whole)?;
            let mut done = 0;
            while let Some(piece) = pieces.next().map_err(&mut fail)? {
                new.at = 0;
                let entered = self.enter(&mut new, to, piece, &mut done);
                entered.map_err(|fault| match fault {
                    Fault::Store(error) if is_about_content(&error) => {
                        fail(pieces.refused(new.at, error))
                    }
                    fault => fault,
                })?;
                if !told(done) {
                    return Ok(false);
                }
            }
            new.finish(to).map_err(|fault| match fault {
                Fault::Store(error) if is_about_content(&error) => fail(pieces.refused(0, error)),
                fault => fault,
            })?;
            Ok(true)
        });
        match (failure, made) {
            (Some(error), _) => Err(error),
            (None, made) => Ok(made?),
        }
    }

    fn begin(&self, to: &mut dyn Transaction, whole: &Whole) -> Done<Entering> {
        let identity = whole.identity.map_or_else(|| self.token().map(Identity), Ok)?;
        let levels = level_table::write(&whole.levels);
        let partition = whole.partition.map(super::texts::of_partition);
        let shard = whole.shard.as_ref().map(super::texts::of_shard);
        let editions = whole.editions.iter().map(|edition| super::texts::of_edition(*edition));
        let others: Vec<_> = partition.into_iter().chain(shard).chain(editions).collect();
        Entering::begin(to, identity, &levels, &others)
    }

    /// The token of a batch, a new one if it has none.
    fn token_of(&self, batch: &Batch) -> Result<u128, StoreError> {
        if batch.token == 0 { self.token() } else { Ok(batch.token) }
    }

    fn enter(
        &self,
        new: &mut Entering,
        to: &mut dyn Transaction,
        piece: Piece,
        done: &mut u64,
    ) -> Done {
        match piece {
            Piece::Whole(_) => {
                let what = "what the database is stands there twice".to_owned();
                Err(StoreError::Impossible(what).into())
            }
            Piece::Seeds(seeds) => new.seeds(to, seeds),
            Piece::Batch(told) => {
                let token = self.token_of(&told.batch)?;
                new.batch(to, told, token)
            }
            Piece::Keys(keys) => new.keys(to, &keys),
            Piece::Puzzles(puzzles) => {
                *done += puzzles.len() as u64;
                new.puzzles(to, &puzzles)
            }
            Piece::Book(book) => new.book(to, book),
            Piece::Places(places) => new.places(places),
            Piece::Events(events) => new.events(to, &events),
        }
    }
}

impl Content {
    /// Proves all that the rules of the store do not look at: that puzzles have one solution and the keys on their records. How many
    /// puzzles there are; none if `told`, which hears of them, does not want to go on.
    fn prove(&self, told: &mut dyn FnMut(u64) -> bool) -> Result<Option<u64>, StoreError> {
        let seed =
            |seed: &Seed| prove(&seed.puzzle, seed.key).map_err(wrong(Seed::name(&seed.key)));
        self.seeds.par_iter().try_for_each(seed)?;
        let mut done = 0;
        for (_, puzzles) in &self.batches {
            for chunk in puzzles.chunks(CHUNK) {
                let proved = chunk.par_iter().map(|one| {
                    let name = || Entry::name(&(one.batch, one.number));
                    prove(&one.puzzle, one.key).map_err(|what| wrong(name())(what))
                });
                // The first that is wrong, not any.
                proved.find_first(Result::is_err).unwrap_or(Ok(()))?;
                super::texts::are_own(self.partition, chunk)?;
                done += chunk.len() as u64;
                if !told(done) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(done))
    }

    fn whole(&self) -> Whole {
        Whole {
            identity: self.identity,
            levels: self.levels.clone(),
            partition: self.partition,
            shard: self.shard.clone(),
            editions: self.editions.clone(),
        }
    }
}
