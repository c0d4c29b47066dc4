//! [`Walk`]: a puzzle with the steps of Sudoku Explainer, and their totals.

use super::rate::{Rating, follow};
use super::record::{StepRow, WalkRow};
use super::step::{Step, steps};
use super::technique::Technique;
use super::without::{MOST_WITHOUT_GUESSING, Without};
use super::{Hint, is_named};
use crate::board::{Grid, Puzzle, State};
use crate::logic::{index_of_step, longest_wait, uses};
use crate::rating::er::Score;
use crate::rating::stop::Stop;

/// A puzzle with the steps that rate it, as far as they go.
#[derive(Clone, Debug)]
pub struct Walk {
    puzzle: Puzzle,
    without: Without,
    /// ER, EP and ED, as rated.
    scores: [Score; 3],
    steps: Vec<Step>,
}

/// A technique with one of its ratings, and its uses in a walk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Use {
    /// The technique.
    pub technique: Technique,
    /// The rating of these steps.
    pub score: Score,
    /// The number of steps.
    pub times: usize,
    /// The first of them, as an index.
    pub first: usize,
}

impl Walk {
    /// Solves `grid`; calls `tell` with each step as soon as it is found.
    ///
    /// # Errors
    /// A text that states why the grid is no puzzle, or [`Stop`] ended the search.
    pub fn of(
        grid: &Grid,
        without: Without,
        stop: Stop,
        tell: impl FnMut(&Hint),
    ) -> Result<Self, String> {
        let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
        let rating: Rating =
            follow(grid, without, stop, tell).map_err(|error| error.to_string())?;
        let scores = [rating.er, rating.ep, rating.ed];
        Ok(Self { puzzle, without, scores, steps: steps(grid, rating) })
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns ER, EP and ED; `None` if the steps do not solve the puzzle.
    pub fn scores(&self) -> Option<[Score; 3]> {
        self.is_solved().then_some(self.scores)
    }

    /// Whether the steps fill the grid.
    pub fn is_solved(&self) -> bool {
        self.scores[0] != Score::UNSOLVED
    }

    /// Returns the board after the last step.
    pub fn end(&self) -> State {
        self.steps.last().map_or_else(|| State::of(&self.puzzle.grid()), Step::after)
    }

    /// Returns a text that states which steps do not help where the puzzle is stuck.
    pub fn limit(&self) -> String {
        if self.without.guessing {
            format!("no step up to {MOST_WITHOUT_GUESSING} helps")
        } else {
            "no step helps".to_owned()
        }
    }

    /// Returns the index of the step with this number, which counts from 1.
    pub fn step(&self, number: usize) -> Result<usize, String> {
        let (steps, limit) = (self.steps.len(), self.limit());
        let stuck = [format!("{limit} here"), format!("{limit} after step {steps}")];
        index_of_step(number, steps, Some(stuck).filter(|_| !self.is_solved()))
    }

    /// Returns the number of steps before the first of a technique of this [name](super::names).
    pub fn until(&self, name: &str) -> usize {
        let is_it = |step: &Step| is_named(step.technique(), name);
        self.steps.iter().position(is_it).unwrap_or(self.steps.len())
    }

    /// Returns the index of the hardest step: the first with the highest rating.
    pub fn hardest(&self) -> Option<usize> {
        (0..self.steps.len()).rev().max_by_key(|&i| self.steps[i].score())
    }

    /// Returns the index of the first step that is not a single.
    pub fn singles_end(&self) -> Option<usize> {
        self.steps.iter().position(|step| !step.technique().is_single())
    }

    /// Returns the longest run of steps until a digit is placed, as first and last index.
    pub fn longest_wait(&self) -> Option<(usize, usize)> {
        longest_wait(self.steps.iter().map(|step| step.filled().is_some()))
    }

    /// Returns each technique once for each of its ratings, sorted by rating.
    pub fn uses(&self) -> Vec<Use> {
        let all = uses(self.steps.iter().map(|step| (step.score(), step.technique())));
        let own = |((score, technique), times, first)| Use { technique, score, times, first };
        let mut uses: Vec<Use> = all.into_iter().map(own).collect();
        uses.sort_by_key(|own| own.score);
        uses
    }

    /// Returns a record of each step.
    pub fn rows(&self) -> impl Iterator<Item = StepRow> {
        (1..).zip(&self.steps).map(|(number, step)| StepRow::of(&self.puzzle, number, step))
    }

    /// Returns a record of the totals.
    pub fn row(&self) -> WalkRow {
        let score = |i: usize| self.scores().map(|scores| scores[i].value());
        // Hidden singles have three ratings.
        let mut by_rating: Vec<&Step> = self.steps.iter().collect();
        by_rating.sort_by_key(|step| step.score());
        let techniques = uses(by_rating.into_iter().map(Step::technique));
        let named =
            |(technique, times, _): &(Technique, usize, usize)| format!("{technique} {times}");
        let hardest = self.hardest();
        WalkRow {
            puzzle: self.puzzle.to_string(),
            er: score(0),
            ep: score(1),
            ed: score(2),
            steps: self.steps.len(),
            open_after: self.end().open.len(),
            hardest: hardest.map(|i| self.steps[i].technique().to_string()),
            hardest_step: hardest.map(|i| i + 1),
            singles_end: self.singles_end().map(|i| i + 1),
            longest_wait: self.longest_wait().map(|(first, last)| last - first + 1),
            used: techniques.iter().map(named).collect(),
        }
    }
}
