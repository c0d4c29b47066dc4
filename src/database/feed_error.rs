//! [`FeedError`]: what is wrong with a day of a feed, or a note.

use crate::record::{Day, is_name};
use crate::symmetry::Id;

/// What is wrong with a day of a feed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FeedError {
    /// No such series.
    #[error("no series {name:?} ({})", if known.is_empty() { "there is none yet".to_owned() } else { format!("there are {known}") })]
    NoSeries {
        /// As it was given.
        name: String,
        /// The one that is nearly called so.
        meant: Option<String>,
        /// All.
        known: String,
    },
    /// A day without a puzzle.
    #[error("{series} has no puzzle on {day}{}",
        ends.map(|(first, last)| format!("; its days lie between {first} and {last}")).unwrap_or_default())]
    NoDay {
        /// The series.
        series: String,
        /// The day.
        day: Day,
        /// Its first and last day.
        ends: Option<(Day, Day)>,
    },
    /// A day that is named more than once.
    #[error("{0} is named twice")]
    DayTwice(Day),
    /// A puzzle that ran, or was to run, elsewhere.
    #[error("{id} {} {} on {day}", if *withdrawn { "was withdrawn from" } else { "runs in" }, series)]
    HasRun {
        /// The puzzle.
        id: Id,
        /// Where it is.
        series: String,
        /// The day.
        day: Day,
        /// Whether it was withdrawn there.
        withdrawn: bool,
    },
    /// A day that a puzzle is to be moved to, and that has one.
    #[error("{series} has a puzzle on {day} already")]
    Taken {
        /// The series.
        series: String,
        /// The day.
        day: Day,
    },
    /// A puzzle that is the day's already.
    #[error("{0} is the puzzle of {1} already")]
    Same(Id, Day),
    /// A puzzle that is never printed.
    #[error("{0} is void: it is never printed")]
    Void(Id),
    /// Batches without a puzzle that could take a day.
    #[error("the batches have no puzzle{} that never ran", level.as_ref().map(|level| format!(" of level {level}")).unwrap_or_default())]
    NoOther {
        /// The level wanted.
        level: Option<String>,
    },
    /// A name that no series can have.
    #[error(
        "{0:?} is no name of a series: it has 1 to 100 characters, none of them a control character, and no blanks at its ends"
    )]
    Name(String),
    /// A day that has another puzzle than the one that was looked at.
    #[error("{series} has another puzzle on {day}: {is}, not {id}")]
    OtherPuzzle {
        /// The series.
        series: String,
        /// The day.
        day: Day,
        /// The puzzle that was looked at.
        id: Id,
        /// The puzzle of the day.
        is: Id,
    },
    /// A text that is no name of somebody who approves.
    #[error(
        "{0:?} is no name of somebody who approves: it has 1 to 100 characters, none of them a control character, and no blanks at its ends"
    )]
    By(String),
    /// A text that is no note.
    #[error("a note has 1 to 1000 characters")]
    Note,
}

/// Refuses a name that no series can have.
pub fn check_series(name: &str) -> Result<(), FeedError> {
    if is_name(name) { Ok(()) } else { Err(FeedError::Name(name.to_owned())) }
}

/// Refuses a name that nobody who approves can have.
pub(super) fn check_by(name: &str) -> Result<(), FeedError> {
    if is_name(name) { Ok(()) } else { Err(FeedError::By(name.to_owned())) }
}
