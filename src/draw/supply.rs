//! [`Supply`]: where a draw finds its seeds, and learns what was issued.

use std::collections::HashMap;

use super::Request;
use crate::record::{Outline, Seed};
use crate::refill::WrongSeed;
use crate::symmetry::Key;

/// Seeds, and a ledger. Nothing of it is held between the calls.
pub trait Supply {
    /// What may go wrong.
    type Error: From<WrongSeed>;

    /// The next seeds, at most `most`, each with the puzzles that it gave before: those that gave the least share of their capacity
    /// first. None when there are no more; a seed may come twice.
    fn next(&mut self, most: usize) -> Result<Vec<(Outline, u64)>, Self::Error>;

    /// The seeds of these keys, in their order; none for one that is not there any more.
    fn seeds(&mut self, keys: &[Key]) -> Result<Vec<Option<Seed>>, Self::Error>;

    /// Whether puzzles of these keys may be issued.
    fn are_new(&mut self, keys: &[Key]) -> Result<Vec<bool>, Self::Error>;
}

/// A supply of seeds in memory, with a ledger that `are_new` asks.
pub struct Listed<'a, F> {
    seeds: HashMap<Key, &'a Seed>,
    outlines: Vec<(Outline, u64)>,
    are_new: F,
}

impl<'a, F> Listed<'a, F> {
    /// Of those of `seeds` that the request may use, in their order; `uses` says how many puzzles each gave before.
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

impl<E, F> Supply for Listed<'_, F>
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
