//! Mining: a search for seeds in memory, and the commits of its finds.

use rayon::prelude::*;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use seeddb_ledger::rules::{seed_cursor, seeds};
use seeddb_ledger::{Added, StoreError};

use super::eligible::CHUNK;
use super::error::Unsaved;
use super::mined::Mined;
use super::ratings::Ratings;
use super::unrated::rated;
use super::{Control, Database, Error, Event, Part};
use crate::ask::Constraints;
use crate::board::Puzzle;
use crate::logic::{Grade, Ladder, grade};
use crate::record::{Found, Origin, Seed};
use crate::refill::{WrongSeed, assess};
use crate::symmetry::{ClueSymmetry, Key};
use seeddb_draw::{Draw, Drawn, MemorySeeds, Request, Share, found};
use seeddb_mine::{self as mine, Choice, Pool, Progress, Strategy};

/// The interval between commits, during which the database is free for others.
const COMMIT_EVERY: Duration = Duration::from_secs(5);
/// The maximum wait of the search for the database, which it does not need.
const PATIENCE: Duration = Duration::from_millis(200);

/// The number of trial refills that decide whether a seed meets the request.
const TRIALS: u64 = 64;

/// The number of known seeds to search around for a technique of the ladder `common`.
const NEAREST: usize = 400;

/// The target and the limits of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct MineOptions {
    /// A level of the database's table of which the seeds must give puzzles.
    pub level: Option<String>,
    /// Requirements for puzzles that the seeds give. With ratings (ER), the seeds themselves have
    /// the rating, instead of a tier.
    pub ask: Constraints,
    /// The search strategy.
    pub strategy: Strategy,
    /// The minimum capacity of a seed; `None` means [`mine::Request::default_min_capacity`].
    pub min_capacity: Option<u16>,
    /// The number of seeds to find; `None` means unlimited.
    pub count: Option<usize>,
    /// The maximum time of the search; `None` means unlimited.
    pub time: Option<Duration>,
    /// The maximum number of seeds of the tier per class of solution grids, with known ones.
    pub per_grid: usize,
    /// The RNG seed.
    pub rng_seed: u64,
    /// The maximum wait of the last commit for the database; `None` means the usual wait.
    pub last_wait: Option<Duration>,
}

impl MineOptions {
    /// Returns options for seeds of this tier, unlimited, with default settings.
    pub fn of_tier(tier: u8, rng_seed: u64) -> Self {
        let usual = mine::Request::new(&Ladder::default(), tier);
        let mine::Request { strategy, min_capacity, count, time, per_grid, .. } = usual;
        let (level, last_wait, ask) = (None, None, Constraints::of_tier(tier));
        Self { level, ask, strategy, min_capacity, count, time, per_grid, rng_seed, last_wait }
    }

    /// Returns the search for seeds that a draw of `wanted` uses.
    fn search(&self, ladder: &Ladder, wanted: Request) -> mine::Request {
        let by = wanted.refilled_by().clone();
        let mut tiers = wanted.tiers().filter(|&tier| wanted.takes(tier));
        // A request that accepts no tier finds nothing.
        let first = tiers.next().unwrap_or_else(|| *wanted.tiers().start());
        let last = tiers.next_back().unwrap_or(first);
        let &Self { strategy, min_capacity, count, time, per_grid, rng_seed, .. } = self;
        let others = if wanted.is_by_rating() { vec![ladder.clone()] } else { Vec::new() };
        let rates_all = wanted.is_rated() && !wanted.is_by_rating();
        let Constraints { symmetry, .. } = *wanted.asked();
        let plain = Constraints {
            tier: self.ask.tier.clone().filter(|_| !wanted.is_by_rating()),
            er: self.ask.er.clone(),
            symmetry: self.ask.symmetry,
            ..Constraints::default()
        };
        let is_plain = self.level.is_none() && plain == self.ask;
        let looked = wanted.clone();
        let may_be = move |puzzle: &Puzzle, grade: &Grade| looked.may_come_of(puzzle, grade);
        let is = move |seed: &Seed| {
            if rates_all { gives(&wanted, &rated(seed.clone())) } else { gives(&wanted, seed) }
        };
        let choice = (!is_plain).then(|| Choice { may_be: Arc::new(may_be), is: Arc::new(is) });
        mine::Request {
            ladder: by,
            tier: first,
            last,
            others,
            strategy,
            symmetry,
            min_capacity,
            choice,
            count,
            time,
            rng_seed,
            per_grid,
        }
    }
}

