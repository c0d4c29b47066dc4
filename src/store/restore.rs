//! A new database made of records: of those that another program wrote, or this one as text.
//!
//! This does not break the law of the [ledger](crate::ledger), although puzzles enter a ledger here without being drawn: it only makes
//! a ledger that is new, and never writes into one that is there; each puzzle is proved to have one solution and the key on its
//! record, so that the ledger means the same as the one that the records are from; and nobody is handed a puzzle: an
//! [`Issued`](crate::ledger::Issued) is read from the ledger afterwards, as ever. What is on a puzzle's label (level, tier, score) is
//! taken as it is; [`Database::verify`](crate::database::Database::verify) works that out again.

use super::engine::{Done, Fault, Transaction};
use super::pieces::{Piece, Whole};
use super::rules::restore::Entering;
use super::{Identity, Store, StoreError};
use crate::level_table;
use crate::record::Batch;

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
