//! [`CalendarError`]: why a calendar cannot be.

use seeddb_core::errors;

use crate::export::Missing;
use crate::record::Day;

errors! {
    /// Why a calendar cannot be.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum CalendarError;

    /// A calendar ends after the year 9999.
    TooLong = "calendar-too-long", Request, "a calendar ends before the year 10000";
    /// A day of a calendar has a puzzle of another level than it is to have.
    OtherLevel {
        series: String,
        day: Day,
        /// The level of its puzzle, or `tier 5` without one.
        level: String,
        wanted: String,
    } = "other-level", Request, "the puzzle of {day} in {series} is {level}, not {wanted}";
    /// There are too few puzzles for its days.
    TooFew {
        /// How many are missing of each level.
        levels: Vec<Missing>,
    } = "too-few", Fewer, ("too few puzzles for the calendar: {} missing", in_words(levels)), [DrawMore];
    /// Puzzles of a calendar are missing, and nobody said of which level.
    NoLevel(missing: usize) = "no-calendar-level", Request,
        "{missing} puzzles of no level are missing: only a calendar with a ramp can draw what it misses";
}

fn in_words(missing: &[Missing]) -> String {
    missing.iter().map(Missing::to_string).collect::<Vec<_>>().join(", ")
}
