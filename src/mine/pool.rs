//! [`Pool`]: the known seeds of a tier, from which new ones must differ, counted by grid, and
//! searched around.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::request::{Request, Strategy};
use crate::board::Puzzle;
use crate::logic::{self, Grade};
use crate::record::{Fingerprint, Found, Origin, Particulars, Seed};
use crate::refill;
use crate::symmetry::{ClueSymmetry, GridClass, GridForm, Image, Key};

/// A puzzle of the wanted tier.
#[derive(Clone, Copy, Debug)]
pub struct GradedPuzzle {
    pub puzzle: Puzzle,
    pub grade: Grade,
    pub fingerprint: Fingerprint,
    /// The strategy that made it, and the key of the puzzle that it was changed from.
    found: (Strategy, Option<Key>),
}

impl GradedPuzzle {
    pub fn new(
        puzzle: Puzzle,
        grade: Grade,
        symmetry: ClueSymmetry,
        found: (Strategy, Option<Key>),
    ) -> Self {
        let form = GridForm::of(puzzle.solution());
        let fingerprint = Fingerprint {
            key: Image::of(&form, puzzle.clues()).key,
            twin: Key::of_twin(&form, !grade.reserved(), grade.tier),
            class: GridClass::of_form(&form),
            symmetry,
        };
        Self { puzzle, grade, fingerprint, found }
    }

    /// Returns the seed with all its numbers, which take long to compute; `None` if its capacity is
    /// too low, or if the request does not choose it.
    pub fn measured(&self, request: &Request) -> Option<Seed> {
        let Request { ladder, symmetry, choice, .. } = request;
        let Self { puzzle, grade, .. } = self;
        if choice.as_ref().is_some_and(|choice| !(choice.may_be)(puzzle, grade)) {
            return None;
        }
        let least = request.least_capacity(grade.tier);
        let mut seed = refill::assess_from(least, ladder, puzzle, grade, *symmetry, Origin::Mined);
        if seed.grading(ladder.id())?.capacity < least {
            return None;
        }
        refill::record_turned(ladder, &mut seed, grade);
        if choice.as_ref().is_some_and(|choice| !(choice.is)(&seed)) {
            return None;
        }
        for other in &request.others {
            let grade = logic::grade(other, &self.puzzle);
            let graded = refill::assess(other, &self.puzzle, &grade, *symmetry, Origin::Mined);
            seed.gradings.extend(graded.gradings);
            refill::record_turned(other, &mut seed, &grade);
        }
        let (strategy, parent) = (self.found.0.name().to_owned(), self.found.1);
        let found = Some(Found { time: None, strategy, rng_seed: request.rng_seed, parent });
        seed.particulars = Particulars { found, ..refill::particulars(&self.puzzle) };
        Some(seed)
    }
}

/// The seeds known when the search began, each list sorted: 40 bytes per seed, and no search copies
/// them.
struct Before {
    keys: Vec<Key>,
    twins: Vec<Key>,
    /// The classes of the grids, one for each seed of the wanted symmetry.
    classes: Vec<GridClass>,
}

/// The known seeds of a tier as the searches of a window see them.
#[derive(Clone)]
pub struct SeedsInView {
    before: Arc<Before>,
    /// The number of seeds found since, by the class of their grid.
    found: HashMap<GridClass, usize>,
    per_grid: usize,
    /// Whether the search has an aim besides the tier.
    is_aimed: bool,
    /// The puzzles that vicinity searches around, oldest first: seeds, and puzzles with too low a
    /// capacity if that is all that is wrong with them.
    around: Vec<Puzzle>,
}

impl SeedsInView {
    /// Returns the puzzles to search around.
    pub fn around(&self) -> &[Puzzle] {
        &self.around
    }

    /// Whether the grids of this class may have one more seed.
    pub fn grid_has_room(&self, class: GridClass) -> bool {
        let classes = &self.before.classes;
        let first = classes.partition_point(|&other| other < class);
        let before = classes[first..].iter().take_while(|&&other| other == class);
        let found = self.found.get(&class).copied().unwrap_or(0);
        before.take(self.per_grid).count() + found < self.per_grid
    }

