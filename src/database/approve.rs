//! Approvals: a named person releases the puzzle of a day for printing.
//!
//! An approval belongs to the puzzle that runs on the day at that time. It ends when the day gets
//! another puzzle or none, when the puzzle becomes void, and when it is withdrawn. The list of
//! changes records every approval with its name and time.

use std::collections::BTreeSet;

use seeddb_ledger::Store;

use super::series::check_new_day;
use super::series_error::{SeriesError, check_by};
use super::{Database, Error, Ids, IssuedWithId};
use crate::record::{Day, EventKind};
use crate::symmetry::Id;

/// The result of approving days, or of withdrawing approvals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Approved {
    /// Days whose state was changed.
    pub new: Vec<Day>,
    /// Days that had the requested state already.
    pub known: Vec<Day>,
}

impl Database {
    /// Approves days of a series under a name. If a day is given with the id of the puzzle that was
    /// examined, and another puzzle runs now, none of the days is approved. A day that is approved
    /// already keeps its approval.
    ///
    /// # Errors
    /// [`SeriesError`], among them [`By`](SeriesError::By),
    /// [`OtherPuzzle`](SeriesError::OtherPuzzle), and [`Void`](SeriesError::Void) for a day whose
    /// puzzle is void; failures of the store. Nothing is changed then.
    pub fn approve_days(
        &self,
        series: &str,
        days: &[(Day, Option<Id>)],
        by: &str,
    ) -> Result<Approved, Error> {
        self.sign(series, days, by, true)
    }

    /// Withdraws the approval of days, under a name. Days that are not approved are unchanged.
    ///
    /// # Errors
    /// Those of [`approve_days`](Self::approve_days), except for void puzzles.
    pub fn unapprove_days(
        &self,
        series: &str,
        days: &[(Day, Option<Id>)],
        by: &str,
    ) -> Result<Approved, Error> {
        self.sign(series, days, by, false)
    }

    fn sign(
        &self,
        series: &str,
        days: &[(Day, Option<Id>)],
        by: &str,
        granted: bool,
    ) -> Result<Approved, Error> {
        // Whoever signed in signs.
        let by = self.signed.as_deref().unwrap_or(by);
        check_by(by)?;
        self.change(|store, all_series| {
            let (mut approved, mut events) = (Approved::default(), Vec::new());
            let mut seen = BTreeSet::new();
            for &(day, id) in days {
                let at = all_series.expect(series, day)?;
                check_new_day(&mut seen, day)?;
                let IssuedWithId { issued, id: is, .. } = named(store, at)?;
                if let Some(id) = id.filter(|id| !id.matches(issued.key)) {
                    let series = series.to_owned();
                    return Err(SeriesError::OtherPuzzle { series, day, id, is }.into());
                }
                if issued.void && granted {
                    return Err(SeriesError::Void(is).into());
                }
                if all_series.approval(series, day).is_some() == granted {
                    approved.known.push(day);
                } else {
                    let (series, by) = (series.to_owned(), by.to_owned());
                    let what = if granted { EventKind::Approved } else { EventKind::Unapproved };
                    events.push(self.event(at, what(series, day, by)));
                    approved.new.push(day);
                }
            }
            Ok((approved, events))
        })
    }
}

fn named(store: &Store, at: (u32, u32)) -> Result<IssuedWithId, Error> {
    let mut named = Ids::default().name(store, vec![store.issued_at(at)?])?;
    named.pop().ok_or(Error::Ungraded)
}
