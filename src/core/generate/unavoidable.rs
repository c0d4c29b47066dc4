//! Sets of cells of which every puzzle with a given solution shows at least one.
//!
//! They are the "unavoidable sets" of "There is no 16-clue Sudoku" (2012): their digits can be
//! permuted, so a puzzle that shows none of their cells has two solutions. The sets found here take
//! almost no time to find, and save half of the checks that would fail.

use crate::board::{Cell, CellSet, Digit, House, Solution};

/// Returns the sets in which two digits, or two rows of a band, or two columns of a stack, change
/// places: about 90 per grid.
pub fn swaps(solution: &Solution) -> Vec<CellSet> {
    let mut sets = Vec::with_capacity(128);
    digit_swaps(solution, &mut sets);
    for band in [0, 3, 6] {
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            line_swaps(solution, [one, other].map(|i| House::row(band + i)), &mut sets);
            line_swaps(solution, [one, other].map(|i| House::column(band + i)), &mut sets);
        }
    }
    sets
}

/// The place of a digit in a row.
#[derive(Clone, Copy, Default)]
struct DigitPlace {
    set: CellSet,
    column: usize,
    boxed: usize,
}

/// Adds the sets of two digits: their cells in rows that a swap of the two ties together, since it
/// puts one digit where the other was in a column or a box of another row.
fn digit_swaps(solution: &Solution, sets: &mut Vec<CellSet>) {
    let mut places = [[DigitPlace::default(); 9]; Digit::COUNT];
    // By digit and column or box, a bit for its row there.
    let mut row_by_column = [[0u16; 9]; Digit::COUNT];
    let mut row_by_box = [[0u16; 9]; Digit::COUNT];
    for cell in Cell::all() {
        let digit = solution[cell].index();
        let (row, column, boxed) = (cell.row(), cell.column(), cell.boxed());
        places[digit][row] = DigitPlace { set: CellSet::of(cell), column, boxed };
        row_by_column[digit][column] = 1 << row;
        row_by_box[digit][boxed] = 1 << row;
    }
    for one in 0..Digit::COUNT {
        for other in 0..one {
            // Both steps permute the rows, so going forwards alone reaches all of them.
            let next =
                |place: DigitPlace| row_by_column[one][place.column] | row_by_box[one][place.boxed];
            let mut left = 0o777u16;
            while left != 0 {
                let mut set = CellSet::EMPTY;
                let mut rows = left & left.wrapping_neg();
                while rows != 0 {
                    let row = rows.trailing_zeros() as usize;
                    left &= !(1 << row);
                    let place = places[other][row];
                    set |= places[one][row].set | place.set;
                    rows = (rows | next(place)) & left;
                }
                sets.push(set);
            }
        }
    }
}

/// Adds the sets of two lines of a band or stack: places that a swap of the two ties together,
/// since it would otherwise double a digit in a line.
fn line_swaps(solution: &Solution, [one, other]: [House; 2], sets: &mut Vec<CellSet>) {
    let mut place = [0; Digit::COUNT];
    for i in 0..9 {
        place[solution[one.cell(i)].index()] = i;
    }
    let mut done = [false; 9];
    for first in 0..9 {
        let (mut set, mut at) = (CellSet::EMPTY, first);
        while !done[at] {
            done[at] = true;
            set |= CellSet::of(one.cell(at)) | CellSet::of(other.cell(at));
            at = place[solution[other.cell(at)].index()];
        }
        if !set.is_empty() {
            sets.push(set);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::solution;
    use crate::search::is_unique;
    use rand::SeedableRng;

    #[test]
    fn a_puzzle_that_shows_no_cell_of_such_a_set_has_two_solutions() {
        let rng_seed = 20_261_121;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        for _ in 0..200 {
            let solution = solution(&mut rng);
            for set in swaps(&solution) {
                assert!(!is_unique(&solution, !set), "{solution}: {set}, RNG seed {rng_seed}");
            }
        }
    }
}
