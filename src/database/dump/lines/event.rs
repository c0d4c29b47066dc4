//! Lines about what became of puzzles.

use serde::{Deserialize, Serialize};

use super::text::{seconds, time};
use crate::record::{Day, Event, What};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct EventLine {
    #[serde(default)]
    pub event: Option<u32>,
    pub batch: u32,
    pub number: u32,
    pub what: Happened,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happened {
    Runs,
    Withdrawn,
    Note,
    Approved,
    Unapproved,
}

impl EventLine {
    pub(in super::super) fn new(id: u32, event: &Event) -> Self {
        let (what, series, day, by, note) = match &event.what {
            What::Runs(series, day) => (Happened::Runs, Some(series), Some(day), None, None),
            What::Withdrawn(series, day) => {
                (Happened::Withdrawn, Some(series), Some(day), None, None)
            }
            What::Note(note) => (Happened::Note, None, None, None, Some(note)),
            What::Approved(series, day, by) => {
                (Happened::Approved, Some(series), Some(day), Some(by), None)
            }
            What::Unapproved(series, day, by) => {
                (Happened::Unapproved, Some(series), Some(day), Some(by), None)
            }
        };
        Self {
            event: Some(id),
            batch: event.batch,
            number: event.number,
            what,
            series: series.cloned(),
            date: day.map(ToString::to_string),
            by: by.cloned(),
            note: note.cloned(),
            time: time(event.time),
        }
    }

    pub(in super::super) fn read(self) -> Result<Event, String> {
        let lacks = |name: &str| format!("this event needs {name}");
        let day = || {
            let date = self.date.as_deref().ok_or_else(|| lacks("date"))?;
            day(date).ok_or_else(|| format!("{date:?} is no day such as 2027-01-31"))
        };
        let series = || self.series.clone().ok_or_else(|| lacks("series"));
        let by = || self.by.clone().ok_or_else(|| lacks("by"));
        let what = match self.what {
            Happened::Runs => What::Runs(series()?, day()?),
            Happened::Withdrawn => What::Withdrawn(series()?, day()?),
            Happened::Note => What::Note(self.note.clone().ok_or_else(|| lacks("note"))?),
            Happened::Approved => What::Approved(series()?, day()?, by()?),
            Happened::Unapproved => What::Unapproved(series()?, day()?, by()?),
        };
        let time = seconds(self.time.as_deref())?;
        Ok(Event { batch: self.batch, number: self.number, what, time })
    }
}

/// A day as it is displayed.
fn day(text: &str) -> Option<Day> {
    let mut parts = text.rsplitn(3, '-');
    let (day, month) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let year = parts.next()?.parse().ok()?;
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some(Day { year, month, day })
}