    /// Puzzles of too low a capacity take no room, but there may be rich ones near them; nearer to
    /// an aim are those that have reached it.
    fn add(&mut self, puzzle: &Puzzle, class: GridClass, is_seed: bool) {
        if is_seed {
            *self.found.entry(class).or_default() += 1;
        }
        if self.around.len() < Pool::AROUND && (is_seed || !self.is_aimed) {
            self.around.push(*puzzle);
        }
    }
}

/// The known seeds of a tier.
pub struct Pool {
    /// Keys and twins of the finds since the search began.
    keys: HashSet<Key>,
    twins: HashSet<Key>,
    /// Copied on a change while a search still reads it.
    known: Arc<SeedsInView>,
}

impl Pool {
    /// The most puzzles kept to search around.
    pub const AROUND: usize = 20_000;

    /// Creates a pool of the given seeds, without those of other tiers. A search around them begins
    /// with the first.
    pub fn of_seeds(request: &Request, seeds: &[Seed]) -> Self {
        let ladder = request.ladder.id();
        let is_of_tier =
            |seed: &&Seed| seed.grading(ladder).is_some_and(|grading| request.takes(grading.tier));
        let seeds: Vec<&Seed> = seeds.iter().filter(is_of_tier).collect();
        let fingerprint = |seed: &&Seed| seed.fingerprint(ladder);
        let fingerprints: Vec<_> = seeds.par_iter().filter_map(fingerprint).collect();
        let of_symmetry = seeds.into_iter().filter(|seed| seed.symmetry == request.symmetry);
        let around = of_symmetry.map(|seed| seed.puzzle).take(Self::AROUND).collect();
        Self::new(request, &fingerprints, around)
    }

    /// Creates a pool of the known seeds of the request's tiers, graded by its ladder, and puzzles
    /// to [search around](Self::around). Seeds of another symmetry are not found again, but take no
    /// room on their grids.
    pub fn new(request: &Request, seeds: &[Fingerprint], around: Vec<Puzzle>) -> Self {
        fn sorted<T: Ord + Send>(all: impl Iterator<Item = T>) -> Vec<T> {
            let mut all: Vec<T> = all.collect();
            all.par_sort_unstable();
            all
        }
        let of_symmetry = seeds.iter().filter(|seed| seed.symmetry == request.symmetry);
        let before = Before {
            keys: sorted(seeds.iter().map(|seed| seed.key)),
            twins: sorted(seeds.iter().map(|seed| seed.twin)),
            classes: sorted(of_symmetry.map(|seed| seed.class)),
        };
        let (before, found) = (Arc::new(before), HashMap::new());
        let (per_grid, is_aimed) = (request.per_grid, request.is_aimed());
        let known = Arc::new(SeedsInView { before, found, per_grid, is_aimed, around });
        Self { keys: HashSet::new(), twins: HashSet::new(), known }
    }

    /// Returns the keys of the seeds to search around, given all of the tier: the first of the
    /// request's symmetry, in the order given.
    pub fn around(request: &Request, seeds: &[Fingerprint]) -> Vec<Key> {
        let of_symmetry = seeds.iter().filter(|seed| seed.symmetry == request.symmetry);
        of_symmetry.map(|seed| seed.key).take(Self::AROUND).collect()
    }

    /// Whether it differs from all known seeds, and lies on a grid that may have one more.
    pub fn has_room(&self, new: &Fingerprint) -> bool {
        let before = &self.known.before;
        let knows = |known: &[Key], found: &HashSet<Key>, key| {
            found.contains(&key) || known.binary_search(&key).is_ok()
        };
        !knows(&before.twins, &self.twins, new.twin)
            && !knows(&before.keys, &self.keys, new.key)
            && self.known.grid_has_room(new.class)
    }

    /// Adds a new seed, or a puzzle of too low a capacity, so that it is not found again.
    pub fn remember(&mut self, new: &GradedPuzzle, is_seed: bool) {
        self.keys.insert(new.fingerprint.key);
        self.twins.insert(new.fingerprint.twin);
        Arc::make_mut(&mut self.known).add(&new.puzzle, new.fingerprint.class, is_seed);
    }

    /// Returns the seeds known now, for searches.
    pub fn known(&self) -> Arc<SeedsInView> {
        Arc::clone(&self.known)
    }
}
