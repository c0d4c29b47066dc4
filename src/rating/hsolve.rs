//! m(B)
use crate::board::Puzzle;
use crate::board::State;
use crate::logic::Grade;

/// A mean with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Score {
    /// The mean number of checks.
    pub mean: f64,
    /// Standard error of the mean.
    pub standard_error: f64,
}

/// m(B) of `puzzle`, `None` at tier 6.
pub fn score(puzzle: &Puzzle, grade: &Grade) -> Option<Score> {
    let _ = (puzzle, grade);
    todo!()
}

/// The part of m(B) from the stuck state on (0 at tier 0), `None` at tier 6.
pub fn rest(puzzle: &Puzzle, grade: &Grade) -> Option<Score> {
    let _ = (puzzle, grade);
    let _: Option<State> = None;
    todo!()
}
