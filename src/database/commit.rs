//! The one place where puzzles become issued.
//!
//! **The law.** Nobody sees a puzzle that is not in the ledger, durably. New puzzles are [`Drawn`]: they have no number, and
//! nothing shows them. [`issue`] and [`issue_book`] return only when the commit is on the disk, and what is
//! handed out afterwards is what the ledger has. So a crash can waste puzzles, but can never issue one twice.

use super::Error;
use crate::record::{Batch, Drawn, Issued};
#[cfg(feature = "print")]
use crate::record::{Book, Place};
use crate::store::Store;

/// Commits `drawn` as the next puzzles of `batch`, which counts them, and then hands out those that are in the ledger now.
/// Those that somebody else issued first are left out.
///
/// # Errors
/// Failures of the store; nothing is issued then.
pub fn issue(store: &Store, batch: &mut Batch, drawn: Vec<Drawn>) -> Result<Vec<Issued>, Error> {
    // The numbers that they get if none is left out; the store has the last word.
    let number = |i: usize| batch.issued.saturating_add(i as u32).saturating_add(1);
    let place = |(i, drawn): (usize, Drawn)| drawn.issued(batch.id, number(i));
    let mut issued: Vec<Issued> = drawn.into_iter().enumerate().map(place).collect();
    store.commit(batch, &mut issued)?;
    Ok(issued)
}

/// Commits `puzzles`, all of them, as the new batch `batch`; only then may they be seen. They have the numbers from 1 on.
///
/// # Errors
/// [`StoreError::Overtaken`](crate::store::StoreError::Overtaken) if somebody else issued one of them, or began the batch,
/// first; other failures of the store. Nothing is issued then.
pub fn issue_batch(store: &Store, batch: &Batch, puzzles: &[Issued]) -> Result<(), Error> {
    Ok(store.issue_batch(batch, puzzles)?)
}

/// Commits `puzzles`, all of them, as the new batch `batch`, together with the book that they are printed in; only then may
/// the book be seen. They have the numbers from 1 on, by which `places` name them.
///
/// # Errors
/// [`StoreError::Overtaken`](crate::store::StoreError::Overtaken) if somebody else issued one of them, or began the batch,
/// first; other failures of the store. Nothing is issued or recorded then.
#[cfg(feature = "print")]
pub fn issue_book(
    store: &Store,
    batch: &Batch,
    puzzles: &[Issued],
    book: &Book,
    places: &[Place],
) -> Result<u32, Error> {
    Ok(store.issue_book(batch, puzzles, book, places)?)
}
