//! Parallel work on the rayon pool with results in a fixed order, whichever thread is faster.
//!
//! [`map`] processes a known list of items; [`run`] processes jobs that may depend on the results
//! of earlier jobs, and [`InOrder`] sorts their results. No thread outlives a stop or an error.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use rayon::Yield;
use rayon::prelude::*;

/// The reason why [`map`] ended before its last item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended<E> {
    /// A stop was requested.
    Stopped,
    /// The work on an item failed.
    Failed(E),
}

/// Applies `work` to the items in parallel. Returns the results in order, up to the first item that
/// failed or was skipped because `stop` was set, and the reason. Of several errors, the first in
/// item order is returned.
pub fn map<T: Send, R: Send, E: Send>(
    items: impl IndexedParallelIterator<Item = T>,
    stop: &AtomicBool,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> (Vec<R>, Option<Ended<E>>) {
    let work = |item| {
        if stop.load(Ordering::Relaxed) {
            Err(Ended::Stopped)
        } else {
            work(item).map_err(Ended::Failed)
        }
    };
    let done: Vec<Result<R, Ended<E>>> = items.map(work).collect();
    let mut results = Vec::with_capacity(done.len());
    for result in done {
        match result {
            Ok(result) => results.push(result),
            Err(ended) => return (results, Some(ended)),
        }
    }
    (results, None)
}

/// Applies `work` to each item, on as many threads as the rayon pool has. The threads are spawned
/// for the call, so `work` may run inside a transaction: a pool thread would take up other jobs
/// while it waits.
pub fn in_threads<T: Sync, U: Send>(items: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let size = items.len().div_ceil(rayon::current_num_threads()).max(1);
    let work = &work;
    let some = move |part: &[T]| part.iter().map(work).collect::<Vec<U>>();
    thread::scope(|scope| {
        let mut parts = items.chunks(size);
        let first = parts.next().unwrap_or_default();
        let begin = |part| (part, thread::Builder::new().spawn_scoped(scope, move || some(part)));
        let others: Vec<_> = parts.map(begin).collect();
        let mut done = some(first);
        for (part, other) in others {
            // If the system refuses a thread, this thread does the work.
            done.extend(match other {
                Ok(other) => other.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => some(part),
            });
        }
        done
    })
}

/// A source of jobs, which may depend on results of earlier jobs.
pub trait Jobs {
    /// The input of one job.
    type Job: Send;
    /// The result of one job.
    type Done: Send;
    /// The error that ends the run.
    type Error;

    /// Returns the next job. `None` with `under_way` > 0 unfinished jobs means that another job
    /// must finish first; with 0 it ends the run.
    ///
    /// # Errors
    /// An error ends the run: unfinished jobs are completed and their results dropped.
    fn next(&mut self, under_way: usize) -> Result<Option<Self::Job>, Self::Error>;

    /// Takes the result of a job. Results arrive in any order.
    fn take(&mut self, done: Self::Done) -> Result<(), Self::Error>;
}

/// Runs `jobs`, at most `most` at a time, started in the order in which they come.
pub fn run<J: Jobs>(
    most: usize,
    jobs: &mut J,
    work: impl Fn(J::Job) -> J::Done + Sync,
) -> Result<(), J::Error> {
    let (to, done) = channel();
    rayon::in_place_scope_fifo(|scope| {
        let mut under_way = 0;
        loop {
            while under_way < most
                && let Some(job) = jobs.next(under_way)?
            {
                let (to, work) = (to.clone(), &work);
                scope.spawn_fifo(move |_| {
                    let done = catch_unwind(AssertUnwindSafe(|| work(job)));
                    // After an error there is no receiver.
                    let _ = to.send(done);
                });
                under_way += 1;
            }
            if under_way == 0 {
                return Ok(());
            }
            let Some(done) = wait(&done) else { return Ok(()) };
            under_way -= 1;
            jobs.take(done.unwrap_or_else(|panic| resume_unwind(panic)))?;
        }
    })
}

/// Returns the next result. On a thread of the pool, runs other jobs until there is one.
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

/// A queue of results that arrive in any order and are taken by number, from 0.
pub struct InOrder<T> {
    /// The number of the first slot.
    first: u64,
    slots: VecDeque<Option<T>>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { first: 0, slots: VecDeque::new() }
    }
}

