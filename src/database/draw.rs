//! [`Drawing`]: new puzzles, each committed to the ledger before it is seen.

use std::collections::HashMap;
use std::ops::Bound;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::vec;

use super::parts::retain_own;
use super::{Control, Database, DrawOptions, Error, Hold, Ids, Kind, Lease, Named, commit};
use crate::draw::{Draw, Request, Share, Unmet};
use crate::mine::is_public;
use crate::record::{Batch, Drawn, Outline};
use crate::refill::{Miss, Wish};
use crate::store::{Eligible, Store, Wanted};
use crate::symmetry::{ClueSymmetry, Key, Part};

/// Most puzzles in a commit; the larger it is, the less each of them costs.
const COMMIT: usize = 65_536;
/// How long puzzles wait for others of their commit while more are being made.
const PATIENCE: Duration = Duration::from_millis(100);
/// So few puzzles are made while the database stays open.
const FEW: u32 = 64;

/// Seeds, and about as many attempts as four of each, that tell how many refills are as wished.
const TRIED: usize = 256;
const TRIALS: u64 = 1_024;

/// No capacity is greater.
const MOST_CAPACITY: f64 = 1_000.0;

/// How many puzzles there may be, by the measured capacities of the seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Capacity left.
    pub puzzles: u64,
    /// Seeds that fit.
    pub seeds: usize,
    /// Different puzzles that they can give, whatever is asked for beyond what tells which seeds fit.
    pub capacity: u64,
    /// Puzzles issued from them.
    pub issued: u64,
    /// Attempts that were made to find out what share of it is as wished; 0 if none was needed.
    pub tried: u64,
}

impl Database {
    /// Begins to draw: a batch is kept, and puzzles are made while those before them are taken.
    ///
    /// # Errors
    /// An unknown level or seed, [`Error::NothingFits`] if no seed can give such puzzles (no batch is kept then), failures
    /// of the store.
    pub fn draw(&self, options: &DrawOptions, control: &Control) -> Result<Drawing, Error> {
        let store = self.write()?;
        let request = options.request(self.ladder(), &store)?;
        if let Some(part) = options.partition {
            store.claim_partition(part)?;
        }
        let options = &DrawOptions { partition: store.partition()?, ..options.clone() };
        // In the order of the store: it decides which of two that gave as little as each other goes first.
        let outlines = outlines(&store, &request, options.partition)?;
        if outlines.is_empty() {
            // What the store leaves out may fit but for one bound.
            return Err(Error::NothingFits(unmet(&store, &request)?));
        }
        // As the table has the name, not as it was typed.
        let level = request.level.as_ref().map(|level| level.level().name.clone());
        let mut batch = Batch {
            request: DrawOptions { level, ..options.clone() }.to_string(),
            rng_seed: options.rng_seed,
            note: options.note.clone(),
            asked: options.count,
            begun: self.now(),
            ..Batch::new()
        };
        batch.id = store.new_batch(&batch)?;
        // A few puzzles take less time than to open the database again.
        let held = (options.count <= FEW).then(|| Held::new(self.hold(&store)));
        drop(store);
        let draw = Draw::of_outlines(request, &outlines, batch.id, 0);
        let share = draw.share().filter(|_| options.per_seed.is_none());
        Ok(Drawing {
            database: self.clone(),
            control: control.clone(),
            batch,
            draw: Some(Box::new(draw)),
            held,
            making: None,
            ids: Ids::default(),
            shown: Vec::new().into_iter(),
            from_public: options.from_public,
            share,
            given: HashMap::new(),
        })
    }

    /// Refuses what names no level or seed, or contradicts its level, before anything is drawn.
    ///
    /// # Errors
    /// An unknown level or seed, [`Error::Contradiction`], failures of the store.
    pub fn check_draw(&self, options: &DrawOptions) -> Result<(), Error> {
        options.request(self.ladder(), &*self.read()?).map(drop)
    }

