//! [`Estimate`]: what a draw could give, without drawing.

use std::sync::atomic::AtomicBool;

use super::eligible::outlines;
use super::{Database, DrawOptions, Error};
use crate::draw::{Draw, Listed, Request, Share};
use crate::record::{Outline, Seed};
use crate::refill::Wish;
use crate::symmetry::Key;

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
    /// How many puzzles a draw could give, from how many seeds. Nothing is drawn.
    ///
    /// # Errors
    /// As [`Database::draw`].
    pub fn estimate(&self, options: &DrawOptions) -> Result<Estimate, Error> {
        let store = self.write()?;
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
        let some: Vec<Seed> = store.seeds_of(&some)?.into_iter().flatten().collect();
        let request = Request { share: Share::Any, ..request };
        let all_new = |keys: &[Key]| Ok::<_, Error>(vec![true; keys.len()]);
        let mut supply = Listed::new(&request, &some, |_| 0, all_new);
        let mut draw = Draw::new(request.clone(), 0, 0);
        let (mut made, never) = (0, AtomicBool::new(false));
        while draw.attempts() < TRIALS && !draw.is_used_up() {
            let round = draw.more(TRIED, &never, &mut supply)?;
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
        let store = self.write()?;
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
