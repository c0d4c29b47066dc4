//! [`Drawing`]: new puzzles, each committed to the ledger before it is shown.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::vec;

use seeddb_ledger::StoreError;
use seeddb_ledger::rules::batches;

use super::draw_options::name_of;
use super::eligible::{DatabaseSeeds, expect_some};
use super::ids::confirmed;
use super::opening::Opening;
use super::whole::of_part;
use super::{Control, Database, DrawOptions, Error, Ids, Issued, IssuedWithId, Kind, Part, Unit};
use crate::record::Batch;
use crate::refill::Rejection;
use crate::symmetry::Key;
use seeddb_draw::{Draw, Drawn, PerCrux, Trouble};

/// The maximum number of puzzles in a commit; large commits cost less per puzzle.
const COMMIT: usize = 65_536;
/// The maximum number of puzzles in a commit while others wait for the database (0.1 s).
const SHORT: usize = 8_192;
/// The maximum time that finished puzzles wait for more puzzles of their commit.
const PATIENCE: Duration = Duration::from_millis(100);
/// The number of usable seeds that are sought before a batch begins.
const FIRST: usize = 8;

impl Database {
    /// Draws puzzles. For one part, a batch is begun, and puzzles are made while earlier ones are
    /// taken. Several parts, or a whole part, are one batch with consecutive numbers, all or
    /// nothing: they are issued before this returns, and no two are equivalent, even if the parts
    /// overlap; `control` receives the number so far.
    ///
    /// Equal states of the database, options and RNG seeds give equal puzzles, with any number of
    /// threads.
    ///
    /// # Errors
    /// Those of [`Database::check_draw`], [`Error::NothingFits`] if no seed can give such puzzles,
    /// for a whole [`Error::Part`] with that or with [`Error::TooFew`], and [`Error::Stopped`];
    /// failures of the store. No batch is kept then.
    pub fn draw(&self, options: &DrawOptions, control: &Control) -> Result<Drawing, Error> {
        self.draw_apart(options, None, control)
    }

    /// [`draw`](Self::draw) with another limit per crux, if the request has one part without a
    /// limit.
    pub(super) fn draw_apart(
        &self,
        options: &DrawOptions,
        per_crux: Option<&PerCrux>,
        control: &Control,
    ) -> Result<Drawing, Error> {
        if let Some(part) = options.piecemeal() {
            return self.begin(options, part, per_crux, control);
        }
        Ok(Drawing::of_whole(self, self.draw_whole(options, control)?, control))
    }

    fn begin(
        &self,
        options: &DrawOptions,
        part: &Part,
        per_crux: Option<&PerCrux>,
        control: &Control,
    ) -> Result<Drawing, Error> {
        let store = self.write()?;
        if let Some(before) = self.done_before(&store, options)? {
            return self.go_on(before, options, part, control);
        }
        let mut opening = Opening::of(self, store)?;
        let mut request = part.request(self.ladder(), &opening.store, options.rng_seed)?;
        request.per_crux = request.per_crux.or_else(|| per_crux.cloned());
        opening.claim(options.partition)?;
        let partition = opening.partition;
        let mut seeds = opening.seeds(&request, part.from_public, 0);
        let mut draw = Draw::new(request.clone(), opening.id, 0);
        let has_seeds = draw.prime(FIRST.min(part.count as usize), control.flag(), &mut seeds)?;
        // After an early stop it is unknown whether the request can be met.
        let is_in_doubt = !has_seeds || request.asked().clues.is_some();
        if is_in_doubt && !control.is_stopped() {
            expect_some(self, &opening.store, &request, partition)?;
        }
        let part = Part { level: name_of(&request), ..part.clone() };
        let kept = DrawOptions { part: vec![part.clone()], partition, ..options.clone() };
        let once = self.once_of(|| options.asked());
        let batch = match opening.store.new_batch(&Batch { once, ..opening.batch(&kept) }) {
            // Another process made the identical request and was first.
            Err(StoreError::Overtaken) => return self.draw_apart(options, per_crux, control),
            batch => batch?,
        };
        draw.renumber(batch.id);
        let mut drawing = Drawing::new(self, batch, control);
        drawing.maker = Some(Box::new(Maker { draw, seeds }));
        drawing.is_fair = part.per_seed.is_none();
        Ok(drawing)
    }

