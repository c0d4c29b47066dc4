//! Batches given to a recipient: their puzzles are not for series or books here until returned.

use std::collections::HashMap;

use seeddb_ledger::Store;
use seeddb_ledger::rules::batches;

use super::all_series::{AllSeries, PuzzleRef};
use super::export::find;
use super::void::{ToVoid, of_ids};
use super::{Database, DrawOptions, Error};
use crate::record::{Batch, Event, EventKind};

/// Returns the recipient of a batch, if any.
pub(super) fn given_to(batch: &Batch) -> Option<String> {
    // Most requests need not be parsed.
    let is_told = batch.request.contains("given-to");
    is_told.then(|| DrawOptions::of_batch(batch)).flatten()?.given_to
}

/// The recipients of batches.
pub(super) struct GivenAway<'a> {
    to: HashMap<u32, String>,
    all_series: &'a AllSeries,
}

impl<'a> GivenAway<'a> {
    /// Reads the recipients; `all_series` records the puzzles that were returned.
    pub fn of(store: &Store, all_series: &'a AllSeries) -> Result<Self, Error> {
        let all = store.read(batches::all)?;
        let to = all.iter().filter_map(|batch| Some((batch.id, given_to(batch)?))).collect();
        Ok(Self { to, all_series })
    }

    /// Returns the recipient who has the puzzle; `None` if it was not given or was returned.
    pub fn to(&self, at: PuzzleRef) -> Option<&str> {
        let to = self.to.get(&at.0)?;
        (!self.all_series.is_back(at)).then_some(to)
    }

    /// Fails if a recipient has the puzzle.
    ///
    /// # Errors
    /// [`Error::Given`].
    pub fn refuse(&self, at: PuzzleRef) -> Result<(), Error> {
        match self.to(at) {
            None => Ok(()),
            Some(to) => Err(Error::Given { batch: at.0, to: to.to_owned() }),
        }
    }

    /// Fails if an event schedules a puzzle that a recipient has. Otherwise reads no batch.
    ///
    /// # Errors
    /// As [`refuse`](Self::refuse).
    pub fn check(store: &Store, all_series: &'a AllSeries, events: &[Event]) -> Result<(), Error> {
        let runs = |event: &&Event| matches!(event.what, EventKind::Runs(..));
        let mut runs = events.iter().filter(runs).peekable();
        if runs.peek().is_none() {
            return Ok(());
        }
        let given = Self::of(store, all_series)?;
        runs.try_for_each(|event| given.refuse((event.batch, event.number)))
    }
}

impl Database {
    /// Records that puzzles given to a recipient were returned unused: they may be used in series
    /// and books again. Returns their number, without puzzles not given, or returned before.
    ///
    /// # Errors
    /// [`Error::NoBatch`], [`Error::NotHere`]; failures of the store. Nothing is changed then.
    pub fn take_back_given(&self, which: &ToVoid) -> Result<u64, Error> {
        self.change(|store, all_series| {
            let given = GivenAway::of(store, all_series)?;
            let back =
                |at: PuzzleRef| Some(self.event(at, EventKind::Back(given.to(at)?.to_owned())));
            let events: Vec<Event> = places(store, which)?.into_iter().filter_map(back).collect();
            Ok((events.len() as u64, events))
        })
    }
}

/// Returns the places of the selected puzzles.
pub(super) fn places(store: &Store, which: &ToVoid) -> Result<Vec<PuzzleRef>, Error> {
    let of = |batch: &Batch| {
        let id = batch.id;
        batch.numbers().map(move |number| (id, number))
    };
    match which {
        ToVoid::Batches(batches) => Ok(find(store, batches)?.iter().flat_map(of).collect()),
        ToVoid::Puzzles(ids) => of_ids(store, ids),
    }
}
