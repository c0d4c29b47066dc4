//! Puzzles that were drawn and will never be printed, and what became of batches.

use std::collections::BTreeMap;
use std::time::Duration;

use super::list::with_puzzles;
use super::printed_in::PrintedIn;
use super::{BatchRef, Database, Error, export};
use crate::record::Batch;
use crate::store::{Store, Voided};
use crate::symmetry::Id;

/// How long an export that is to be counted waits for other processes.
const PATIENCE: Duration = Duration::from_secs(1);

/// Which puzzles are to be void.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToVoid {
    /// Those of these batches.
    Batches(Vec<BatchRef>),
    /// Those of these ids.
    Puzzles(Vec<Id>),
}

/// What becomes of puzzles that are printed in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IfPrinted {
    /// None is made void, whether printed or not: [`Error::Printed`].
    #[default]
    Refuse,
    /// They stay as they are; the others become void.
    Keep,
    /// They become void like the others.
    Void,
}

/// A batch and what became of its puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct UsedBatch {
    /// The batch.
    pub batch: Batch,
    /// The books that its puzzles are printed in, by id, each with how many of them.
    pub books: Vec<(u32, u32)>,
}

impl Database {
    /// Makes puzzles *void*: they are out of exports and books for ever, and stay in the ledger, so that none of their class is
    /// ever issued. There is no way back.
    ///
    /// # Errors
    /// [`Error::Printed`] if some are printed and `printed` does not say what becomes of them, [`Error::NoBatch`],
    /// [`Error::NotHere`]; failures of the store. Nothing is changed then.
    pub fn void(&self, which: &ToVoid, printed: IfPrinted) -> Result<Voided, Error> {
        let store = self.write()?;
        let (places, books) = match which {
            ToVoid::Batches(batches) => {
                let (mut places, mut books) = (Vec::new(), BTreeMap::<u32, u32>::new());
                for batch in export::find(&store, batches)? {
                    places.extend((1..=batch.issued).map(|number| (batch.id, number)));
                    for (book, count) in store.books_of(batch.id)? {
                        *books.entry(book).or_default() += count;
                    }
                }
                (places, books)
            }
            ToVoid::Puzzles(ids) => of_ids(&store, ids)?,
        };
        if printed == IfPrinted::Refuse && !books.is_empty() {
            let mut all = store.books()?;
            all.retain(|book| books.contains_key(&book.id));
            let books = all.into_iter().map(|book| (book.clone(), books[&book.id])).collect();
            return Err(Error::Printed(PrintedIn(books)));
        }
        Ok(store.void(&places, printed == IfPrinted::Void)?)
    }

    /// All batches that have puzzles, as [`Database::batches`], and what became of them.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn used_batches(&self) -> Result<Vec<UsedBatch>, Error> {
        let store = self.read()?;
        let used = |batch: Batch| Ok(UsedBatch { books: store.books_of(batch.id)?, batch });
        with_puzzles(&store)?.into_iter().map(used).collect()
    }

    /// Counts an export of these batches, which is over: it waits a second for other processes, no longer.
    ///
    /// # Errors
    /// As [`Database::export`]; a database that cannot be written now, or ever.
    pub fn count_export(&self, batches: &[BatchRef]) -> Result<(), Error> {
        let store = self.write_within(PATIENCE.min(self.wait()))?;
        let batches = export::find(&store, batches)?;
        let ids: Vec<u32> = batches.iter().map(|batch| batch.id).collect();
        Ok(store.count_export(&ids)?)
    }
}

/// The places of the puzzles of these ids, and the books that they are printed in.
#[expect(clippy::type_complexity, reason = "places and books, used once")]
fn of_ids(store: &Store, ids: &[Id]) -> Result<(Vec<(u32, u32)>, BTreeMap<u32, u32>), Error> {
    let (mut places, mut books) = (Vec::new(), BTreeMap::<u32, u32>::new());
    for id in ids {
        let mut found = store.issued_by_prefix(id.prefix())?;
        found.retain(|issued| id.matches(issued.key));
        if found.is_empty() {
            return Err(Error::NotHere(*id));
        }
        for issued in found {
            let at = (issued.batch, issued.number);
            if places.contains(&at) {
                continue;
            }
            places.push(at);
            for (book, _) in store.printed(at.0, at.1)? {
                *books.entry(book.id).or_default() += 1;
            }
        }
    }
    Ok((places, books))
}
