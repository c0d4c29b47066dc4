//! Random boards for tests: puzzles, with some wrong candidates gone and some cells filled.

use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::technique::{Technique, Techniques};
use super::view::View;
use super::walk::closure;
use crate::board::{Candidates, Cell, CellSet, Digit, Grid, Puzzle, State};
use crate::search::{is_unique, solutions};

/// A random puzzle from which no clue can be taken.
pub(in crate::rating) fn minimal(rng: &mut ChaCha8Rng) -> Puzzle {
    let mut grid = Grid::EMPTY;
    for number in 0..3 {
        let mut digits: Vec<Digit> = Digit::all().collect();
        digits.shuffle(rng);
        for (place, digit) in digits.into_iter().enumerate() {
            grid[Cell::at(3 * number + place / 3, 3 * number + place % 3)] = Some(digit);
        }
    }
    let solution = solutions(&grid, 1)[0];
    let mut cells: Vec<Cell> = Cell::all().collect();
    cells.shuffle(rng);
    let mut clues = CellSet::ALL;
    for cell in cells {
        if is_unique(&solution, clues - CellSet::of(cell)) {
            clues.remove(cell);
        }
    }
    Puzzle::new(&solution.keep(clues)).unwrap()
}

/// Random puzzles from which no clue can be taken.
pub(super) fn puzzles(rng: &mut ChaCha8Rng) -> impl Iterator<Item = Puzzle> {
    std::iter::repeat_with(|| minimal(rng))
}

/// Returns a board on the way to the solution of `puzzle`: closed under a random part of the
/// ladder, with some of the wrong candidates removed and some of the open cells filled.
pub(super) fn board(puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> State {
    let mut state = State::of(&puzzle.grid());
    if rng.random_bool(0.5) {
        let easy = [Technique::HiddenSingle, Technique::HiddenPair, Technique::Jellyfish];
        let part = Techniques::up_to(easy[rng.random_range(0..3)]);
        state = closure(&state, puzzle.clues(), part).0;
    }
    for cell in state.open {
        if rng.random_bool(0.1) {
            state.fill(cell, puzzle.solution()[cell]);
        }
    }
    let share = rng.random_range(0.0..0.7);
    let wrong = state.wrong(&Candidates::solved(puzzle.solution()));
    for digit in Digit::all() {
        for cell in wrong[digit] {
            if rng.random_bool(share) {
                state.candidates[digit].remove(cell);
            }
        }
    }
    state
}

/// Returns `count` boards with their puzzles, `each` boards of every puzzle.
pub(super) fn boards(rng_seed: u64, count: usize, each: usize) -> Vec<(Puzzle, State)> {
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let all: Vec<Puzzle> = puzzles(&mut rng).take(count.div_ceil(each)).collect();
    let boards = all.into_iter().flat_map(|puzzle| std::iter::repeat_n(puzzle, each));
    boards.map(|puzzle| (puzzle, board(&puzzle, &mut rng))).collect()
}

/// Returns the candidates that the steps of a technique remove, and the digits that they place.
pub(super) fn effects(technique: Technique, view: &View) -> (Candidates, Candidates) {
    let (mut removed, mut placed) = (Candidates::NONE, Candidates::NONE);
    for step in technique.steps(view) {
        removed |= step.removed;
        if let Some((cell, digit)) = step.placed {
            placed[digit].insert(cell);
        }
    }
    (removed, placed)
}
