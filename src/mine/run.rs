//! [`mine`]: numbered attempts on all threads, judged in order.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::attempt::{Attempt, attempt};
use super::pool::{GradedPuzzle, Pool, SeedsInView};
use super::request::{Progress, Request};
use crate::ordered::{InOrder, Jobs, run};
use crate::record::Seed;

/// Attempts per window. It is part of the meaning of an RNG seed: windows after the next may search
/// around the finds of a window.
const WINDOW: u64 = 64;
/// The number of jobs per thread: enough that no thread waits for another.
const JOBS: usize = 4;

/// Mines until enough seeds are found, the time is over or `stop` is set. A request that
/// [`Request::check`] refuses finds nothing and has no other end.
///
/// `pool` holds the known seeds; the same RNG seed finds the same seeds again if the puzzles to
/// search around are the same, in the same order. `report` gets the new seeds, in order, as they
/// are found, and the progress; its error ends the search. The threads are those of the current
/// rayon pool.
pub fn mine<E>(
    request: &Request,
    pool: Pool,
    stop: &AtomicBool,
    report: impl FnMut(Vec<Seed>, &Progress) -> Result<(), E>,
) -> Result<Progress, E> {
    let start = Instant::now();
    let search = Search::new(request, pool);
    let is_enough = AtomicBool::new(search.has_enough());
    let is_over = || {
        is_enough.load(Ordering::Relaxed)
            || stop.load(Ordering::Relaxed)
            || request.time.is_some_and(|time| start.elapsed() >= time)
    };
    let mut mining = Mining { search, start, is_over: &is_over, is_enough: &is_enough, report };
    let most = JOBS * rayon::current_num_threads();
    run(most, &mut mining, |job| job.run(request, &is_over))?;
    mining.search.progress.elapsed = start.elapsed();
    Ok(mining.search.progress)
}

struct Mining<'a, O, F> {
    search: Search,
    start: Instant,
    is_over: &'a O,
    is_enough: &'a AtomicBool,
    report: F,
}

impl<O, F, E> Jobs for Mining<'_, O, F>
where
    O: Fn() -> bool,
    F: FnMut(Vec<Seed>, &Progress) -> Result<(), E>,
{
    type Job = Job;
    type Done = Done;
    type Error = E;

    /// Jobs in progress at the end still count.
    fn next(&mut self, _: usize) -> Result<Option<Job>, E> {
        Ok(if (self.is_over)() { None } else { self.search.next_job() })
    }

    fn take(&mut self, done: Done) -> Result<(), E> {
        self.search.take(done);
        self.is_enough.store(self.search.has_enough(), Ordering::Relaxed);
        if mem::take(&mut self.search.has_news) {
            self.search.progress.elapsed = self.start.elapsed();
            let new = mem::take(&mut self.search.new);
            let reported = (self.report)(new, &self.search.progress);
            if reported.is_err() {
                // The results of jobs in progress are no longer needed.
                self.is_enough.store(true, Ordering::Relaxed);
            }
            return reported;
        }
        Ok(())
    }
}

enum Job {
    Attempt(u64, Arc<SeedsInView>),
    Measure(u64, Box<GradedPuzzle>),
}

enum Done {
    Attempt(u64, Attempt),
    Measured(u64, Outcome),
}

enum Outcome {
    /// A seed, or a puzzle of too low a capacity.
    Measured(Box<GradedPuzzle>, Option<Box<Seed>>),
    /// Not measured: its grid has no room, or the search is over.
    Left,
    /// No puzzle: marks that all puzzles of a window came before.
    EndOfWindow,
}

impl Job {
    /// Does the job, unless the search is over.
    fn run(self, request: &Request, is_over: &impl Fn() -> bool) -> Done {
        match self {
            Self::Attempt(number, _) if is_over() => Done::Attempt(number, Attempt::default()),
            Self::Attempt(number, known) => Done::Attempt(number, attempt(request, number, &known)),
            Self::Measure(number, _) if is_over() => Done::Measured(number, Outcome::Left),
            Self::Measure(number, prospect) => {
                let seed = prospect.measured(request).map(Box::new);
                Done::Measured(number, Outcome::Measured(prospect, seed))
            }
        }
    }
}

/// The search between its jobs. Its finds depend on the numbers of the jobs, not on when they end.
struct Search {
    wanted: usize,
    pool: Pool,
    /// The known seeds for the windows that may begin, those of the next attempt's window first.
    known: VecDeque<Arc<SeedsInView>>,
    attempts: InOrder<Attempt>,
    /// Puzzles to be measured, with the numbers of their outcomes.
    waiting: VecDeque<(u64, GradedPuzzle)>,
    outcomes: InOrder<Outcome>,
    progress: Progress,
    /// Seeds not yet reported; then whether there is anything to report.
    new: Vec<Seed>,
    has_news: bool,
}

impl Search {
    fn new(request: &Request, pool: Pool) -> Self {
        Self {
            wanted: request.count.unwrap_or(usize::MAX),
            // The first two windows know the same seeds: a window begins while the previous one is
            // judged.
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

    /// Returns the next job, unless results have to be judged first: measurements before attempts,
    /// since all later outcomes wait for them.
    fn next_job(&mut self) -> Option<Job> {
        while let Some((number, prospect)) = self.waiting.pop_front() {
            if self.pool.has_room(&prospect.fingerprint) {
                return Some(Job::Measure(number, Box::new(prospect)));
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
                    self.progress.of_tier += attempt.prospects.len() as u64;
                    for prospect in attempt.prospects {
                        self.waiting.push_back((self.outcomes.expect(), prospect));
                    }
                    if ends_window(number) {
                        let end = self.outcomes.expect();
                        self.settle(end, Outcome::EndOfWindow);
                    }
                }
            }
        }
    }

    /// Stores an outcome, and judges all that are next in order.
    fn settle(&mut self, number: u64, outcome: Outcome) {
        self.outcomes.put(number, outcome);
        while let Some((_, outcome)) = self.outcomes.pop() {
            match outcome {
                Outcome::Measured(prospect, seed) => self.judge(&prospect, seed),
                Outcome::Left => {}
                Outcome::EndOfWindow => {
                    self.known.push_back(self.pool.known());
                    self.has_news = true;
                }
            }
        }
    }

    fn judge(&mut self, prospect: &GradedPuzzle, seed: Option<Box<Seed>>) {
        if self.has_enough() || !self.pool.has_room(&prospect.fingerprint) {
            return;
        }
        self.progress.measured += 1;
        self.pool.remember(prospect, seed.is_some());
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
