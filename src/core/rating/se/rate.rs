//! [`rate`]: the loop.

use super::chains::memory::Memory;
use super::hint::Hint;
use super::producers::{ALL, next_hint};
use super::sheet::Sheet;
use super::technique::Technique;
use super::without::Without;
use crate::board::Grid;
use crate::rating::er::Score;
use crate::rating::stop::{Interrupted, Stop};

/// The rating of a puzzle.
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
    /// Returns the index of the hardest step: the first with the highest rating. `None` if there
    /// are no steps.
    pub fn hardest(&self) -> Option<usize> {
        (0..self.steps.len()).rev().max_by_key(|&i| self.steps[i].score())
    }

    /// Returns the technique of the hardest step.
    pub fn technique(&self) -> Option<Technique> {
        self.hardest().map(|i| self.steps[i].technique)
    }

    /// Whether the steps fill the grid.
    pub fn is_solved(&self) -> bool {
        self.er != Score::UNSOLVED
    }
}

/// Rates `grid` as given: Sudoku Explainer is not symmetric, and about 1 in 500 puzzles gets
/// another rating when transformed. A full grid gets 0.0.
pub fn rate(grid: &Grid, stop: Stop) -> Result<Rating, Interrupted> {
    rate_without(grid, Without::NOTHING, stop)
}

/// Rates `grid` by a solver that lacks some techniques. With [`Without::NOTHING`] it rates as the
/// original does.
pub fn rate_without(grid: &Grid, without: Without, stop: Stop) -> Result<Rating, Interrupted> {
    follow(grid, without, stop, |_| ())
}

/// [`rate_without`], with a call of `tell` for each step as soon as it is found.
pub fn follow(
    grid: &Grid,
    without: Without,
    stop: Stop,
    tell: impl FnMut(&Hint),
) -> Result<Rating, Interrupted> {
    follow_sheet(Sheet::of(grid), without, stop, tell)
}

/// Rates the rest of a solution, from a board on.
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
