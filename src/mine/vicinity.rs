//! Changes of a known puzzle.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use crate::board::{CellSet, Puzzle, Solution};
use crate::generate::minimize;
use crate::search::{is_unique, solutions};
use crate::symmetry::{ClueSymmetry, GridForm};

/// The number of solutions searched after clues were removed.
const SOLUTIONS: usize = 48;
/// Solutions of these that are tried for a grid with room.
const TARGETS: usize = 4;

/// Returns a minimal puzzle that shares most clues with `puzzle`.
///
/// Removes one to four clues (with a clue symmetry: orbits), picks a solution of the rest whose
/// grid `has_room`, and adds clues of it where it differs from a solution still possible, until it
/// is the only one; then removes all clues that can be removed. `None` if the grids of a few random
/// solutions all lack room.
pub fn neighbour(
    puzzle: &Puzzle,
    symmetry: ClueSymmetry,
    has_room: impl Fn(&GridForm) -> bool,
    rng: &mut impl Rng,
) -> Option<Puzzle> {
    let mut orbits: Vec<CellSet> =
        symmetry.orbits().filter(|&orbit| orbit.intersects(puzzle.clues())).collect();
    orbits.shuffle(rng);
    let removed = rng.random_range(1..=4.min(orbits.len()));
    let rest = orbits[..removed].iter().fold(puzzle.clues(), |rest, &orbit| rest - orbit);

    let mut possible = solutions(&puzzle.solution().keep(rest), SOLUTIONS);
    let target =
        *possible.sample(rng, TARGETS).find(|solution| has_room(&GridForm::of(solution)))?;

    let mut clues = rest;
    loop {
        possible.retain(|other| *other != target && agrees(other, &target, clues));
        let Some(other) = possible.choose(rng) else {
            // The solutions beyond the first ones looked at.
            if is_unique(&target, clues) {
                break;
            }
            possible = solutions(&target.keep(clues), SOLUTIONS);
            continue;
        };
        let differs: CellSet =
            (!clues).iter().filter(|&cell| other[cell] != target[cell]).collect();
        let Some(cell) = differs.iter().nth(rng.random_range(0..differs.len())) else { break };
        clues |= symmetry.orbit(cell);
    }
    Some(minimize(&Puzzle::proved(clues, target), symmetry, rng))
}

fn agrees(one: &Solution, other: &Solution, cells: CellSet) -> bool {
    cells.iter().all(|cell| one[cell] == other[cell])
}
