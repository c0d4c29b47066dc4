//! [`Application`]: a technique found somewhere on the board, and what it changes.

use super::line_set::LineSet;
use super::technique::Technique;
use crate::board::{Cell, CellSet, Digit, DigitSet, House, State};

/// A technique found on the board, that changes something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Application {
    /// The technique.
    pub technique: Technique,
    /// Where, and with which digits.
    pub pattern: Pattern,
    /// What it changes.
    pub effect: Effect,
}

/// Where a technique was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A single in a cell; a hidden one names its house, and so does the last cell of a house.
    Single(Cell, Digit, Option<House>),
    /// A naked or hidden subset: its cells and digits in its house.
    Subset(House, CellSet, DigitSet),
    /// A digit whose places in the first house all lie in the second.
    Locked(Digit, House, House),
    /// A digit in these rows or columns.
    Fish(Digit, LineSet),
    /// A digit assumed in a cell.
    Assumed(Cell, Digit),
    /// The cells and digits of a technique that is not built in.
    Cells(CellSet, DigitSet),
}

/// What an application changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The cell is filled.
    Fill(Cell, Digit),
    /// These digits go from these cells, as far as they are there: each digit in one of them at
    /// least, each cell with one of the digits at least.
    Remove(DigitSet, CellSet),
    /// The assumption filled the grid: the puzzle is solved.
    Solve(Cell, Digit),
}

impl Application {
    /// Makes the change.
    pub fn apply(&self, state: &mut State) {
        match self.effect {
            Effect::Fill(cell, digit) => state.fill(cell, digit),
            Effect::Remove(digits, cells) => state.remove(digits, cells),
            Effect::Solve(cell, digit) => {
                let changed = state.assume(cell, digit);
                state.propagate::<false>(changed);
            }
        }
    }

    /// This application with the digits and cells that `state` still has to give.
    pub(super) fn narrowed(mut self, state: &State) -> Self {
        if let Effect::Remove(digits, cells) = self.effect {
            let lost = |digit: Digit| state.candidates[digit] & cells;
            let cells = digits.iter().map(lost).collect();
            let digits = digits.iter().filter(|&digit| !lost(digit).is_empty()).collect();
            self.effect = Effect::Remove(digits, cells);
        }
        self
    }
    /// The cell and the digit that an assumption tries.
    pub(super) const fn assumed(&self) -> Option<(Cell, Digit)> {
        match self.pattern {
            Pattern::Assumed(cell, digit) => Some((cell, digit)),
            _ => None,
        }
    }
}