    /// How many puzzles a draw could give, from how many seeds. Nothing is drawn.
    ///
    /// # Errors
    /// As [`Database::draw`].
    pub fn estimate(&self, options: &DrawOptions) -> Result<Estimate, Error> {
        let store = self.read_or_make()?;
        let request = options.request(self.ladder(), &store)?;
        let part = store.partition()?.or(options.partition);
        let outlines = outlines(&store, &request, part)?;
        let left = |(outline, uses): &(Outline, u64)| {
            let left = u64::from(request.capacity(outline)).saturating_sub(*uses);
            left.min(options.per_seed.map_or(u64::MAX, u64::from))
        };
        let (puzzles, seeds) = (outlines.iter().map(left).sum(), outlines.len());
        let capacity = outlines.iter().map(|one| u64::from(request.capacity(&one.0))).sum();
        let issued = outlines.iter().map(|one| one.1).sum();
        let Wish { clues, minimal, .. } = &request.wish;
        if clues.is_none() && !minimal && request.demand.is_empty() {
            return Ok(Estimate { puzzles, seeds, capacity, issued, tried: 0 });
        }
        // How much of it is as wished is tried on some of the seeds.
        let every = seeds.div_ceil(TRIED).max(1);
        let some: Vec<Key> = outlines.iter().step_by(every).map(|one| one.0.key).collect();
        let some = store.seeds_of(&some)?.into_iter().flatten().collect();
        let mut draw = Draw::new(Request { share: Share::Any, ..request }, some, |_| 0, 0, 0);
        let (mut made, never) = (0, AtomicBool::new(false));
        while draw.attempts() < TRIALS && !draw.is_used_up() {
            let round = draw.more(TRIED, &never, |keys| Ok::<_, Error>(vec![true; keys.len()]))?;
            made += round.len() as u64;
        }
        let tried = draw.attempts();
        // The first round is as long as it is asked for, later ones may be longer: what is over counts as made.
        let share = made as f64 / tried.max(1) as f64;
        // Clues can be added in more ways than there are refills without: what comes twice tells how many.
        let different = draw.variety(MOST_CAPACITY).unwrap_or(MOST_CAPACITY * share);
        let varied = (seeds as f64 * different) as u64;
        let varied = if options.per_seed.is_none() { varied.saturating_sub(issued) } else { 0 };
        let puzzles = ((puzzles as f64 * share) as u64).max(varied);
        Ok(Estimate { puzzles, seeds, capacity, issued, tried })
    }

    /// By each tier that the puzzles may have how many of its seeds fit, and how many there are: where it is worth looking for more.
    /// Of a draw by rating nothing.
    ///
    /// # Errors
    /// As [`Database::draw`].
    pub fn fitting(&self, options: &DrawOptions) -> Result<Vec<(u8, usize, usize)>, Error> {
        let store = self.read_or_make()?;
        let request = options.request(self.ladder(), &store)?;
        if request.se.is_some() {
            return Ok(Vec::new());
        }
        let counts = store.counts()?;
        let outlines = outlines(&store, &request, None)?;
        let of_tier = |tier| {
            let fitting = outlines.iter().filter(|one| one.0.tier == tier).count();
            (tier, fitting, counts.of_tier(self.ladder().id(), tier) as usize)
        };
        let tiers = self.ladder().tiers().filter(|&tier| request.takes(tier));
        Ok(tiers.map(of_tier).collect())
    }
}

/// Which bound of a request no seed can meet.
pub(super) fn unmet(store: &Store, request: &Request) -> Result<Unmet, Error> {
    let ladder = request.refilled_by();
    let seeds = store.seeds(ladder.id(), ladder.tiers())?;
    Ok(request.unmet(&seeds).unwrap_or(Unmet::Together))
}

/// The outlines of the seeds that the request may use and the partition owns, with their uses.
pub(super) fn outlines(
    store: &Store,
    request: &Request,
    part: Option<Part>,
) -> Result<Vec<(Outline, u64)>, Error> {
    let wanted = wanted(request);
    if part.is_none() && !request.looks_at_seeds() {
        let (mut outlines, sieve) = (store.outlines(&wanted)?, request.sieve());
        outlines.retain(|one| sieve(&one.0));
        return Ok(outlines);
    }
    let mut eligible = store.eligible(&wanted, None)?;
    eligible.retain(|one| request.may_use(&one.seed));
    retain_own(part, &mut eligible, |one| &one.seed);
    let outline = |one: Eligible| Some((one.seed.outline(&wanted.ladder)?, one.uses));
    Ok(eligible.into_iter().filter_map(outline).collect())
}

/// What the store can tell of the seeds that the request may use: there may be others among them.
fn wanted(request: &Request) -> Wanted {
    let symmetry = request.wish.symmetry;
    Wanted {
        tiers: request.tiers(),
        // An upper bound excludes no seed that the store can tell: clues more make its refills easier. Nor does a lower one
        // where a seed may be turned: the store knows the scores without.
        scores: request
            .scores()
            .filter(|_| symmetry != ClueSymmetry::Rot180)
            .map(|(from, _)| (from, Bound::Unbounded)),
        // Seeds of no symmetry may have a half turn.
        symmetry: (symmetry != ClueSymmetry::None && symmetry != ClueSymmetry::Rot180)
            .then_some(symmetry),
        origin: request.origin,
        key: request.from,
        ..Wanted::graded_by(request.refilled_by().id())
    }
}

