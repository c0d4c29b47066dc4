//! The standard generator of hsolve: Chang, Fan, Sun (2008), "hsolve: a difficulty metric and
//! puzzle generator for Sudoku", sections 4.1 and 4.1.1.
//!
//! On an empty board, a random open cell gets a random one of its candidates, and everything that
//! follows is deduced, with all tiers; this is repeated until the board is full, or a contradiction
//! ends the attempt. The digits placed at random are the puzzle. A guess of the limited
//! backtracking that happens to fill the board counts as a dead end (4.1.1) and is not used. So all
//! deductions are forced, and the solution is unique.
//!
//! Puzzles are not minimal: a later digit can make an earlier one superfluous.

use rand::{Rng, RngExt};

use crate::board::{Cell, CellSet, Digit, DigitSet, Grid, Puzzle, State};
use crate::logic::{Application, Effect, Ladder, find};

/// The standard generator; it has no parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standard;

impl Standard {
    /// Tries one board; `None` at a contradiction.
    pub fn attempt(self, rng: &mut impl Rng) -> Option<Puzzle> {
        let mut state = State::of(&Grid::EMPTY);
        let mut clues = CellSet::EMPTY;
        while !state.is_solved() {
            let (cell, digit) = pick(&state, rng)?;
            clues.insert(cell);
            state.fill(cell, digit);
            if !deduce(&mut state) {
                return None;
            }
        }
        Some(Puzzle::proved(clues, state.candidates.solution()?))
    }
}

/// Deduces all that follows, with all tiers; false at a contradiction. [`crate::logic::Closure`]
/// cannot be used: it needs the solution, and here there may be none.
fn deduce(state: &mut State) -> bool {
    let ladder = Ladder::hsolve();
    loop {
        if !state.propagate::<true>(DigitSet::ALL) {
            return false;
        }
        let of_tier = |tier: u8| -> Vec<Application> {
            let found = find(ladder, state, tier);
            let is_guess = |way: &&Application| matches!(way.effect, Effect::Solve(..));
            found.all().iter().filter(|way| !is_guess(way)).copied().collect()
        };
        let Some(ways) = ladder.searched().skip(1).map(of_tier).find(|ways| !ways.is_empty())
        else {
            return true;
        };
        for way in ways {
            way.apply(state);
        }
    }
}

/// Returns a random open cell and a random one of its candidates.
fn pick(state: &State, rng: &mut impl Rng) -> Option<(Cell, Digit)> {
    let cell = state.open.iter().nth(rng.random_range(0..state.open.len()))?;
    let digits = state.candidates.at(cell);
    let digit = digits.iter().nth(rng.random_range(0..digits.len().max(1)))?;
    Some((cell, digit))
}
