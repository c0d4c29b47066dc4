//! Full grids filled from the top band: Beer (2011), "Generating difficult Sudoku puzzles quickly",
//! section "Grid generator", "Optimization".
//!
//! The first box is a random order of the digits. For the second box, the three rows are first
//! chosen as *sets*: the digits of row 3 of the first box that the first row of the second box does
//! not take must all go to its second row, since the third cannot have them. The third box has the
//! remaining digits. Each set is put in a random order, and so are the six digits missing in the
//! first column. The other 48 cells are searched, as [`super::solution`] does.
//!
//! Choices where the article is silent: the first row of the second box takes any three of the six
//! digits with equal chance. A top band and column without a completion has not been met; if there
//! is one, another is made.

use rand::Rng;
use rand::seq::SliceRandom;

use super::full::search;
use crate::board::{Cell, Digit, DigitSet, Grid, Solution, State};

pub fn solution(rng: &mut impl Rng) -> Solution {
    loop {
        if let Some(solution) = search(start(rng), rng) {
            return solution;
        }
    }
}

/// Fills the top band and the first column.
fn start(rng: &mut impl Rng) -> State {
    let mut state = State::of(&Grid::EMPTY);
    let first = in_threes(&shuffled(DigitSet::ALL, rng));
    let [one, two, three] = first;
    let above: DigitSet = some(two | three, 3, rng);
    let forced = three - above;
    let middle = forced | some(one, 3 - forced.len(), rng);
    let second = [above, middle, DigitSet::ALL - above - middle];
    for row in 0..3 {
        let last = DigitSet::ALL - first[row] - second[row];
        for (stack, digits) in [first[row], second[row], last].into_iter().enumerate() {
            for (column, digit) in shuffled(digits, rng).into_iter().enumerate() {
                state.fill(Cell::at(row, 3 * stack + column), digit);
            }
        }
    }
    let missing = state.candidates.at(Cell::at(8, 0));
    for (row, digit) in shuffled(missing, rng).into_iter().enumerate() {
        state.fill(Cell::at(3 + row, 0), digit);
    }
    state
}

fn shuffled(digits: DigitSet, rng: &mut impl Rng) -> Vec<Digit> {
    let mut digits: Vec<Digit> = digits.iter().collect();
    digits.shuffle(rng);
    digits
}

fn some(digits: DigitSet, count: usize, rng: &mut impl Rng) -> DigitSet {
    shuffled(digits, rng).into_iter().take(count).collect()
}

/// Splits nine digits into their first, second and third three.
fn in_threes(digits: &[Digit]) -> [DigitSet; 3] {
    std::array::from_fn(|i| digits[3 * i..3 * i + 3].iter().copied().collect())
}
