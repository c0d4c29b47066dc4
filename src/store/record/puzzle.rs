//! Cells and puzzles as bytes.

use crate::board::{Cell, CellSet, Digit, Grid, Puzzle, Solution};

/// The bytes of a set of cells.
pub(super) const CELLS: usize = 11;
/// The bytes of a solution.
pub(super) const SOLUTION: usize = 26;
/// The bytes of a puzzle: clues, solution.
pub(super) const PUZZLE: usize = CELLS + SOLUTION;

/// Cells as 81 bits.
pub(super) fn of_cells(cells: CellSet) -> [u8; CELLS] {
    let [first, second, third] = cells.bands().map(u128::from);
    let mut bytes = [0; CELLS];
    bytes.copy_from_slice(&(first | second << 27 | third << 54).to_le_bytes()[..CELLS]);
    bytes
}

/// The cells, if no bit above the 81st is set.
pub(super) fn cells(bytes: [u8; CELLS]) -> Option<CellSet> {
    let mut all = [0; 16];
    all[..CELLS].copy_from_slice(&bytes);
    let bits = u128::from_le_bytes(all);
    let bands = [0, 27, 54].map(|start| (bits >> start) as u32 & 0x7ff_ffff);
    (bits >> 81 == 0).then(|| CellSet::from_bands(bands))
}

/// The 64 cells that are written of a solution.
const WRITTEN: [Cell; 64] = {
    let mut cells = [Cell::at(0, 0); 64];
    let mut i = 0;
    while i < 64 {
        cells[i] = Cell::at(i / 8, i % 8);
        i += 1;
    }
    cells
};

fn of_solution(solution: &Solution) -> [u8; SOLUTION] {
    let mut all = [0; SOLUTION];
    for (bytes, cells) in all.chunks_mut(8).zip(WRITTEN.chunks(20)) {
        let digits = cells.iter().map(|&cell| solution[cell].index() as u64);
        let number = digits.rev().fold(0, |number, digit| number * 9 + digit);
        bytes.copy_from_slice(&number.to_le_bytes()[..bytes.len()]);
    }
    all
}

fn solution(all: [u8; SOLUTION]) -> Option<Solution> {
    let mut grid = Grid::EMPTY;
    for (bytes, cells) in all.chunks(8).zip(WRITTEN.chunks(20)) {
        let mut number = [0; 8];
        number[..bytes.len()].copy_from_slice(bytes);
        let mut number = u64::from_le_bytes(number);
        for &cell in cells {
            grid[cell] = Digit::new((number % 9) as u8 + 1);
            number /= 9;
        }
        if number != 0 {
            return None;
        }
    }
    for i in 0..8 {
        grid[Cell::at(i, 8)] = missing((0..8).map(|k| grid[Cell::at(i, k)]));
    }
    for i in 0..9 {
        grid[Cell::at(8, i)] = missing((0..8).map(|k| grid[Cell::at(k, i)]));
    }
    Solution::new(&grid)
}

/// The digit that makes the sum of a house 45; the check of the whole grid finds out if it is wrong.
fn missing(digits: impl Iterator<Item = Option<Digit>>) -> Option<Digit> {
    let sum: u8 = digits.flatten().map(Digit::value).sum();
    45u8.checked_sub(sum).and_then(Digit::new)
}

pub(super) fn of_puzzle(puzzle: &Puzzle) -> [u8; PUZZLE] {
    let mut bytes = [0; PUZZLE];
    bytes[..CELLS].copy_from_slice(&of_cells(puzzle.clues()));
    bytes[CELLS..].copy_from_slice(&of_solution(puzzle.solution()));
    bytes
}

/// The puzzle; whether it has one solution is not asked.
pub(super) fn puzzle(bytes: &[u8]) -> Option<Puzzle> {
    let (clues, all) = bytes.split_at_checked(CELLS)?;
    let clues = cells(clues.try_into().ok()?)?;
    Some(Puzzle::proved(clues, solution(all.try_into().ok()?)?))
}
