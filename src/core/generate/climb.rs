//! Hill climbing with random walks: Beer (2011), "Generating difficult Sudoku puzzles quickly",
//! section "Puzzle generator".
//!
//! A walk of 20 random steps starts from the best puzzle so far; each step adds or removes clues.
//! If the walk meets a better puzzle, that becomes the best, and the next walk starts there. Beer
//! begins with the full grid, climbs on his branch score ([`branches`]), and takes 200 walks
//! ("iterations").
//!
//! Choices where the article is silent: a step adds or removes one or two pairs (orbits of the clue
//! symmetry), each of the four equally likely, among those that change something; a step that would
//! lead to several solutions is not made but counts as one of the 20. The article has one pair per
//! step ([`Climb::pairs`] = 1), which climbs a little higher. Beer's pairs are a cell and its image
//! under a half turn, as in the clues of his samples. His program can also begin with a puzzle to
//! make it harder ([`Climb::harden`]), and stay below a score ([`Climb::most`]).

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use rand::{Rng, RngExt};

use super::unavoidable::swaps;
use crate::board::{CellSet, Puzzle, Solution};
use crate::rating::branch::{Choice, branches};
use crate::search::{Places, Rivals};
use crate::symmetry::ClueSymmetry;

/// The length of a climb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walks {
    /// The number of walks.
    pub count: u32,
    /// Steps of each walk.
    pub steps: u32,
    /// Most pairs (orbits) that a step adds or takes away: 1 or 2.
    pub pairs: u32,
}

/// The result of a climb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Climbed<H> {
    /// The best puzzle met.
    pub best: Puzzle,
    /// Its height.
    pub height: H,
    /// The number of puzzles tried.
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
    let places = Places::of(start.solution());
    let mut ground = Ground { places: &places, unavoidable: swaps(start.solution()) };
    for _ in 0..walks.count {
        let mut puzzle = top.best;
        for _ in 0..walks.steps {
            if is_enough(&top.height) {
                return top;
            }
            let Some(next) = ground.step(&puzzle, walks.pairs, symmetry, rng) else { continue };
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

/// Unavoidable sets kept: more of them cost more than they save.
const KEPT: usize = 400;

/// A solution grid, and the unavoidable sets found on it.
struct Ground<'a> {
    places: &'a Places,
    /// Sets of cells of which every puzzle on the grid shows one; those missed lately come first.
    unavoidable: Vec<CellSet>,
}

impl Ground<'_> {
    /// Returns the puzzle with one or two clues (with a clue symmetry: orbits) more or less; `None`
    /// if that has several solutions.
    fn step(
        &mut self,
        puzzle: &Puzzle,
        pairs: u32,
        symmetry: ClueSymmetry,
        rng: &mut impl Rng,
    ) -> Option<Puzzle> {
        let adds = rng.random_bool(0.5);
        let two = pairs > 1 && rng.random_bool(0.5);
        let mut clues = puzzle.clues();
        for _ in 0..if two { 2 } else { 1 } {
            let from = if adds { !clues } else { clues };
            let cell = from.iter().nth(rng.random_range(0..from.len().max(1)))?;
            let orbit: CellSet = symmetry.orbit(cell);
            clues = if adds { clues | orbit } else { clues - orbit };
        }
        let solution = puzzle.solution();
        let gone = puzzle.clues() - clues;
        (adds || self.is_unique(clues, gone)).then(|| Puzzle::proved(clues, *solution))
    }

    /// Whether the clues leave one solution, as they do together with the clues just `gone`.
    fn is_unique(&mut self, clues: CellSet, gone: CellSet) -> bool {
        if let Some(missed) = self.unavoidable.iter().position(|set| !set.intersects(clues)) {
            self.unavoidable.swap(missed, missed / 2);
            return false;
        }
        // Another solution has the clues, and differs in one of those that are gone.
        let other = Rivals::new(self.places, clues).next(gone);
        if let Some(set) = other {
            self.unavoidable.truncate(KEPT - 1);
            self.unavoidable.push(set);
            let last = self.unavoidable.len() - 1;
            self.unavoidable.swap(0, last);
        }
        other.is_none()
    }
}

/// Climbing on the branch score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Climb {
    /// Walks of 20 steps.
    pub iterations: u32,
    /// Stop at this score or above; `None` takes the best of all walks.
    pub target: Option<u32>,
    /// No puzzle above this score.
    pub most: Option<u32>,
    /// Most pairs that a step adds or takes away: 1, as in the article, or 2.
    pub pairs: u32,
    /// The wanted number of clues.
    pub clues: RangeInclusive<usize>,
    /// The clue symmetry: cells of an orbit come and go together.
    pub symmetry: ClueSymmetry,
}

impl Default for Climb {
    /// Returns the settings of the article for its 500 puzzles, but with up to two pairs per step.
    fn default() -> Self {
        Self {
            iterations: 200,
            target: None,
            most: None,
            pairs: 2,
            clues: 0..=81,
            symmetry: ClueSymmetry::Rot180,
        }
    }
}

impl Climb {
    /// Steps of a walk in the article.
    const STEPS: u32 = 20;

    /// Climbs on a grid, from all of it; `None` if it misses the target or the number of clues, or
    /// if `stop` returned true.
    pub fn attempt(
        &self,
        solution: &Solution,
        stop: &impl Fn() -> bool,
        rng: &mut impl Rng,
    ) -> Option<Puzzle> {
        self.harden(Puzzle::proved(CellSet::ALL, *solution), stop, rng)
    }

    /// Climbs from a puzzle, on its grid; `None` as for an attempt. The result is no easier than
    /// `start`, unless that is above the bounds.
    pub fn harden(
        &self,
        start: Puzzle,
        stop: &impl Fn() -> bool,
        rng: &mut impl Rng,
    ) -> Option<Puzzle> {
        // Nearer to the wanted number of clues is higher; within it the score decides.
        let height = |puzzle: &Puzzle| {
            let clues = puzzle.clues().len();
            let over = clues.saturating_sub(*self.clues.end());
            let under = self.clues.start().saturating_sub(clues);
            let score = branches(puzzle, Choice::CellsAndHouses).score();
            if self.most.is_some_and(|most| score > most) {
                return (Reverse(usize::MAX), 0);
            }
            (Reverse(over + under), score)
        };
        let reached = |&(off, score): &(Reverse<usize>, u32)| {
            off == Reverse(0) && self.target.is_some_and(|target| score >= target)
        };
        let walks = Walks { count: self.iterations, steps: Self::STEPS, pairs: self.pairs };
        let top = climb(start, walks, self.symmetry, height, |here| reached(here) || stop(), rng);
        let good = reached(&top.height) || self.target.is_none() && top.height.0 == Reverse(0);
        (good && !stop()).then_some(top.best)
    }
}
