//! [`Verification`]: recomputation of all records from the clues alone.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{slice, vec};

use chacha20::ChaCha8Rng;
use rand::seq::index;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use seeddb_ledger::rules::{batches, ledger, seed_cursor, seeds, texts};
use seeddb_ledger::{Issued, Store, StoreError};

use super::worked_out::{check, check_seed};
use super::{Control, Database, DrawOptions, Error, Unit};
use crate::logic::Ladder;
use crate::rating::levels::{Facts, LevelTable};
use crate::rating::stop::Stop;
use crate::rating::{er, se};
use crate::record::{Batch, Seed};
use crate::symmetry::{Id, Key};

/// The number of puzzles read and checked at a time.
const CHUNK: u32 = 4096;

/// The extent of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VerifyOptions {
    /// Whether to measure the capacities of the seeds and the scores of their refills again: 1,000
    /// refills per seed.
    pub capacity: bool,
    /// Checks only some seeds and puzzles. The pages of the file and the agreement of the tables
    /// are not checked then, so the time does not grow with the database.
    pub sample: Option<Sample>,
}

/// A random sample of seeds and puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The number of issued puzzles, and of seeds; all if there are fewer.
    pub count: u32,
    /// Equal RNG seeds give equal samples of a database.
    pub rng_seed: u64,
}

/// A problem found by the verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The id of the puzzle or seed; `None` if it concerns the tables.
    pub id: Option<Id>,
    /// The problem in words.
    pub words: String,
}

impl Problem {
    const fn of_tables(words: String) -> Self {
        Self { id: None, words }
    }
}

impl Database {
    /// Begins to recompute every seed and every issued puzzle.
    ///
    /// # Errors
    /// Failures of the store. Damage is reported as a problem, not as an error.
    pub fn verify(&self, options: VerifyOptions, control: &Control) -> Result<Verification, Error> {
        let store = self.read()?;
        let ladder = self.ladder();
        let mut damage: Vec<String> = match options.sample {
            Some(_) => Vec::new(),
            None => store.check()?.iter().map(ToString::to_string).collect(),
        };
        let mut batches: Vec<Batch> = read(store.read(batches::all), &mut damage)?;
        let levels = read(store.read(texts::levels), &mut damage)?;
        let named = |batch: &Batch| {
            let named = DrawOptions::of_batch(batch)?.tables();
            (!named.is_empty()).then_some((batch.id, named))
        };
        let named = batches.iter().filter_map(named).collect();
        let kept = |batch: &Batch| u64::from(batch.issued).saturating_sub(batch.lost.count());
        let all_issued = batches.iter().map(kept).sum();
        let (mut places, mut issued) = (Vec::new(), all_issued);
        let seeds = match options.sample {
            Some(Sample { count, rng_seed }) => {
                let rng = &mut ChaCha8Rng::seed_from_u64(rng_seed);
                places = some_places(&batches, count, rng);
                issued = places.len() as u64;
                batches.clear();
                read(some_seeds(&store, ladder, count, rng), &mut damage)?
            }
            None => read(
                store.read(|from| seeds::graded(from, ladder.id(), ladder.tiers())),
                &mut damage,
            )?,
        };
        let all_seeds = match options.sample {
            Some(_) => store.read(seed_cursor::counts)?.seeds,
            None => seeds.len() as u64,
        };
        let checked = seeds.len() as u64;
        let summary = Summary { all_seeds, issued, all_issued, ..Summary::default() };
        Ok(Verification {
            database: self.clone(),
            control: control.clone(),
            options,
            levels,
            named,
            summary: Summary { seeds: checked, ..summary },
            seeds: Some(seeds),
            batches: batches.into_iter(),
            places,
            next: None,
            done: 0,
            found: damage.into_iter().map(Problem::of_tables).collect(),
        })
    }
}

