//! [`Walk`]: a puzzle with the steps of Sudoku Explainer, and what they come to.

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
    /// ER, EP and ED; the ER says whether it is solved.
    scores: [Score; 3],
    steps: Vec<Step>,
}

/// A technique as it is rated, and how it is used in a walk.
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
    /// The steps of `grid`; `tell` hears of each as it is found.
    ///
    /// # Errors
    /// In words why it is no puzzle, or that it was stopped.
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

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// ER, EP and ED; none if the steps do not solve it.
    pub fn scores(&self) -> Option<[Score; 3]> {
        self.is_solved().then_some(self.scores)
    }

    /// Whether the steps fill the grid.
    pub fn is_solved(&self) -> bool {
        self.scores[0] != Score::UNSOLVED
    }

    /// The board after the last step.
    pub fn end(&self) -> State {
        self.steps.last().map_or_else(|| State::of(&self.puzzle.grid()), Step::after)
    }

    /// In words what does not help where it is stuck.
    pub fn limit(&self) -> String {
        if self.without.guessing {
            format!("no step up to {MOST_WITHOUT_GUESSING} helps")
        } else {
            "no step helps".to_owned()
        }
    }

    /// The index of the step of this number, which counts from 1.
    pub fn step(&self, number: usize) -> Result<usize, String> {
        let (steps, limit) = (self.steps.len(), self.limit());
        let stuck = [format!("{limit} here"), format!("{limit} after step {steps}")];
        index_of_step(number, steps, Some(stuck).filter(|_| !self.is_solved()))
    }

    /// The number of steps before the first of a technique of this [name](super::names).
    pub fn until(&self, name: &str) -> usize {
        let is_it = |step: &Step| is_named(step.technique(), name);
        self.steps.iter().position(is_it).unwrap_or(self.steps.len())
    }

    /// The hardest step, as an index: the first of its rating.
    pub fn hardest(&self) -> Option<usize> {
        (0..self.steps.len()).rev().max_by_key(|&i| self.steps[i].score())
    }

    /// The first step that is no single, as an index.
    pub fn singles_end(&self) -> Option<usize> {
        self.steps.iter().position(|step| !step.technique().is_single())
    }

    /// The first and the last of the most steps up to a digit, as indices.
    pub fn longest_wait(&self) -> Option<(usize, usize)> {
        longest_wait(self.steps.iter().map(|step| step.filled().is_some()))
    }

    /// Each technique with each of its ratings, by rating.
    pub fn uses(&self) -> Vec<Use> {
        let all = uses(self.steps.iter().map(|step| (step.score(), step.technique())));
        let own = |((score, technique), times, first)| Use { technique, score, times, first };
        let mut uses: Vec<Use> = all.into_iter().map(own).collect();
        uses.sort_by_key(|own| own.score);
        uses
    }

    /// A record of each step.
    pub fn rows(&self) -> impl Iterator<Item = StepRow> {
        (1..).zip(&self.steps).map(|(number, step)| StepRow::of(&self.puzzle, number, step))
    }

    /// A record of all of them together.
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