impl<T> InOrder<T> {
    /// Reserves a slot for one more result and returns its number.
    pub fn expect(&mut self) -> u64 {
        self.slots.push_back(None);
        self.first + self.slots.len() as u64 - 1
    }

    /// Stores the result of a reserved number.
    pub fn put(&mut self, number: u64, result: T) {
        self.slots[(number - self.first) as usize] = Some(result);
    }

    /// Removes and returns the next result by number, if it has arrived.
    pub fn pop(&mut self) -> Option<(u64, T)> {
        let result = self.slots.front_mut()?.take()?;
        self.slots.pop_front();
        self.first += 1;
        Some((self.first - 1, result))
    }

    /// Returns the number of reserved results that were not taken yet.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether all reserved results were taken.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_overtakes_another() {
        let mut results = InOrder::default();
        assert_eq!([results.expect(), results.expect(), results.expect()], [0, 1, 2]);
        results.put(1, 'b');
        assert_eq!(results.pop(), None);
        results.put(0, 'a');
        assert_eq!(
            [results.pop(), results.pop(), results.pop()],
            [Some((0, 'a')), Some((1, 'b')), None]
        );
        assert_eq!((results.expect(), results.len()), (3, 2));
        results.put(3, 'd');
        assert_eq!(results.pop(), None);
        results.put(2, 'c');
        assert_eq!([results.pop(), results.pop()], [Some((2, 'c')), Some((3, 'd'))]);
        assert!(results.is_empty());
    }

    #[test]
    fn a_round_ends_at_the_first_error() {
        let stop = AtomicBool::new(false);
        let work = |n: u32| if n % 100 < 70 { Ok(n) } else { Err(n) };
        let (results, ended) = map((0..1000).into_par_iter(), &stop, work);
        assert_eq!((results, ended), ((0..70).collect(), Some(Ended::Failed(70))));
        let (results, ended) = map((0..70).into_par_iter(), &stop, work);
        assert_eq!((results.len(), ended), (70, None));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(map((0..9).into_par_iter(), &stop, work), (vec![], Some(Ended::Stopped)));
    }

    /// Jobs whose duration varies by number; the results must still come in order.
    struct Counting {
        left: u64,
        most: usize,
        results: InOrder<u64>,
        taken: Vec<u64>,
        fails_at: Option<u64>,
    }

    impl Jobs for Counting {
        type Job = u64;
        type Done = u64;
        type Error = u64;

        fn next(&mut self, under_way: usize) -> Result<Option<u64>, u64> {
            assert!(under_way < self.most && under_way <= self.results.len());
            if self.left == 0 {
                return Ok(None);
            }
            self.left -= 1;
            Ok(Some(self.results.expect()))
        }

        fn take(&mut self, done: u64) -> Result<(), u64> {
            self.results.put(done, done);
            while let Some((_, number)) = self.results.pop() {
                if self.fails_at == Some(number) {
                    return Err(number);
                }
                self.taken.push(number);
            }
            Ok(())
        }
    }

    #[test]
    fn jobs_are_done_once_and_taken_in_order() {
        let spin = |number: u64| {
            let rounds = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50;
            let _ = (0..rounds).map(std::hint::black_box).max();
            number
        };
        for most in [1, 2, 7] {
            let mut jobs = Counting {
                left: 3000,
                most,
                results: InOrder::default(),
                taken: Vec::new(),
                fails_at: None,
            };
            assert_eq!(run(most, &mut jobs, spin), Ok(()));
            assert!(jobs.taken.iter().copied().eq(0..3000));
            let mut jobs = Counting { left: 500, taken: Vec::new(), fails_at: Some(50), ..jobs };
            jobs.results = InOrder::default();
            assert_eq!(run(most, &mut jobs, spin), Err(50));
            assert!(jobs.taken.iter().copied().eq(0..50));
        }
    }
}
