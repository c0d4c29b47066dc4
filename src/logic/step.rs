//! [`Step`]: an application on the board it was found on, in words and marks.

use std::fmt;

use super::apply::{Application, Effect, Pattern};
use super::chain::Chain;
use super::ladder::Technique;
use super::lines::line_house;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind, State};

/// An application on the board it was found on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The board before the step.
    pub before: State,
    /// What is done.
    pub application: Application,
}

/// What to mark on a drawing of the board before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The cells to look at.
    pub cells: CellSet,
    /// The candidates that make the pattern: of a single the digit, of an assumption those that its chain
    /// fills in, and the digit that turns out to be right.
    pub pattern: Candidates,
    /// The candidates that go. Those that go because a digit was filled in are not among them.
    pub removed: Candidates,
}

impl Marks {
    /// Nothing to mark.
    pub const NONE: Self =
        Self { cells: CellSet::EMPTY, pattern: Candidates::NONE, removed: Candidates::NONE };
}

/// Where the hardest of these steps is: of the highest tier the technique that people look for last, its first.
pub fn hardest(steps: &[Step]) -> Option<usize> {
    let hard = |i: &usize| {
        let technique = steps[*i].technique();
        (technique.tier(), technique.turn())
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
            Pattern::Subset(_, cells, _) => cells,
            Pattern::Locked(digit, from, _) => self.before.candidates[digit] & from.cells(),
            Pattern::Fish(digit, ..) => {
                let lines = self.houses().into_iter().map(House::cells).collect::<CellSet>();
                self.before.candidates[digit] & self.before.open & lines
            }
        }
    }

    /// The digits of the pattern.
    pub fn digits(&self) -> DigitSet {
        match self.application.pattern {
            Pattern::Subset(_, _, digits) => digits,
            Pattern::Single(_, digit, _)
            | Pattern::Locked(digit, ..)
            | Pattern::Fish(digit, ..)
            | Pattern::Assumed(_, digit) => digit.into(),
        }
    }

    /// The houses where the pattern is seen: of locked candidates the one that has the digit nowhere else, of
    /// a fish its lines; none for a naked single or an assumption.
    pub fn houses(&self) -> Vec<House> {
        match self.application.pattern {
            Pattern::Single(_, _, house) => house.into_iter().collect(),
            Pattern::Subset(house, ..) | Pattern::Locked(_, house, _) => vec![house],
            Pattern::Fish(_, kind, lines) => {
                (0..9).filter(|i| lines >> i & 1 == 1).map(|i| line_house(kind, i)).collect()
            }
            Pattern::Assumed(..) => Vec::new(),
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

impl Application {
    /// The cell and the digit that an assumption tries.
    pub(super) const fn assumed(&self) -> Option<(Cell, Digit)> {
        match self.pattern {
            Pattern::Assumed(cell, digit) => Some((cell, digit)),
            _ => None,
        }
    }
}

/// One line, without the chain of an assumption: `X-wing on 6 in rows 2, 7 and columns 3, 8: removes 6 from
/// r5c3, r9c8`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.technique().name();
        match self.application.pattern {
            Pattern::Single(cell, digit, None) => return write!(f, "{name} {digit}: {cell}"),
            Pattern::Single(cell, digit, Some(house)) => {
                return write!(f, "{name} {digit} in {house}: {cell}");
            }
            Pattern::Subset(house, cells, digits) => {
                write!(f, "{name} {digits} in {house} ({cells})")?;
            }
            Pattern::Locked(digit, from, to) => {
                write!(f, "{name}: {from} has {digit} only in {to}")?;
            }
            Pattern::Fish(digit, kind, lines) => {
                let across = self.cells().iter().fold(0, |bits, cell| {
                    bits | 1 << if kind == HouseKind::Row { cell.column() } else { cell.row() }
                });
                let [along, across] = [lines, across].map(DigitSet::from_bits);
                let (kind, other) = match kind {
                    HouseKind::Row => ("rows", "columns"),
                    _ => ("columns", "rows"),
                };
                write!(f, "{name} on {digit} in {kind} {along} and {other} {across}")?;
            }
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
                for (i, (digits, cells)) in groups(&self.removed()).into_iter().enumerate() {
                    write!(f, "{}{digits} from {cells}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
        }
    }
}

/// The cells that have the same digits, together.
fn groups(candidates: &Candidates) -> Vec<(DigitSet, CellSet)> {
    let mut groups: Vec<(DigitSet, CellSet)> = Vec::new();
    for cell in Cell::all() {
        let digits = candidates.at(cell);
        match groups.iter_mut().find(|(others, _)| *others == digits) {
            _ if digits.is_empty() => {}
            Some((_, cells)) => cells.insert(cell),
            None => groups.push((digits, CellSet::of(cell))),
        }
    }
    groups
}
