//! Batches that were given to somebody: none of their puzzles runs in a series or stands in a book here, until it comes back.

use std::collections::HashMap;

use seeddb_ledger::Store;
use seeddb_ledger::rules::batches;

use super::all_series::{AllSeries, At};
use super::export::find;
use super::void::{ToVoid, of_ids};
use super::{BatchRef, Database, DrawOptions, Error};
use crate::record::{Batch, Event, What};

/// To whom a batch was given.
pub(super) fn given_to(batch: &Batch) -> Option<String> {
    // Most requests need not be read.
    let is_told = batch.request.contains("given-to");
    is_told.then(|| DrawOptions::of_batch(batch)).flatten()?.given_to
}

/// The batches that were given away, and to whom.
pub(super) struct Given<'a> {
    to: HashMap<u32, String>,
    all_series: &'a AllSeries,
}

impl<'a> Given<'a> {
    /// As the events of `all_series` have it.
    pub fn of(store: &Store, all_series: &'a AllSeries) -> Result<Self, Error> {
        let all = store.read(batches::all)?;
        let to = all.iter().filter_map(|batch| Some((batch.id, given_to(batch)?))).collect();
        Ok(Self { to, all_series })
    }

    /// Who has the puzzle, if it was given away and did not come back.
    pub fn to(&self, at: At) -> Option<&str> {
        let to = self.to.get(&at.0)?;
        (!self.all_series.is_back(at)).then_some(to)
    }

    /// Refuses a puzzle that somebody has.
    ///
    /// # Errors
    /// [`Error::Given`].
    pub fn refuse(&self, at: At) -> Result<(), Error> {
        match self.to(at) {
            None => Ok(()),
            Some(to) => Err(Error::Given { batch: at.0, to: to.to_owned() }),
        }
    }

    /// Refuses events that put a puzzle on a day that somebody has. Without such events no batch is read.
    ///
    /// # Errors
    /// As [`refuse`](Self::refuse).
    pub fn check(store: &Store, all_series: &'a AllSeries, events: &[Event]) -> Result<(), Error> {
        let runs = |event: &&Event| matches!(event.what, What::Runs(..));
        let mut runs = events.iter().filter(runs).peekable();
        if runs.peek().is_none() {
            return Ok(());
        }
        let given = Self::of(store, all_series)?;
        runs.try_for_each(|event| given.refuse((event.batch, event.number)))
    }
}

impl Database {
    /// Takes back puzzles that were given to somebody with their batch and came back unused: they may run in series and stand in books
    /// from now on. How many; those of batches that were given to nobody, and those that came back before, are not among them.
    ///
    /// # Errors
    /// [`Error::NoBatch`], [`Error::NotHere`]; failures of the store. Nothing is changed then.
    pub fn take_back_given(&self, which: &ToVoid) -> Result<u64, Error> {
        self.change(|store, all_series| {
            let given = Given::of(store, all_series)?;
            let places: Vec<At> = match which {
                ToVoid::Batches(batches) => places(store, batches)?,
                ToVoid::Puzzles(ids) => of_ids(store, ids)?,
            };
            let back = |at: At| Some(self.event(at, What::Back(given.to(at)?.to_owned())));
            let events: Vec<Event> = places.into_iter().filter_map(back).collect();
            Ok((events.len() as u64, events))
        })
    }
}

/// The places of all puzzles of these batches.
pub(super) fn places(store: &Store, batches: &[BatchRef]) -> Result<Vec<At>, Error> {
    let of = |batch: &Batch| {
        let id = batch.id;
        batch.numbers().map(move |number| (id, number))
    };
    Ok(find(store, batches)?.iter().flat_map(of).collect())
}
