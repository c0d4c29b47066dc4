//! [`SiteDay`]: the days of a series, and the lists of days for scripts and programs.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::description::Description;
use crate::Row;

/// A published day.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteDay {
    /// The day.
    pub date: Date,
    /// Its puzzle; `None` if that was withdrawn.
    pub row: Option<Row>,
    /// The time when this puzzle replaced another one, in seconds since 1970 (UTC).
    pub changed: Option<u64>,
}

/// The days of a series, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SiteSeries {
    /// Its name.
    pub name: String,
    /// Its days.
    pub days: Vec<SiteDay>,
}

impl SiteSeries {
    /// Returns the puzzles, latest day first.
    pub(super) fn newest(&self) -> impl Iterator<Item = (Date, &Row)> {
        self.days.iter().rev().filter_map(|day| Some((day.date, day.row.as_ref()?)))
    }

    pub(super) fn years(&self) -> BTreeSet<String> {
        self.days.iter().map(|day| year(day.date)).collect()
    }

    /// Returns the list of a year as a script: the levels, and for each day the number of its level
    /// and the id of its puzzle. `term` translates a level.
    pub(super) fn year(&self, which: &str, term: &dyn Fn(&Row) -> String) -> String {
        let mut levels: Vec<String> = Vec::new();
        let mut days = Map::new();
        for SiteDay { date, row, .. } in self.days.iter().filter(|day| year(day.date) == which) {
            let what = row.as_ref().map_or(json!(0), |row| {
                let level = term(row);
                let known = levels.iter().position(|known| *known == level);
                let number = known.unwrap_or_else(|| {
                    levels.push(level);
                    levels.len() - 1
                });
                json!([number, row.id])
            });
            days.insert(date.strftime("%m-%d").to_string(), what);
        }
        format!("var seeddb{which}={};\n", json!({"levels": levels, "days": days}))
    }

    /// Returns the years with lists, and the last day that has a puzzle, as a script.
    pub(super) fn list(&self) -> String {
        let last = self.newest().next().map(|(date, _)| date.to_string());
        format!("var seeddbYears={},seeddbLast={};\n", json!(self.years()), json!(last))
    }

    /// Returns the last two days for programs, as JSON.
    pub(super) fn latest(&self, shows: &dyn Fn(Date) -> bool, picture: bool) -> Value {
        let of = |(date, row): (Date, &Row)| {
            let page = path(date);
            let mut value = json!({
                "date": date.to_string(),
                "page": page,
                "id": row.id,
                "level": row.level,
                "tier": row.tier,
                "minutes": row.time_to_beat(),
                "clues": row.clues,
                "puzzle": row.puzzle.to_string(),
                "solution": shows(date).then(|| row.solution.to_string()),
            });
            if picture {
                value["picture"] = json!(format!("{page}puzzle.png"));
            }
            value
        };
        let mut newest = self.newest().map(of);
        json!({"series": self.name, "latest": newest.next(), "previous": newest.next()})
    }
}

/// Returns the folder of a day within that of its series.
pub(super) fn path(date: Date) -> String {
    date.strftime("%Y/%m/%d/").to_string()
}

fn year(date: Date) -> String {
    date.strftime("%Y").to_string()
}

/// Published days that contradict the days to be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PublishedError {
    /// A series would get another folder.
    #[error(
        "{series} is {is} of this site, and would be {would} now: its pages keep their addresses if the order of the series stays"
    )]
    Moved {
        /// The series.
        series: String,
        /// Its path.
        is: String,
        /// The path that it would have.
        would: String,
    },
    /// A published day is no longer known.
    #[error(
        "the site has a puzzle of {series} on {day}, and this database has never had one: is it another database, or another folder?"
    )]
    Lost {
        /// The series.
        series: String,
        /// The day.
        day: Date,
    },
}

/// The published days of a site, kept in a file of the site.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Published {
    series: BTreeMap<String, PublishedSeries>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedSeries {
    folder: String,
    days: BTreeSet<Date>,
}

impl Published {
    /// The name of the file.
    pub const FILE: &str = "seeddb-site.json";

    /// Reads the file.
    ///
    /// # Errors
    /// The data is not such a file.
    pub fn read(data: &[u8]) -> io::Result<Self> {
        Ok(serde_json::from_slice(data)?)
    }

    /// Adds days to the list. They stay in it forever.
    pub fn add(&mut self, series: &SiteSeries, folder: &str) {
        let known = self.series.entry(series.name.clone()).or_default();
        folder.clone_into(&mut known.folder);
        known.days.extend(series.days.iter().map(|day| day.date));
    }

    /// Returns an error if the pages of a series would get other addresses.
    pub fn expect_folders(&self, description: &Description) -> Result<(), PublishedError> {
        for (number, series) in description.series.iter().enumerate() {
            let (is, would) = (self.folder(series), description.folder(number));
            if let Some(is) = is.filter(|is| *is != would) {
                let [is, would] = [is, would.as_str()].map(|folder| match folder {
                    "" => "at the top".to_owned(),
                    folder => format!("in {folder}"),
                });
                return Err(PublishedError::Moved { series: series.clone(), is, would });
            }
        }
        Ok(())
    }

    /// Keeps the days of a series that have a puzzle, and the published days. A withdrawn day that
    /// was never published is dropped.
    ///
    /// # Errors
    /// [`PublishedError::Lost`]: a published day is missing.
    pub fn to_be_seen(&self, mut series: SiteSeries) -> Result<SiteSeries, PublishedError> {
        let seen: BTreeSet<Date> = self.days(&series.name).collect();
        let are: BTreeSet<Date> = series.days.iter().map(|day| day.date).collect();
        if let Some(&day) = seen.difference(&are).next() {
            return Err(PublishedError::Lost { series: series.name, day });
        }
        series.days.retain(|day| day.row.is_some() || seen.contains(&day.date));
        Ok(series)
    }

    pub(super) fn text(&self) -> io::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// Returns the published days of a series.
    pub fn days(&self, series: &str) -> impl DoubleEndedIterator<Item = Date> {
        self.series.get(series).into_iter().flat_map(|series| series.days.iter().copied())
    }

    /// Returns the folder of a published series.
    pub fn folder(&self, series: &str) -> Option<&str> {
        self.series.get(series).map(|series| series.folder.as_str())
    }

    /// Whether a file of this name was published, so that it may be replaced.
    pub fn has(&self, name: &str) -> bool {
        self.series.values().any(|PublishedSeries { folder, days }| {
            let Some(rest) = name.strip_prefix(folder.as_str()) else { return false };
            match rest.split('/').collect::<Vec<_>>()[..] {
                // In the folder of the series or, for files shared by all series, at the top.
                [_] => true,
                [of_year, _] => days.iter().any(|date| year(*date) == of_year),
                [_, _, _, file] => {
                    let folder = &rest[..rest.len() - file.len()];
                    let date = Date::strptime("%Y/%m/%d/", folder);
                    date.is_ok_and(|date| days.contains(&date) && path(date) == folder)
                }
                _ => false,
            }
        })
    }
}
