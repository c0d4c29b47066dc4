//! [`SeriesError`]: errors of days of a series, and of notes.

use seeddb_core::error::{List, Suggestion, listed};
use seeddb_core::errors;

use crate::record::{Day, is_name};
use crate::symmetry::Id;

errors! {
    /// An error about a day of a series.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum SeriesError;

    /// No series has this name.
    NoSeries {
        /// As it was given.
        name: String,
        /// The one that is nearly called so.
        meant: Option<String>,
        /// All, with commas.
        known: String => listed(known),
    } = "no-such-series", NotFound, ("no series {name:?} ({})", there_are(known)), of_series(meant.as_ref());
    /// The series has no puzzle on this day.
    NoDay {
        series: String,
        day: Day,
        /// Its first and last day.
        ends: Option<(Day, Day)> => (),
    } = "no-such-day", NotFound, ("{series} has no puzzle on {day}{}", between(*ends)), [Look { list: Days }]
        => { "first": ends.map(|ends| ends.0), "last": ends.map(|ends| ends.1) };
    /// No change of this day of the series is left to undo, or was undone.
    NoChange { series: String, day: Day } = "no-change", NotFound, "no change of {day} in {series} is left to undo, or to do again";
    /// A day that was changed together with the one whose change is to be undone, or done again, was
    /// changed since.
    ChangedSince { series: String, day: Day } = "changed-since", Conflict,
        "the change was of {day} in {series}, too, which was changed since";
    /// A day is named twice.
    DayTwice(day: Day) = "day-twice", Request, "{day} is named twice";
    /// The puzzle runs in a series already, or was withdrawn from one.
    HasRun { id: Id, series: String, day: Day, withdrawn: bool } = "has-run", Conflict,
        ("{id} {} {series} on {day}", if *withdrawn { "was withdrawn from" } else { "runs in" }),
        [OtherPuzzle, AllowAgain];
    /// A puzzle is to be moved to a day that has one already.
    Taken { series: String, day: Day } = "day-taken", Conflict, "{series} has a puzzle on {day} already";
    /// A puzzle is to be moved to a day that is no day.
    NoSuchDay { day: Day, by: i32 => () } = "day-out-of-range", Request,
        "no day is {by} days after {day}: days are of the years 1970 to 9999";
    /// Readers may have seen the puzzle of the day, and who changes it did not say that this is
    /// meant.
    Published(day: Day) = "published", Conflict,
        "{day} was published, so that readers may have seen its puzzle", [ChangePublished];
    /// A puzzle is to take the place that it has already.
    Same(id: Id, day: Day) = "same-puzzle", Request, "{id} is the puzzle of {day} already";
    /// A puzzle is never printed.
    Void(id: Id) = "void", Conflict, "{id} is void: it is never printed";
    /// The batches have no puzzle that can take the day.
    NoOther { level: Option<String> } = "no-other-puzzle", Fewer,
        ("the batches have no puzzle{} that never ran", of_level(level.as_deref())), [DrawMore, AllowAgain];
    /// A series cannot have this name.
    Name(name: String) = "bad-series-name", Request,
        "{name:?} is no name of a series: it has 1 to 100 characters, none of them a control character, and no blanks at its ends";
    /// The day has another puzzle than the one that was looked at.
    OtherPuzzle {
        series: String,
        day: Day,
        /// The puzzle that was looked at.
        id: Id,
        /// The puzzle of the day.
        is: Id,
    } = "other-puzzle", Conflict, "{series} has another puzzle on {day}: {is}, not {id}", [Look { list: Days }];
    /// Nobody who approves days of a series can have this name.
    By(name: String) = "bad-approver", Request,
        "{name:?} is no name of somebody who approves: it has 1 to 100 characters, none of them a control character, and no blanks at its ends";
    /// A note is empty or too long.
    Note = "bad-note", Request, "a note has 1 to 1000 characters";
}

fn there_are(known: &str) -> String {
    if known.is_empty() { "there is none yet".to_owned() } else { format!("there are {known}") }
}

fn of_series(meant: Option<&String>) -> Vec<Suggestion> {
    let look = || vec![Suggestion::Look { list: List::Series }];
    meant.map_or_else(look, |name| Suggestion::meant(Some(name)))
}

fn between(ends: Option<(Day, Day)>) -> String {
    let told = |(first, last)| format!("; its days lie between {first} and {last}");
    ends.map(told).unwrap_or_default()
}

fn of_level(level: Option<&str>) -> String {
    level.map(|level| format!(" of level {level}")).unwrap_or_default()
}

/// Fails if the name is invalid for a series.
pub fn check_series(name: &str) -> Result<(), SeriesError> {
    if is_name(name) { Ok(()) } else { Err(SeriesError::Name(name.to_owned())) }
}

/// Fails if the name is invalid for a person who approves.
pub(super) fn check_by(name: &str) -> Result<(), SeriesError> {
    if is_name(name) { Ok(()) } else { Err(SeriesError::By(name.to_owned())) }
}
