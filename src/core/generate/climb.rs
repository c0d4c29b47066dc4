//! Hill climbing with random walks: Beer (2011), "Generating difficult Sudoku puzzles quickly", section "Puzzle
//! generator".
//!
//! From the best puzzle so far a walk of 20 random steps, each adding or taking away clues; whenever it meets a
//! better puzzle, that is the best, and after the walk the next one begins there. Beer begins with the full
//! grid, climbs on his branch score ([`branches`]), and
//! takes 200 walks ("iterations").
//!
//! Where the article is silent: a step is one or two pairs (orbits of the clue symmetry) more or less, each of
//! the four as likely, among those that change something; a step that would leave several
//! solutions is not made, and counts as one of the 20. His pairs are a cell and its half turn: so are the
//! clues of his samples.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use rand::{Rng, RngExt};

use crate::board::{CellSet, Puzzle, Solution};
use crate::rating::branch::{Choice, branches};
use crate::search::is_unique;
use crate::symmetry::ClueSymmetry;

/// How far to walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walks {
    /// How many walks.
    pub count: u32,
    /// Steps of each.
    pub steps: u32,
}

/// Where a climb ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Climbed<H> {
    /// The best puzzle met.
    pub best: Puzzle,
    /// How high it is.
    pub height: H,
    /// Puzzles looked at.
    pub tried: u64,
}

/// Climbs from `start`, on its grid, until a height `is_enough` or the walks are over.
pub fn climb<H: PartialOrd>(
    start: Puzzle,
    walks: Walks,
    symmetry: ClueSymmetry,
    height: impl Fn(&Puzzle) -> H,
    is_enough: impl Fn(&H) -> bool,
    rng: &mut impl Rng,
) -> Climbed<H> {
    let mut top = Climbed { best: start, height: height(&start), tried: 1 };
    for _ in 0..walks.count {
        let mut puzzle = top.best;
        for _ in 0..walks.steps {
            if is_enough(&top.height) {
                return top;
            }
            let Some(next) = step(&puzzle, symmetry, rng) else { continue };
            puzzle = next;
            top.tried += 1;
            let here = height(&puzzle);
            if here > top.height {
                (top.best, top.height) = (puzzle, here);
            }
        }
    }
    top
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

/// Climbing on the branch score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Climb {
    /// Walks of 20 steps.
    pub iterations: u32,
    /// Stop at this score or above; without it the best of all walks counts.
    pub target: Option<u32>,
    /// How many clues the puzzle is to have.
    pub clues: RangeInclusive<usize>,
    /// What comes and goes together.
    pub symmetry: ClueSymmetry,
}

impl Default for Climb {
    /// As the article generated its 500 puzzles.
    fn default() -> Self {
        Self { iterations: 200, target: None, clues: 0..=81, symmetry: ClueSymmetry::Rot180 }
    }
}

impl Climb {
    /// Steps of a walk in the article.
    const STEPS: u32 = 20;

    /// Climbs on a grid; none if it misses the target or the number of clues, or if it was told to `stop`.
    pub fn attempt(
        &self,
        solution: &Solution,
        stop: &impl Fn() -> bool,
        rng: &mut impl Rng,
    ) -> Option<Puzzle> {
        // Nearer to the wanted number of clues is higher; within it the score decides.
        let height = |puzzle: &Puzzle| {
            let clues = puzzle.clues().len();
            let over = clues.saturating_sub(*self.clues.end());
            let under = self.clues.start().saturating_sub(clues);
            (Reverse(over + under), branches(puzzle, Choice::CellsAndHouses).score())
        };
        let reached = |&(off, score): &(Reverse<usize>, u32)| {
            off == Reverse(0) && self.target.is_some_and(|target| score >= target)
        };
        let walks = Walks { count: self.iterations, steps: Self::STEPS };
        let start = Puzzle::proved(CellSet::ALL, *solution);
        let top = climb(start, walks, self.symmetry, height, |here| reached(here) || stop(), rng);
        let good = reached(&top.height) || self.target.is_none() && top.height.0 == Reverse(0);
        (good && !stop()).then_some(top.best)
    }
}
