//! Puzzles of several parts as one batch, all or nothing.

use super::again::again;
use super::draw_options::name_of;
use super::eligible::expect_some;
use super::opening::Opening;
use super::sets::{MOST_POOL, POOLS, choose};
use super::{Control, Database, DrawOptions, Error, Ids, IssuedWithId, Part};
use crate::record::Batch;
use crate::refill::Rejection;
use seeddb_draw::{Drawn, Request};

/// Marks an error as one of a part, by its index from 0.
pub(super) fn of_part<T>(part: usize, result: Result<T, Error>) -> Result<T, Error> {
    result.map_err(|error| match error {
        // These concern no single part.
        Error::Store(_) | Error::Stopped => error,
        error => Error::Part { part, error: Box::new(error) },
    })
}

impl Database {
    /// Draws all parts as one batch, or nothing.
    pub(super) fn draw_whole(
        &self,
        options: &DrawOptions,
        control: &Control,
    ) -> Result<(Batch, Vec<IssuedWithId>), Error> {
        options.check()?;
        again(|| {
            let store = self.store();
            if let Some(whole) = self.done_before(&store, options)? {
                return Ok(whole);
            }
            let (batch, puzzles) = self.made(options, control)?;
            if control.is_stopped() {
                return Err(Error::Stopped);
            }
            let batch = Batch { once: self.once_of(|| options.asked()), ..batch };
            let (batch, puzzles) = store.commit_whole(&batch, puzzles)?;
            Ok((batch, Ids::default().name(&store, puzzles)?))
        })
    }

    /// Returns the future batch and its puzzles; nothing is issued yet.
    fn made(&self, options: &DrawOptions, control: &Control) -> Result<(Batch, Vec<Drawn>), Error> {
        let mut opening = Opening::of(self, self.write()?)?;
        let (mut wanted, mut kept): (Vec<(Request, u32)>, Vec<Part>) = Default::default();
        for (place, part) in options.part.iter().enumerate() {
            let request = part.request(self.ladder(), &opening.store, options.rng_seed);
            let request = of_part(place, request)?;
            kept.push(Part { level: name_of(&request), ..part.clone() });
            wanted.push((request, part.count));
        }
        opening.claim(options.partition)?;
        let (made, attempts) = match options.sets {
            None => self.made_of(options, &opening, &wanted, control)?,
            Some(sets) => self.made_in_sets(options, sets, &opening, &wanted, control)?,
        };
        let partition = opening.partition;
        let kept = DrawOptions { part: kept, partition, whole: true, ..options.clone() };
        let batch = Batch { attempts, ..opening.batch(&kept) };
        Ok((batch, made.into_iter().flatten().collect()))
    }

    /// Makes the puzzles of each request; returns them and the number of attempts.
    fn made_of(
        &self,
        options: &DrawOptions,
        opening: &Opening<'_>,
        wanted: &[(Request, u32)],
        control: &Control,
    ) -> Result<(Vec<Vec<Drawn>>, u64), Error> {
        let is_public = |place: usize| options.part[place].from_public;
        let made = opening.several(wanted, is_public, true, control)?;
        let ends = made.puzzles.iter().zip(&made.obstacles).zip(wanted).enumerate();
        for (place, ((puzzles, obstacle), (request, count))) in ends {
            if puzzles.len() == *count as usize {
                continue;
            }
            let made = puzzles.len() as u32;
            return of_part(place, self.too_few(opening, request, (made, *count), *obstacle));
        }
        Ok((made.puzzles, made.attempts))
    }

    /// Returns the error for too few puzzles: no seed can give any, or the seeds give too few.
    fn too_few<T>(
        &self,
        opening: &Opening<'_>,
        request: &Request,
        (made, asked): (u32, u32),
        obstacle: Option<Rejection>,
    ) -> Result<T, Error> {
        if made == 0 {
            expect_some(self, &opening.store, request, opening.partition)?;
        }
        Err(Error::TooFew { made, asked, obstacle })
    }

    /// Makes puzzles in sets that agree; within each round, the sets follow each other.
    fn made_in_sets(
        &self,
        options: &DrawOptions,
        sets: u32,
        opening: &Opening<'_>,
        wanted: &[(Request, u32)],
        control: &Control,
    ) -> Result<(Vec<Vec<Drawn>>, u64), Error> {
        let scale = options.scale().unwrap_or_default();
        let is_public = |place: usize| options.part[place].from_public;
        let mut error = None;
        for times in POOLS {
            let more = |count: u32| {
                let needs = count.saturating_mul(sets);
                needs.saturating_mul(times).min(MOST_POOL.max(needs))
            };
            let pools = wanted.iter().map(|(request, count)| (request.clone(), more(*count)));
            let pools: Vec<(Request, u32)> = pools.collect();
            let made = opening.several(&pools, is_public, false, control)?;
            let mut rounds = Vec::new();
            for (place, (pool, &(ref request, each))) in
                made.puzzles.into_iter().zip(wanted).enumerate()
            {
                let (has, needs) = (pool.len() as u32, sets * each);
                if has < needs {
                    let obstacle = made.obstacles[place];
                    return of_part(place, self.too_few(opening, request, (has, needs), obstacle));
                }
                let Some(chosen) = choose(pool, (sets, each), scale, request.rng_seed) else {
                    let uneven = Error::Uneven { sets, each, pool: has };
                    error = Some(Error::Part { part: place, error: Box::new(uneven) });
                    break;
                };
                rounds.push(chosen);
            }
            if rounds.len() == wanted.len() {
                return Ok((rounds, made.attempts));
            }
        }
        Err(error.unwrap_or(Error::Stopped))
    }
}
