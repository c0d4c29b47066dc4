//! Seeds of tier 1 that give hard puzzles with half-turn symmetry: most of them are either rich or hard.

use std::collections::{HashMap, HashSet};

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use seeddb::board::{Puzzle, Solution};
use seeddb::generate::{minimal, solution};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::{neighbour, starter};
use seeddb::refill::{Prepared, Wish};
use seeddb::symmetry::{ClueSymmetry, GridForm, Key};

const TIER: u8 = 1;
const SYMMETRY: ClueSymmetry = ClueSymmetry::Rot180;
/// The least m(B) of a hard puzzle.
const HARD: f64 = 929.0;
/// Seeds whose rest is less give none.
const LEAST_REST: f64 = 250.0;
/// Refills whose scores tell how many are hard.
const SCORED: usize = 32;
/// The hard refills among those that tell the capacity that make a seed.
const LEAST: f64 = 150.0;
/// The most seeds of one solution grid.
const PER_GRID: usize = 2;
/// Puzzles to search around: the best so far.
const AROUND: usize = 200;
/// One attempt of so many is a random puzzle.
const RANDOM: u32 = 8;

/// Looks for seeds, and prints those that it finds.
pub fn search(count: u64, rng_seed: u64) {
    let ladder = Ladder::hsolve();
    let mut around: Vec<(f64, Puzzle)> = Vec::new();
    let mut twins: HashSet<Key> = HashSet::new();
    for seed in starter() {
        let grading = seed.grading(ladder.id()).filter(|grading| grading.tier == TIER);
        let Some(grading) = grading.filter(|_| seed.symmetry == SYMMETRY) else { continue };
        twins.insert(grading.twin);
        if let Some((least, greatest)) = grading.scores
            && greatest > HARD
        {
            let share = ((greatest - HARD) / (greatest - least)).min(1.0);
            around.push((share * share * f64::from(grading.capacity), seed.puzzle));
        }
    }
    let mut grids: HashMap<Solution, usize> = HashMap::new();
    let mut found = 0;
    for attempt in 0.. {
        if found >= count {
            return;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
        rng.set_stream(attempt);
        let centre = around.choose(&mut rng).filter(|_| !rng.random_ratio(1, RANDOM));
        let puzzle = match centre {
            Some((_, centre)) => neighbour(centre, SYMMETRY, |_| true, &mut rng),
            None => Some(minimal(&solution(&mut rng), SYMMETRY, &mut rng)),
        };
        let Some(puzzle) = puzzle else { continue };
        let Some(worth) = worth(ladder, &puzzle, &mut twins, &mut rng) else { continue };
        around.push((worth, puzzle));
        if around.len() > 2 * AROUND {
            around.sort_by(|(one, _), (other, _)| other.total_cmp(one));
            around.truncate(AROUND);
        }
        if worth < LEAST {
            continue;
        }
        let of_grid = grids.entry(*GridForm::of(puzzle.solution()).solution()).or_default();
        if *of_grid < PER_GRID {
            *of_grid += 1;
            found += 1;
            println!("{puzzle}\t{SYMMETRY}\t{TIER}\t{worth:.0}");
        }
    }
}

/// About how many hard refills there are among 1,000; none if there are none, or the puzzle is a twin of one seen.
fn worth(
    ladder: &Ladder,
    puzzle: &Puzzle,
    twins: &mut HashSet<Key>,
    rng: &mut ChaCha8Rng,
) -> Option<f64> {
    let grade = grade(ladder, puzzle);
    if grade.tier != TIER {
        return None;
    }
    let prepared = Prepared::new(ladder, puzzle, &grade);
    if prepared.rest()?.mean < LEAST_REST || !twins.insert(prepared.twin()) {
        return None;
    }
    let wish = Wish { symmetry: SYMMETRY, ..Wish::default() };
    let is_hard = |&clues: &_| prepared.score(clues).is_some_and(|score| score.mean >= HARD);
    let refills: Vec<_> = (0..SCORED).filter_map(|_| prepared.refill(&wish, rng)).collect();
    let different: HashSet<_> = refills.iter().map(|&clues| prepared.key(clues)).collect();
    if different.len() < SCORED / 4 {
        return None;
    }
    let hard = refills.iter().filter(|clues| is_hard(clues)).count();
    if hard == 0 {
        return None;
    }
    let capacity = prepared.capacity(SYMMETRY, rng).different;
    Some(f64::from(capacity) * hard as f64 / refills.len() as f64)
}
