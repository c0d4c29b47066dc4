//! [`Application`]: a technique found on the board, and its effect.

use super::line_set::LineSet;
use super::technique::Technique;
use crate::board::{Cell, CellSet, Digit, DigitSet, House, State};

/// A technique found on the board that changes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Application {
    /// The technique.
    pub technique: Technique,
    /// The cells, digits and houses of the pattern.
    pub pattern: Pattern,
    /// Its effect.
    pub effect: Effect,
}

/// The place of a technique on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A single in a cell; with its house if hidden or the last open cell of a house.
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

/// The effect of an application.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The cell is filled.
    Fill(Cell, Digit),
    /// The candidates of these digits in these cells are removed, as far as they are there: each
    /// digit from at least one of the cells, each cell loses at least one of the digits.
    Remove(DigitSet, CellSet),
    /// The assumption filled the grid: the puzzle is solved.
    Solve(Cell, Digit),
}

impl Application {
    /// Applies the effect.
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

    /// Narrows the effect to the digits and cells that `state` still has.
    pub(super) fn narrowed(mut self, state: &State) -> Self {
        if let Effect::Remove(digits, cells) = self.effect {
            let lost = |digit: Digit| state.candidates[digit] & cells;
            let cells = digits.iter().map(lost).collect();
            let digits = digits.iter().filter(|&digit| !lost(digit).is_empty()).collect();
            self.effect = Effect::Remove(digits, cells);
        }
        self
    }
    /// Returns the cell and the digit that an assumption tries.
    pub(super) const fn assumed(&self) -> Option<(Cell, Digit)> {
        match self.pattern {
            Pattern::Assumed(cell, digit) => Some((cell, digit)),
            _ => None,
        }
    }
}
