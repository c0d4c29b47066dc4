//! New seeds: a search in memory, and the commits that keep what it finds.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::draw_options::tiers_of;
use super::eligible::CHUNK;
use super::error::Unsaved;
use super::mined::Mined;
use super::{Control, Database, Error, Event};
use crate::logic::Ladder;
use crate::mine::{self, Pool, Progress, Request, Strategy};
use crate::rating::{er, se};
use crate::record::Seed;
use crate::store::{Added, StoreError};
use crate::symmetry::ClueSymmetry;

/// Seeds wait in memory so long before they are committed; the database is free meanwhile.
const COMMIT_EVERY: Duration = Duration::from_secs(5);
/// How long the search waits for the database, which it has no need of.
const PATIENCE: Duration = Duration::from_millis(200);

/// What to look for, and for how long.
#[derive(Clone, PartialEq, Debug)]
pub struct MineOptions {
    /// The top tier; it counts for nothing if there are ratings.
    pub tier: u8,
    /// Sudoku Explainer ratings (ER) in place of a tier, both ends included.
    pub se: Option<RangeInclusive<er::Score>>,
    /// How to search.
    pub strategy: Strategy,
    /// The symmetry of the clues.
    pub symmetry: ClueSymmetry,
    /// Seeds that give fewer puzzles are left out; none for [`Request::default_min_capacity`].
    pub min_capacity: Option<u16>,
    /// Stop when so many were found; none for no end.
    pub count: Option<usize>,
    /// Stop after this time; none for no end.
    pub time: Option<Duration>,
    /// How many seeds of the tier a solution grid (up to symmetry) may have, known ones included.
    pub per_grid: usize,
    /// Where randomness begins.
    pub rng_seed: u64,
    /// How long the last commit waits for the database; none for as long as any other call.
    pub last_wait: Option<Duration>,
}

impl MineOptions {
    /// Seeds of this tier, without end, with the usual limits.
    pub fn of_tier(tier: u8, rng_seed: u64) -> Self {
        let Request { strategy, symmetry, min_capacity, count, time, per_grid, .. } =
            Request::new(&Ladder::default(), tier);
        let last_wait = None;
        let se = None;
        Self {
            tier,
            se,
            strategy,
            symmetry,
            min_capacity,
            count,
            time,
            per_grid,
            rng_seed,
            last_wait,
        }
    }

    fn request(&self, ladder: &Ladder) -> Request {
        let &Self {
            tier, strategy, symmetry, min_capacity, count, time, per_grid, rng_seed, ..
        } = self;
        let (ladder, tiers, others) = match &self.se {
            Some(ratings) => (se::ladder(), tiers_of(ratings), vec![ladder.clone()]),
            None => (ladder, tier..=tier, Vec::new()),
        };
        Request {
            ladder: ladder.clone(),
            tier: *tiers.start(),
            last: *tiers.end(),
            others,
            strategy,
            symmetry,
            min_capacity,
            count,
            time,
            rng_seed,
            per_grid,
        }
    }
}

impl Database {
    /// Searches for seeds until there are enough, the time is over, or a stop is asked for. What is found waits in memory, and
    /// is committed every few seconds, when nobody else has the database; `control` is told how it goes.
    ///
    /// # Errors
    /// A search that can never find anything, failures of the store; [`Error::Unsaved`] brings the seeds that could not be
    /// committed.
    pub fn mine(&self, options: &MineOptions, control: &Control) -> Result<Mined, Error> {
        let request = options.request(self.ladder());
        request.check()?;
        let tiers = request.tier..=request.last;
        let store = self.write()?;
        // By key, whatever their scores: what a search finds depends on the order.
        let known = store.fingerprints(request.ladder.id(), tiers)?;
        let mut around = Vec::new();
        for keys in Pool::around(&request, &known).chunks(CHUNK) {
            let seeds = store.seeds_of(keys)?.into_iter().flatten();
            around.extend(seeds.map(|seed| seed.puzzle));
        }
        let pool = Pool::new(&request, &known, around);
        drop(known);
        control.tell(&Event::Begun);
        let mut basket = Basket::new(self, control);
        let ended = mine::mine(&request, pool, control.flag(), |seeds, progress| {
            control.tell(&Event::Mining(progress));
            basket.put(seeds, progress)
        });
        // Also after an error: what was found is kept.
        let committed = basket.commit(options.last_wait.unwrap_or(self.wait()));
        let Basket { seeds, mut mined, .. } = basket;
        let error = match (ended, committed) {
            (Ok(progress), Ok(())) => return Ok(Mined { progress, ..mined }),
            (Err(error), Ok(())) => return Err(error),
            (Ok(progress), Err(error)) => {
                mined.progress = progress;
                error
            }
            (Err(error), Err(_)) => error,
        };
        Err(Error::Unsaved(Box::new(Unsaved { seeds, mined, error })))
    }

    /// Adds seeds: those that are new, and those that replace an equivalent, poorer seed.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn add_seeds(&self, seeds: &[Seed]) -> Result<Added, Error> {
        if seeds.is_empty() {
            return Ok(Added::default());
        }
        Ok(self.write()?.add_seeds(seeds)?)
    }
}

/// What both say together.
pub fn sum(one: Added, other: Added) -> Added {
    Added {
        new: one.new + other.new,
        known: one.known + other.known,
        better: one.better + other.better,
    }
}

/// Seeds that wait for their commit.
struct Basket<'a> {
    database: &'a Database,
    control: &'a Control,
    seeds: Vec<Seed>,
    mined: Mined,
    /// When the last commit was, or was tried.
    since: Instant,
    /// Whether it was told that the database is in use.
    told: bool,
}

impl<'a> Basket<'a> {
    fn new(database: &'a Database, control: &'a Control) -> Self {
        let mined = Mined { progress: Progress::default(), added: Added::default() };
        let (seeds, since) = (Vec::new(), Instant::now());
        Self { database, control, seeds, mined, since, told: false }
    }

    /// Takes seeds, and commits them with those before if the last commit was some seconds ago. If the database is in use, they
    /// wait for the next one.
    fn put(&mut self, seeds: Vec<Seed>, progress: &Progress) -> Result<(), Error> {
        self.seeds.extend(seeds);
        self.mined.progress = *progress;
        if self.since.elapsed() < COMMIT_EVERY {
            return Ok(());
        }
        let committed = self.commit(PATIENCE.min(self.database.wait()));
        self.since = Instant::now();
        match committed {
            Err(Error::Store(StoreError::Locked { holder })) => {
                if !self.told {
                    self.control.tell(&Event::Waiting { holder: &holder });
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
            self.seeds.clear();
        }
        self.told = false;
        Ok(())
    }
}
