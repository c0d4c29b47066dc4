//! [`FillError`]: reasons why days of a series get no puzzle.

use seeddb_core::errors;

use crate::record::Day;
use seeddb_export::Missing;

errors! {
    /// Why days of a series get no puzzle.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum FillError;

    /// A day would be after the year 9999.
    TooLong = "series-too-long", Request, "a series ends before the year 10000";
    /// A day of a series has a puzzle of another level than it is to have.
    OtherLevel {
        series: String,
        day: Day,
        /// The level of its puzzle, or `tier 5` without one.
        level: String,
        wanted: String,
    } = "other-level", Request, "the puzzle of {day} in {series} is {level}, not {wanted}";
    /// There are too few puzzles for its days.
    TooFew {
        /// The number of missing puzzles of each level.
        levels: Vec<Missing>,
    } = "too-few", Fewer, ("too few puzzles for the series: {} missing", in_words(levels)), [DrawMore];
    /// Puzzles are to be drawn for days, and nobody said of which level.
    NoLevel(missing: usize) = "no-series-level", Request,
        "{missing} puzzles of no level are missing: only puzzles of a level can be drawn for days";
}

fn in_words(missing: &[Missing]) -> String {
    missing.iter().map(Missing::to_string).collect::<Vec<_>>().join(", ")
}
