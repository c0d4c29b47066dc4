//! [`rate`]: the loop.

use std::fmt;

use super::chains::memory::Memory;
use super::hint::Hint;
use super::producers::{ALL, next_hint};
use super::sheet::Sheet;
use super::stop::{Interrupted, Stop};
use crate::board::Grid;

/// A rating in tenths, so that 72 is 7.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(u16);

impl Score {
    /// What a puzzle gets that no producer can finish.
    pub const UNSOLVED: Self = Self(200);

    /// The score of so many tenths.
    pub const fn from_tenths(tenths: u16) -> Self {
        Self(tenths)
    }

    /// Ten times the number.
    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// The nearest tenth.
    fn rounded(rating: f64) -> Self {
        Self(((rating + 0.05) * 10.0) as u16)
    }
}

/// With one decimal: `7.2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Hint {
    /// Its rating.
    pub fn score(&self) -> Score {
        Score::rounded(self.rating)
    }
}

/// How hard a puzzle is.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// ER, "explainer rating": the hardest step, or [`Score::UNSOLVED`].
    pub er: Score,
    /// EP, "pearl": the hardest step up to the first that puts a digit in a cell.
    pub ep: Score,
    /// ED, "diamond": the first step.
    pub ed: Score,
    /// The steps.
    pub steps: Vec<Hint>,
}

/// Rates `grid` as it lies: Sudoku Explainer is not symmetric, about 1 in 500 puzzles gets another rating when
/// turned. A full grid gets 0.0.
///
/// # Errors
/// If `stop` says so.
pub fn rate(grid: &Grid, stop: Stop) -> Result<Rating, Interrupted> {
    rate_sheet(Sheet::of(grid), stop)
}

/// Rates what is left to do on a board.
///
/// # Errors
/// If `stop` says so.
pub(super) fn rate_sheet(mut sheet: Sheet, stop: Stop) -> Result<Rating, Interrupted> {
    let mut rating = Rating {
        er: Score::default(),
        ep: Score::default(),
        ed: Score::default(),
        steps: Vec::new(),
    };
    let memory = Memory::default();
    let mut placed = false;
    while !sheet.open().is_empty() {
        let Some(hint) = next_hint(&sheet, ALL, &memory, stop)? else {
            rating.er = Score::UNSOLVED;
            break;
        };
        hint.apply(&mut sheet);
        let score = hint.score();
        rating.er = rating.er.max(score);
        if !placed {
            rating.ep = rating.er;
            placed = hint.placed.is_some();
        }
        if rating.steps.is_empty() {
            rating.ed = score;
        }
        rating.steps.push(hint);
    }
    Ok(rating)
}
