//! [`Drawing`]: new puzzles, each committed to the ledger before it is seen.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::vec;

use super::eligible::{outlines, unmet};
use super::{Control, Database, DrawOptions, Error, Hold, Ids, Kind, Lease, Named, commit};
use crate::draw::Draw;
use crate::mine::is_public;
use crate::record::{Batch, Drawn};
use crate::refill::Miss;
use crate::store::Store;
use crate::symmetry::Key;

/// Most puzzles in a commit; the larger it is, the less each of them costs.
const COMMIT: usize = 65_536;
/// How long puzzles wait for others of their commit while more are being made.
const PATIENCE: Duration = Duration::from_millis(100);
/// So few puzzles are made while the database stays open.
const FEW: u32 = 64;

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
