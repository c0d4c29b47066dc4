//! [`Walk`]: a puzzle with the steps that solve it, and their totals.

use super::explain::{explain_from, kind};
use super::ladder::Ladder;
use super::rows::{StepRow, WalkRow};
use super::step::{Step, hardest};
use super::technique::Technique;
use crate::board::{Cell, Digit, Puzzle, State};

/// A puzzle with the steps of [`explain`](super::explain()), as far as they go.
#[derive(Clone, Debug)]
pub struct Walk {
    ladder: Ladder,
    puzzle: Puzzle,
    start: State,
    steps: Vec<Step>,
}

/// The use of a technique in a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The technique.
    pub technique: Technique,
    /// The number of its steps.
    pub times: usize,
    /// Its first step, as an index.
    pub first: Option<usize>,
}

impl Walk {
    /// Solves `puzzle` step by step by `ladder`.
    pub fn new(ladder: &Ladder, puzzle: &Puzzle) -> Self {
        Self::of_state(ladder, puzzle, State::of_clues(puzzle.solution(), puzzle.clues()))
    }

    /// Solves from a position of `puzzle`, in which no digit of its solution is removed.
    pub(super) fn of_state(ladder: &Ladder, puzzle: &Puzzle, start: State) -> Self {
        let steps = explain_from(ladder, start);
        Self { ladder: ladder.clone(), puzzle: *puzzle, start, steps }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the ladder.
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// Returns the steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the tier of a technique.
    pub fn tier_of(&self, technique: Technique) -> u8 {
        self.ladder.tier_of(technique).unwrap_or(self.ladder.beyond())
    }

    /// Returns the board after the last step.
    pub fn end(&self) -> State {
        self.steps.last().map_or(self.start, Step::after)
    }

    /// Whether the steps fill the grid.
    pub fn is_solved(&self) -> bool {
        self.end().is_solved()
    }

    /// Returns the index of the step of this number, counting from 1.
    ///
    /// # Errors
    /// In words why there is none.
    pub fn step(&self, number: usize) -> Result<usize, String> {
        let (steps, beyond) = (self.steps.len(), self.ladder.beyond());
        let stuck = (!self.is_solved()).then(|| {
            let here = format!("no technique up to tier {} helps here", beyond - 1);
            [here, format!("nothing helps after step {steps} (tier {beyond})")]
        });
        index_of_step(number, steps, stuck)
    }

    /// Returns the number of steps before the first of this technique or of a higher tier.
    pub fn until(&self, technique: Technique) -> usize {
        let tier = self.tier_of(technique);
        let is_reached =
            |step: &Step| step.technique() == technique || self.tier_of(step.technique()) > tier;
        self.steps.iter().position(is_reached).unwrap_or(self.steps.len())
    }

    /// Returns the index of the hardest step.
    pub fn hardest(&self) -> Option<usize> {
        hardest(&self.ladder, &self.steps)
    }

    /// Returns the index of the first step above tier 0.
    pub fn singles_end(&self) -> Option<usize> {
        self.steps.iter().position(|step| self.tier_of(step.technique()) > 0)
    }

    /// Returns the index of the step for a printed hint: the first that is no single; if singles
    /// are enough, the first of the kind that is hardest to see (a cell with one candidate, else a
    /// digit with one place in a row or column, else in a box, else the last cell of a house).
    /// Because [`explain`](super::explain()) takes easier steps first, every player who makes all
    /// easier steps, in any order, reaches the board before that step. `None` if the steps are only
    /// singles that do not solve the puzzle.
    pub fn hint_step(&self) -> Option<usize> {
        let tier = |step: &Step| self.tier_of(step.technique());
        let is_plain = |step: &Step| step.technique().is_single() || tier(step) == 0;
        let hardest = |i: &usize| (tier(&self.steps[*i]), kind(&self.steps[*i]));
        let plain = || (0..self.steps.len()).rev().max_by_key(hardest);
        let first = self.steps.iter().position(|step| !is_plain(step));
        first.or_else(|| plain().filter(|_| self.is_solved()))
    }

    /// Returns the indices of the first and the last of the longest series of steps up to a digit.
    pub fn longest_wait(&self) -> Option<(usize, usize)> {
        longest_wait(self.steps.iter().map(|step| !step.filled().is_empty()))
    }

    /// Returns the use of each technique of the ladder, the lowest tier first.
    pub fn uses(&self) -> impl Iterator<Item = Use> {
        self.ladder.techniques().map(|technique| {
            let own = |step: &Step| step.technique() == technique;
            let times = self.steps.iter().filter(|step| own(step)).count();
            Use { technique, times, first: self.steps.iter().position(own) }
        })
    }

    /// Returns a cell with its digit after which the steps lead from their last board to the
    /// solution, and these further steps; cells with the fewest candidates are tried first. `None`
    /// if no single digit is enough.
    pub fn way_on(&self) -> Option<(Cell, Digit, Vec<Step>)> {
        let end = self.end();
        let mut cells: Vec<Cell> = end.open.iter().collect();
        cells.sort_by_key(|&cell| end.candidates.at(cell).len());
        cells.into_iter().find_map(|cell| {
            let digit = self.puzzle.solution()[cell];
            let mut state = end;
            state.fill(cell, digit);
            let steps = explain_from(&self.ladder, state);
            let solved = steps.last().map_or(state, Step::after).is_solved();
            solved.then_some((cell, digit, steps))
        })
    }

    /// Returns a record of each step.
    pub fn rows(&self) -> impl Iterator<Item = StepRow> {
        let row = |(number, step)| StepRow::of(&self.ladder, &self.puzzle, number, step);
        (1..).zip(&self.steps).map(row)
    }

    /// Returns a record of the totals.
    pub fn row(&self) -> WalkRow {
        let hardest = self.hardest();
        let technique = |i: usize| self.steps[i].technique();
        WalkRow {
            puzzle: self.puzzle.to_string(),
            tier: if self.is_solved() {
                hardest.map_or(0, |i| self.tier_of(technique(i)))
            } else {
                self.ladder.beyond()
            },
            steps: self.steps.len(),
            open_after: self.end().open.len(),
            hardest: hardest.map(|i| technique(i).name().to_owned()),
            hardest_step: hardest.map(|i| i + 1),
            singles_end: self.singles_end().map(|i| i + 1),
            longest_wait: self.longest_wait().map(|(first, last)| last - first + 1),
        }
    }
}

/// The index of the step of this number of so many; `stuck` says what does not help where they end
/// before the solution: if there is none, and after them.
pub(crate) fn index_of_step(
    number: usize,
    steps: usize,
    stuck: Option<[String; 2]>,
) -> Result<usize, String> {
    match (stuck, steps) {
        _ if (1..=steps).contains(&number) => Ok(number - 1),
        (None, 0) => Err("nothing is left to do: the grid is full".to_owned()),
        (None, _) => Err(format!("there is no step {number}: it is solved after step {steps}")),
        (Some([here, _]), 0) => Err(here),
        (Some([_, after]), _) => Err(format!("there is no step {number}: {after}")),
    }
}

/// Each of `all` with how often it comes and the index of the first, in the order of the first.
pub(crate) fn uses<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<(T, usize, usize)> {
    let mut uses: Vec<(T, usize, usize)> = Vec::new();
    for (first, one) in all.enumerate() {
        match uses.iter_mut().find(|own| own.0 == one) {
            Some(own) => own.1 += 1,
            None => uses.push((one, 1, first)),
        }
    }
    uses
}

/// Returns the longest run of steps after a step that fills a cell, up to and including the next
/// one that does, as first and last index. `fills` yields, step by step, whether it fills a cell.
pub(crate) fn longest_wait(fills: impl Iterator<Item = bool>) -> Option<(usize, usize)> {
    let mut begin = 0;
    let mut longest = None::<(usize, usize)>;
    for (i, _) in fills.enumerate().filter(|&(_, fills)| fills) {
        if longest.is_none_or(|(first, last)| i - begin > last - first) {
            longest = Some((begin, i));
        }
        begin = i + 1;
    }
    longest
}