/// Whether a trial refill of the seed meets the request.
fn gives(request: &Request, seed: &Seed) -> bool {
    if !request.may_use(seed) {
        return false;
    }
    let all_new = |keys: &[Key]| Ok::<_, WrongSeed>(vec![true; keys.len()]);
    let mut supply = MemorySeeds::new(request, slice::from_ref(seed), |_| 0, all_new);
    let (mut draw, never) = (Draw::new(request.clone(), 0, 0), AtomicBool::new(false));
    while draw.attempts() < TRIALS && !draw.is_used_up() {
        match draw.more(1, &never, &mut supply) {
            Ok(made) if made.is_empty() => {}
            made => return made.is_ok(),
        }
    }
    false
}

impl Database {
    /// Searches for seeds until there are enough, the time is over, or a stop is requested. Seeds
    /// found wait in memory, and are committed every few seconds when no other process uses the
    /// database; `control` receives the progress. Meanwhile another thread rates the seeds. Seeds
    /// not rated at the end are rated then, unless the time was limited or a stop was requested:
    /// they are left to [`rate_seeds`](Self::rate_seeds).
    ///
    /// # Errors
    /// A search that can never find anything, failures of the store; [`Error::Unsaved`] with the
    /// seeds that could not be committed.
    pub fn mine(&self, options: &MineOptions, control: &Control) -> Result<Mined, Error> {
        let part =
            Part { level: options.level.clone(), ask: options.ask.clone(), ..Part::default() };
        let mut wanted = part.request_by(self.ladder(), self.levels()?)?;
        wanted.share = Share::Any;
        if wanted.asked().pattern.is_some() {
            return self.mine_pattern(options, &wanted, control);
        }
        let request = options.search(self.ladder(), wanted.clone());
        request.check()?;
        let store = self.write()?;
        let tiers = request.tier..=request.last;
        // Sorted by key, independent of scores: the finds of a search depend on the order.
        let mut known = store
            .read(|from| seed_cursor::fingerprints(from, request.ladder.id(), tiers.clone()))?;
        known.par_sort_unstable_by_key(|one| one.key);
        let mut around = Vec::new();
        let mut fitting = Vec::new();
        let least = options.min_capacity.unwrap_or(0);
        let ladder = request.ladder.id();
        let fits = |seed: &Seed| {
            // Of techniques each seed would have to be worked out.
            (!wanted.asked().technique.is_empty() || wanted.may_use(seed))
                && seed.grading(ladder).is_some_and(|own| own.capacity >= least)
        };
        for keys in Pool::around(&request, &known).chunks(CHUNK) {
            let seeds = store.read(|from| seeds::of_keys(from, keys))?.into_iter().flatten();
            for seed in seeds {
                fitting.extend(fits(&seed).then_some(seed.puzzle));
                around.push(seed.puzzle);
            }
        }
        // Those that have what is asked for, if there are any.
        let mut around = if fitting.is_empty() { around } else { fitting };
        if wanted.asks_for_common() {
            // Puzzles around those that need a technique nearby in the ladder are likeliest to do.
            let steps = |puzzle: &Puzzle| wanted.steps_to_common(puzzle);
            let mut by_steps: Vec<_> =
                around.into_par_iter().map(|puzzle| (steps(&puzzle), puzzle)).collect();
            by_steps.sort_by_key(|(steps, _)| *steps);
            around = by_steps.into_iter().take(NEAREST).map(|(_, puzzle)| puzzle).collect();
        }
        let pool = Pool::new(&request, &known, around);
        drop(known);
        control.tell(&Event::Begun);
        let (mut basket, ratings) = (UnsavedSeeds::new(self, control), Ratings::default());
        let (ended, left) = thread::scope(|scope| {
            scope.spawn(|| ratings.work());
            let ended = mine::mine(&request, pool, control.flag(), |seeds, progress| {
                control.tell(&Event::Mining(*progress));
                ratings.put(&seeds);
                basket.rated.extend(ratings.rated());
                basket.put(seeds, progress)
            });
            (ended, ratings.end())
        });
        basket.rated.extend(ratings.rated());
        // Also after an error: the seeds found so far are saved.
        let committed = basket.commit(options.last_wait.unwrap_or(self.wait()));
        let UnsavedSeeds { seeds, mut mined, .. } = basket;
        let error = match (ended, committed) {
            (Ok(progress), Ok(())) => {
                mined.progress = progress;
                if options.time.is_none() && !control.is_stopped() {
                    self.rate_each(&left, control, &mut |seed| mined.finds.rated(seed))?;
                }
                return Ok(mined);
            }
            (Err(error), Ok(())) => return Err(error),
            (Ok(progress), Err(error)) => {
                mined.progress = progress;
                error
            }
            (Err(error), Err(_)) => error,
        };
        Err(Error::Unsaved(Box::new(Unsaved { seeds, mined, error })))
    }

