//! [`CalendarError`]: why a calendar cannot be.

use crate::export::Missing;
use crate::record::Day;

/// Why a calendar cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CalendarError {
    /// Its days go beyond the year 9999.
    #[error("a calendar ends before the year 10000")]
    TooLong,
    /// A day has a puzzle of another level than the ramp wants.
    #[error("the puzzle of {day} in {series} is {is}, not {wanted}")]
    OtherLevel {
        /// The series.
        series: String,
        /// The day.
        day: Day,
        /// The level of its puzzle, or `tier 5` without one.
        is: String,
        /// The level wanted.
        wanted: String,
    },
    /// There are too few puzzles for its days.
    #[error("too few puzzles for the calendar: {} missing", in_words(missing))]
    TooFew {
        /// How many are missing of each level.
        missing: Vec<Missing>,
    },
    /// Puzzles are missing, and nobody said of which level.
    #[error(
        "{0} puzzles of no level are missing: only a calendar with a ramp can draw what it misses"
    )]
    NoLevel(usize),
}

fn in_words(missing: &[Missing]) -> String {
    missing.iter().map(Missing::to_string).collect::<Vec<_>>().join(", ")
}
