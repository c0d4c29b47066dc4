//! Seeds with the hardest part of another, on other solution grids.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use seeddb_ledger::rules::seed_cursor;

use super::unrated::rated;
use super::{Control, Database, Error};
use crate::board::Puzzle;
use crate::logic::grade;
use crate::record::Seed;
use crate::refill::{Prepared, transplants};
use seeddb_mine::{self as mine, Pool, Strategy};

/// Puzzles in a row that brought nothing new, after which the search ends.
const OLD: u64 = 2_048;

impl Database {
    /// Returns seeds with the hardest part of `parent` on other solution grids, at most `count`,
    /// that the database does not have. The search ends when thousands of puzzles brought nothing
    /// new, or `control` stops it. The seeds are rated, and not added.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn transplants(
        &self,
        parent: &Puzzle,
        count: usize,
        rng_seed: u64,
        control: &Control,
    ) -> Result<Vec<Seed>, Error> {
        let (ladder, own) = (self.ladder(), grade(self.ladder(), parent));
        if transplants(parent.solution(), &own, 1).is_empty() {
            return Ok(Vec::new());
        }
        let request = mine::Request {
            strategy: Strategy::Transplant,
            count: Some(count),
            rng_seed,
            per_grid: usize::MAX,
            ..mine::Request::new(ladder, own.tier)
        };
        let known = self
            .read()?
            .read(|from| seed_cursor::fingerprints(from, ladder.id(), own.tier..=own.tier))?;
        let pool = Pool::new(&request, &known, vec![*parent]);
        let twin = Prepared::graded(ladder, parent, &own, None).twin();
        let (mut found, mut since, is_over) = (Vec::<Seed>::new(), 0, AtomicBool::new(false));
        mine::mine(&request, pool, &is_over, |mut seeds, progress| {
            // The parent need not be in the database.
            seeds.retain(|seed| seed.grading(ladder.id()).is_some_and(|own| own.twin != twin));
            if !seeds.is_empty() {
                since = progress.tried;
            }
            found.extend(seeds);
            let is_old = progress.tried - since > OLD;
            is_over.store(is_old || control.is_stopped(), Ordering::Relaxed);
            Ok::<_, Error>(())
        })?;
        let now = self.now();
        let dated = |mut seed: Seed| {
            if let Some(found) = &mut seed.particulars.found {
                found.time = now;
            }
            rated(seed)
        };
        Ok(found.into_par_iter().map(dated).collect())
    }
}
