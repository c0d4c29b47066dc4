//! A race of singles: the digit seen first is written first.
//!
//! Each possible placement is seen after a random, memoryless time, with a *rate* that depends on
//! the easiest kind of single that it is. So the first of them is seen after 1 / (the sum of the
//! rates) on average, and the probability that a placement is the first is proportional to its
//! rate. The unit of time is that of one hidden single of a box on a board with [`CELLS`] open
//! cells; times grow with the square root of the number of open cells. Writing the digit takes
//! [`WRITING`] in addition. [`crate::rating`] explains how these numbers were fitted.

use std::sync::LazyLock;

/// The rate of the last place of a digit in a box, in sixteenths.
pub const IN_BOX: u16 = 16;
/// The rate of the last place of a digit in a row or column, but not in its box.
pub const IN_LINE: u16 = 4;
/// The rate of the last candidate of a cell that is not the last place of its digit.
pub const NAKED: u16 = 1;

/// The number of open cells for which the unit of time is defined.
pub const CELLS: f32 = 50.0;

/// The time to write a digit down.
pub const WRITING: f32 = 1.0 / 15.0;

/// Returns the expected wait times the sum of the rates, with this number of open cells.
pub fn pace(open: usize) -> f32 {
    f32::from(IN_BOX) * (open as f32 / CELLS).sqrt()
}

/// The most open cells of a puzzle.
const MOST: usize = 64;

/// Returns the time to fill this number of cells if each is alone in its box all along.
pub fn rest(open: usize) -> f64 {
    static RESTS: LazyLock<[f64; MOST + 1]> = LazyLock::new(|| {
        let mut rests = [0.0; MOST + 1];
        for open in 1..=MOST {
            let rate = f32::from(IN_BOX) * open as f32;
            rests[open] = rests[open - 1] + f64::from(WRITING + pace(open) / rate);
        }
        rests
    });
    RESTS[open]
}
