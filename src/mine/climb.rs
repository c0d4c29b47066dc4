//! Hill climbing with random walks, after Beer (2011), "Generating difficult Sudoku puzzles quickly".
//!
//! From the best puzzle so far a walk of 20 random steps, each adding or taking away a clue or a pair;
//! whenever it meets a better puzzle, that is the best. Beer climbs on his branch score; here the
//! [`Height`] of a puzzle says how near it is to needing the wanted tier.

use std::cmp::Reverse;

use rand::{Rng, RngExt};

use crate::board::{CellSet, Puzzle, State};
use crate::logic::{BEYOND, Closure, Matching, find, grade};
use crate::search::is_unique;
use crate::symmetry::ClueSymmetry;

/// Steps of a walk.
const STEPS: usize = 20;
/// Walks of a climb.
const WALKS: usize = 25;

/// How near a puzzle is to the wanted tier; more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Height {
    /// Lower tiers solve it: the tier it has.
    TooEasy(u8),
    /// Lower tiers get stuck, and so does the wanted one at once: how much it has to look at.
    Stuck { possible: usize },
    /// The wanted tier gets on, but not to the end: the candidates left.
    Moves { left: Reverse<usize> },
    /// There.
    Reached,
}

impl Height {
    fn of(puzzle: &Puzzle, tier: u8) -> Self {
        let own = grade(puzzle).tier;
        if own == tier {
            return Self::Reached;
        }
        if own < tier {
            return Self::TooEasy(own);
        }
        debug_assert!(tier < BEYOND, "nothing is above the last tier");
        let matching = Matching::of(puzzle.solution());
        let start = State::of_clues(puzzle.solution(), puzzle.clues());
        let mut closure = Closure::new(start, &matching);
        closure.close(tier.saturating_sub(1));
        if tier > 0 {
            let found = find(closure.state(), tier);
            if found.valid() == 0 {
                return Self::Stuck { possible: found.possible };
            }
        }
        closure.close(tier);
        Self::Moves { left: Reverse(closure.state().candidates.len()) }
    }
}

/// Climbs from `start`, on its grid. The first puzzle of the wanted tier that it
/// reaches, if any, and how many it looked at.
pub fn climb(
    start: Puzzle,
    tier: u8,
    symmetry: ClueSymmetry,
    rng: &mut impl Rng,
) -> (Option<Puzzle>, u64) {
    let mut best = start;
    let mut height = Height::of(&best, tier);
    let mut tried = 1;
    for _ in 0..WALKS {
        let mut puzzle = best;
        for _ in 0..STEPS {
            if height == Height::Reached {
                return (Some(best), tried);
            }
            let Some(next) = step(&puzzle, symmetry, rng) else { continue };
            puzzle = next;
            tried += 1;
            let here = Height::of(&puzzle, tier);
            if here > height {
                (best, height) = (puzzle, here);
            }
        }
    }
    ((height == Height::Reached).then_some(best), tried)
}

/// One or two clues (with a clue symmetry: orbits) more or less; none if that leaves several solutions.
fn step(puzzle: &Puzzle, symmetry: ClueSymmetry, rng: &mut impl Rng) -> Option<Puzzle> {
    let adds = rng.random_bool(0.5);
    let pair = rng.random_bool(0.5);
    let mut clues = puzzle.clues();
    for _ in 0..if pair { 2 } else { 1 } {
        let from = if adds { !clues } else { clues };
        let cell = from.iter().nth(rng.random_range(0..from.len().max(1)))?;
        let orbit: CellSet = symmetry.orbit(cell);
        clues = if adds { clues | orbit } else { clues - orbit };
    }
    let solution = puzzle.solution();
    (adds || is_unique(solution, clues)).then(|| Puzzle::proved(clues, *solution))
}