/// A draw under way: an iterator of puzzles, or of chunks of them.
///
/// What this hands out is in the ledger, durably: the law of the [module](super#the-law). Dropped before its end, it keeps what
/// was committed; a batch of no puzzles is removed.
pub struct Drawing {
    database: Database,
    control: Control,
    batch: Batch,
    /// Here while no thread makes puzzles.
    draw: Option<Box<Draw>>,
    /// Until they are made, or that takes too long.
    held: Option<Held>,
    making: Option<Making>,
    ids: Ids,
    /// Committed, and not yet taken one by one.
    shown: vec::IntoIter<Named>,
    from_public: bool,
    /// The share of a seed, if it may give way.
    share: Option<u32>,
    /// Puzzles of this batch by seed.
    given: HashMap<Key, u32>,
}

/// A share that could not be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverShare {
    /// How many puzzles a seed was to give at most.
    pub share: u32,
    /// How many seeds gave more.
    pub seeds: usize,
    /// The most that one gave.
    pub most: u32,
}

/// Puzzles to be committed, and the attempts made so far; the database, if it is open since the start.
type Made = (Vec<Drawn>, u64, Option<Held>);

/// The database, kept open for what will be done in a moment.
struct Held {
    since: Instant,
    _hold: Hold,
}

impl Held {
    fn new(hold: Hold) -> Self {
        Self { since: Instant::now(), _hold: hold }
    }

    /// Itself, as long as nobody has waited for it long.
    fn if_young(self) -> Option<Self> {
        (self.since.elapsed() < PATIENCE).then_some(self)
    }
}

/// The thread that makes puzzles.
struct Making {
    made: Receiver<Made>,
    thread: JoinHandle<(Box<Draw>, Result<(), Error>)>,
}

impl Drawing {
    /// The batch, with its counts so far.
    pub fn batch(&self) -> &Batch {
        &self.batch
    }

    /// What attempts missed most often, if most of them missed something: why there are not as many as asked for.
    pub fn obstacle(&self) -> Option<Miss> {
        self.draw.as_ref().and_then(|draw| draw.obstacle())
    }

    /// What became of the share of each seed, if the others gave too little to keep it.
    pub fn over_share(&self) -> Option<OverShare> {
        let share = self.share?;
        let over = self.given.values().filter(|&&given| given > share);
        let most = over.clone().max()?;
        Some(OverShare { share, seeds: over.count(), most: *most })
    }

    /// The next puzzles, some thousands at a time, each in the ledger by now; none if there are as many as asked for,
    /// all seeds are used up, or a stop was asked for.
    ///
    /// # Errors
    /// A seed whose record is wrong, failures of the store. What was handed out before stays issued.
    pub fn next_chunk(&mut self) -> Option<Result<Vec<Named>, Error>> {
        loop {
            if let Some(making) = &self.making {
                let next = match making.made.recv() {
                    Ok(made) => Some(self.commit(made)),
                    Err(_) => self.join().err().map(Err),
                };
                match next {
                    Some(Err(error)) if self.gives_up(&error) => return None,
                    Some(next) => return Some(next),
                    None => {}
                }
            }
            // A second time only if another process issues one of ours in the moment before its commit.
            let draw = self.draw.take()?;
            let missing = self.batch.asked.saturating_sub(self.batch.issued);
            if missing == 0 || draw.is_used_up() || self.control.is_stopped() {
                self.draw = Some(draw);
                return None;
            }
            let (held, public) = (self.held.take(), self.from_public);
            self.making =
                Some(Making::start(&self.database, draw, missing, public, held, &self.control));
        }
    }

    /// Commits what is made, with what comes in the next moment, and only then hands it out.
    fn commit(&mut self, (mut ready, mut attempts, mut held): Made) -> Result<Vec<Named>, Error> {
        let first = Instant::now();
        while let Some(making) = &self.making
            && ready.len() + Draw::ROUND <= COMMIT
            && let Ok((more, later, open)) =
                making.made.recv_timeout(PATIENCE.saturating_sub(first.elapsed()))
        {
            ready.extend(more);
            attempts = later;
            held = open.or(held);
        }
        self.batch.attempts = attempts;
        let store = self.database.write()?;
        let issued = commit::issue(&store, &mut self.batch, ready)?;
        if self.share.is_some() {
            for seed in issued.iter().filter_map(|puzzle| puzzle.seed) {
                *self.given.entry(seed).or_default() += 1;
            }
        }
        let named = self.ids.name(&store, issued)?;
        drop(store);
        drop(held);
        self.control.done(self.batch.issued.into());
        Ok(named)
    }

    /// Whether a stop was asked for while another process had the database: what was not committed yet is nothing.
    fn gives_up(&self, error: &Error) -> bool {
        self.control.is_stopped() && matches!(error.kind(), Kind::Busy | Kind::Stopped)
    }

    /// Waits for the thread, which has nothing more to send or nobody to send it to.
    fn join(&mut self) -> Result<(), Error> {
        let Some(Making { made, thread }) = self.making.take() else { return Ok(()) };
        drop(made);
        let (draw, result) = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        self.draw = Some(draw);
        result
    }
}