/// The numbers of records checked, and the results so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Seeds to be checked.
    pub seeds: u64,
    /// All seeds: more than `seeds` only for a sample.
    pub all_seeds: u64,
    /// Issued puzzles to be checked.
    pub issued: u64,
    /// All issued puzzles: more than `issued` only for a sample.
    pub all_issued: u64,
    /// Problems returned.
    pub problems: u64,
    /// The number of issued puzzles whose label no longer matches the level table. That is no
    /// problem: changing the levels does not change labels already sold.
    pub mislabelled: u64,
}

/// A verification in progress: an iterator over problems. It ends when a stop is requested.
///
/// The database is opened briefly for each few thousand puzzles: others may draw meanwhile.
pub struct Verification {
    database: Database,
    control: Control,
    options: VerifyOptions,
    levels: LevelTable,
    /// The level tables named by batches, by batch id.
    named: HashMap<u32, Vec<LevelTable>>,
    summary: Summary,
    /// The seeds, until they were checked.
    seeds: Option<Vec<Seed>>,
    batches: vec::IntoIter<Batch>,
    /// The remaining puzzles of a sample, by batch and number.
    places: Vec<(u32, u32)>,
    /// The batch being read, and the number of its next puzzle.
    next: Option<(u32, u32)>,
    /// The number of seeds and puzzles checked.
    done: u64,
    /// Problems not returned yet.
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
            if !self.places.is_empty() {
                if let Err(error) = self.check_places() {
                    self.places.clear();
                    return Some(Err(error));
                }
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
    /// Returns the numbers so far.
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

    /// Checks some thousands of the puzzles of a batch, from this number on.
    fn check_batch(&mut self, batch: u32, number: u32) -> Result<(), Error> {
        let mut damage = Vec::new();
        let issued = self.database.read()?.issued_range(batch, number, CHUNK);
        let issued = read(issued, &mut damage)?;
        self.found.extend(damage.into_iter().map(Problem::of_tables));
        let Some(last) = issued.last() else { return Ok(()) };
        self.next = Some((batch, last.number.saturating_add(1)));
        self.check_issued(&issued);
        Ok(())
    }

    /// Checks some thousands of the puzzles of a sample, and their places in the ledger.
    fn check_places(&mut self) -> Result<(), Error> {
        let some = self.places.split_off(self.places.len().saturating_sub(CHUNK as usize));
        let (store, mut damage) = (self.database.read()?, Vec::new());
        let mut issued: Vec<Issued> = Vec::with_capacity(some.len());
        for place in some {
            match store.issued_at(place) {
                // Losses were reported by the salvage.
                Err(StoreError::Lost(..)) => {}
                Err(error @ StoreError::NotIssued(..)) => damage.push(error.to_string()),
                found => issued.extend(read(found.map(Some), &mut damage)?),
            }
        }
        let keys: Vec<Key> = issued.iter().map(|puzzle| puzzle.key).collect();
        let ledger = read(store.read(|from| ledger::places(from, &keys)), &mut damage)?;
        self.found.extend(damage.into_iter().map(Problem::of_tables));
        for (puzzle, place) in issued.iter().zip(ledger) {
            if place != Some((puzzle.batch, puzzle.number)) {
                let words = "the ledger does not have it in its place".to_owned();
                self.found.push_back(Problem { id: Some(Id::of(puzzle.key)), words });
            }
        }
        self.check_issued(&issued);
        Ok(())
    }

    fn check_issued(&mut self, issued: &[Issued]) {
        let ladder = self.database.ladder();
        let (in_force, of_batch) = (slice::from_ref(&self.levels), &self.named);
        let mislabelled = issued.par_iter().filter(|puzzle| {
            let tables = of_batch.get(&puzzle.batch).map_or(in_force, Vec::as_slice);
            !tables.iter().any(|levels| is_labelled_rightly(ladder, puzzle, levels))
        });
        self.summary.mislabelled += mislabelled.count() as u64;
        let problems: Vec<Problem> = issued
            .par_iter()
            .flat_map_iter(|puzzle| named(Id::of(puzzle.key), check_issued(ladder, puzzle)))
            .collect();
        self.found.extend(problems);
        self.done += issued.len() as u64;
        let total = self.summary.seeds + self.summary.issued;
        self.control.done_of(Unit::SeedsAndPuzzles, self.done, Some(total));
    }
}

/// Returns random places of issued puzzles, uniformly distributed, by batch and number.
fn some_places(batches: &[Batch], count: u32, rng: &mut ChaCha8Rng) -> Vec<(u32, u32)> {
    let total: usize = batches.iter().map(|batch| batch.issued as usize).sum();
    let mut chosen = index::sample(rng, total, total.min(count as usize)).into_vec();
    chosen.sort_unstable();
    let (mut batches, mut before) = (batches.iter(), 0);
    let mut batch = batches.next();
    let mut place = |index: usize| {
        while let Some(here) = batch.filter(|here| index - before >= here.issued as usize) {
            before += here.issued as usize;
            batch = batches.next();
        }
        batch.map(|here| (here.id, (index - before) as u32 + 1))
    };
    chosen.into_iter().filter_map(&mut place).collect()
}

/// Returns random seeds that the ladder graded: those that follow random keys. Keys are hashes, so
/// all seeds are about equally likely.
fn some_seeds(
    store: &Store,
    ladder: &Ladder,
    count: u32,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Seed>, StoreError> {
    let count = count as usize;
    // If there are few seeds, or most are wanted, all are read.
    if store.read(seed_cursor::counts)?.seeds / 4 < count as u64 {
        let mut seeds = store.read(|from| seeds::graded(from, ladder.id(), ladder.tiers()))?;
        let chosen = index::sample(rng, seeds.len(), seeds.len().min(count));
        let chosen: HashSet<usize> = chosen.into_iter().collect();
        let mut places = 0..;
        seeds.retain(|_| places.next().is_some_and(|place| chosen.contains(&place)));
        return Ok(seeds);
    }
    let mut seeds: BTreeMap<Key, Seed> = BTreeMap::new();
    // The limit matters if keys hit the same seeds, or seeds of other ladders.
    for _ in 0..2 * count {
        if seeds.len() == count {
            break;
        }
        let behind = store.read(|from| seeds::after(from, Some(Key(rng.random())), 1))?.pop();
        let graded = behind.filter(|seed| seed.grading(ladder.id()).is_some());
        seeds.extend(graded.map(|seed| (seed.key, seed)));
    }
    Ok(seeds.into_values().collect())
}

/// Returns the value read; for damaged records the default, and adds the damage to the list.
fn read<T: Default>(read: Result<T, StoreError>, damage: &mut Vec<String>) -> Result<T, Error> {
    match read {
        Err(StoreError::Damaged { what, .. }) => {
            // The check of all tables may have reported it.
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
        let found = se::rate(&issued.puzzle.grid(), Stop::NEVER)
            .map(|rating| rating.er)
            .unwrap_or_default();
        if found != er && !is_of_before(er, found) {
            problems.push(format!("its Sudoku Explainer rating is {found}, not {er}"));
        }
    }
    problems
}

/// Whether a rating may come from an earlier version of the rater, which was up to 0.1 too low; the
/// ledger does not record the version.
fn is_of_before(printed: er::Score, found: er::Score) -> bool {
    printed > se::LAST_UNCHANGED && found.tenths() == printed.tenths() + 1
}

/// Whether the level on the label is the first one that matches the puzzle.
fn is_labelled_rightly(ladder: &Ladder, issued: &Issued, levels: &LevelTable) -> bool {
    let facts = Facts::graded(ladder, &issued.puzzle, issued.tier, issued.score);
    let names = |name: &String| levels.of(&facts).is_some_and(|level| level.name == *name);
    issued.level.as_ref().is_none_or(names)
}
