//! The days that a site shows.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::feeds::At;
use super::{Database, Error};
use crate::export::Row;
use crate::export::site::{SiteDay, SiteSeries};
use crate::record::Day;

impl Database {
    /// The days of a series from the first to the last one, each with the puzzle that it has on record. A day whose puzzle was withdrawn, or is
    /// void, has none; a day that never had one is left out. With `approved` a day whose
    /// puzzle nobody approved has none.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn site_days(
        &self,
        series: &str,
        first: Date,
        last: Date,
        approved: bool,
    ) -> Result<SiteSeries, Error> {
        let feeds = self.feeds()?;
        let mut days: BTreeMap<Date, Option<At>> = BTreeMap::new();
        for run in feeds.runs().iter().filter(|run| run.series == series) {
            if let Some(date) = date(run.day).filter(|date| (first..=last).contains(date)) {
                let may_run = !approved || feeds.approval(series, run.day).is_some();
                days.insert(date, feeds.puzzle(series, run.day).filter(|_| may_run));
            }
        }
        let places: Vec<At> = days.values().copied().flatten().collect();
        let mut puzzles = self.puzzles_at(&places)?.into_iter();
        let day = |(date, at): (Date, Option<At>)| {
            let puzzle = at.and_then(|_| puzzles.next()).filter(|named| !named.issued.void);
            SiteDay { date, row: puzzle.map(|named| Row { date: Some(date), ..named.row() }) }
        };
        Ok(SiteSeries { name: series.to_owned(), days: days.into_iter().map(day).collect() })
    }
}

fn date(Day { year, month, day }: Day) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}
