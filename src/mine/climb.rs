//! Hill climbing with random walks towards a tier: [`generate::climb`], after Beer (2011). Beer climbs on his
//! branch score; here the [`Height`] of a puzzle says how near it is to needing the wanted tier.

use std::cmp::Reverse;

use rand::Rng;

use crate::board::Puzzle;
use crate::generate::{self, Walks};
use crate::logic::{Closure, Ladder, Matching, find, grade};
use crate::symmetry::ClueSymmetry;

const WALKS: Walks = Walks { count: 25, steps: 20, pairs: 2 };

/// How near a puzzle is to the wanted tier; more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Height {
    /// Lower tiers solve it: the tier it has.
    TooEasy(u8),
    /// Lower tiers get stuck, and so does the wanted one at once: how much it has to look at.
    Stuck {
        possible: usize,
    },
    /// The wanted tier gets on, but not to the end: the candidates left.
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

/// Climbs from `start`, on its grid. The first puzzle of the wanted tier that it
/// reaches, if any, and how many it looked at.
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
