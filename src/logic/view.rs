//! [`View`]: a state laid out as people look at it, house by house.

use super::lines::{Lines, transpose};
use crate::board::{CellSet, Digit, House, HouseKind, State};

/// The open cells of a state by house and digit.
pub struct View {
    /// By house, its open cells, 9 bits in reading order.
    pub open: [u16; House::COUNT],
    /// By house, digits (lines) by open cells (columns).
    pub digits: [Lines; House::COUNT],
}

impl View {
    pub fn of(state: &State) -> Self {
        let mut view = Self { open: [0; House::COUNT], digits: [[0; 9]; House::COUNT] };
        let houses = |cells: CellSet| House::all().map(move |house| cells.in_house(house));
        for (open, cells) in view.open.iter_mut().zip(houses(state.open)) {
            *open = cells;
        }
        for digit in Digit::all() {
            let places = houses(state.candidates[digit] & state.open);
            for (digits, cells) in view.digits.iter_mut().zip(places) {
                digits[digit.index()] = cells;
            }
        }
        view
    }

    /// Open cells (lines) by digits (columns) of `house`.
    pub fn cells(&self, house: House) -> Lines {
        transpose(&self.digits[house.index()])
    }

    /// Rows or columns (lines) by places for `digit` (columns).
    pub fn fish(&self, digit: Digit, kind: HouseKind) -> Lines {
        let first = if kind == HouseKind::Row { 0 } else { 9 };
        std::array::from_fn(|line| self.digits[first + line][digit.index()])
    }
}

/// The segments (line in box) of a band or stack in which a digit is locked: 9 bits, three a line.
#[derive(Clone, Copy)]
pub struct Locked {
    /// All places of the box are in the segment, not all of the line: clears the rest of the line.
    pub pointing: u16,
    /// All places of the line are in the segment, not all of the box: clears the rest of the box.
    pub claiming: u16,
}

/// By the segments of a band or stack where a digit has places.
pub const LOCKED: [Locked; 512] = {
    let mut table = [Locked { pointing: 0, claiming: 0 }; 512];
    let mut places = 0;
    while places < 512 {
        let mut segment = 0;
        while segment < 9 {
            let this = 1 << segment;
            let line = (places as u16 & 0o7 << (segment / 3 * 3)) & !this;
            let boxed = (places as u16 & 0o111 << (segment % 3)) & !this;
            if places as u16 & this != 0 && (line == 0) != (boxed == 0) {
                if boxed == 0 {
                    table[places].pointing |= this;
                } else {
                    table[places].claiming |= this;
                }
            }
            segment += 1;
        }
        places += 1;
    }
    table
};

/// Which of its three segments the 9 cells of a line lie in.
pub const fn segments(line: u16) -> u16 {
    let any = line | line >> 1 | line >> 2;
    any & 1 | any >> 2 & 2 | any >> 4 & 4
}
