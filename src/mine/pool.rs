//! [`Pool`]: the seeds of a tier that are known, told apart, counted by grid, and searched around.

use std::collections::{HashMap, HashSet};

use crate::board::{CellSet, Puzzle, Solution};
use crate::logic::Grade;
use crate::record::Seed;
use crate::symmetry::{GridForm, Key};

/// A puzzle of the wanted tier, with what was worked out about it on the way.
#[derive(Clone, Debug)]
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its grade.
    pub grade: Grade,
    /// The minlex form of its solution.
    pub form: GridForm,
    /// What tells it apart.
    pub identity: Identity,
}

impl Found {
    /// Works out form and identity.
    pub fn new(puzzle: Puzzle, grade: Grade) -> Self {
        let form = GridForm::of(puzzle.solution());
        let identity = Identity::of(&form, puzzle.clues(), grade.reserved());
        Self { puzzle, grade, form, identity }
    }
}

/// What tells a seed apart from others of its tier.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The key of the puzzle.
    pub key: Key,
    /// The key of the grid with all unreserved cells filled: puzzles of a tier that share it have the
    /// same refills, so they are one seed.
    filled: Key,
    /// The minlex form of its solution.
    grid: Solution,
}

impl Identity {
    fn of(form: &GridForm, clues: CellSet, reserved: CellSet) -> Self {
        let key =
            |cells| Key::of_canonical(&Puzzle::proved(form.smallest(cells).0, *form.solution()));
        Self { key: key(clues), filled: key(!reserved), grid: *form.solution() }
    }
}

/// The seeds of a tier known so far.
pub struct Pool {
    keys: HashSet<Key>,
    filled: HashSet<Key>,
    by_grid: HashMap<Solution, usize>,
    per_grid: usize,
    /// What vicinity searches around, oldest first: seeds, and puzzles that are too poor to be one.
    around: Vec<Puzzle>,
}

impl Pool {
    /// More puzzles to search around are not kept.
    const AROUND: usize = 20_000;

    /// The known seeds that have the wanted tier and symmetry.
    pub fn new<'a>(known: impl Iterator<Item = &'a Seed>, per_grid: usize) -> Self {
        let mut pool = Self {
            keys: HashSet::new(),
            filled: HashSet::new(),
            by_grid: HashMap::new(),
            per_grid,
            around: Vec::new(),
        };
        for seed in known {
            let form = GridForm::of(seed.puzzle.solution());
            let identity = Identity::of(&form, seed.puzzle.clues(), seed.grading().reserved);
            pool.accept(&seed.puzzle, &identity);
        }
        pool
    }

    /// Whether it is another seed than all known ones, on a grid that may have one more.
    pub fn has_room(&self, new: &Identity) -> bool {
        !self.filled.contains(&new.filled)
            && !self.keys.contains(&new.key)
            && self.by_grid.get(&new.grid).is_none_or(|&seeds| seeds < self.per_grid)
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
        self.keys.insert(new.key);
        self.filled.insert(new.filled);
        if self.around.len() < Self::AROUND {
            self.around.push(*puzzle);
        }
    }

    /// What to search around.
    pub fn around(&self) -> &[Puzzle] {
        &self.around
    }
}
