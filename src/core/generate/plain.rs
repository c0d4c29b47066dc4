//! Full grids by plain backtracking: an MCM contest paper ("technique formula"), section 4.1,
//! `PopulateCell`.
//!
//! Cell by cell, row by row, the digits are tried in an order that is drawn for each cell; a digit
//! that clashes is skipped, and if none is left, the previous cell tries its next one. A grid takes
//! about a hundred digits, rarely several hundred; after ten million the fill restarts.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::board::{Cell, Digit, Solution};
use crate::rating::restarts::Filler;

/// Digits tried before a restart.
const MOST: u32 = 10_000_000;

pub fn solution(rng: &mut impl Rng) -> Solution {
    loop {
        let mut grid =
            Grid { used: Filler::EMPTY, digits: [Digit::from_index(0); Cell::COUNT], put: 0 };
        if grid.populate(0, rng) {
            return Solution::proved(grid.digits);
        }
    }
}

struct Grid {
    used: Filler,
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
        let mut free: Vec<Digit> = self.used.free(cell).iter().collect();
        free.shuffle(rng);
        for digit in free {
            self.put += 1;
            if self.put > MOST {
                return false;
            }
            self.digits[at] = digit;
            self.used.put(cell, digit);
            if self.populate(at + 1, rng) {
                return true;
            }
            self.used.take(cell, digit);
        }
        false
    }
}
