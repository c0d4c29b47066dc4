//! [`Verification`]: everything worked out again, from the clues alone.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{slice, vec};

use chacha20::ChaCha8Rng;
use rand::seq::index;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use seeddb_ledger::rules::{batches, cards, ledger, seeds, texts};
use seeddb_ledger::{Issued, Store, StoreError};

use super::worked_out::{check, check_seed};
use super::{Control, Database, DrawOptions, Error, Unit};
use crate::logic::Ladder;
use crate::rating::levels::{Facts, LevelTable};
use crate::rating::stop::Stop;
use crate::rating::{er, se};
use crate::record::{Batch, Seed};
use crate::symmetry::{Id, Key};

/// Puzzles read and worked on at a time.
const CHUNK: u32 = 4096;

/// How closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VerifyOptions {
    /// Measure the capacities of the seeds again too, and the scores of their refills: 1,000 refills a seed.
    pub capacity: bool,
    /// Look at some seeds and puzzles only. The pages of the file and the agreement of the tables are not looked at then, so the time
    /// does not grow with the database.
    pub sample: Option<Sample>,
}

/// Which seeds and puzzles a look at some of them takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// How many issued puzzles, and how many seeds; all where there are fewer.
    pub count: u32,
    /// Equal RNG seeds give equal samples of a database.
    pub rng_seed: u64,
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
            Some(_) => store.read(cards::counts)?.seeds,
            None => seeds.len() as u64,
        };
        Ok(Verification {
            database: self.clone(),
            control: control.clone(),
            options,
            levels,
            named,
            summary: Summary {
                seeds: seeds.len() as u64,
                all_seeds,
                issued,
                all_issued,
                problems: 0,
                mislabelled: 0,
            },
            seeds: Some(seeds),
            batches: batches.into_iter(),
            places,
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
    /// Seeds that there are: more only if a sample was asked for.
    pub all_seeds: u64,
    /// Issued puzzles.
    pub issued: u64,
    /// Issued puzzles that there are: more only if a sample was asked for.
    pub all_issued: u64,
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
    /// The tables that batches name, by batch.
    named: HashMap<u32, Vec<LevelTable>>,
    summary: Summary,
    /// Not looked at yet.
    seeds: Option<Vec<Seed>>,
    batches: vec::IntoIter<Batch>,
    /// The puzzles of a sample that are left, by batch and number.
    places: Vec<(u32, u32)>,
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
        self.check_issued(&issued);
        Ok(())
    }

    /// Looks at some thousands of the puzzles of a sample, and whether the ledger has them where they are.
    fn check_places(&mut self) -> Result<(), Error> {
        let some = self.places.split_off(self.places.len().saturating_sub(CHUNK as usize));
        let (store, mut damage) = (self.database.read()?, Vec::new());
        let mut issued: Vec<Issued> = Vec::with_capacity(some.len());
        for place in some {
            match store.issued_at(place) {
                // What a salvage did not find was told then.
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

/// Places of issued puzzles, each puzzle as likely as any other, by batch and number.
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

/// Some seeds that the ladder has graded: those behind random keys. Keys are hashes, so each is about as likely as any other.
fn some_seeds(
    store: &Store,
    ladder: &Ladder,
    count: u32,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Seed>, StoreError> {
    let count = count as usize;
    // Of a few seeds, or of most, all are read.
    if store.read(cards::counts)?.seeds / 4 < count as u64 {
        let mut seeds = store.read(|from| seeds::graded(from, ladder.id(), ladder.tiers()))?;
        let chosen = index::sample(rng, seeds.len(), seeds.len().min(count));
        let chosen: HashSet<usize> = chosen.into_iter().collect();
        let mut places = 0..;
        seeds.retain(|_| places.next().is_some_and(|place| chosen.contains(&place)));
        return Ok(seeds);
    }
    let mut seeds: BTreeMap<Key, Seed> = BTreeMap::new();
    // More keys than that are behind the same seeds, or behind seeds of other ladders.
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
        let found = se::rate(&issued.puzzle.grid(), Stop::NEVER)
            .map(|rating| rating.er)
            .unwrap_or_default();
        if found != er && !is_of_before(er, found) {
            problems.push(format!("its Sudoku Explainer rating is {found}, not {er}"));
        }
    }
    problems
}

/// Whether a rating may be one that an earlier version of the rater gave, which was up to 0.1 too low: a puzzle was printed with it, and
/// the ledger does not say by which version.
fn is_of_before(printed: er::Score, found: er::Score) -> bool {
    printed > se::LAST_UNCHANGED && found.tenths() == printed.tenths() + 1
}

/// Whether the level on the label is the one that names the puzzle.
fn is_labelled_rightly(ladder: &Ladder, issued: &Issued, levels: &LevelTable) -> bool {
    let facts = Facts::graded(ladder, &issued.puzzle, issued.tier, issued.score);
    let names = |name: &String| levels.of(&facts).is_some_and(|level| level.name == *name);
    issued.level.as_ref().is_none_or(names)
}
