//! Hill climbing with random walks towards a tier: [`generate::climb`], after Beer (2011). Beer
//! climbs on his branch score; here the [`Height`] of a puzzle measures how close it is to needing
//! the wanted tier.

use std::cmp::Reverse;

use rand::Rng;

use crate::board::Puzzle;
use crate::generate::{self, Walks};
use crate::logic::{Closure, Ladder, Matching, find, grade};
use crate::symmetry::ClueSymmetry;

const WALKS: Walks = Walks { count: 25, steps: 20, pairs: 2 };

/// The nearness of a puzzle to the wanted tier; higher is nearer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Height {
    /// Lower tiers solve it: its tier.
    TooEasy(u8),
    /// Lower tiers get stuck, and so does the wanted tier in the same state: the number of
    /// applications that it has to check.
    Stuck {
        possible: usize,
    },
    /// The wanted tier makes progress, but gets stuck: the candidates left.
    Moves {
        left: Reverse<usize>,
    },
    Reached,
}

impl Height {
    fn of(puzzle: &Puzzle, ladder: &Ladder, tier: u8) -> Self {
        let own = grade(ladder, puzzle).tier;
        if own == tier {
            return Self::Reached;
        }
        if own < tier {
            return Self::TooEasy(own);
        }
        let matching = Matching::of(puzzle.solution());
        let mut closure = Closure::new(ladder, puzzle.clues(), &matching);
        closure.close(ladder.closed_tier(tier));
        if tier > 0 {
            let found = find(ladder, closure.state(), tier);
            if found.valid() == 0 {
                return Self::Stuck { possible: found.possible };
            }
        }
        closure.close(tier);
        Self::Moves { left: Reverse(closure.state().candidates.len()) }
    }
}

/// Climbs from `start`, on its grid. Returns the first puzzle of the wanted tier, if any, and the
/// number of puzzles graded.
pub fn climb(
    start: Puzzle,
    ladder: &Ladder,
    tier: u8,
    symmetry: ClueSymmetry,
    rng: &mut impl Rng,
) -> (Option<Puzzle>, u64) {
    let height = |puzzle: &Puzzle| Height::of(puzzle, ladder, tier);
    let is_reached = |height: &Height| *height == Height::Reached;
    let top = generate::climb(start, WALKS, symmetry, height, is_reached, rng);
    (is_reached(&top.height).then_some(top.best), top.tried)
}
