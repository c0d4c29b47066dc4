//! [`masked`]: puzzles with clues in a given [`Pattern`].
//!
//! Neither refills nor symmetries keep a pattern, so this is a separate search. It begins with the
//! clues of a random grid in all cells that may have one, and replaces a few of them at a time by
//! those of another grid that the rest allows, as long as the number of solutions does not grow;
//! with one solution it is done. Then optional clues are removed, in random order, down to the
//! number wanted.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use crate::ask::{Ban, Pattern};
use crate::board::{Cell, CellSet, Digit, Grid, Puzzle, Solution};
use crate::search::{count_solutions, is_unique, solutions};
use crate::symmetry::Transform;

/// The number up to which solutions are counted at the beginning.
const MANY: usize = 1_000;
/// Changes tried before the search restarts with another grid.
const CHANGES: usize = 300;
/// Solutions among which the rarest is chosen.
const SAMPLE: usize = 200;
/// The most clues changed at once.
const AT_ONCE: usize = 4;

/// Makes one search, of some milliseconds: returns a puzzle of this pattern if it finds one.
/// `clues` bounds their number where the pattern leaves a choice.
pub fn masked(
    pattern: &Pattern,
    bans: &[Ban],
    clues: Option<&RangeInclusive<usize>>,
    rng: &mut impl Rng,
) -> Option<Puzzle> {
    let is_banned = |cell: Cell, digit: Digit| bans.iter().any(|ban| ban.bans(cell, digit));
    let fixed = pattern.fixed();
    let free: Vec<Cell> = (pattern.may() - fixed.clues()).iter().collect();
    // Optional clues are omitted where they are banned; each other banned clue costs as much as
    // [`MANY`] solutions.
    let shown = |solution: &Solution| {
        let is_clue =
            |&cell: &Cell| pattern.must().contains(cell) || !is_banned(cell, solution[cell]);
        pattern.may().iter().filter(is_clue).collect::<CellSet>()
    };
    let banned = |solution: &Solution| {
        pattern.must().iter().filter(|&cell| is_banned(cell, solution[cell])).count()
    };
    let cost = |solution: &Solution, most: usize| {
        let grid = Puzzle::proved(shown(solution), *solution).grid();
        count_solutions(&grid, most) + MANY * banned(solution)
    };
    let mut solution = completed(fixed, rng)?;
    let mut best = cost(&solution, MANY);
    for _ in 0..CHANGES {
        if best == 1 {
            break;
        }
        let count = rng.random_range(1..=AT_ONCE.min(free.len().max(1)));
        let changed: CellSet = free.sample(rng, count).copied().collect();
        let kept = Puzzle::proved(shown(&solution) - changed, solution).grid();
        let other = rarest(&kept, changed, rng).unwrap_or(solution);
        let own = cost(&other, best.min(MANY) + 1);
        if own <= best {
            (solution, best) = (other, own);
        }
    }
    (best == 1).then(|| thinned(pattern, clues, shown(&solution), solution, rng))
}

/// Returns a random solution of these clues; `None` if they have none.
fn completed(grid: &Grid, rng: &mut impl Rng) -> Option<Solution> {
    let turn = Transform::random(rng);
    let found = solutions(&turn.apply_grid(grid), 1).pop()?;
    Some(turn.invert().apply_solution(&found))
}

/// Returns, of some solutions of these clues, one with the rarest digits in `changed`: as clues,
/// these leave the fewest solutions.
fn rarest(grid: &Grid, changed: CellSet, rng: &mut impl Rng) -> Option<Solution> {
    let turn = Transform::random(rng);
    let found = solutions(&turn.apply_grid(grid), SAMPLE);
    let cells: Vec<Cell> = turn.apply_cells(changed).iter().collect();
    let digits = |one: &Solution| cells.iter().map(|&cell| one[cell]).collect::<Vec<Digit>>();
    let mut groups: HashMap<Vec<Digit>, usize> = HashMap::new();
    for one in &found {
        *groups.entry(digits(one)).or_default() += 1;
    }
    let least = groups.values().min()?;
    let rare: Vec<&Solution> = found.iter().filter(|one| groups[&digits(one)] == *least).collect();
    Some(turn.invert().apply_solution(rare.choose(rng)?))
}

/// Returns the puzzle without some of its optional clues.
fn thinned(
    pattern: &Pattern,
    wanted: Option<&RangeInclusive<usize>>,
    mut clues: CellSet,
    solution: Solution,
    rng: &mut impl Rng,
) -> Puzzle {
    let mut optional: Vec<Cell> = (clues - pattern.must()).iter().collect();
    optional.shuffle(rng);
    let most = clues.len();
    let target = match wanted {
        Some(range) => {
            let [low, high] = [range.start(), range.end()].map(|end| (*end).clamp(0, most));
            rng.random_range(low..=high.max(low))
        }
        // Half of the puzzles get as few clues as possible, the others a random number.
        None if rng.random() => 0,
        None => rng.random_range(most - optional.len()..=most),
    };
    for cell in optional {
        let fewer = clues - CellSet::of(cell);
        if clues.len() > target && is_unique(&solution, fewer) {
            clues = fewer;
        }
    }
    Puzzle::proved(clues, solution)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// Puzzles found have one solution and the clues of the pattern.
    #[test]
    fn clues_are_where_they_are_to_be() {
        let rng_seed = 20_261_127;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut found = 0;
        for round in 0..60 {
            // Random patterns of 30 to 45 cells, some of them optional, some of them given.
            let mut cells: Vec<Cell> = Cell::all().collect();
            cells.shuffle(&mut rng);
            let may = rng.random_range(30..=45);
            let some = seeddb_core::generate::solution(&mut rng);
            let mut signs = ['.'; Cell::COUNT];
            for (i, cell) in cells[..may].iter().enumerate() {
                signs[cell.index()] = match (i, round % 3) {
                    (0..3, _) => some[*cell].to_string().chars().next().unwrap(),
                    (_, 0) | (..12, 1) => 'x',
                    _ => '?',
                };
            }
            let pattern: Pattern = signs.iter().collect::<String>().parse().unwrap();
            let bans: Vec<Ban> = ["9@b5", "1@r1"].iter().map(|ban| ban.parse().unwrap()).collect();
            let clues = (round % 3 == 2).then_some(24..=27);
            let Some(puzzle) = masked(&pattern, &bans, clues.as_ref(), &mut rng) else { continue };
            let given = pattern.fixed().clues();
            let is_held = |ban: &Ban| {
                given.iter().any(|cell| ban.bans(cell, puzzle.solution()[cell]))
                    || ban.holds(&puzzle)
            };
            assert!(pattern.fits(&puzzle), "{pattern} {puzzle}, RNG seed {rng_seed}");
            assert!(bans.iter().all(is_held), "{puzzle}, RNG seed {rng_seed}");
            assert_eq!(Puzzle::new(&puzzle.grid()), Ok(puzzle), "RNG seed {rng_seed}");
            found += 1;
        }
        assert!(found > 30, "{found} of 60, RNG seed {rng_seed}");
    }
}
