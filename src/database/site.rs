//! The days that a site shows, and the description of a site.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::feeds::At;
use super::request_file::in_line;
use super::{Database, Error, RequestError};
use crate::export::Row;
use crate::export::site::{Description, SiteDay, SiteSeries};
use crate::record::Day;

/// Reads the description of a site: TOML, or JSON if it begins with a brace.
///
/// # Errors
/// What is wrong, with the line and the key if it is TOML.
pub fn site_description(text: &str) -> Result<Description, RequestError> {
    let read: Result<Description, RequestError> = if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|error| error.to_string().into())
    } else {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let at = error.span().map(|span| span.start);
            RequestError::at(text, at, in_line(error.message()))
        })
    };
    let read = read?;
    read.check().map_err(|error| RequestError::from(error.to_string()))?;
    Ok(read)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_told_with_line_and_key() {
        for (text, words) in [
            ("name = \"x\"\nadress = \"y\"", ", line 2, adress: "),
            ("adress = \"y\"", "did you mean address?"),
            ("name = 3", ", line 1, name: "),
            ("colours = {accent = \"red\"}", ": colours.accent: \"red\" is no colour"),
            ("{\"adress\": \"y\"}", "did you mean address?"),
        ] {
            let told = site_description(text).unwrap_err().of("site.toml");
            assert!(told.contains(words), "{text}: {told}");
        }
        for text in ["name = \"The Courier\"", "{\"name\": \"The Courier\"}"] {
            assert_eq!(site_description(text).unwrap().name, "The Courier");
        }
    }
}
