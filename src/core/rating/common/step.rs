//! [`Step`]: a deduction of the ladder, with the pattern that it relies on.

use super::technique::Technique;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, State};
use crate::logic::Marks;

/// A deduction: candidates that go, or a digit that is put in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The candidates of the pattern.
    pub pattern: Candidates,
    /// The relation of the candidates of the pattern.
    pub reason: Reason,
    /// The candidates eliminated; empty if a digit is placed.
    pub removed: Candidates,
    /// The digit placed, with its cell; `None` for an elimination.
    pub placed: Option<(Cell, Digit)>,
}

/// A digit in a cell, or in one of two or three cells where a line crosses a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// The cells.
    pub cells: CellSet,
}

/// The relation of the candidates of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A cell has one candidate.
    Cell,
    /// A digit or a set in this house.
    House(House),
    /// All places of the digit in `from` lie in `to`.
    Crossing {
        /// The house that restricts the digit.
        from: House,
        /// The house that crosses it.
        to: House,
    },
    /// All places of a digit in `base` lie in `cover`, except for the fins.
    Fish {
        /// The lines whose places are covered.
        base: Vec<House>,
        /// The lines across.
        cover: Vec<House>,
        /// The places not covered.
        fins: CellSet,
    },
    /// If the first node is false, the second is true, then the third is false, and so on.
    Chain {
        /// The nodes, in order.
        nodes: Vec<Node>,
        /// Whether the last node rules out the first, so that the chain is a loop.
        closed: bool,
    },
    /// Whatever digit the pivot has, one of the cells holds the eliminated digit.
    Wing {
        /// The cell that sees the wings.
        pivot: Cell,
        /// The other cells.
        wings: CellSet,
        /// The digits eliminated from cells that see all their places in the pattern.
        ends: DigitSet,
    },
    /// Clusters of cells that hold a digit by turns: of each, one colour is true, the other false.
    Colours(Vec<[CellSet; 2]>),
    /// Four cells that must not be left with two digits only.
    Rectangle {
        /// The four corners.
        corners: CellSet,
        /// The two digits.
        pair: DigitSet,
        /// The corners with extra candidates.
        roof: CellSet,
        /// The house of the roof that the argument uses; `None` if it uses none.
        house: Option<House>,
        /// The other cells of a naked subset with the roof.
        others: CellSet,
        /// The digits of that subset, or the extra digits of the roof, or the digit restricted to
        /// the corners.
        digits: DigitSet,
    },
    /// All other open cells have two candidates, and each digit two places in each house.
    Grave,
    /// Almost locked sets, each linked to the next by a digit, or all to a stem.
    Sets {
        /// The sets, each with its digits.
        sets: Vec<(CellSet, DigitSet)>,
        /// The digits that link them.
        links: Vec<Digit>,
        /// The stem: a cell each of whose candidates is linked to a set.
        stem: Option<Cell>,
    },
    /// Cells where a line crosses a box, more cells of the line and more of the box, as many as
    /// digits.
    Crossroads {
        /// The line.
        line: House,
        /// The box.
        boxed: House,
        /// The cells where they cross.
        crossing: CellSet,
        /// The further cells of the line, and those of the box.
        arms: [CellSet; 2],
    },
    /// Each of these candidates leads to the same elimination; one of them is true.
    Branches {
        /// The house in which they are the places of a digit; `None` if they are those of a cell.
        house: Option<House>,
    },
    /// The candidate leads to a contradiction.
    Contradiction,
}

impl Step {
    /// Returns the board after the step.
    pub fn after(&self, before: &State) -> State {
        let mut state = *before;
        self.apply(&mut state);
        state
    }

    /// Does the step, on its board or where others of that board are done.
    pub(super) fn apply(&self, state: &mut State) {
        state.candidates -= self.removed;
        if let Some((cell, digit)) = self.placed {
            state.fill(cell, digit);
        }
    }

    /// Returns the cells of the pattern.
    pub fn cells(&self) -> CellSet {
        self.pattern.places().iter().copied().collect()
    }

    /// Returns the cells and candidates that a drawing marks.
    pub fn marks(&self) -> Marks {
        // What goes is not marked twice.
        let pattern = self.pattern - self.removed;
        let mut marks = Marks { cells: self.cells(), pattern, removed: self.removed };
        if let Some((cell, digit)) = self.placed {
            marks.pattern[digit].insert(cell);
            marks.cells.insert(cell);
        }
        if let (Reason::House(house), Some(_)) = (&self.reason, self.placed) {
            marks.cells |= house.cells();
        }
        marks
    }

    /// Returns the houses of the pattern: that of a subset, both of a crossing, the base sets of a
    /// fish; none for other steps.
    pub fn houses(&self) -> Vec<House> {
        match &self.reason {
            Reason::House(house) => vec![*house],
            Reason::Crossing { from, to } => vec![*from, *to],
            Reason::Fish { base, .. } => base.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the digits of the pattern.
    pub fn digits(&self) -> DigitSet {
        Digit::all().filter(|&digit| !self.pattern[digit].is_empty()).collect()
    }

    /// Returns a measure of the pattern's size, by which the easier of two steps of a technique is
    /// chosen.
    pub fn size(&self) -> usize {
        match &self.reason {
            Reason::Chain { nodes, .. } => nodes.len(),
            Reason::Sets { sets, .. } => 10 * sets.len() + self.cells().len(),
            _ => self.cells().len(),
        }
    }
}

/// The steps of a technique on a board, as its enumerator finds them.
pub(super) struct Found {
    pub technique: Technique,
    pub steps: Vec<Step>,
}

impl Found {
    /// Adds a step that takes `removed` away, if there is any.
    pub fn remove(&mut self, removed: Candidates, why: impl FnOnce() -> (Candidates, Reason)) {
        if !removed.is_empty() {
            let ((pattern, reason), technique) = (why(), self.technique);
            self.steps.push(Step { technique, pattern, reason, removed, placed: None });
        }
    }

    /// Adds a step that puts a digit in a cell.
    pub fn place(&mut self, placed: (Cell, Digit), (pattern, reason): (Candidates, Reason)) {
        let (technique, removed) = (self.technique, Candidates::NONE);
        self.steps.push(Step { technique, pattern, reason, removed, placed: Some(placed) });
    }
}

/// Returns `digit` in `cells` as marks, whether or not it is a candidate there.
pub(super) fn only(digit: Digit, cells: CellSet) -> Candidates {
    let mut marks = Candidates::NONE;
    marks[digit] = cells;
    marks
}
