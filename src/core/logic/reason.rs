//! The reasons of singles, in words.

use super::apply::Pattern;
use super::step::Step;
use super::words::{StepWords, filled};
use crate::board::{Cell, CellSet, Digit, DigitSet, House};

impl Step {
    /// Explains a single by the board: the cells with its digit, or the houses that have the other
    /// digits. Candidates that no digit on the board excludes were removed by earlier steps. `None`
    /// for the last cell of a house, and for steps that are no singles.
    pub fn reason(&self) -> Option<String> {
        self.reason_told(StepWords::english())
    }

    /// [`Step::reason`] in the words of a language.
    pub fn reason_told(&self, words: &StepWords) -> Option<String> {
        match self.application.pattern {
            Pattern::Single(cell, digit, Some(house)) => self.elsewhere(words, cell, digit, house),
            Pattern::Single(cell, digit, None) => Some(self.other_digits(words, cell, digit)),
            _ => None,
        }
    }

    /// Explains why the digit is in no other cell of the house.
    fn elsewhere(
        &self,
        words: &StepWords,
        cell: Cell,
        digit: Digit,
        house: House,
    ) -> Option<String> {
        let mut others = (house.cells() & self.before.open) - CellSet::of(cell);
        if others.is_empty() {
            return None;
        }
        let standing = self.before.candidates[digit] - self.before.open;
        let mut givers = CellSet::EMPTY;
        loop {
            let covers = |giver: &Cell| (giver.peers() & others).len();
            // The first of the cells that cover as many.
            let standing = Cell::all().rev().filter(|cell| standing.contains(*cell));
            let most = standing.max_by_key(covers).filter(|giver| covers(giver) > 0);
            let Some(giver) = most else { break };
            givers.insert(giver);
            others -= giver.peers();
        }
        let mut parts = Vec::new();
        if !givers.is_empty() {
            parts.push(filled(&words.stands, &[("d", &digit), ("cells", &givers)]));
        }
        if !others.is_empty() {
            parts.push(filled(&words.taken_from, &[("cells", &others)]));
        }
        Some(parts.join("; "))
    }

    /// Explains why the cell has no other digit.
    fn other_digits(&self, words: &StepWords, cell: Cell, digit: Digit) -> String {
        let mut others = DigitSet::ALL - digit.into();
        let mut houses = cell.houses().to_vec();
        let mut parts = Vec::new();
        while !houses.is_empty() {
            let has = |house: &House| self.standing_in(*house) & others;
            let most = (0..houses.len()).rev().max_by_key(|&i| has(&houses[i]).len());
            let Some(house) = most.map(|i| houses.remove(i)) else { break };
            let digits = has(&house);
            if !digits.is_empty() {
                parts.push(filled(&words.has, &[("house", &words.house(house)), ("d", &digits)]));
                others -= digits;
            }
        }
        if !others.is_empty() {
            parts.push(filled(&words.taken, &[("d", &others)]));
        }
        parts.join("; ")
    }

    /// Returns the digits that are filled in there.
    fn standing_in(&self, house: House) -> DigitSet {
        let filled = house.cells() - self.before.open;
        Digit::all().filter(|&digit| self.before.candidates[digit].intersects(filled)).collect()
    }
}
