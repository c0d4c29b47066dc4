//! [`mine`]: numbered attempts on all threads, judged in order.

use std::collections::VecDeque;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use rayon::Yield;

use super::assess::assess;
use super::attempt::{Attempt, attempt};
use super::in_order::InOrder;
use super::pool::{GradedPuzzle, Known, Pool};
use super::request::{Progress, Request};
use crate::record::Seed;

/// Attempts a window. A part of the meaning of an RNG seed: what one window finds, those after the next may
/// search around.
const WINDOW: u64 = 64;
/// Jobs under way for each thread: so many that none has to wait for another.
const JOBS: usize = 4;

/// Mines until enough is found, the time is over or `stop` is set. A request that [`Request::check`] refuses finds
/// nothing and has no other end.
///
/// `known` are the seeds of the database, in the order of their keys if the same RNG seed is to find
/// the same seeds again. `report` gets the new seeds, in order, as they are found, and how it goes;
/// its error ends the search. The threads are those of the rayon pool it is called in.
///
/// # Errors
/// Those of `report`.
pub fn mine<E>(
    request: &Request,
    known: &[Seed],
    stop: &AtomicBool,
    mut report: impl FnMut(Vec<Seed>, &Progress) -> Result<(), E>,
) -> Result<Progress, E> {
    let start = Instant::now();
    let mut search = Search::new(request, known);
    let is_enough = AtomicBool::new(search.has_enough());
    let is_over = || {
        is_enough.load(Ordering::Relaxed)
            || stop.load(Ordering::Relaxed)
            || request.time.is_some_and(|time| start.elapsed() >= time)
    };
    let most = JOBS * rayon::current_num_threads();
    let (to, done) = channel();
    rayon::in_place_scope_fifo(|scope| {
        let mut under_way = 0;
        let mut run = || loop {
            while under_way < most && !is_over() {
                let Some(job) = search.next_job() else { break };
                let (to, is_over) = (to.clone(), &is_over);
                scope.spawn_fifo(move |_| {
                    let done = catch_unwind(AssertUnwindSafe(|| job.run(request, is_over)));
                    // Nobody hears it after an error.
                    let _ = to.send(done);
                });
                under_way += 1;
            }
            // What is under way when it is over counts.
            if under_way == 0 {
                return Ok(());
            }
            let Some(done) = wait(&done) else { return Ok(()) };
            under_way -= 1;
            search.take(done.unwrap_or_else(|panic| resume_unwind(panic)));
            is_enough.store(search.has_enough(), Ordering::Relaxed);
            if mem::take(&mut search.has_news) {
                search.progress.elapsed = start.elapsed();
                report(mem::take(&mut search.new), &search.progress)?;
            }
        };
        let ended = run();
        is_enough.store(true, Ordering::Relaxed);
        ended
    })?;
    search.progress.elapsed = start.elapsed();
    Ok(search.progress)
}

/// The next result. If the caller is a thread of the pool, it works until there is one.
fn wait<T>(results: &Receiver<T>) -> Option<T> {
    loop {
        if let Ok(result) = results.try_recv() {
            return Some(result);
        }
        if rayon::yield_now() != Some(Yield::Executed) {
            return results.recv().ok();
        }
    }
}

/// What a thread does at a time.
enum Job {
    Attempt(u64, Arc<Known>),
    Measure(u64, Box<GradedPuzzle>),
}

/// What came of it, with its number.
enum Done {
    Attempt(u64, Attempt),
    Measured(u64, Outcome),
}

/// What is judged in order.
enum Outcome {
    /// A seed, or a puzzle too poor to be one.
    Measured(Box<GradedPuzzle>, Option<Box<Seed>>),
    /// Not measured: there is no room for it, or it is over.
    Left,
    /// No puzzle: all those of a window came before.
    EndOfWindow,
}

