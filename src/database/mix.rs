//! [`Database::draw_mix`]: puzzles of several requests as one batch, all of them or none.

use std::collections::{HashMap, HashSet};

use super::draw::are_new;
use super::eligible::{outlines, unmet};
use super::{Control, Database, DrawOptions, Error, Ids, Lease, Named, commit};
use crate::draw::Draw;
use crate::record::{Batch, Drawn, Issued};
use crate::store::StoreError;
use crate::symmetry::Key;

/// Most puzzles of a mix: they are all in memory until they are committed.
pub const MOST_MIXED: u64 = 1_000_000;

/// What a mix is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MixOptions {
    /// The parts, in the order in which they are numbered. Their notes and RNG seeds count for nothing.
    pub parts: Vec<DrawOptions>,
    /// Kept with the batch.
    pub note: String,
    /// Where randomness begins.
    pub rng_seed: u64,
}

/// A mix that was drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixed {
    /// Its batch.
    pub batch: Batch,
    /// The puzzles, part after part; their numbers run on.
    pub puzzles: Vec<Named>,
}

impl MixOptions {
    /// How many puzzles it is.
    pub fn count(&self) -> u64 {
        self.parts.iter().map(|part| u64::from(part.count)).sum()
    }

    /// Refuses more than there is room for.
    fn check(&self) -> Result<(), Error> {
        match self.count() {
            0..=MOST_MIXED => Ok(()),
            count => Err(Error::TooMany { count, most: MOST_MIXED }),
        }
    }

    /// The parts with the RNG seed of the whole.
    fn seeded(&self) -> impl Iterator<Item = DrawOptions> {
        self.parts.iter().map(|part| DrawOptions { rng_seed: self.rng_seed, ..part.clone() })
    }
}

/// An error of one part, told by its place from 0.
fn of_part<T>(part: usize, result: Result<T, Error>) -> Result<T, Error> {
    result.map_err(|error| match error {
        // These are of no part.
        Error::Store(_) | Error::Stopped => error,
        error => Error::Part { part, error: Box::new(error) },
    })
}

impl Database {
    /// Refuses parts that cannot be meant, before anything is drawn.
    ///
    /// # Errors
    /// [`Error::Part`] with what is wrong, [`Error::TooMany`]; failures of the store.
    pub fn check_mix(&self, options: &MixOptions) -> Result<(), Error> {
        options.check()?;
        let mut parts = options.parts.iter().enumerate();
        parts.try_for_each(|(part, asked)| of_part(part, self.check_draw(asked)))
    }

    /// Draws all parts as one batch, or nothing. `control` is told how many puzzles there are so far. No two are the same, whatever
    /// the parts have in common. The same state of the database, options and RNG seed give the same puzzles.
    ///
    /// # Errors
    /// [`Error::Part`] with [`Error::NothingFits`] or [`Error::TooFew`] if a part cannot be met, [`Error::Stopped`], what
    /// [`Database::check_mix`] refuses; failures of the store. Nothing is issued then.
    pub fn draw_mix(&self, options: &MixOptions, control: &Control) -> Result<Mixed, Error> {
        options.check()?;
        let mut alone: Option<Lease<'_>> = None;
        loop {
            let (batch, puzzles) = self.made(options, control)?;
            if control.is_stopped() {
                return Err(Error::Stopped);
            }
            let store = self.write()?;
            match commit::issue_batch(&store, &batch, &puzzles) {
                // Somebody else issued puzzles meanwhile: once more, and where one process has the database nobody can.
                Err(Error::Store(StoreError::Overtaken)) => {
                    drop(alone.replace(store));
                    continue;
                }
                issued => issued?,
            }
            let puzzles = Ids::default().name(&store, puzzles)?;
            let batch = store.batch(batch.id)?;
            return Ok(Mixed { batch, puzzles });
        }
    }

    /// The batch that it will be, and its puzzles; nothing is issued yet.
    fn made(&self, options: &MixOptions, control: &Control) -> Result<(Batch, Vec<Issued>), Error> {
        let store = self.write()?;
        if let Some(part) = options.parts.iter().find_map(|part| part.partition) {
            store.claim_partition(part)?;
        }
        let id = store.last_batch()?.map_or(0, |batch| batch.id).saturating_add(1);
        let mut batch = Batch {
            id,
            rng_seed: options.rng_seed,
            note: options.note.clone(),
            asked: options.count() as u32,
            begun: self.now(),
            ..Batch::new()
        };
        let (mut ready, mut flags) = (Vec::new(), Vec::new());
        for (part, mut asked) in options.seeded().enumerate() {
            asked.partition = store.partition()?;
            let request = of_part(part, asked.request(self.ladder(), &store))?;
            let seeds = outlines(&store, &request, asked.partition)?;
            if seeds.is_empty() {
                let unmet = unmet(&store, &request)?;
                return of_part(part, Err(Error::NothingFits(unmet)));
            }
            // As the table has the name, not as it was typed.
            let level = request.level.as_ref().map(|level| level.level().name.clone());
            flags.push(DrawOptions { level, ..asked.clone() }.to_string());
            ready.push((asked, request, seeds));
        }
        drop(store);
        batch.request = format!("request {}", flags.join(" + "));

        let mut own: HashMap<Key, u64> = HashMap::new();
        let mut taken: HashSet<Key> = HashSet::new();
        let mut puzzles: Vec<Drawn> = Vec::new();
        for (part, (asked, request, mut seeds)) in ready.into_iter().enumerate() {
            for (outline, uses) in &mut seeds {
                *uses = uses.saturating_add(own.get(&outline.key).copied().unwrap_or(0));
            }
            let mut draw = Draw::of_outlines(request, &seeds, id, batch.attempts);
            drop(seeds);
            let wanted = puzzles.len() + asked.count as usize;
            while puzzles.len() < wanted && !draw.is_used_up() {
                let read = |keys: &[Key]| Ok(self.read()?.seeds_of(keys)?);
                let are_new = |keys: &[Key]| {
                    let new = are_new(&*self.read()?, keys, asked.from_public)?;
                    Ok(keys.iter().zip(new).map(|(key, new)| new && !taken.contains(key)).collect())
                };
                let more = draw.more_of(wanted - puzzles.len(), control.flag(), read, are_new);
                for drawn in of_part(part, more)? {
                    taken.insert(drawn.key);
                    if let Some(seed) = drawn.seed {
                        *own.entry(seed).or_default() += 1;
                    }
                    puzzles.push(drawn);
                }
                if control.is_stopped() {
                    return Err(Error::Stopped);
                }
                control.done(puzzles.len() as u64);
            }
            batch.attempts = draw.attempts();
            if puzzles.len() < wanted {
                let made = asked.count - (wanted - puzzles.len()) as u32;
                let error = Error::TooFew { made, asked: asked.count, obstacle: draw.obstacle() };
                return of_part(part, Err(error));
            }
        }
        let place = |(drawn, number): (Drawn, u32)| drawn.issued(id, number);
        Ok((batch, puzzles.into_iter().zip(1..).map(place).collect()))
    }
}