impl Iterator for Drawing {
    type Item = Result<Named, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(puzzle) = self.shown.next() {
                return Some(Ok(puzzle));
            }
            match self.next_chunk()? {
                Ok(chunk) => self.shown = chunk.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Drop for Drawing {
    fn drop(&mut self) {
        // Its error was for whoever waited for more puzzles.
        let _ = self.join();
        if self.batch.issued == 0 {
            // If the database is in use by now, the empty batch stays.
            let remove = |store: Lease<'_>| Ok(store.remove_empty_batch(self.batch.id)?);
            let _: Result<bool, Error> =
                self.database.write_within(Duration::ZERO).and_then(remove);
        }
    }
}

impl Making {
    fn start(
        database: &Database,
        mut draw: Box<Draw>,
        missing: u32,
        public: bool,
        held: Option<Held>,
        control: &Control,
    ) -> Self {
        let (sender, made) = sync_channel(COMMIT / Draw::ROUND);
        let (database, control) = (database.clone(), control.clone());
        let thread = thread::spawn(move || {
            let result = make(&database, &mut draw, missing, public, held, &control, &sender);
            (draw, result)
        });
        Self { made, thread }
    }
}

/// Which of these may be issued: nobody has them, but for starter seeds if `public` ones are wanted.
pub(super) fn are_new(store: &Store, keys: &[Key], public: bool) -> Result<Vec<bool>, Error> {
    let unissued = store.filter_unissued(keys)?.into_iter().zip(keys);
    Ok(unissued.map(|(new, key)| new && (public || !is_public(*key))).collect())
}

/// Sends `missing` puzzles, chunk by chunk.
fn make(
    database: &Database,
    draw: &mut Draw,
    mut missing: u32,
    public: bool,
    mut held: Option<Held>,
    control: &Control,
    sender: &SyncSender<Made>,
) -> Result<(), Error> {
    while missing > 0 && !draw.is_used_up() && !control.is_stopped() {
        let are_new = |keys: &[Key]| are_new(&*database.write()?, keys, public);
        let read = |keys: &[Key]| Ok(database.read()?.seeds_of(keys)?);
        let ready = draw.more_of(missing as usize, control.flag(), read, are_new)?;
        missing -= ready.len() as u32;
        held = held.and_then(Held::if_young);
        // What is made together is committed together: the last puzzles bring the database.
        let last = if missing == 0 { held.take() } else { None };
        if sender.send((ready, draw.attempts(), last)).is_err() {
            // Nobody wants more.
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::rngs::SmallRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use crate::level_table;
    use crate::logic::Ladder;
    use crate::mine::starter;
    use crate::rating::levels::LevelTable;
    use crate::record::Origin;

    /// What the store is asked for are the seeds that the request may use, and few others.
    #[test]
    fn the_store_is_asked_for_what_may_be_used() {
        let (mut asked, mut used) = (0, 0);
        let seeds = starter();
        let tables = [LevelTable::default(), level_table::original().unwrap()];
        for rng_seed in 0..200 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let targets = tables.choose(rng).unwrap().targets(&Ladder::default());
            let level = targets.choose(rng).cloned().filter(|_| rng.random());
            let tier = (level.is_none() && rng.random())
                .then(|| rng.random_range(Ladder::default().tiers()));
            let start = rng.random_range(300.0..9000.0);
            let end = [f64::INFINITY, start, start + 500.0][rng.random_range(0..3)];
            let symmetries = [ClueSymmetry::None, ClueSymmetry::Rot180, ClueSymmetry::Diagonal];
            let request = Request {
                level,
                tier,
                score: rng.random::<bool>().then_some(start..=end),
                from: rng.random_bool(0.1).then(|| seeds[rng.random_range(0..seeds.len())].key),
                origin: rng.random_bool(0.3).then_some(Origin::Starter),
                wish: Wish { symmetry: *symmetries.choose(rng).unwrap(), ..Wish::default() },
                ..Request::default()
            };
            let wanted = wanted(&request);
            for seed in seeds.iter().skip(rng.random_range(0..20)).step_by(20) {
                let (admits, may_use) = (wanted.admits(seed), request.may_use(seed));
                assert!(admits || !may_use, "{wanted:?} {seed:?}, RNG seed {rng_seed}");
                assert!(
                    request.scores().is_some()
                        || request.wish.symmetry == ClueSymmetry::Rot180
                        || admits == may_use,
                    "{wanted:?} {seed:?}, RNG seed {rng_seed}"
                );
                // What a seed gives with a half turn only its record tells.
                if request.wish.symmetry != ClueSymmetry::Rot180 {
                    asked += u32::from(admits);
                    used += u32::from(may_use);
                }
            }
        }
        assert!(used > 1_000 && asked < 2 * used, "{used} of {asked}");
    }
}
