//! Full grids from one pattern: Joncus and Yun, section "Generating solved puzzle", programs
//! `generateRandPatterned2` and `shufflePuzzle`.
//!
//! The first row is a random order of the digits; each further row is the previous one, rotated by
//! three places, or by four after every third row. Then two of the three rows of each band are
//! swapped, a hundred times in all, and likewise the columns of each stack. A hundred is even, so
//! the three rows end in one of the three cyclic orders, practically equally likely; this code
//! draws one of these orders.
//!
//! All these grids are equivalent. The method serves to repeat the measurements of the paper.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::board::{Digit, Solution};

pub fn pattern(rng: &mut impl Rng) -> Solution {
    let mut first: [Digit; 9] = std::array::from_fn(Digit::from_index);
    first.shuffle(rng);
    let mut turned = || -> [usize; 9] {
        let turns: [usize; 3] = std::array::from_fn(|_| rng.random_range(0..3));
        std::array::from_fn(|line| line - line % 3 + (line + turns[line / 3]) % 3)
    };
    let (rows, columns) = (turned(), turned());
    Solution::proved(std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        first[(column + 3 * (row % 3) + row / 3) % 9]
    }))
}
