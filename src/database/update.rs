//! What seeds can still learn: starter seeds of a later release, and ratings that nobody has worked out yet.
//!
//! Draws from a database do not change by themselves, so nothing here happens unless somebody asks for it.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::{Control, Database, Error};
use crate::logic::grade;
use crate::rating::se;
use crate::record::{Grading, Origin, Seed};
use crate::refill::{assess, record_turned};
use crate::store::Added;
use crate::symmetry::Key;

/// Seeds graded at a time, and kept with one commit.
const CHUNK: usize = 128;

/// What the seeds that a new database begins with have and this one does not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Update {
    /// Seeds that are not there, nor a twin of each by all its gradings.
    pub new: Vec<Seed>,
    /// Seeds that are there and lack a grading, or what they give with a half turn, as they would be entered.
    pub lacking: Vec<Seed>,
}

impl Update {
    /// Whether there is nothing.
    pub const fn is_empty(&self) -> bool {
        self.new.is_empty() && self.lacking.is_empty()
    }
}

/// What became of an [`Update`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entered {
    /// The new seeds.
    pub added: Added,
    /// How many seeds that were there got what they lacked.
    pub completed: u64,
}

impl Database {
    /// Whether somebody was told what [`update`](Self::update) would bring, or it has been entered.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn knows_starters(&self) -> Result<bool, Error> {
        Ok(self.read()?.knows_edition(self.home.options.edition)?)
    }

    /// What [`update`](Self::update) would bring, to be told once: from now on the database [knows](Self::knows_starters) it. None
    /// if that is nothing, or if the database has no starter seeds at all: then it is to have none.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn news(&self) -> Result<Option<Update>, Error> {
        let (update, begins_so) = self.compared()?;
        self.write()?.set_edition(self.home.options.edition)?;
        Ok((begins_so && !update.is_empty()).then_some(update))
    }

    /// What the seeds that a new database begins with have and this one does not. Nothing is changed.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn update(&self) -> Result<Update, Error> {
        Ok(self.compared()?.0)
    }

    /// The update, and whether the database has any of the starter seeds.
    fn compared(&self) -> Result<(Update, bool), Error> {
        let store = self.read()?;
        let initial = (self.home.options.initial)();
        let keys: Vec<Key> = initial.iter().map(|seed| seed.key).collect();
        let (mut update, mut others) = (Update::default(), Vec::new());
        let mut begins_so = false;
        for (seed, known) in initial.into_iter().zip(store.seeds_of(&keys)?) {
            begins_so |= known.as_ref().is_some_and(|known| known.origin == Origin::Starter);
            match known {
                Some(known) if lacks(&known, &seed) => update.lacking.push(seed),
                Some(_) => {}
                None => others.push(seed),
            }
        }
        let classes: Vec<(&str, Key)> = others.iter().flat_map(classes_of).collect();
        let known = store.know_twins(&classes)?.into_iter();
        let unknown: HashSet<(&str, Key)> =
            classes.iter().copied().zip(known).filter(|one| !one.1).map(|one| one.0).collect();
        let is_new = |seed: &&Seed| classes_of(seed).any(|class| unknown.contains(&class));
        update.new = others.iter().filter(is_new).cloned().collect();
        Ok((update, begins_so))
    }

    /// Enters it.
    ///
    /// # Errors
    /// Failures of the store; what was entered before an error stays.
    pub fn enter(&self, Update { new, lacking }: &Update) -> Result<Entered, Error> {
        let store = self.write()?;
        let added = if new.is_empty() { Added::default() } else { store.add_seeds(new)? };
        let completed = if lacking.is_empty() { 0 } else { store.complete_seeds(lacking)? };
        store.set_edition(self.home.options.edition)?;
        Ok(Entered { added, completed })
    }

    /// The seeds that have no Sudoku Explainer rating yet, by key.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn unrated_seeds(&self) -> Result<Vec<Seed>, Error> {
        let mut seeds = self.read()?.all_seeds()?;
        seeds.retain(|seed| seed.grading(se::LADDER).is_none());
        Ok(seeds)
    }

    /// Rates seeds of the database as Sudoku Explainer does, measures what they give by that rating, and keeps it, some at a time;
    /// `control` is told how many are done. Once a stop is asked for, the rest is left. How many were rated.
    ///
    /// # Errors
    /// Failures of the store; what was kept before stays.
    pub fn rate_seeds(&self, seeds: &[Seed], control: &Control) -> Result<u64, Error> {
        // Those that come with the program are measured already.
        let measured: HashMap<Key, Grading> = (self.home.options.initial)()
            .into_iter()
            .filter_map(|seed| Some((seed.key, seed.grading(se::LADDER)?.clone())))
            .collect();
        let (mut done, mut rated) = (0, 0);
        for chunk in seeds.chunks(CHUNK) {
            let left = chunk.par_iter().filter(|_| !control.is_stopped());
            let graded: Vec<Seed> = left
                .map(|seed| match measured.get(&seed.key) {
                    Some(grading) => with(seed, grading.clone()),
                    None => by_rating(seed),
                })
                .collect();
            if !graded.is_empty() {
                rated += self.write()?.complete_seeds(&graded)?;
            }
            if control.is_stopped() {
                break;
            }
            done += chunk.len() as u64;
            control.done(done);
        }
        Ok(rated)
    }
}

/// The classes of twins that it is in.
fn classes_of(seed: &Seed) -> impl Iterator<Item = (&str, Key)> {
    seed.gradings.iter().map(|grading| (grading.ladder.as_str(), grading.twin))
}

/// Whether `known` has less than `seed`, which is the same one.
fn lacks(known: &Seed, seed: &Seed) -> bool {
    seed.gradings.iter().any(|grading| match known.grading(&grading.ladder) {
        Some(own) => own.turned.is_none() && grading.turned.is_some(),
        None => true,
    })
}

fn with(seed: &Seed, grading: Grading) -> Seed {
    Seed { gradings: vec![grading], ..seed.clone() }
}

/// The seed with its grading by rating alone.
fn by_rating(seed: &Seed) -> Seed {
    let ladder = se::ladder();
    let grade = grade(ladder, &seed.puzzle);
    let mut rated = assess(ladder, &seed.puzzle, &grade, seed.symmetry, seed.origin);
    record_turned(ladder, &mut rated, &grade);
    Seed { gradings: rated.gradings, ..seed.clone() }
}
