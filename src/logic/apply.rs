//! [`Application`]: a technique found somewhere on the board, what it changes, and its words.

use std::fmt;

use super::ladder::Technique;
use crate::board::{Cell, CellSet, Digit, DigitSet, House, HouseKind, State};

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
    /// A single in a cell; a hidden one names its house.
    Single(Cell, Digit, Option<House>),
    /// A naked or hidden subset: its cells and digits in its house.
    Subset(House, CellSet, DigitSet),
    /// A digit whose places in the first house all lie in the second.
    Locked(Digit, House, House),
    /// A digit in these lines of a kind (rows or columns, 9 bits).
    Fish(Digit, HouseKind, u16),
    /// A digit assumed in a cell.
    Assumed(Cell, Digit),
}

/// What an application changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The cell is filled.
    Fill(Cell, Digit),
    /// These digits go from these cells, as far as they are there.
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

    /// The same with the removals that `state` still has to give, in words.
    pub(super) fn narrowed(mut self, state: &State) -> Self {
        if let Effect::Remove(digits, cells) = self.effect {
            let lost = |digit: Digit| state.candidates[digit] & cells;
            let cells = digits.iter().map(lost).collect();
            let digits = digits.iter().filter(|&digit| !lost(digit).is_empty()).collect();
            self.effect = Effect::Remove(digits, cells);
        }
        self
    }
}

/// The numbers from 1 of the set bits: `2, 8`.
fn numbers(bits: u16) -> DigitSet {
    DigitSet::from_bits(bits)
}

impl fmt::Display for Application {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.technique.name();
        match self.pattern {
            Pattern::Single(cell, digit, None) => return write!(f, "{name} {digit}: {cell}"),
            Pattern::Single(cell, digit, Some(house)) => {
                return write!(f, "{name} {digit} in {house}: {cell}");
            }
            Pattern::Subset(house, cells, digits) => {
                write!(f, "{name} {digits} in {house} ({cells})")?;
            }
            Pattern::Locked(digit, from, to) => {
                write!(f, "{name}: {digit} of {from} only in {to}")?;
            }
            Pattern::Fish(digit, kind, lines) => {
                let kind = if kind == HouseKind::Row { "rows" } else { "columns" };
                write!(f, "{name} on {digit} in {kind} {}", numbers(lines))?;
            }
            Pattern::Assumed(cell, digit) => {
                write!(f, "{name}: {digit} in {cell} ")?;
                f.write_str(match self.effect {
                    Effect::Solve(..) => "fills the grid",
                    _ => "leads to a contradiction",
                })?;
            }
        }
        match self.effect {
            Effect::Remove(digits, cells) => write!(f, ": removes {digits} from {cells}"),
            Effect::Fill(cell, digit) => write!(f, ": {cell} is {digit}"),
            Effect::Solve(..) => f.write_str(": solved"),
        }
    }
}
