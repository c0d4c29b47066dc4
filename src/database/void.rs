//! Void puzzles, which are never printed, void books, and the use of batches.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use seeddb_ledger::rules::{batches, books, events, texts};
use seeddb_ledger::{Store, Voided};

use super::again::again;
use super::all_series::PuzzleRef;
use super::by_id::issued_of;
use super::printed_in::PrintedIn;
use super::series::check_reason;
use super::{AllSeries, BatchRef, Database, Error, StoreError, export, given};
use crate::record::{Batch, Day};
use crate::symmetry::Id;

/// The maximum wait for other processes when an export is counted.
const PATIENCE: Duration = Duration::from_secs(1);

/// The selection of puzzles that are to become void.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToVoid {
    /// The puzzles of these batches.
    Batches(Vec<BatchRef>),
    /// The puzzles with these ids.
    Puzzles(Vec<Id>),
}

/// The treatment of puzzles that are printed in a book or run in a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IfPrinted {
    /// If there is such a puzzle, no puzzle becomes void: [`Error::Printed`].
    #[default]
    Refuse,
    /// Printed puzzles are skipped; the others become void.
    Keep,
    /// Printed puzzles become void too.
    Void,
}

/// A batch and the use of its puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct UsedBatch {
    /// The batch.
    pub batch: Batch,
    /// The books, except void ones, with puzzles of it, by id, each with their number.
    pub books: Vec<(u32, u32)>,
    /// The series with puzzles of it, by name.
    pub series: Vec<Span>,
    /// The recipient of the batch.
    pub given_to: Option<String>,
    /// The number of its puzzles that the recipient returned.
    pub back: u32,
}

/// The puzzles of a batch in a series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The series.
    pub series: String,
    /// The number of puzzles.
    pub puzzles: u32,
    /// The first day.
    pub first: Day,
    /// The last day.
    pub last: Day,
}

impl Database {
    /// Makes puzzles *void*: they are never exported, printed or run again, but stay in the ledger,
    /// so that no equivalent puzzle is ever issued. This cannot be undone. The reason is stored as
    /// a note on each new void puzzle.
    ///
    /// # Errors
    /// [`Error::Printed`] if some are printed and `printed` is [`IfPrinted::Refuse`],
    /// [`Error::NoBatch`], [`Error::NotHere`]; failures of the store. Nothing is changed then.
    pub fn void(
        &self,
        which: &ToVoid,
        printed: IfPrinted,
        reason: Option<&str>,
    ) -> Result<Voided, Error> {
        check_reason(reason)?;
        let store = self.read()?;
        // If another process assigned one of them to a day meanwhile, the decision is repeated.
        let is_noted = self.signed_note(reason).is_some();
        let (voided, places) = again(|| void(&store, which, printed, is_noted))?;
        if !places.is_empty() {
            self.change(|_, _| Ok(((), self.because(&places, reason))))?;
        }
        Ok(voided)
    }

    /// Returns the use of these batches, or of all, even without puzzles, if none is given.
    ///
    /// # Errors
    /// An unknown batch; failures of the store.
    pub fn used_batches(&self, which: &[BatchRef]) -> Result<Vec<UsedBatch>, Error> {
        let store = self.read()?;
        let all_series = AllSeries::of(&store.read(events::all)?);
        let mut spans: BTreeMap<u32, Vec<Span>> = BTreeMap::new();
        for series in all_series.names() {
            for (day, (batch, _)) in all_series.days(series) {
                let spans = spans.entry(batch).or_default();
                if let Some(span) = spans.last_mut().filter(|span| span.series == series) {
                    (span.last, span.puzzles) = (day, span.puzzles + 1);
                } else {
                    let series = series.to_owned();
                    spans.push(Span { series, puzzles: 1, first: day, last: day });
                }
            }
        }
        let void: Vec<u32> =
            store.read(books::all)?.iter().filter(|book| book.void).map(|book| book.id).collect();
        let mut used = |batch: Batch| {
            let mut books = store.read(|from| books::of_batch(from, batch.id))?;
            books.retain(|(book, _)| !void.contains(book));
            let series = spans.remove(&batch.id).unwrap_or_default();
            let (id, given_to) = (batch.id, given::given_to(&batch));
            let is_back = |number: &u32| all_series.is_back((id, *number));
            let back = if given_to.is_some() { batch.numbers().filter(is_back).count() } else { 0 };
            Ok(UsedBatch { books, series, given_to, back: back as u32, batch })
        };
        let batches =
            if which.is_empty() { store.read(batches::all)? } else { export::find(&store, which)? };
        batches.into_iter().map(&mut used).collect()
    }

