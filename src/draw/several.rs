//! [`several`]: puzzles for several requests, all different.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Draw, Drawn, Request, SeedSource};
use crate::record::{Outline, Seed};
use crate::refill::Rejection;
use crate::symmetry::Key;

/// The result of [`several`].
#[derive(PartialEq, Debug)]
pub struct Several {
    /// The puzzles of each request, in order.
    pub puzzles: Vec<Vec<Drawn>>,
    /// The bound that most attempts of each request missed, if most missed any.
    pub obstacles: Vec<Option<Rejection>>,
    /// Attempts made for all of them.
    pub attempts: u64,
}

impl Several {
    /// Returns the number of missing puzzles of each request.
    pub fn missing(&self, wanted: &[(Request, u32)]) -> Vec<u32> {
        let missing = |((_, count), puzzles): (&(_, u32), &Vec<_>)| count - puzzles.len() as u32;
        wanted.iter().zip(&self.puzzles).map(missing).collect()
    }
}

/// The supply of one request, without the puzzles taken by the requests before it.
struct After<'a, S> {
    supply: S,
    taken: &'a HashSet<Key>,
    own: &'a HashMap<Key, u64>,
}

impl<S: SeedSource> SeedSource for After<'_, S> {
    type Error = S::Error;

    fn next(&mut self, most: usize) -> Result<Vec<(Outline, u64)>, S::Error> {
        let mut found = self.supply.next(most)?;
        for (outline, uses) in &mut found {
            *uses = uses.saturating_add(self.own.get(&outline.key).copied().unwrap_or(0));
        }
        Ok(found)
    }

    fn seeds(&mut self, keys: &[Key]) -> Result<Vec<Option<Seed>>, S::Error> {
        self.supply.seeds(keys)
    }

    fn are_new(&mut self, keys: &[Key]) -> Result<Vec<bool>, S::Error> {
        let new = keys.iter().zip(self.supply.are_new(keys)?);
        Ok(new.map(|(key, new)| new && !self.taken.contains(key)).collect())
    }
}

/// Makes the wanted puzzles of each request, or as many as its seeds give, all for the batch that
/// will have the number `batch`. All are different, even where requests overlap. `supply` returns
/// the seeds of a request, by its place and the number of attempts before; `report` gets the number
/// of puzzles so far. `None` once `stop` is set. With `all_or_none`, the first request that gets
/// too few ends the draw.
///
/// The attempts of the first request come first, then those of the second: the same state of the
/// database, RNG seeds and requests give the same puzzles, with any number of threads.
///
/// # Errors
/// Errors of [`Draw::more`].
pub fn several<S: SeedSource>(
    wanted: &[(Request, u32)],
    batch: u32,
    all_or_none: bool,
    stop: &AtomicBool,
    mut supply: impl FnMut(usize, u64) -> Result<S, S::Error>,
    mut report: impl FnMut(u32),
) -> Result<Option<Several>, S::Error> {
    let (mut own, mut taken, mut cruxes) = (HashMap::new(), HashSet::new(), HashMap::new());
    let mut several = Several { puzzles: Vec::new(), obstacles: Vec::new(), attempts: 0 };
    for (place, (request, count)) in wanted.iter().enumerate() {
        let mut request = request.clone();
        if let Some(per_crux) = &mut request.per_crux {
            per_crux.before.extend(&cruxes);
        }
        let mut draw = Draw::new(request, batch, several.attempts);
        let supply = supply(place, several.attempts)?;
        let mut after = After { supply, taken: &taken, own: &own };
        let mut puzzles: Vec<Drawn> = Vec::new();
        while puzzles.len() < *count as usize && !draw.is_used_up() {
            let missing = *count as usize - puzzles.len();
            puzzles.extend(draw.more(missing, stop, &mut after)?);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            report((taken.len() + puzzles.len()) as u32);
        }
        for puzzle in &puzzles {
            taken.insert(puzzle.key());
            if let Some(seed) = puzzle.seed() {
                *own.entry(seed).or_default() += 1;
            }
        }
        cruxes.extend(draw.of_cruxes());
        several.attempts = draw.attempts();
        several.obstacles.push(draw.obstacle());
        let is_short = puzzles.len() < *count as usize;
        several.puzzles.push(puzzles);
        if all_or_none && is_short {
            break;
        }
    }
    Ok(Some(several))
}
