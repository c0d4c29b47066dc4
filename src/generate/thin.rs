//! Minimal puzzles, from the top down.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::board::{CellSet, Puzzle, Solution};
use crate::search::is_unique;
use crate::symmetry::ClueSymmetry;

/// A random minimal puzzle with this solution.
///
/// Clues are taken away in random order, each for good if the solution stays the only one. With a clue
/// symmetry whole orbits go, so that the rest keeps it; then it is minimal in that no orbit can go.
///
/// The usual bias of the method: among the minimal puzzles of a grid, those with many clues come out
/// less often than their number would have it.
///
/// ```
/// use rand::SeedableRng;
/// use seeddb::{generate, symmetry::ClueSymmetry};
/// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
/// let solution = generate::solution(&mut rng);
/// let puzzle = generate::minimal(&solution, ClueSymmetry::None, &mut rng);
/// assert!(generate::is_minimal(&puzzle) && puzzle.solution() == &solution);
/// ```
pub fn minimal(solution: &Solution, symmetry: ClueSymmetry, rng: &mut impl Rng) -> Puzzle {
    minimize(&Puzzle::proved(CellSet::ALL, *solution), symmetry, rng)
}

/// The puzzle with clues (with a clue symmetry: orbits of clues) taken away in random order until none
/// can go. Clues that have the symmetry keep it.
pub fn minimize(puzzle: &Puzzle, symmetry: ClueSymmetry, rng: &mut impl Rng) -> Puzzle {
    let mut groups: Vec<CellSet> = symmetry
        .orbits()
        .map(|orbit| orbit & puzzle.clues())
        .filter(|group| !group.is_empty())
        .collect();
    groups.shuffle(rng);
    let solution = puzzle.solution();
    Puzzle::proved(remove_in_order(solution, puzzle.clues(), &groups), *solution)
}

/// Whether every clue of the puzzle is needed.
pub fn is_minimal(puzzle: &Puzzle) -> bool {
    puzzle
        .clues()
        .iter()
        .all(|clue| !is_unique(puzzle.solution(), puzzle.clues() - CellSet::of(clue)))
}

/// Takes away each group in turn that can go, and returns what is left.
///
/// If several groups can go together, each of them can in its turn: so the first ones, nearly all of
/// which can, are tried many at a time, with the same result as one by one.
fn remove_in_order(solution: &Solution, mut clues: CellSet, mut groups: &[CellSet]) -> CellSet {
    let mut together = groups.len().div_ceil(3);
    while !groups.is_empty() {
        together = together.min(groups.len());
        let rest = groups[..together].iter().fold(clues, |rest, &group| rest - group);
        if is_unique(solution, rest) {
            clues = rest;
        } else if together > 1 {
            together = together.div_ceil(2);
            continue;
        }
        groups = &groups[together..];
    }
    clues
}