    /// Makes a book void: it stays in the list, and its puzzles may be used in other books, or
    /// become void. Returns `false` if it was void already.
    ///
    /// # Errors
    /// [`StoreError::NoBook`]; failures of the store.
    pub fn void_book(&self, id: u32) -> Result<bool, Error> {
        Ok(self.read()?.write_giving(|to| books::void(to, id))?)
    }

    /// Counts a completed export of these batches, waiting at most a second for other processes.
    /// Does nothing for a read-only database or a backup.
    ///
    /// # Errors
    /// As [`Database::export`]; a database that cannot be written now.
    pub fn count_export(&self, batches: &[BatchRef]) -> Result<(), Error> {
        let count = || {
            let store = self.within(PATIENCE.min(self.wait())).write()?;
            if store.read(texts::backup)?.is_some() {
                return Ok(());
            }
            let batches = export::find(&store, batches)?;
            let ids: Vec<u32> = batches.iter().map(|batch| batch.id).collect();
            Ok(store.write_aside(|to| batches::count_export(to, &ids))?)
        };
        match count() {
            Err(Error::Store(StoreError::ReadOnly(_) | StoreError::NoLocks { .. })) => Ok(()),
            counted => counted,
        }
    }
}

/// Makes puzzles void, as [`Database::void`], according to the present events; with `is_asked` also
/// returns the puzzles that became void.
fn void(
    store: &Store,
    which: &ToVoid,
    printed: IfPrinted,
    is_asked: bool,
) -> Result<(Voided, Vec<PuzzleRef>), Error> {
    let all_series = AllSeries::of(&store.read(events::all)?);
    let mut places = given::places(store, which)?;
    if printed == IfPrinted::Refuse {
        let printed = printed_in(store, &all_series, which, &places)?;
        if !printed.is_empty() {
            return Err(Error::Printed(printed));
        }
    }
    let all = places.len();
    if printed == IfPrinted::Keep {
        places.retain(|at| !all_series.is_running(*at));
    }
    let running = (all - places.len()) as u64;
    let is_void = |at: &PuzzleRef| store.issued_at(*at).map(|issued| issued.void);
    let mut new = Vec::new();
    for at in places.iter().filter(|_| is_asked) {
        if !is_void(at)? {
            new.push(*at);
        }
    }
    let voided = store.write_giving(|to| {
        events::void(to, &places, printed == IfPrinted::Void, Some(all_series.known))
    })?;
    // Puzzles skipped because they are printed get no note.
    for at in std::mem::take(&mut new) {
        if is_void(&at)? {
            new.push(at);
        }
    }
    Ok((Voided { printed: voided.printed + running, ..voided }, new))
}

/// Returns the places of the puzzles with these ids, without duplicates.
pub(super) fn of_ids(store: &Store, ids: &[Id]) -> Result<Vec<(u32, u32)>, Error> {
    let mut places = Vec::new();
    for id in ids {
        for issued in issued_of(store, *id)? {
            let at = (issued.batch, issued.number);
            if !places.contains(&at) {
                places.push(at);
            }
        }
    }
    Ok(places)
}

/// Returns the books that are not void, and the series, with some of the puzzles at `places`.
fn printed_in(
    store: &Store,
    all_series: &AllSeries,
    which: &ToVoid,
    places: &[(u32, u32)],
) -> Result<PrintedIn, Error> {
    let (mut books, mut series) = (BTreeMap::<u32, u32>::new(), BTreeMap::<&str, u32>::new());
    match which {
        ToVoid::Batches(_) => {
            // Whole batches, so that their books can be looked up together.
            let batches: BTreeSet<u32> = places.iter().map(|at| at.0).collect();
            for batch in batches {
                for (book, count) in store.read(|from| books::of_batch(from, batch))? {
                    *books.entry(book).or_default() += count;
                }
            }
        }
        ToVoid::Puzzles(_) => {
            for at in places {
                for (book, _) in store.read(|from| books::of_puzzle(from, (at.0, at.1)))? {
                    *books.entry(book.id).or_default() += 1;
                }
            }
        }
    }
    for &at in places {
        let running: BTreeSet<&str> = all_series
            .of_puzzle(at)
            .filter(|run| !run.withdrawn)
            .map(|run| run.series.as_str())
            .collect();
        for name in running {
            *series.entry(name).or_default() += 1;
        }
    }
    let mut all = store.read(books::all)?;
    all.retain(|book| books.contains_key(&book.id) && !book.void);
    Ok(PrintedIn {
        books: all.into_iter().map(|book| (book.clone(), books[&book.id])).collect(),
        series: series.into_iter().map(|(name, count)| (name.to_owned(), count)).collect(),
    })
}
