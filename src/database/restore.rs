//! A database made of records, as another program, or an earlier format, has them.

use super::{Content, Control, Counts, Database, Error, Unit};

/// Makes the database `to`, which must not be there yet, with this content, in one commit. Every puzzle is proved to have one solution
/// and the key on its record, no key comes twice, and no number is missing; what is on labels (level, tier, score) is taken as it is:
/// [`Database::verify`] works that out again. What follows from the content, as how often each seed was used, is worked out. A control
/// hears how many puzzles are done, proved first and then entered.
///
/// It never writes into a ledger that is there, and hands out no puzzle: a copy of a ledger, which must not be used beside the one that
/// it is of.
///
/// # Errors
/// [`StoreError::There`](super::StoreError::There) if there is something; [`StoreError::Impossible`](super::StoreError::Impossible) and
/// others for content that no database can have; [`Error::Stopped`]; failures of the store. Nothing is there then, or what was there.
pub fn restore(to: &Database, content: &Content, control: &Control) -> Result<Counts, Error> {
    let store = to.store();
    let puzzles = content.batches.iter().map(|(_, puzzles)| puzzles.len() as u64);
    let total = 2 * puzzles.sum::<u64>();
    let mut told = |done| {
        control.done_of(Unit::Puzzles, done, Some(total));
        !control.is_stopped()
    };
    if store.restore(content, &mut told)? { Ok(store.counts()?) } else { Err(Error::Stopped) }
}
