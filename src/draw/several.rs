//! [`several`]: puzzles for several requests, no two of them the same.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Draw, Request};
use crate::record::{Drawn, Outline, Seed};
use crate::refill::WrongSeed;
use crate::symmetry::Key;

/// One of several requests.
#[derive(Clone, Debug)]
pub struct Part {
    /// What is asked for.
    pub request: Request,
    /// How many puzzles.
    pub count: u32,
    /// Those of the seeds that the request may use, each with how many puzzles it gave before.
    pub outlines: Vec<(Outline, u64)>,
}

/// What [`several`] made.
#[derive(Clone, PartialEq, Debug)]
pub struct Several {
    /// The puzzles of each request, in order.
    pub puzzles: Vec<Vec<Drawn>>,
    /// Attempts made for all of them.
    pub attempts: u64,
}

impl Several {
    /// How many puzzles are missing of each request.
    pub fn missing(&self, wanted: &[(Request, u32)]) -> Vec<u32> {
        let missing = |((_, count), puzzles): (&(_, u32), &Vec<_>)| count - puzzles.len() as u32;
        wanted.iter().zip(&self.puzzles).map(missing).collect()
    }
}

/// Makes as many puzzles as each request wants, or as many as `seeds` give, all for the batch that will have
/// the number `batch`. No two are the same, whatever the requests have in common. `uses` says how many
/// puzzles the seeds gave before; `are_new` asks the ledger; `report` is told how many there are. None once `stop` is set.
///
/// The attempts of the first request come first, then those of the second: the same state of the database, RNG seeds
/// and requests give the same puzzles, with any number of threads.
///
/// # Errors
/// Those of [`Draw::more`].
pub fn several<E: From<WrongSeed>>(
    wanted: &[(Request, u32)],
    seeds: &[Seed],
    uses: impl Fn(Key) -> u64,
    batch: u32,
    stop: &AtomicBool,
    are_new: impl FnMut(&[Key]) -> Result<Vec<bool>, E>,
    report: impl FnMut(u32),
) -> Result<Option<Several>, E> {
    let part = |(request, count): &(Request, u32)| {
        let ladder = request.refilled_by().id();
        let outline = |seed: &Seed| Some((seed.outline(ladder)?, uses(seed.key)));
        let outlines =
            seeds.iter().filter(|seed| request.may_use(seed)).filter_map(outline).collect();
        Part { request: request.clone(), count: *count, outlines }
    };
    let by_key: HashMap<Key, &Seed> = seeds.iter().map(|seed| (seed.key, seed)).collect();
    let read =
        |keys: &[Key]| Ok(keys.iter().map(|key| by_key.get(key).copied().cloned()).collect());
    several_of(wanted.iter().map(part).collect(), batch, stop, read, are_new, report)
}

/// [`several`] of seeds that are read when they are drawn from, as [`Draw::more_of`] does.
///
/// # Errors
/// Those of [`Draw::more_of`].
pub fn several_of<E: From<WrongSeed>>(
    parts: Vec<Part>,
    batch: u32,
    stop: &AtomicBool,
    mut read: impl FnMut(&[Key]) -> Result<Vec<Option<Seed>>, E>,
    mut are_new: impl FnMut(&[Key]) -> Result<Vec<bool>, E>,
    mut report: impl FnMut(u32),
) -> Result<Option<Several>, E> {
    let mut own: HashMap<Key, u64> = HashMap::new();
    let mut taken = HashSet::new();
    let mut several = Several { puzzles: Vec::new(), attempts: 0 };
    for Part { request, count, mut outlines } in parts {
        for (outline, uses) in &mut outlines {
            *uses = uses.saturating_add(own.get(&outline.key).copied().unwrap_or(0));
        }
        let mut draw = Draw::of_outlines(request, &outlines, batch, several.attempts);
        drop(outlines);
        let mut puzzles: Vec<Drawn> = Vec::new();
        while puzzles.len() < count as usize && !draw.is_used_up() {
            let missing = count as usize - puzzles.len();
            puzzles.extend(draw.more_of(missing, stop, &mut read, |keys| {
                let new = keys.iter().zip(are_new(keys)?);
                Ok::<_, E>(new.map(|(key, new)| new && !taken.contains(key)).collect())
            })?);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            report((taken.len() + puzzles.len()) as u32);
        }
        for puzzle in &puzzles {
            taken.insert(puzzle.key);
            if let Some(seed) = puzzle.seed {
                *own.entry(seed).or_default() += 1;
            }
        }
        several.attempts = draw.attempts();
        several.puzzles.push(puzzles);
    }
    Ok(Some(several))
}
