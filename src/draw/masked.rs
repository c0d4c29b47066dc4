//! Draws of puzzles with clues in a given pattern: each attempt is a search, and needs no seed.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::pattern::masked;
use super::{Draw, SeedSource, stream, unless_stopped};
use crate::refill::WrongSeed;
use crate::symmetry::Key;
use seeddb_ledger::Drawn;

/// The attempts of a round: a search takes a few milliseconds, a hundred where few clues are
/// allowed.
const ROUND: usize = 64;

impl Draw {
    /// The time without a find after which a search for clues of a pattern gives up.
    pub const PATIENCE: Duration = Duration::from_secs(60);

    /// Makes one round of searches and returns at most `wanted` puzzles, as [`more`](Self::more)
    /// does.
    pub(super) fn more_of_pattern<S: SeedSource>(
        &mut self,
        wanted: usize,
        stop: &AtomicBool,
        supply: &mut S,
    ) -> Result<Vec<Drawn>, S::Error> {
        let Self { request, batch, attempts, .. } = &*self;
        let asked = request.asked();
        let Some(pattern) = request.demand().pattern() else { return Ok(Vec::new()) };
        let search = |i: u64| {
            let mut rng = stream(request.rng_seed, *batch, i);
            let found = masked(pattern, &asked.no_digit, asked.clues.as_ref(), &mut rng);
            Ok::<_, WrongSeed>(found.and_then(|puzzle| Drawn::found(puzzle, request)))
        };
        let round: Vec<u64> = (*attempts..*attempts + ROUND as u64).collect();
        let Some(found) = unless_stopped(round.into_par_iter(), stop, search)? else {
            return Ok(Vec::new());
        };
        self.attempts += ROUND as u64;
        let keys: Vec<Key> = found.iter().flatten().map(Drawn::key).collect();
        let mut are_new = supply.are_new(&keys)?.into_iter();
        let mut ready = Vec::new();
        for drawn in found {
            let fresh =
                drawn.filter(|drawn| are_new.next() == Some(true) && self.seen.insert(drawn.key()));
            if fresh.is_some() {
                self.found = Instant::now();
            }
            if ready.len() < wanted {
                ready.extend(fresh);
            }
        }
        Ok(ready)
    }
}