    /// Returns the puzzles of an existing batch, and draws the missing ones: the process that began
    /// it may have been stopped.
    fn go_on(
        &self,
        before: (Batch, Vec<IssuedWithId>),
        options: &DrawOptions,
        part: &Part,
        control: &Control,
    ) -> Result<Drawing, Error> {
        let store = self.write()?;
        let mut drawing = Drawing::of_whole(self, before, control);
        let Batch { id, rng_seed, issued, asked, attempts, .. } = drawing.batch;
        if issued >= asked {
            return Ok(drawing);
        }
        let mut opening = Opening::to_go_on(self, store, id)?;
        let request = part.request(self.ladder(), &opening.store, rng_seed)?;
        opening.claim(options.partition)?;
        let seeds = opening.seeds(&request, part.from_public, attempts);
        let mut draw = Draw::new(request, id, attempts);
        for seed in drawing.whole.iter().flatten().filter_map(|one| one.issued.seed) {
            *drawing.given.entry(seed).or_default() += 1;
        }
        draw.goes_on(drawing.given.clone());
        drawing.is_fair = part.per_seed.is_none();
        drawing.maker = Some(Box::new(Maker { draw, seeds }));
        Ok(drawing)
    }

    /// Checks a request before anything is drawn.
    ///
    /// # Errors
    /// An unknown level or seed, [`Error::Contradiction`], with several parts as [`Error::Part`];
    /// [`Error::TooMany`]; failures of the store.
    pub fn check_draw(&self, options: &DrawOptions) -> Result<(), Error> {
        options.check()?;
        let store = if self.may_be_made()? { None } else { Some(self.read()?) };
        let check = |part: &Part| match &store {
            None => part.check_for_new(self.ladder(), self.home.options.initial),
            Some(store) => part.request(self.ladder(), store, 0).map(drop),
        };
        if let Some(part) = options.piecemeal() {
            return check(part);
        }
        let mut parts = options.part.iter().enumerate();
        parts.try_for_each(|(place, part)| of_part(place, check(part)))
    }
}

/// A draw in progress: an iterator over puzzles, or over chunks of them.
///
/// Every returned puzzle is durably in the ledger: the law of the [module](super#the-law). Dropped
/// early, it keeps what was committed; a batch without puzzles is removed.
pub struct Drawing {
    database: Database,
    control: Control,
    batch: Batch,
    /// `None` while a thread makes puzzles.
    maker: Option<Box<Maker>>,
    making: Option<Making>,
    /// Puzzles that were committed together and are not returned yet.
    whole: Option<Vec<IssuedWithId>>,
    ids: Ids,
    /// Committed puzzles not returned one by one yet.
    shown: vec::IntoIter<IssuedWithId>,
    /// The most frequent outcome of the attempts so far.
    trouble: Trouble,
    /// Whether seeds have a share that may be raised.
    is_fair: bool,
    /// The number of puzzles of this batch by seed.
    given: HashMap<Key, u32>,
}

/// The extent to which the shares of seeds were exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverShare {
    /// The number of puzzles that each seed was to give at most.
    pub share: u32,
    /// The number of seeds that gave more.
    pub seeds: usize,
    /// The greatest number of puzzles from one seed.
    pub most: u32,
}

struct Maker {
    draw: Draw,
    seeds: DatabaseSeeds,
}

/// Puzzles to be committed, the attempts made so far, and their most frequent outcome.
type Made = (Vec<Drawn>, u64, Trouble);

