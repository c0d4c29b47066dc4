//! [`LinkTable`]: the links of a board that does not change.

use super::Cause;
use crate::board::{HouseKind, bits};
use crate::rating::se::sheet::{Candidate, Sheet, box_row_column};
use crate::rating::se::technique::Links;

/// For each candidate, the candidates that go off if it is on, and those that go on if it is off.
/// Candidates are numbered in order, so that sets of them are short.
pub(super) struct LinkTable {
    /// The candidates, by number.
    pub candidates: Vec<Candidate>,
    /// All candidates that others put off.
    off: Vec<u16>,
    /// All candidates that others put on, with the cause.
    on: Vec<(u16, Cause)>,
    /// By number, in each of the two: where links of its cell begin, where links of its digit
    /// begin, and where they end.
    ranges: Vec<[[u16; 3]; 2]>,
}

impl LinkTable {
    pub fn new(sheet: &Sheet) -> Self {
        let mut table = Self {
            candidates: sheet.candidates().collect(),
            off: Vec::new(),
            on: Vec::new(),
            ranges: Vec::new(),
        };
        let mut numbers = [0; Candidate::COUNT];
        for (number, candidate) in (0..).zip(&table.candidates) {
            numbers[candidate.index()] = number;
        }
        for number in 0..table.candidates.len() {
            table.add(sheet, table.candidates[number], &numbers);
        }
        table
    }

    fn add(&mut self, sheet: &Sheet, candidate: Candidate, numbers: &[u16; Candidate::COUNT]) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let here = |table: &Self| [table.off.len() as u16, table.on.len() as u16];
        let first = here(self);
        let others = sheet.digits(cell) - digit.into();
        for other in others.iter() {
            self.off.push(numbers[Candidate::new(cell, other).index()]);
        }
        if let Some(other) = others.single() {
            self.on.push((numbers[Candidate::new(cell, other).index()], Cause::LastInCell));
        }
        let middle = here(self);
        for (house, own) in box_row_column(cell) {
            let rest = sheet.in_house(house, digit) & !own;
            for place in bits(rest) {
                let other = house.cell(place);
                let number = numbers[Candidate::new(other, digit).index()];
                // Cells of the box that are also in the line were visited before.
                let is_new = house.kind() == HouseKind::Box || other.boxed() != cell.boxed();
                if is_new {
                    self.off.push(number);
                }
                if rest.is_power_of_two() {
                    let met = &self.on[usize::from(middle[1])..];
                    if is_new || met.iter().all(|&(on, _)| on != number) {
                        self.on.push((number, Cause::LastInHouse(house)));
                    }
                }
            }
        }
        let last = here(self);
        self.ranges.push([0, 1].map(|which| [first[which], middle[which], last[which]]));
    }

    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Returns the candidates that go off if the candidate of this number is on.
    pub fn excluded(&self, number: u16, links: Links) -> &[u16] {
        let [first, middle, last] = self.ranges[usize::from(number)][0];
        // The Y pass goes along houses as well, from one cell with two candidates to the next.
        let begin = if links == Links::X { middle } else { first };
        &self.off[begin.into()..last.into()]
    }

    /// Returns the candidates that go on if the candidate of this number is off, with the causes.
    pub fn alone(&self, number: u16, links: Links) -> &[(u16, Cause)] {
        let [first, middle, last] = self.ranges[usize::from(number)][1];
        let [begin, end] = match links {
            Links::X => [middle, last],
            Links::Y => [first, middle],
            Links::XY => [first, last],
        };
        &self.on[begin.into()..end.into()]
    }
}
