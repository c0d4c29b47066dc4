//! [`SiteDay`]: the days of a series, and the lists that scripts and programs read of them.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::description::Description;
use crate::Row;

/// A day that is or was to be seen.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteDay {
    /// The day.
    pub date: Date,
    /// Its puzzle; none if that was withdrawn.
    pub row: Option<Row>,
    /// When it got this puzzle in place of another one, in seconds since 1970 (UTC).
    pub changed: Option<u64>,
}

/// The days of a series, in their order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SiteSeries {
    /// Its name.
    pub name: String,
    /// Its days.
    pub days: Vec<SiteDay>,
}

impl SiteSeries {
    /// The puzzles, the last day first.
    pub(super) fn newest(&self) -> impl Iterator<Item = (Date, &Row)> {
        self.days.iter().rev().filter_map(|day| Some((day.date, day.row.as_ref()?)))
    }

    pub(super) fn years(&self) -> BTreeSet<String> {
        self.days.iter().map(|day| year(day.date)).collect()
    }

    /// The list of a year: levels, and of each day the number of its level and the id of its puzzle. `term` says a level in the language.
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

    /// The years that have lists, and the last day that has a puzzle.
    pub(super) fn list(&self) -> String {
        let last = self.newest().next().map(|(date, _)| date.to_string());
        format!("var seeddbYears={},seeddbLast={};\n", json!(self.years()), json!(last))
    }

    /// What programs read of the last day, and of the one before it.
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

/// The folder of a day within that of its series.
pub(super) fn path(date: Date) -> String {
    date.strftime("%Y/%m/%d/").to_string()
}

fn year(date: Date) -> String {
    date.strftime("%Y").to_string()
}

/// What was written of a site does not go with what is to be written now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PublishedError {
    /// A series would get another folder.
    #[error(
        "{series} is {is} of this site, and would be {would} now: its pages keep their addresses if the order of the series stays"
    )]
    Moved {
        /// The series.
        series: String,
        /// Where it is.
        is: String,
        /// Where it would be.
        would: String,
    },
    /// A day that is to be seen is not known any more.
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

/// What was written of a site: a file in it, by which it is known again.
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
    /// It is no such file.
    pub fn read(data: &[u8]) -> io::Result<Self> {
        Ok(serde_json::from_slice(data)?)
    }

    /// Takes days into the list. They stay in it for ever.
    pub fn add(&mut self, series: &SiteSeries, folder: &str) {
        let known = self.series.entry(series.name.clone()).or_default();
        folder.clone_into(&mut known.folder);
        known.days.extend(series.days.iter().map(|day| day.date));
    }

    /// Fails if the pages of a series would get other addresses.
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

    /// The days of a series that have a puzzle, and those that were written with one before. What nobody has seen was not withdrawn from
    /// anybody.
    ///
    /// # Errors
    /// [`PublishedError::Lost`]: a day that was written is not among them.
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

    /// The days of a series that were written.
    pub fn days(&self, series: &str) -> impl DoubleEndedIterator<Item = Date> {
        self.series.get(series).into_iter().flat_map(|series| series.days.iter().copied())
    }

    /// The folder of a series, if it is there.
    pub fn folder(&self, series: &str) -> Option<&str> {
        self.series.get(series).map(|series| series.folder.as_str())
    }

    /// Whether a file of this name was written, so that it may be replaced.
    pub fn has(&self, name: &str) -> bool {
        self.series.values().any(|PublishedSeries { folder, days }| {
            let Some(rest) = name.strip_prefix(folder.as_str()) else { return false };
            match rest.split('/').collect::<Vec<_>>()[..] {
                // In the folder of the series or, for what all series share, at the top.
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
