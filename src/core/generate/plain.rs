//! Full grids by plain backtracking: an MCM contest paper ("technique formula"), section 4.1,
//! `PopulateCell`.
//!
//! Cell by cell, row by row, the digits are tried in an order that is drawn anew for each cell; a
//! digit that clashes is skipped, and where none is left the cell before tries its next. A grid
//! takes about a hundred digits, rarely several hundred; after ten million we restart, should that
//! ever be.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::board::{Cell, Digit, DigitSet, Solution};

/// Digits tried before a restart.
const MOST: u32 = 10_000_000;

pub fn solution(rng: &mut impl Rng) -> Solution {
    loop {
        let mut grid =
            Grid { used: [[DigitSet::EMPTY; 9]; 3], digits: [Digit::from_index(0); 81], put: 0 };
        if grid.populate(0, rng) {
            return Solution::proved(grid.digits);
        }
    }
}

struct Grid {
    /// The digits in each row, column and box.
    used: [[DigitSet; 9]; 3],
    digits: [Digit; Cell::COUNT],
    /// Digits tried so far.
    put: u32,
}

impl Grid {
    /// Fills the cells from number `at` on; false if that is impossible, or took too long.
    fn populate(&mut self, at: usize, rng: &mut impl Rng) -> bool {
        if at == Cell::COUNT {
            return true;
        }
        let cell = Cell::at(at / 9, at % 9);
        let houses = [cell.row(), cell.column(), cell.boxed()];
        let used = |grid: &Self| {
            grid.used[0][houses[0]] | grid.used[1][houses[1]] | grid.used[2][houses[2]]
        };
        let mut free = [Digit::from_index(0); Digit::COUNT];
        let mut count = 0;
        for digit in (DigitSet::ALL - used(self)).iter() {
            free[count] = digit;
            count += 1;
        }
        free[..count].shuffle(rng);
        for &digit in &free[..count] {
            self.put += 1;
            if self.put > MOST {
                return false;
            }
            self.digits[at] = digit;
            for (used, house) in self.used.iter_mut().zip(houses) {
                used[house].insert(digit);
            }
            if self.populate(at + 1, rng) {
                return true;
            }
            for (used, house) in self.used.iter_mut().zip(houses) {
                used[house] = used[house] - digit.into();
            }
        }
        false
    }
}