    /// Searches for seeds whose clues match a pattern; otherwise like [`mine`](Self::mine).
    fn mine_pattern(
        &self,
        options: &MineOptions,
        wanted: &Request,
        control: &Control,
    ) -> Result<Mined, Error> {
        control.tell(&Event::Begun);
        let begun = Instant::now();
        let (mut basket, mut progress) = (UnsavedSeeds::new(self, control), Progress::default());
        let mut request = wanted.clone();
        request.rng_seed = options.rng_seed;
        let all_new = |keys: &[Key]| Ok::<_, Error>(vec![true; keys.len()]);
        let mut supply = MemorySeeds::new(&request, &[], |_| 0, all_new);
        let mut draw = Draw::new(request.clone(), 0, 0);
        let is_over = |progress: &Progress| {
            options.time.is_some_and(|time| begun.elapsed() >= time)
                || options.count.is_some_and(|count| progress.found >= count)
        };
        while !is_over(&progress) && !draw.is_used_up() && !control.is_stopped() {
            let left = options.count.map_or(CHUNK, |count| count - progress.found);
            let made = draw.more(left, control.flag(), &mut supply)?;
            let seed = |drawn: Drawn| {
                let puzzle = found(drawn);
                let grade = grade(self.ladder(), &puzzle);
                let seed =
                    assess(self.ladder(), &puzzle, &grade, ClueSymmetry::None, Origin::Mined);
                let mut seed = rated(seed);
                let (strategy, rng_seed) = ("pattern".to_owned(), options.rng_seed);
                seed.particulars.found = Some(Found { strategy, rng_seed, ..Found::default() });
                seed
            };
            let seeds: Vec<Seed> = made.into_par_iter().map(seed).collect();
            progress.tried = draw.attempts();
            progress.of_tier += seeds.len() as u64;
            progress.measured = progress.of_tier;
            progress.found += seeds.len();
            progress.elapsed = begun.elapsed();
            control.tell(&Event::Mining(progress));
            basket.put(seeds, &progress)?;
        }
        basket.commit(options.last_wait.unwrap_or(self.wait()))?;
        Ok(Mined { progress, ..basket.mined })
    }

    /// Adds seeds: new ones, and ones that replace an equivalent, poorer seed.
    pub fn add_seeds(&self, seeds: &[Seed]) -> Result<Added, Error> {
        if seeds.is_empty() {
            return Ok(Added::default());
        }
        Ok(self.write()?.add_seeds(seeds)?)
    }
}

pub fn sum(one: Added, other: Added) -> Added {
    Added {
        new: one.new + other.new,
        known: one.known + other.known,
        better: one.better + other.better,
    }
}

/// Seeds waiting for their commit.
struct UnsavedSeeds<'a> {
    database: &'a Database,
    control: &'a Control,
    seeds: Vec<Seed>,
    /// The data that seeds rated since lacked.
    rated: Vec<Seed>,
    mined: Mined,
    /// The time of the last commit or attempt.
    since: Instant,
    /// Whether it was reported that the database is in use.
    told: bool,
}

impl<'a> UnsavedSeeds<'a> {
    fn new(database: &'a Database, control: &'a Control) -> Self {
        let (seeds, rated, since) = (Vec::new(), Vec::new(), Instant::now());
        Self { database, control, seeds, rated, mined: Mined::default(), since, told: false }
    }

    /// Adds seeds, and commits all waiting ones if the last commit was some seconds ago. While
    /// another process uses the database, they wait for the next commit.
    fn put(&mut self, seeds: Vec<Seed>, progress: &Progress) -> Result<(), Error> {
        let now = self.database.now();
        for mut seed in seeds {
            if let Some(found) = &mut seed.particulars.found {
                found.time = now;
            }
            self.seeds.push(seed);
        }
        self.mined.progress = *progress;
        if self.since.elapsed() < COMMIT_EVERY {
            return Ok(());
        }
        let committed = self.commit(PATIENCE.min(self.database.wait()));
        self.since = Instant::now();
        match committed {
            Err(Error::Store(StoreError::Locked { holder })) => {
                if !self.told {
                    self.control.tell(&Event::Waiting { holder });
                }
                self.told = true;
                Ok(())
            }
            committed => committed,
        }
    }

    fn commit(&mut self, wait: Duration) -> Result<(), Error> {
        if !self.seeds.is_empty() {
            let added = self.database.within(wait).write()?.add_seeds(&self.seeds)?;
            self.mined.added = sum(self.mined.added, added);
            for seed in self.seeds.drain(..) {
                self.mined.finds.add(&seed, self.database.ladder().id());
            }
        }
        if !self.rated.is_empty() {
            self.database.within(wait).write()?.complete_seeds(&self.rated)?;
            self.rated.drain(..).for_each(|seed| self.mined.finds.rated(&seed));
        }
        self.told = false;
        Ok(())
    }
}
