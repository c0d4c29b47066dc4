//! [`Verification`]: everything worked out again, from the clues alone.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec;

use rayon::prelude::*;

use super::worked_out::{check, check_seed};
use super::{Control, Database, Error, Unit};
use crate::ledger::Issued;
use crate::logic::Ladder;
use crate::rating::levels::{Facts, LevelTable};
use crate::rating::se;
use crate::rating::stop::Stop;
use crate::record::{Batch, Seed};
use crate::store::StoreError;
use crate::symmetry::Id;

/// Puzzles read and worked on at a time.
const CHUNK: u32 = 4096;

/// How closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VerifyOptions {
    /// Measure the capacities of the seeds again too, and the scores of their refills: 1,000 refills a seed.
    pub capacity: bool,
}

/// Something that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The id of the puzzle or seed; none if it is about the tables.
    pub id: Option<Id>,
    /// What is wrong.
    pub words: String,
}

impl Problem {
    const fn of_tables(words: String) -> Self {
        Self { id: None, words }
    }
}

impl Database {
    /// Begins to work out every seed and every issued puzzle again.
    ///
    /// # Errors
    /// Failures of the store. What is damaged is no error, but a problem.
    pub fn verify(&self, options: VerifyOptions, control: &Control) -> Result<Verification, Error> {
        let store = self.read()?;
        let mut damage: Vec<String> = store.check()?.iter().map(ToString::to_string).collect();
        let seeds = read(store.seeds(self.ladder().id(), self.ladder().tiers()), &mut damage)?;
        let batches: Vec<Batch> = read(store.batches(), &mut damage)?;
        let levels = read(store.levels(), &mut damage)?;
        let issued = batches.iter().map(|batch| u64::from(batch.issued)).sum();
        Ok(Verification {
            database: self.clone(),
            control: control.clone(),
            options,
            levels,
            summary: Summary { seeds: seeds.len() as u64, issued, problems: 0, mislabelled: 0 },
            seeds: Some(seeds),
            batches: batches.into_iter(),
            next: None,
            done: 0,
            found: damage.into_iter().map(Problem::of_tables).collect(),
        })
    }
}

/// What was looked at, and what came of it so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Seeds.
    pub seeds: u64,
    /// Issued puzzles.
    pub issued: u64,
    /// Problems told.
    pub problems: u64,
    /// Issued puzzles whose label no longer fits the level table. No problem: who changes the levels does not change what
    /// was sold.
    pub mislabelled: u64,
}

/// A look at everything, under way: an iterator of what does not hold. Once a stop is asked for there is no more.
///
/// The database is open for a moment only for each few thousand puzzles: others may draw while this goes on for hours.
pub struct Verification {
    database: Database,
    control: Control,
    options: VerifyOptions,
    levels: LevelTable,
    summary: Summary,
    /// Not looked at yet.
    seeds: Option<Vec<Seed>>,
    batches: vec::IntoIter<Batch>,
    /// The batch that is being read, and the number of its next puzzle.
    next: Option<(u32, u32)>,
    /// Seeds and puzzles looked at.
    done: u64,
    /// Problems to be told.
    found: VecDeque<Problem>,
}

impl Iterator for Verification {
    type Item = Result<Problem, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(problem) = self.found.pop_front() {
                self.summary.problems += 1;
                return Some(Ok(problem));
            }
            if self.control.is_stopped() {
                return None;
            }
            if let Some(seeds) = self.seeds.take() {
                self.check_seeds(&seeds);
                continue;
            }
            let begin = |batch: Batch| (batch.id, 1);
            let (batch, number) = self.next.take().or_else(|| self.batches.next().map(begin))?;
            if let Err(error) = self.check_batch(batch, number) {
                self.batches = Vec::new().into_iter();
                return Some(Err(error));
            }
        }
    }
}

impl Verification {
    /// What it comes to so far.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    fn check_seeds(&mut self, seeds: &[Seed]) {
        let Self { database, control, options, .. } = &*self;
        let done = AtomicU64::new(self.done);
        let total = self.summary.seeds + self.summary.issued;
        let problems = seeds.par_iter().filter(|_| !control.is_stopped()).flat_map_iter(|seed| {
            let problems = check_seed(database.ladder(), seed, options.capacity);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            control.done_of(Unit::SeedsAndPuzzles, done, Some(total));
            named(Id::seed(seed.key), problems)
        });
        let problems: Vec<Problem> = problems.collect();
        self.found.extend(problems);
        self.done = done.into_inner();
    }

    /// Looks at the puzzles of a batch from this number on, some thousands.
    fn check_batch(&mut self, batch: u32, number: u32) -> Result<(), Error> {
        let mut damage = Vec::new();
        let issued = self.database.read()?.issued_range(batch, number, CHUNK);
        let issued = read(issued, &mut damage)?;
        self.found.extend(damage.into_iter().map(Problem::of_tables));
        let Some(last) = issued.last() else { return Ok(()) };
        self.next = Some((batch, last.number.saturating_add(1)));
        let ladder = self.database.ladder();
        let mislabelled =
            issued.par_iter().filter(|puzzle| !is_labelled_rightly(ladder, puzzle, &self.levels));
        self.summary.mislabelled += mislabelled.count() as u64;
        let problems: Vec<Problem> = issued
            .par_iter()
            .flat_map_iter(|puzzle| named(Id::of(puzzle.key), check_issued(ladder, puzzle)))
            .collect();
        self.found.extend(problems);
        self.done += issued.len() as u64;
        let total = self.summary.seeds + self.summary.issued;
        self.control.done_of(Unit::SeedsAndPuzzles, self.done, Some(total));
        Ok(())
    }
}

/// What was read; nothing, and what is damaged, if it could not be.
fn read<T: Default>(read: Result<T, StoreError>, damage: &mut Vec<String>) -> Result<T, Error> {
    match read {
        Err(StoreError::Damaged { what, .. }) => {
            // The check of the whole may have said so already.
            if !damage.contains(&what) {
                damage.push(what);
            }
            Ok(T::default())
        }
        read => Ok(read?),
    }
}

fn named(id: Id, problems: Vec<String>) -> impl Iterator<Item = Problem> {
    problems.into_iter().map(move |words| Problem { id: Some(id), words })
}

fn check_issued(ladder: &Ladder, issued: &Issued) -> Vec<String> {
    let checked = check(ladder, &issued.puzzle, issued.key, issued.tier, issued.score);
    let mut problems = checked.map_or_else(|problem| vec![problem], |(problems, _)| problems);
    if let Some(er) = issued.er {
        let found = se::rate(&issued.puzzle.grid(), Stop::NEVER).map(|rating| rating.er);
        if found != Ok(er) {
            let found = found.unwrap_or_default();
            problems.push(format!("its Sudoku Explainer rating is {found}, not {er}"));
        }
    }
    problems
}

/// Whether the level on the label is the one that names the puzzle.
fn is_labelled_rightly(ladder: &Ladder, issued: &Issued, levels: &LevelTable) -> bool {
    let facts = Facts::graded(ladder, &issued.puzzle, issued.tier, issued.score);
    let names = |name: &String| levels.of(&facts).is_some_and(|level| level.name == *name);
    issued.level.as_ref().is_none_or(names)
}
