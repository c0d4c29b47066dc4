//! [`Step`]: an application on the board it was found on, in words and marks.

use std::fmt;

use super::apply::{Application, Effect, Pattern};
use super::chain::Chain;
use super::ladder::Ladder;
use super::line_set::LineSet;
use super::marks::Marks;
use super::technique::Technique;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind, State};

/// An application on the board it was found on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The board before the step.
    pub before: State,
    /// What is done.
    pub application: Application,
}

/// Where the hardest of these steps is: of the highest tier of `ladder` the technique that people look for last, its
/// first.
pub fn hardest(ladder: &Ladder, steps: &[Step]) -> Option<usize> {
    let hard = |i: &usize| {
        let technique = steps[*i].technique();
        (ladder.tier_of(technique).unwrap_or(ladder.beyond()), technique.order())
    };
    (0..steps.len()).rev().max_by_key(hard)
}

impl Step {
    /// The technique.
    pub const fn technique(&self) -> Technique {
        self.application.technique
    }

    /// The board after the step.
    pub fn after(&self) -> State {
        let mut state = self.before;
        self.application.apply(&mut state);
        state
    }

    /// The digits filled in, by cell in order.
    pub fn filled(&self) -> Vec<(Cell, Digit)> {
        let after = self.after();
        let filled = self.before.open - after.open;
        filled.iter().filter_map(|cell| Some((cell, after.candidates.at(cell).first()?))).collect()
    }

    /// The candidates taken away, without those that a digit filled in takes.
    pub fn removed(&self) -> Candidates {
        let mut removed = Candidates::NONE;
        if let Effect::Remove(digits, cells) = self.application.effect {
            for digit in digits.iter() {
                removed[digit] = self.before.candidates[digit] & cells;
            }
        }
        removed
    }

    /// How the assumption leads to its contradiction; none for any other step.
    pub fn chain(&self) -> Option<Chain> {
        let (cell, digit) = self.application.assumed()?;
        Chain::of(&self.before, cell, digit)
    }

    /// The cells where the pattern stands.
    pub fn cells(&self) -> CellSet {
        match self.application.pattern {
            Pattern::Single(cell, ..) | Pattern::Assumed(cell, _) => CellSet::of(cell),
            Pattern::Subset(_, cells, _) | Pattern::Cells(cells, _) => cells,
            Pattern::Locked(digit, from, _) => self.before.candidates[digit] & from.cells(),
            Pattern::Fish(digit, lines) => {
                let lines = lines.houses().map(House::cells).collect::<CellSet>();
                self.before.candidates[digit] & self.before.open & lines
            }
        }
    }

    /// The digits of the pattern.
    pub fn digits(&self) -> DigitSet {
        match self.application.pattern {
            Pattern::Subset(_, _, digits) | Pattern::Cells(_, digits) => digits,
            Pattern::Single(_, digit, _)
            | Pattern::Locked(digit, ..)
            | Pattern::Fish(digit, ..)
            | Pattern::Assumed(_, digit) => digit.into(),
        }
    }

    /// The houses where the pattern is seen: of locked candidates the one that has the digit nowhere else, of
    /// a fish its lines; none for a naked single, an assumption, or a technique that is not built in.
    pub fn houses(&self) -> Vec<House> {
        match self.application.pattern {
            Pattern::Single(_, _, house) => house.into_iter().collect(),
            Pattern::Subset(house, ..) | Pattern::Locked(_, house, _) => vec![house],
            Pattern::Fish(_, lines) => lines.houses().collect(),
            Pattern::Assumed(..) | Pattern::Cells(..) => Vec::new(),
        }
    }

    /// What a drawing marks.
    pub fn marks(&self) -> Marks {
        let mut marks = Marks { cells: self.cells(), removed: self.removed(), ..Marks::NONE };
        match (self.application.pattern, self.application.effect) {
            (Pattern::Assumed(..), Effect::Fill(cell, right)) => {
                marks.pattern[right].insert(cell);
                for wrong in (self.before.candidates.at(cell) - right.into()).iter() {
                    marks.removed[wrong].insert(cell);
                }
                if let Some(chain) = self.chain() {
                    chain.mark(&mut marks);
                }
            }
            (Pattern::Single(cell, digit, house), _) => {
                marks.pattern[digit].insert(cell);
                marks.cells |= house.map_or(CellSet::EMPTY, House::cells);
            }
            _ => {
                for digit in self.digits().iter() {
                    marks.pattern[digit] = self.before.candidates[digit] & marks.cells;
                }
            }
        }
        marks
    }
}

/// One line, without the chain of an assumption: `X-wing on 6 in rows 2, 7 and columns 3, 8: removes 6 from
/// r5c3, r9c8`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.technique().name();
        match self.application.pattern {
            Pattern::Single(cell, digit, None) => return write!(f, "{name} {digit}: {cell}"),
            Pattern::Single(cell, digit, Some(house))
                if self.technique() == Technique::NakedSingle =>
            {
                return write!(f, "{name} {digit}, the last cell of {house}: {cell}");
            }
            Pattern::Single(cell, digit, Some(house)) => {
                return write!(f, "{name} {digit} in {house}: {cell}");
            }
            Pattern::Subset(house, cells, digits) => {
                write!(f, "{name} {digits} in {house} ({cells})")?;
            }
            Pattern::Locked(digit, from, to) => {
                write!(f, "{name}: {from} has {digit} only in {to}")?;
            }
            Pattern::Fish(digit, lines) => {
                let (other, number): (_, fn(Cell) -> usize) = match lines.kind() {
                    HouseKind::Row => (HouseKind::Column, Cell::column),
                    _ => (HouseKind::Row, Cell::row),
                };
                let across = self.cells().iter().fold(0, |bits, cell| bits | 1 << number(cell));
                write!(f, "{name} on {digit} in {lines} and {}", LineSet::new(other, across))?;
            }
            Pattern::Cells(cells, digits) => match self.technique() {
                Technique::Custom(row) => {
                    f.write_str(name)?;
                    (row.write)(&self.before, cells, digits, f)?;
                }
                _ => write!(f, "{name} {digits} in {cells}")?,
            },
            Pattern::Assumed(cell, digit) => {
                write!(f, "{name}: {digit} in {cell} ")?;
                f.write_str(match self.application.effect {
                    Effect::Solve(..) => "fills the grid",
                    _ => "leads to a contradiction",
                })?;
            }
        }
        match self.application.effect {
            Effect::Fill(cell, digit) => write!(f, ": {cell} is {digit}"),
            Effect::Solve(..) => f.write_str(": solved"),
            Effect::Remove(..) => {
                f.write_str(": removes ")?;
                for (i, (digits, cells)) in self.removed().groups().into_iter().enumerate() {
                    write!(f, "{}{digits} from {cells}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
        }
    }
}
