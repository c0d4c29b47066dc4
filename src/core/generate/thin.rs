//! Minimal puzzles, by removing clues.

use rand::Rng;
use rand::seq::SliceRandom;

use super::unavoidable::swaps;
use crate::board::{CellSet, Puzzle, Solution};
use crate::search::{Places, Rivals};
use crate::symmetry::ClueSymmetry;

/// Returns a random minimal puzzle with this solution.
///
/// Clues are removed in random order, each for good if the solution stays the only one. With a clue
/// symmetry whole orbits are removed, so that the rest keeps it; then minimal means that no orbit
/// can be removed.
///
/// The method is biased: of the minimal puzzles of a grid, those with many clues come out less
/// often than their share.
///
/// ```
/// # use seeddb_core as seeddb;
/// use rand::SeedableRng;
/// use seeddb::{generate, symmetry::ClueSymmetry};
/// let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
/// let solution = generate::solution(&mut rng);
/// let puzzle = generate::minimal(&solution, ClueSymmetry::None, &mut rng);
/// assert!(generate::is_minimal(&puzzle) && puzzle.solution() == &solution);
/// ```
pub fn minimal(solution: &Solution, symmetry: ClueSymmetry, rng: &mut impl Rng) -> Puzzle {
    minimize(&Puzzle::proved(CellSet::ALL, *solution), symmetry, rng)
}

/// Removes clues (with a clue symmetry: orbits of clues) in random order until none can be removed.
/// Clues that have the symmetry keep it.
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
    let places = Places::of(puzzle.solution());
    puzzle
        .clues()
        .iter()
        .map(CellSet::of)
        .all(|clue| Rivals::new(&places, puzzle.clues() - clue).next(clue).is_some())
}

/// Returns the clues that are not needed: without any one of them, and with all others, the puzzle
/// still has one solution.
pub fn superfluous(puzzle: &Puzzle) -> CellSet {
    let places = Places::of(puzzle.solution());
    let clues = puzzle.clues();
    let is_needed = |clue: CellSet| Rivals::new(&places, clues - clue).next(clue).is_some();
    clues.iter().filter(|cell| !is_needed(CellSet::of(*cell))).collect()
}

/// Removes each group in turn if it can, and returns the clues left: all groups are of `clues`,
/// which have one solution.
fn remove_in_order(solution: &Solution, clues: CellSet, groups: &[CellSet]) -> CellSet {
    let places = Places::of(solution);
    let fixed = clues - groups.iter().copied().collect();
    let mut unavoidable = swaps(solution);
    let nothing_else = Rivals::new(&places, CellSet::EMPTY);
    fixed | needed(groups, fixed, fixed, &nothing_else, &mut unavoidable)
}

/// Returns those of `groups` that stay when each in turn is removed if it can. Together with the
/// clues `outside` all groups have one solution.
///
/// If all can be removed together, each can in its turn. If not, half of them are tried with the
/// other half as clues, then the other half with those needed of the first: the same as one by one,
/// with fewer checks (Junker, "Preferred explanations and relaxations", 2004), and each check goes
/// on from the board of the one before, which lacks only the clues `more` of those outside. Every
/// second solution met gives an unavoidable set; clues that hit none of a known one need no check.
fn needed(
    groups: &[CellSet],
    outside: CellSet,
    more: CellSet,
    rivals: &Rivals,
    unavoidable: &mut Vec<CellSet>,
) -> CellSet {
    let hopeless = unavoidable.iter().any(|set| !set.intersects(outside));
    if hopeless && groups.len() == 1 {
        return groups[0];
    }
    let mut rivals = rivals.with(more);
    if !hopeless {
        match rivals.next(groups.iter().copied().collect()) {
            None => return CellSet::EMPTY,
            Some(set) => unavoidable.push(set),
        }
        if groups.len() == 1 {
            return groups[0];
        }
    }
    let (first, second) = groups.split_at(groups.len() / 2);
    let later: CellSet = second.iter().copied().collect();
    let first = needed(first, outside | later, later, &rivals, unavoidable);
    first | needed(second, outside | first, first, &rivals, unavoidable)
}