struct Making {
    made: Receiver<Made>,
    thread: JoinHandle<(Box<Maker>, Result<(), Error>)>,
}

impl Drawing {
    fn new(database: &Database, batch: Batch, control: &Control) -> Self {
        Self {
            database: database.clone(),
            control: control.clone(),
            batch,
            maker: None,
            making: None,
            whole: None,
            ids: Ids::default(),
            shown: Vec::new().into_iter(),
            trouble: Trouble::None,
            is_fair: false,
            given: HashMap::new(),
        }
    }

    /// Returns a drawing of puzzles that were committed before.
    fn of_whole(
        database: &Database,
        (batch, puzzles): (Batch, Vec<IssuedWithId>),
        control: &Control,
    ) -> Self {
        let mut drawing = Self::new(database, batch, control);
        drawing.whole = Some(puzzles);
        drawing
    }

    /// Returns the batch, with its counts so far.
    pub fn batch(&self) -> &Batch {
        &self.batch
    }

    /// Returns the requirement that attempts failed most often, if most of them failed one: the
    /// reason for a shortage.
    pub fn obstacle(&self) -> Option<Rejection> {
        self.maker.as_ref().and_then(|maker| maker.draw.obstacle())
    }

    /// Returns the most frequent outcome of the attempts so far, other than a puzzle: for progress
    /// before the first.
    pub const fn trouble(&self) -> Trouble {
        self.trouble
    }

    /// Returns the raised share of each seed, if the others gave too little to keep the first.
    pub fn over_share(&self) -> Option<OverShare> {
        let share = self.maker.as_ref().filter(|_| self.is_fair)?.draw.share()?;
        let over = self.given.values().filter(|&&given| given > share);
        let most = over.clone().max()?;
        Some(OverShare { share, seeds: over.count(), most: *most })
    }

    /// Returns the next puzzles, some thousands at a time, all committed; `None` when the request
    /// is met, all seeds are used up, or a stop was requested.
    ///
    /// # Errors
    /// A seed whose record is wrong, failures of the store. Puzzles returned before stay issued.
    pub fn next_chunk(&mut self) -> Option<Result<Vec<IssuedWithId>, Error>> {
        if let Some(whole) = self.whole.take() {
            return Some(Ok(whole));
        }
        loop {
            if self.missing() == 0
                && let Err(error) = self.join()
            {
                return Some(Err(error));
            }
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
            // Repeated only if another process issued one of our puzzles just before.
            let maker = self.maker.take()?;
            let missing = self.missing();
            if missing == 0 || maker.draw.is_used_up() || self.control.is_stopped() {
                self.maker = Some(maker);
                return None;
            }
            if self.database.home.store().is_in_memory() {
                return Some(self.make_and_commit(maker, missing));
            }
            self.making = Some(Making::start(maker, missing, &self.control));
        }
    }

    fn missing(&self) -> u32 {
        self.batch.asked.saturating_sub(self.batch.issued)
    }

    /// Makes and commits some puzzles on this thread, for a database in memory.
    fn make_and_commit(
        &mut self,
        mut maker: Box<Maker>,
        missing: u32,
    ) -> Result<Vec<IssuedWithId>, Error> {
        let Maker { draw, seeds } = &mut *maker;
        let made = draw.more(missing as usize, self.control.flag(), seeds);
        let attempts = draw.attempts();
        self.trouble = draw.trouble();
        self.maker = Some(maker);
        self.keep(made?, attempts)
    }

    /// Commits the puzzles made, with those of the next moment, and only then hands them out.
    fn commit(
        &mut self,
        (mut ready, mut attempts, trouble): Made,
    ) -> Result<Vec<IssuedWithId>, Error> {
        self.trouble = trouble;
        let first = Instant::now();
        let most = if self.database.store().is_awaited() { SHORT } else { COMMIT };
        while let Some(making) = &self.making
            && ready.len() + Draw::ROUND <= most
            && let Ok((more, later, trouble)) =
                making.made.recv_timeout(PATIENCE.saturating_sub(first.elapsed()))
        {
            ready.extend(more);
            (attempts, self.trouble) = (later, trouble);
        }
        self.keep(ready, attempts)
    }

