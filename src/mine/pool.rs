//! [`Pool`]: the seeds of a tier that are known, told apart, counted by grid, and searched around.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::request::Request;
use crate::board::{Puzzle, Solution};
use crate::logic::{self, Grade};
use crate::record::{Origin, Seed};
use crate::refill;
use crate::symmetry::{ClueSymmetry, GridForm, Image, Key};

/// A puzzle of the wanted tier.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its grade.
    pub grade: Grade,
    /// What tells it apart.
    pub identity: Identity,
}

impl Prospect {
    /// Works out the identity.
    pub fn new(puzzle: Puzzle, grade: Grade) -> Self {
        let form = GridForm::of(puzzle.solution());
        let identity = Identity {
            key: Image::of(&form, puzzle.clues()).key,
            twin: Key::of_twin(&form, !grade.reserved(), grade.tier),
            grid: *form.solution(),
        };
        Self { puzzle, grade, identity }
    }

    /// The seed that it makes, with all its numbers, which take long; none if it is too poor.
    pub fn measured(&self, request: &Request) -> Option<Seed> {
        let Request { ladder, symmetry, .. } = request;
        let mut seed = refill::assess(ladder, &self.puzzle, &self.grade, *symmetry, Origin::Mined);
        if seed.grading(ladder.id())?.capacity < request.least_capacity(self.grade.tier) {
            return None;
        }
        refill::record_turned(ladder, &mut seed, &self.grade);
        for other in &request.others {
            let grade = logic::grade(other, &self.puzzle);
            let graded = refill::assess(other, &self.puzzle, &grade, *symmetry, Origin::Mined);
            seed.gradings.extend(graded.gradings);
            refill::record_turned(other, &mut seed, &grade);
        }
        Some(seed)
    }
}

/// What tells a seed apart from others of its tier.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The key of the puzzle.
    pub key: Key,
    /// Puzzles that share it have the same refills, so they are one seed.
    pub twin: Key,
    /// The minlex form of the solution.
    grid: Solution,
}

/// What the searches of a window know of the seeds of a tier.
#[derive(Clone)]
pub struct Known {
    by_grid: HashMap<Solution, usize>,
    per_grid: usize,
    /// What vicinity searches around, oldest first: seeds, and puzzles that are too poor to be one.
    around: Vec<Puzzle>,
}

impl Known {
    /// More puzzles to search around are not kept.
    const AROUND: usize = 20_000;

    /// What to search around.
    pub fn around(&self) -> &[Puzzle] {
        &self.around
    }

    /// Whether the grid of this minlex form may have one more seed.
    pub fn grid_has_room(&self, grid: &Solution) -> bool {
        self.by_grid.get(grid).is_none_or(|&seeds| seeds < self.per_grid)
    }

    /// Puzzles that are too poor take no room, but there may be rich ones near them.
    fn add(&mut self, puzzle: &Puzzle, grid: Solution, is_seed: bool) {
        if is_seed {
            *self.by_grid.entry(grid).or_default() += 1;
        }
        if self.around.len() < Self::AROUND {
            self.around.push(*puzzle);
        }
    }
}

/// The seeds of a tier known so far.
pub struct Pool {
    keys: HashSet<Key>,
    twins: HashSet<Key>,
    /// Copied when it changes and a search still looks at it.
    known: Arc<Known>,
}

impl Pool {
    /// The known seeds of the tier, graded by this ladder. Those of another symmetry are not found again, but they take no
    /// room on their grids and nothing is searched around them.
    pub fn new<'a>(
        ladder: &str,
        known: impl Iterator<Item = &'a Seed>,
        symmetry: ClueSymmetry,
        per_grid: usize,
    ) -> Self {
        let mut searched = Known { by_grid: HashMap::new(), per_grid, around: Vec::new() };
        let (mut keys, mut twins) = (HashSet::new(), HashSet::new());
        for seed in known {
            keys.insert(seed.key);
            twins.extend(seed.grading(ladder).map(|grading| grading.twin));
            if seed.symmetry == symmetry {
                let grid = *GridForm::of(seed.puzzle.solution()).solution();
                searched.add(&seed.puzzle, grid, true);
            }
        }
        Self { keys, twins, known: Arc::new(searched) }
    }

    /// Whether it is another seed than all known ones, on a grid that may have one more.
    pub fn has_room(&self, new: &Identity) -> bool {
        !self.twins.contains(&new.twin)
            && !self.keys.contains(&new.key)
            && self.known.grid_has_room(&new.grid)
    }

    /// A new seed, or a puzzle too poor to be one: never again.
    pub fn remember(&mut self, new: &Prospect, is_seed: bool) {
        self.keys.insert(new.identity.key);
        self.twins.insert(new.identity.twin);
        Arc::make_mut(&mut self.known).add(&new.puzzle, new.identity.grid, is_seed);
    }

    /// What is known now, for searches.
    pub fn known(&self) -> Arc<Known> {
        Arc::clone(&self.known)
    }
}
