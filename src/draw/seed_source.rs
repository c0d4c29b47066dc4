//! [`SeedSource`]: the seeds of a draw, and the test of which puzzles are new.

use std::collections::HashMap;

use super::Request;
use crate::record::{Outline, Seed};
use crate::refill::WrongSeed;
use crate::symmetry::Key;

/// Seeds, and a ledger. A draw holds no part of it between the calls.
pub trait SeedSource {
    /// The errors of reading seeds and ledger.
    type Error: From<WrongSeed>;

    /// Returns the next seeds, at most `most`, each with the number of puzzles it gave before: the
    /// least used by share of capacity first. Empty when there are no more; a seed may come twice.
    fn next(&mut self, most: usize) -> Result<Vec<(Outline, u64)>, Self::Error>;

    /// Returns the seeds of these keys, in their order; `None` for seeds that no longer exist.
    fn seeds(&mut self, keys: &[Key]) -> Result<Vec<Option<Seed>>, Self::Error>;

    /// Whether puzzles of these keys may be issued.
    fn are_new(&mut self, keys: &[Key]) -> Result<Vec<bool>, Self::Error>;
}

/// A supply of seeds in memory, with a ledger that `are_new` queries.
pub struct MemorySeeds<'a, F> {
    seeds: HashMap<Key, &'a Seed>,
    outlines: Vec<(Outline, u64)>,
    are_new: F,
}

impl<'a, F> MemorySeeds<'a, F> {
    /// Creates a supply of those of `seeds` that the request may use, in their order; `uses`
    /// returns the number of puzzles that a seed gave before.
    pub fn new(
        request: &Request,
        seeds: &'a [Seed],
        uses: impl Fn(Key) -> u64,
        are_new: F,
    ) -> Self {
        let ladder = request.refilled_by().id();
        let seeds = seeds.iter().filter(|seed| request.may_use(seed));
        let by_key: HashMap<Key, &Seed> = seeds.clone().map(|seed| (seed.key, seed)).collect();
        let outline = |seed: &Seed| Some((seed.outline(ladder)?, uses(seed.key)));
        let mut outlines: Vec<(Outline, u64)> = seeds.filter_map(outline).collect();
        outlines.reverse();
        Self { seeds: by_key, outlines, are_new }
    }
}

impl<E, F> SeedSource for MemorySeeds<'_, F>
where
    E: From<WrongSeed>,
    F: FnMut(&[Key]) -> Result<Vec<bool>, E>,
{
    type Error = E;

    fn next(&mut self, most: usize) -> Result<Vec<(Outline, u64)>, E> {
        let first = self.outlines.len().saturating_sub(most);
        Ok(self.outlines.drain(first..).rev().collect())
    }

    fn seeds(&mut self, keys: &[Key]) -> Result<Vec<Option<Seed>>, E> {
        Ok(keys.iter().map(|key| self.seeds.get(key).copied().cloned()).collect())
    }

    fn are_new(&mut self, keys: &[Key]) -> Result<Vec<bool>, E> {
        (self.are_new)(keys)
    }
}