    fn keep(&mut self, mut ready: Vec<Drawn>, attempts: u64) -> Result<Vec<IssuedWithId>, Error> {
        ready.truncate(self.missing() as usize);
        self.batch.attempts = attempts;
        let store = self.database.store();
        let issued = match store.commit(&mut self.batch, ready) {
            Err(StoreError::Overtaken) if self.batch.once.is_some() => return self.catch_up(),
            issued => issued?,
        };
        if self.is_fair {
            for seed in issued.iter().filter_map(|puzzle| puzzle.seed) {
                *self.given.entry(seed).or_default() += 1;
            }
        }
        self.ids.know(&self.batch);
        let named = self.ids.name(&store, issued)?;
        let (issued, asked) = (self.batch.issued.into(), self.batch.asked.into());
        self.control.done_of(Unit::Puzzles, issued, Some(asked));
        Ok(named)
    }

    /// Returns the puzzles that another process, with the same request and key, issued in this
    /// batch.
    fn catch_up(&mut self) -> Result<Vec<IssuedWithId>, Error> {
        let store = self.database.store();
        let batch = match store.read(|from| batches::find(from, self.batch.id)) {
            Err(StoreError::NoBatch(_)) => Err(StoreError::Overtaken),
            found => found,
        }?;
        if batch.token != self.batch.token || batch.issued <= self.batch.issued {
            return Err(StoreError::Overtaken.into());
        }
        let is_new = |one: &Issued| one.number > self.batch.issued;
        let issued = store.issued(batch.id).collect::<Result<Vec<_>, StoreError>>()?;
        let named = confirmed(&store, issued.into_iter().filter(is_new).collect())?;
        self.batch = batch;
        Ok(named)
    }

    /// Whether a stop was requested while another process had the database: then puzzles are
    /// dropped.
    fn gives_up(&self, error: &Error) -> bool {
        self.control.is_stopped() && matches!(error.kind(), Kind::Busy | Kind::Stopped)
    }

    /// Waits for the thread, which has finished or whose receiver is dropped.
    fn join(&mut self) -> Result<(), Error> {
        let Some(Making { made, thread }) = self.making.take() else { return Ok(()) };
        drop(made);
        let (maker, result) = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        self.maker = Some(maker);
        result
    }
}

impl Iterator for Drawing {
    type Item = Result<IssuedWithId, Error>;

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
        // The error was meant for a caller that wanted more puzzles.
        let _ = self.join();
        if self.batch.issued == 0 {
            // If the database is in use, the empty batch stays.
            let _ = self
                .database
                .within(Duration::ZERO)
                .store()
                .write_aside(|to| batches::remove_empty(to, &self.batch));
        }
    }
}

impl Making {
    fn start(mut maker: Box<Maker>, missing: u32, control: &Control) -> Self {
        let (sender, made) = sync_channel(COMMIT / Draw::ROUND);
        let control = control.clone();
        let thread = thread::spawn(move || {
            let result = maker.make(missing, &control, &sender);
            (maker, result)
        });
        Self { made, thread }
    }
}

impl Maker {
    /// Makes `missing` puzzles and sends them in chunks.
    fn make(
        &mut self,
        mut missing: u32,
        control: &Control,
        sender: &SyncSender<Made>,
    ) -> Result<(), Error> {
        let Self { draw, seeds } = self;
        while missing > 0 && !draw.is_used_up() && !control.is_stopped() {
            let ready = draw.more(missing as usize, control.flag(), seeds)?;
            missing -= ready.len() as u32;
            if sender.send((ready, draw.attempts(), draw.trouble())).is_err() {
                // The receiver is gone.
                break;
            }
        }
        Ok(())
    }
}
