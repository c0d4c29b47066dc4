//! The effort, run by run on plain boards, by the definition and with any parameters.
//!
//! [`super::effort`] computes the same with the program's parameters, faster; a test compares them.
//! This module serves to look for other parameters.

use std::collections::HashMap;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::super::walk::WAIT;
use crate::board::{Cell, House, Puzzle, State};
use crate::kernel::{pick::pick, race};
use crate::logic::{Applications, Effect, Ladder, find};

/// The free parameters of the effort.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The rate of the last place of a digit in a row or column; that of the last place in a box is
    /// 1.
    pub line: f64,
    /// The rate of the last candidate of a cell.
    pub naked: f64,
    /// The time to write a digit.
    pub writing: f64,
    /// The power of the number of open cells with which a wait grows.
    pub open: f64,
    /// The time of a check above tier 0.
    pub check: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        let rate = |rate: u16| f64::from(rate) / f64::from(race::IN_BOX);
        Self {
            line: rate(race::IN_LINE),
            naked: rate(race::NAKED),
            writing: race::WRITING.into(),
            open: 0.5,
            check: WAIT,
        }
    }
}

/// The data of a step of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// A digit: the number of open cells, and of singles by their easiest kind: in a box, in a
    /// line, naked.
    Digit {
        /// Open cells before it.
        open: usize,
        /// Singles by kind.
        sight: [usize; 3],
    },
    /// A step above tier 0, after this many checks above tier 0.
    Checks(f64),
}

impl Parameters {
    /// Returns the time of a step.
    pub fn cost(&self, step: Step) -> f64 {
        match step {
            Step::Digit { open, sight } => {
                let pace = (open as f64 / f64::from(race::CELLS)).powf(self.open);
                self.writing + pace / self.rate(sight)
            }
            Step::Checks(checks) => self.check * checks,
        }
    }

    fn rate(&self, sight: [usize; 3]) -> f64 {
        sight.iter().zip(self.rates()).map(|(&count, rate)| count as f64 * rate).sum()
    }

    const fn rates(&self) -> [f64; 3] {
        [1.0, self.line, self.naked]
    }

    /// Returns the steps of one run over `puzzle`.
    ///
    /// # Panics
    /// If the ladder does not solve it.
    pub fn run(
        &self,
        ladder: &Ladder,
        puzzle: &Puzzle,
        memory: &mut Memory,
        rng: &mut impl Rng,
    ) -> Vec<Step> {
        let solution = puzzle.solution();
        let mut state = State::of_clues(solution, puzzle.clues());
        let mut steps = Vec::new();
        while !state.is_solved() {
            let kinds = kinds(&state, puzzle);
            let sight = [0, 1, 2].map(|kind: usize| kinds[kind].len());
            if sight != [0; 3] {
                steps.push(Step::Digit { open: state.open.len(), sight });
                let mut place = rng.random::<f64>() * self.rate(sight);
                // Rounding may leave a little after the last.
                let mut cell = kinds.iter().flatten().next_back().copied();
                for (kind, rate) in kinds.iter().zip(self.rates()) {
                    let number = (place / rate) as usize;
                    if place >= 0.0 && number < kind.len() {
                        cell = Some(kind[number]);
                        break;
                    }
                    place -= rate * kind.len() as f64;
                }
                let cell = cell.expect("some are in sight");
                state.fill(cell, solution[cell]);
                continue;
            }
            let (checks, found) = memory.entry(state).or_insert_with(|| search(ladder, &state));
            steps.push(Step::Checks(*checks));
            let unit = found.unit(pick(found.valid(), rng));
            let Some(application) = unit.choose(rng) else { continue };
            if matches!(application.effect, Effect::Solve(..)) {
                break;
            }
            application.apply(&mut state);
        }
        steps
    }
}

/// The results of searches in states without singles.
pub type Memory = HashMap<State, (f64, Applications)>;

/// Returns the checks above tier 0 until an application is found, and the applications of its tier.
fn search(ladder: &Ladder, state: &State) -> (f64, Applications) {
    let mut checks = 0.0;
    for tier in ladder.searched().skip(1) {
        let found = find(ladder, state, tier);
        checks += (found.possible + 1) as f64 / (found.valid() + 1) as f64;
        if found.valid() > 0 {
            return (checks, found);
        }
    }
    panic!("only puzzles that the ladder solves are rated");
}

/// Returns the cells with a single, each under its easiest kind.
fn kinds(state: &State, puzzle: &Puzzle) -> [Vec<Cell>; 3] {
    let mut kinds = [const { Vec::new() }; 3];
    for cell in state.open {
        let places = state.candidates[puzzle.solution()[cell]];
        let alone = |house: House| (places & house.cells()).single() == Some(cell);
        let [row, column, boxed] = cell.houses();
        let kind = if alone(boxed) {
            0
        } else if alone(row) || alone(column) {
            1
        } else if state.candidates.at(cell).len() == 1 {
            2
        } else {
            continue;
        };
        kinds[kind].push(cell);
    }
    kinds
}
