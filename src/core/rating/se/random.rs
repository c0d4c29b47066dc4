//! Random minimal puzzles for tests.

use rand::SeedableRng;
use rand::seq::SliceRandom;

use crate::board::{Cell, CellSet, Digit, Grid, Puzzle};
use crate::search::{is_unique, solutions};

pub(super) const RNG_SEED: u64 = 20_261_122;

/// Puzzles from which no clue can be taken.
pub(super) fn puzzles(rng_seed: u64) -> impl Iterator<Item = Puzzle> {
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
    std::iter::repeat_with(move || {
        let mut grid = Grid::EMPTY;
        for number in 0..3 {
            let mut digits: Vec<Digit> = Digit::all().collect();
            digits.shuffle(&mut rng);
            for (place, digit) in digits.into_iter().enumerate() {
                grid[Cell::at(3 * number + place / 3, 3 * number + place % 3)] = Some(digit);
            }
        }
        let solution = solutions(&grid, 1)[0];
        let mut cells: Vec<Cell> = Cell::all().collect();
        cells.shuffle(&mut rng);
        let mut clues = CellSet::ALL;
        for cell in cells {
            if is_unique(&solution, clues - CellSet::of(cell)) {
                clues.remove(cell);
            }
        }
        Puzzle::new(&solution.keep(clues)).unwrap()
    })
}
