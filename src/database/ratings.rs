//! [`Ratings`]: rates seeds that a search has found while it continues.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::unrated::missing;
use crate::record::Seed;

/// The seeds to be rated: a separate thread rates them one by one, besides the threads that search.
#[derive(Default)]
pub(super) struct Ratings {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Seed>,
    /// The data that rated seeds lacked.
    rated: Vec<Seed>,
    is_over: bool,
}

impl Ratings {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds seeds to be rated.
    pub fn put(&self, seeds: &[Seed]) {
        self.state().waiting.extend(seeds.iter().cloned());
        self.changed.notify_one();
    }

    /// Returns the data that the seeds rated since the last call lacked.
    pub fn rated(&self) -> Vec<Seed> {
        mem::take(&mut self.state().rated)
    }

    /// Ends it: the seeds that are not rated.
    pub fn end(&self) -> Vec<Seed> {
        let mut state = self.state();
        state.is_over = true;
        self.changed.notify_one();
        state.waiting.drain(..).collect()
    }

    /// Rates the seeds added until the end.
    pub fn work(&self) {
        loop {
            let waited = self
                .changed
                .wait_while(self.state(), |state| state.waiting.is_empty() && !state.is_over);
            let seed = waited.unwrap_or_else(PoisonError::into_inner).waiting.pop_front();
            let Some(seed) = seed else { return };
            let rated = missing(&seed);
            self.state().rated.push(rated);
        }
    }
}