impl Job {
    /// Does it, unless it is over.
    fn run(self, request: &Request, is_over: &impl Fn() -> bool) -> Done {
        match self {
            Self::Attempt(number, _) if is_over() => Done::Attempt(number, Attempt::default()),
            Self::Attempt(number, known) => Done::Attempt(number, attempt(request, number, &known)),
            Self::Measure(number, _) if is_over() => Done::Measured(number, Outcome::Left),
            Self::Measure(number, found) => {
                let seed = assess(&found, request).map(Box::new);
                Done::Measured(number, Outcome::Measured(found, seed))
            }
        }
    }
}

/// The search between its jobs. What it finds depends on their numbers alone, not on when they are done.
struct Search {
    wanted: usize,
    pool: Pool,
    /// What the windows that may begin search around, that of the next attempt first.
    known: VecDeque<Arc<Known>>,
    attempts: InOrder<Attempt>,
    /// What is to be measured, with the number of its outcome.
    waiting: VecDeque<(u64, GradedPuzzle)>,
    outcomes: InOrder<Outcome>,
    progress: Progress,
    /// Seeds not yet reported, and whether there is something to report.
    new: Vec<Seed>,
    has_news: bool,
}

impl Search {
    fn new(request: &Request, known: &[Seed]) -> Self {
        let is_of_tier = |seed: &&Seed| {
            seed.grading(request.ladder.id()).is_some_and(|grading| grading.tier == request.tier)
        };
        let of_tier = known.iter().filter(is_of_tier);
        let pool = Pool::new(request.ladder.id(), of_tier, request.symmetry, request.per_grid);
        Self {
            wanted: request.count.unwrap_or(usize::MAX),
            // The first two windows know the same: a window begins while the one before is judged.
            known: [pool.known(), pool.known()].into(),
            pool,
            attempts: InOrder::default(),
            waiting: VecDeque::new(),
            outcomes: InOrder::default(),
            progress: Progress::default(),
            new: Vec::new(),
            has_news: false,
        }
    }

    fn has_enough(&self) -> bool {
        self.progress.found >= self.wanted
    }

    /// The next thing to do, if nothing has to be judged before: measuring first, since all later ones wait for it.
    fn next_job(&mut self) -> Option<Job> {
        while let Some((number, found)) = self.waiting.pop_front() {
            if self.pool.has_room(&found.identity) {
                return Some(Job::Measure(number, Box::new(found)));
            }
            self.settle(number, Outcome::Left);
        }
        let known = Arc::clone(self.known.front()?);
        let number = self.attempts.expect();
        if ends_window(number) {
            self.known.pop_front();
        }
        Some(Job::Attempt(number, known))
    }

    fn take(&mut self, done: Done) {
        match done {
            Done::Measured(number, outcome) => self.settle(number, outcome),
            Done::Attempt(number, attempt) => {
                self.attempts.put(number, attempt);
                while let Some((number, attempt)) = self.attempts.pop() {
                    self.progress.tried += attempt.tried;
                    self.progress.of_tier += attempt.found.len() as u64;
                    for found in attempt.found {
                        self.waiting.push_back((self.outcomes.expect(), found));
                    }
                    if ends_window(number) {
                        let end = self.outcomes.expect();
                        self.settle(end, Outcome::EndOfWindow);
                    }
                }
            }
        }
    }

    /// Notes an outcome, and judges all those whose turn it is.
    fn settle(&mut self, number: u64, outcome: Outcome) {
        self.outcomes.put(number, outcome);
        while let Some((_, outcome)) = self.outcomes.pop() {
            match outcome {
                Outcome::Measured(found, seed) => self.judge(&found, seed),
                Outcome::Left => {}
                Outcome::EndOfWindow => {
                    self.known.push_back(self.pool.known());
                    self.has_news = true;
                }
            }
        }
    }

    fn judge(&mut self, found: &GradedPuzzle, seed: Option<Box<Seed>>) {
        if self.has_enough() || !self.pool.has_room(&found.identity) {
            return;
        }
        self.progress.measured += 1;
        self.pool.remember(found, seed.is_some());
        if let Some(seed) = seed {
            self.progress.found += 1;
            self.new.push(*seed);
            self.has_news = true;
        }
    }
}

/// Whether this attempt is the last of its window.
fn ends_window(number: u64) -> bool {
    (number + 1).is_multiple_of(WINDOW)
}
