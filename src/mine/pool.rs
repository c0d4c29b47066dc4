//! [`Pool`]: the seeds of a tier that are known, told apart, counted by grid, and searched around.

use std::collections::{HashMap, HashSet};

use crate::board::{Puzzle, Solution};
use crate::logic::Grade;
use crate::record::Seed;
use crate::symmetry::{ClueSymmetry, GridForm, Key};

/// A puzzle of the wanted tier.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its grade.
    pub grade: Grade,
    /// What tells it apart.
    pub identity: Identity,
}

impl Found {
    /// Works out the identity.
    pub fn new(puzzle: Puzzle, grade: Grade) -> Self {
        let form = GridForm::of(puzzle.solution());
        let clues = form.smallest(puzzle.clues()).0;
        let unreserved = form.smallest(!grade.reserved()).0;
        let identity = Identity {
            key: Key::of_canonical(&Puzzle::proved(clues, *form.solution())),
            twin: Key::of_twin(form.solution(), unreserved, grade.tier),
            grid: *form.solution(),
        };
        Self { puzzle, grade, identity }
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

/// The seeds of a tier known so far.
pub struct Pool {
    keys: HashSet<Key>,
    twins: HashSet<Key>,
    by_grid: HashMap<Solution, usize>,
    per_grid: usize,
    /// What vicinity searches around, oldest first: seeds, and puzzles that are too poor to be one.
    around: Vec<Puzzle>,
}

impl Pool {
    /// More puzzles to search around are not kept.
    const AROUND: usize = 20_000;

    /// The known seeds of the tier. Those of another symmetry are not found again, but they take no
    /// room on their grids and nothing is searched around them.
    pub fn new<'a>(
        known: impl Iterator<Item = &'a Seed>,
        symmetry: ClueSymmetry,
        per_grid: usize,
    ) -> Self {
        let mut pool = Self {
            keys: HashSet::new(),
            twins: HashSet::new(),
            by_grid: HashMap::new(),
            per_grid,
            around: Vec::new(),
        };
        for seed in known {
            let grid = *GridForm::of(seed.puzzle.solution()).solution();
            let identity = Identity { key: seed.key, twin: seed.twin, grid };
            if seed.symmetry == symmetry {
                pool.accept(&seed.puzzle, &identity);
            } else {
                pool.tell_apart(&identity);
            }
        }
        pool
    }

    /// Whether it is another seed than all known ones, on a grid that may have one more.
    pub fn has_room(&self, new: &Identity) -> bool {
        !self.twins.contains(&new.twin)
            && !self.keys.contains(&new.key)
            && self.grid_has_room(&new.grid)
    }

    /// Whether the grid of this minlex form may have one more seed.
    pub fn grid_has_room(&self, grid: &Solution) -> bool {
        self.by_grid.get(grid).is_none_or(|&seeds| seeds < self.per_grid)
    }

    /// A new seed.
    pub fn accept(&mut self, puzzle: &Puzzle, new: &Identity) {
        *self.by_grid.entry(new.grid).or_default() += 1;
        self.remember(puzzle, new);
    }

    /// A puzzle too poor to be a seed: never again, but there may be rich ones near it.
    pub fn reject(&mut self, puzzle: &Puzzle, new: &Identity) {
        self.remember(puzzle, new);
    }

    fn remember(&mut self, puzzle: &Puzzle, new: &Identity) {
        self.tell_apart(new);
        if self.around.len() < Self::AROUND {
            self.around.push(*puzzle);
        }
    }

    fn tell_apart(&mut self, new: &Identity) {
        self.keys.insert(new.key);
        self.twins.insert(new.twin);
    }

    /// What to search around.
    pub fn around(&self) -> &[Puzzle] {
        &self.around
    }
}
