//! [`Database::draw_mix`]: puzzles of several requests as one batch, all of them or none.

use super::again::again;
use super::eligible::{Recorded, outlines, unmet};
use super::once::all_of;
use super::{Control, Database, DrawOptions, Error, Ids, Named, Unit};
use crate::draw::{Drawn, several};
use crate::record::Batch;

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
        let mut parts: Vec<String> = options.parts.iter().map(ToString::to_string).collect();
        parts.push(options.note.clone());
        let asked = parts.join(" + ");
        again(|| {
            let store = self.store();
            if let Some(batch) = self.done_before(&store, &asked)? {
                return Ok(Mixed { puzzles: all_of(&store, &batch)?, batch });
            }
            let (batch, puzzles) = self.made(options, control)?;
            if control.is_stopped() {
                return Err(Error::Stopped);
            }
            let batch = Batch { once: self.once_of(&asked), ..batch };
            let (batch, puzzles) = store.commit_whole(&batch, puzzles)?;
            Ok(Mixed { batch, puzzles: Ids::default().name(&store, puzzles)? })
        })
    }

    /// The batch that it will be, and its puzzles; nothing is issued yet.
    fn made(&self, options: &MixOptions, control: &Control) -> Result<(Batch, Vec<Drawn>), Error> {
        let store = self.write()?;
        if let Some(part) = options.parts.iter().find_map(|part| part.partition) {
            store.claim_partition(part)?;
        }
        let id = store.last_batch()?.map_or(0, |batch| batch.id).saturating_add(1);
        let partition = store.partition()?;
        let (mut asked, mut wanted, mut flags) = (Vec::new(), Vec::new(), Vec::new());
        for (part, options) in options.seeded().enumerate() {
            let options = DrawOptions { partition, ..options };
            let request = of_part(part, options.request(self.ladder(), &store))?;
            // As the table has the name, not as it was typed.
            let level = request.level.as_ref().map(|level| level.level().name.clone());
            flags.push(DrawOptions { level, ..options.clone() }.to_string());
            wanted.push((request, options.count));
            asked.push(options);
        }
        let supply = |part: usize, attempts: u64| {
            let mut seeds = Recorded::new(self, &wanted[part].0, partition, id, attempts);
            seeds.public = asked[part].from_public;
            Ok(seeds)
        };
        let made = several(&wanted, id, true, control.flag(), supply, |made| {
            control.done_of(Unit::Puzzles, made.into(), Some(options.count()));
        });
        let made = made?.ok_or(Error::Stopped)?;
        let ends = made.puzzles.iter().zip(&made.obstacles).zip(&wanted).enumerate();
        for (part, ((puzzles, obstacle), (request, count))) in ends {
            if puzzles.len() == *count as usize {
                continue;
            }
            let error = if puzzles.is_empty() && outlines(&store, request, partition)?.is_empty() {
                Error::NothingFits(unmet(&store, request)?)
            } else {
                let made = puzzles.len() as u32;
                Error::TooFew { made, asked: *count, obstacle: *obstacle }
            };
            return of_part(part, Err(error));
        }
        let batch = Batch {
            request: format!("request {}", flags.join(" + ")),
            rng_seed: options.rng_seed,
            note: options.note.clone(),
            asked: options.count() as u32,
            attempts: made.attempts,
            begun: self.now(),
            ..Batch::new()
        };
        Ok((batch, made.puzzles.into_iter().flatten().collect()))
    }
}
