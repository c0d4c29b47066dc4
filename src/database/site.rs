//! The description of a site, the days that it shows, and its logo.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use jiff::civil::Date;

use super::all_series::PuzzleRef;
use super::request_file::parsed;
use super::{Database, Error, RequestError};
use crate::record::Day;
use seeddb_export::site::{Description, SiteDay, SiteSeries};
use seeddb_export::{Row, day_of};

/// The maximum size of a logo in bytes.
const MOST_LOGO: u64 = 1 << 20;

impl Database {
    /// Returns the days of a series from `first` to `last`, each with its recorded puzzle. A day
    /// whose puzzle was withdrawn, or is void, has none; a day that never had a puzzle is omitted.
    /// With `approved`, a day whose puzzle is not approved has none.
    ///
    /// # Errors
    /// [`StoreError::Older`](super::StoreError::Older); failures of the store.
    pub fn site_days(
        &self,
        series: &str,
        first: Date,
        last: Date,
        approved: bool,
    ) -> Result<SiteSeries, Error> {
        self.read()?.expect_newest()?;
        let all_series = self.series()?;
        let mut days: BTreeMap<Date, Option<PuzzleRef>> = BTreeMap::new();
        let mut changed: BTreeMap<Date, Option<u64>> = BTreeMap::new();
        for run in all_series.runs().iter().filter(|run| run.series == series) {
            if let Some(date) = date(run.day).filter(|date| (first..=last).contains(date)) {
                let may_run = !approved || all_series.approval(series, run.day).is_some();
                // A second puzzle on a day is a change.
                let since = days.contains_key(&date).then_some(run.since).flatten();
                changed.insert(date, since);
                days.insert(date, all_series.puzzle(series, run.day).filter(|_| may_run));
            }
        }
        let places: Vec<PuzzleRef> = days.values().copied().flatten().collect();
        let mut puzzles = self.puzzles_at(&places)?.into_iter();
        let day = |(date, at): (Date, Option<PuzzleRef>)| {
            let puzzle = at.and_then(|_| puzzles.next()).filter(|named| !named.issued.void);
            let row = puzzle.map(|named| Row { date: Some(date), ..named.row() });
            SiteDay { date, row, changed: changed.get(&date).copied().flatten() }
        };
        Ok(SiteSeries { name: series.to_owned(), days: days.into_iter().map(day).collect() })
    }

    /// Returns the recorded puzzles of a series from the first to the last day; with `approved`
    /// only approved ones.
    ///
    /// # Errors
    /// [`SeriesError::NoSeries`](super::SeriesError::NoSeries); those of
    /// [`site_days`](Self::site_days).
    pub fn series_rows(
        &self,
        series: &str,
        first: Option<Date>,
        last: Option<Date>,
        approved: bool,
    ) -> Result<SeriesRows, Error> {
        let all_series = self.series()?;
        all_series.expect_series(series)?;
        let (first, last) = (first.unwrap_or(Date::MIN), last.unwrap_or(Date::MAX));
        let mut found = SeriesRows::default();
        for SiteDay { date, row, .. } in self.site_days(series, first, last, approved)?.days {
            let day = day_of(date);
            let has_puzzle = all_series.puzzle(series, day).is_some();
            match row {
                Some(row) => {
                    let caption = Some(found.rows.len() as u32 + 1);
                    found.rows.push(Row { caption, ..row });
                }
                None if approved && has_puzzle && all_series.approval(series, day).is_none() => {
                    found.unapproved.push(date);
                }
                None => found.empty.push(date),
            }
        }
        Ok(found)
    }
}

/// The puzzles of a series, from [`Database::series_rows`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeriesRows {
    /// The puzzles by day, each with its date, numbered in their captions.
    pub rows: Vec<Row>,
    /// The days omitted because their puzzle is not approved.
    pub unapproved: Vec<Date>,
    /// Days without a puzzle, because theirs was withdrawn or is void.
    pub empty: Vec<Date>,
}

/// Returns the bytes of the logo of a site whose description is in `folder`; empty without a logo.
/// The file is published, and the description may come from someone else, so the file must be in
/// that folder or below it, and not a link to another place.
///
/// # Errors
/// It cannot be read; it is elsewhere, no regular file, or larger than 1 MiB.
pub fn site_logo(description: &Description, folder: &Path) -> io::Result<Vec<u8>> {
    if description.logo.is_empty() {
        return Ok(Vec::new());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let path = folder.join(&description.logo).canonicalize()?;
    if !path.starts_with(folder.canonicalize()?) {
        return Err(io::Error::other("it is not in the folder of the description"));
    }
    if !fs::metadata(&path)?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_LOGO + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_LOGO {
        return Err(io::Error::other("it is larger than 1 MiB"));
    }
    Ok(bytes)
}

fn date(Day { year, month, day }: Day) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// Parses the description of a site: TOML, or JSON if it begins with a brace.
///
/// # Errors
/// The problem, for TOML with line and key.
pub fn site_description(text: &str) -> Result<Description, RequestError> {
    let read: Description = parsed(text)?;
    read.check().map_err(|error| RequestError::from(error.to_string()))?;
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_site_is_told() {
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
