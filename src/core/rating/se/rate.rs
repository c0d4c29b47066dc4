//! [`rate`]: the loop.

use std::fmt;

use super::chains::memory::Memory;
use super::hint::Hint;
use super::producers::{ALL, next_hint};
use super::sheet::Sheet;
use super::stop::{Interrupted, Stop};
use super::technique::Technique;
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

    /// The number: 7.2, the same as is read from text.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 10.0
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

/// The highest rating of a step that is no guess: from here on several assumptions are followed at once, or one over
/// many steps.
pub const MOST_WITHOUT_GUESSING: Score = Score(75);

/// What a solver does without, which the original has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Without {
    /// Unique rectangles and loops, bivalue universal graves: what relies on the puzzle having one solution.
    pub uniqueness: bool,
    /// Steps above [`MOST_WITHOUT_GUESSING`]: where only these are left, the puzzle is not solved.
    pub guessing: bool,
}

impl Without {
    /// Does all that the original does.
    pub const NOTHING: Self = Self { uniqueness: false, guessing: false };

    fn refuses(self, hint: &Hint) -> bool {
        self.guessing && hint.score() > MOST_WITHOUT_GUESSING
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

impl Rating {
    /// The hardest step, as an index: the first of its rating. None if there are no steps.
    pub fn hardest(&self) -> Option<usize> {
        (0..self.steps.len()).rev().max_by_key(|&i| self.steps[i].score())
    }

    /// The technique of the hardest step.
    pub fn technique(&self) -> Option<Technique> {
        self.hardest().map(|i| self.steps[i].technique)
    }

    /// Whether the steps fill the grid.
    pub fn is_solved(&self) -> bool {
        self.er != Score::UNSOLVED
    }
}

/// Rates `grid` as it lies: Sudoku Explainer is not symmetric, about 1 in 500 puzzles gets another rating when
/// turned. A full grid gets 0.0.
///
/// # Errors
/// If `stop` says so.
pub fn rate(grid: &Grid, stop: Stop) -> Result<Rating, Interrupted> {
    rate_without(grid, Without::NOTHING, stop)
}

/// The same by a solver that does without some techniques. Those who do without nothing rate as the original.
///
/// # Errors
/// If `stop` says so.
pub fn rate_without(grid: &Grid, without: Without, stop: Stop) -> Result<Rating, Interrupted> {
    follow(grid, without, stop, |_| ())
}

/// The same, and tells of each step as soon as it is found.
///
/// # Errors
/// If `stop` says so.
pub fn follow(
    grid: &Grid,
    without: Without,
    stop: Stop,
    tell: impl FnMut(&Hint),
) -> Result<Rating, Interrupted> {
    follow_sheet(Sheet::of(grid), without, stop, tell)
}

/// Rates what is left to do on a board.
///
/// # Errors
/// If `stop` says so.
pub(super) fn rate_sheet(sheet: Sheet, stop: Stop) -> Result<Rating, Interrupted> {
    follow_sheet(sheet, Without::NOTHING, stop, |_| ())
}

fn follow_sheet(
    mut sheet: Sheet,
    without: Without,
    stop: Stop,
    mut tell: impl FnMut(&Hint),
) -> Result<Rating, Interrupted> {
    let mut rating = Rating {
        er: Score::default(),
        ep: Score::default(),
        ed: Score::default(),
        steps: Vec::new(),
    };
    let memory = Memory::default();
    let mut placed = false;
    while !sheet.open().is_empty() {
        let next = next_hint(&sheet, ALL, without, &memory, stop)?;
        let Some(hint) = next.filter(|hint| !without.refuses(hint)) else {
            rating.er = Score::UNSOLVED;
            break;
        };
        tell(&hint);
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
