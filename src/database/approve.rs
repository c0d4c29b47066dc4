//! Approvals: somebody says, by name, that the puzzle of a day may be printed.
//!
//! An approval is of the puzzle that runs on the day then. It ends when the day has another puzzle or none, when the puzzle is void, and when it
//! is taken back; what was approved, by whom and when stays in the list of changes.

use std::collections::BTreeSet;

use seeddb_ledger::Store;

use super::series::check_new_day;
use super::series_error::{SeriesError, check_by};
use super::{Database, Error, Ids, Named};
use crate::record::{Day, What};
use crate::symmetry::Id;

/// What became of days that were to be approved, or not to be any more.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Approved {
    /// Days for which that is new.
    pub new: Vec<Day>,
    /// Days that were so before, and stay as they were.
    pub known: Vec<Day>,
}

impl Database {
    /// Approves days of a series under a name. A day may have the puzzle with it that was looked at: if it runs another one now,
    /// none of the days is approved. A day that is approved already stays so under the name that it has.
    ///
    /// # Errors
    /// [`SeriesError`], of which [`By`](SeriesError::By), [`OtherPuzzle`](SeriesError::OtherPuzzle), and [`Void`](SeriesError::Void) for a day whose
    /// puzzle is void; failures of the store. Nothing is changed then.
    pub fn approve_days(
        &self,
        series: &str,
        days: &[(Day, Option<Id>)],
        by: &str,
    ) -> Result<Approved, Error> {
        self.sign(series, days, by, true)
    }

    /// Takes the approval of days back, under a name. A day that is not approved stays so.
    ///
    /// # Errors
    /// Those of [`approve_days`](Self::approve_days), but for void puzzles.
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
        check_by(by)?;
        self.change(|store, all_series| {
            let (mut approved, mut events) = (Approved::default(), Vec::new());
            let mut seen = BTreeSet::new();
            for &(day, id) in days {
                let at = all_series.expect(series, day)?;
                check_new_day(&mut seen, day)?;
                let Named { issued, id: is, .. } = named(store, at)?;
                if let Some(id) = id.filter(|id| !id.matches(issued.key)) {
                    return Err(SeriesError::OtherPuzzle {
                        series: series.to_owned(),
                        day,
                        id,
                        is,
                    }
                    .into());
                }
                if issued.void && granted {
                    return Err(SeriesError::Void(is).into());
                }
                if all_series.approval(series, day).is_some() == granted {
                    approved.known.push(day);
                } else {
                    let (series, by) = (series.to_owned(), by.to_owned());
                    let what = if granted { What::Approved } else { What::Unapproved };
                    events.push(self.event(at, what(series, day, by)));
                    approved.new.push(day);
                }
            }
            Ok((approved, events))
        })
    }
}

fn named(store: &Store, at: (u32, u32)) -> Result<Named, Error> {
    let mut named = Ids::default().name(store, vec![store.issued_at(at)?])?;
    named.pop().ok_or(Error::Ungraded)
}
