//! [`mine`]: windows of numbered attempts, judged in order.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::assess::assess;
use super::climb::climb;
use super::pool::{Found, Pool};
use super::request::{Progress, Request, Strategy};
use super::vicinity::neighbour;
use crate::board::Puzzle;
use crate::generate::{Filler, minimal, solution};
use crate::logic::grade;
use crate::record::Seed;
use crate::symmetry::GridForm;

/// Attempts a window. A part of the meaning of an RNG seed: what one window finds, the next one may
/// search around.
const WINDOW: u64 = 64;
/// Puzzles an attempt makes, a few milliseconds of work.
const PUZZLES: usize = 8;

/// Mines until enough is found, the time is over or `stop` is set. A request that [`Request::check`] refuses finds
/// nothing and has no other end.
///
/// `known` are the seeds of the database, in the order of their keys if the same RNG seed is to find
/// the same seeds again. `report` gets the new seeds, in order, every second or so, and how it goes;
/// its error ends the search. The threads are those of the rayon pool it is called in.
///
/// # Errors
/// Those of `report`.
pub fn mine<E>(
    request: &Request,
    known: &[Seed],
    stop: &AtomicBool,
    mut report: impl FnMut(Vec<Seed>, &Progress) -> Result<(), E>,
) -> Result<Progress, E> {
    let start = Instant::now();
    let mut progress = Progress::default();
    let wanted = request.count.unwrap_or(usize::MAX);
    let of_tier = known.iter().filter(|seed| seed.grading().tier == request.tier);
    let mut pool = Pool::new(of_tier, request.symmetry, request.per_grid);

    let is_over = |found: usize| {
        found >= wanted
            || stop.load(Ordering::Relaxed)
            || request.time.is_some_and(|time| start.elapsed() >= time)
    };
    for window in 0.. {
        if is_over(progress.found) {
            break;
        }
        let attempts: Vec<Attempt> = (window * WINDOW..(window + 1) * WINDOW)
            .into_par_iter()
            .map(|number| attempt(request, number, &pool))
            .collect();
        let mut candidates = Vec::new();
        for attempt in attempts {
            progress.tried += attempt.tried;
            progress.of_tier += attempt.found.len() as u64;
            candidates.extend(attempt.found);
        }
        // Measuring is most of the work at the common tiers. How many are measured at a time makes no
        // difference to what is found: each is judged by those before it. Many, since some take long; not
        // many more than are wanted.
        let threads = rayon::current_num_threads();
        let mut rest = candidates.as_slice();
        while !rest.is_empty() {
            let most = (wanted - progress.found).clamp(2 * threads, 8 * threads);
            let (some, later) = rest.split_at(most.min(rest.len()));
            rest = later;
            let outcomes: Vec<Option<Option<Seed>>> = some
                .par_iter()
                .map(|found| {
                    let goes_on = !is_over(progress.found) && pool.has_room(&found.identity);
                    goes_on.then(|| assess(found, request))
                })
                .collect();
            let mut new = Vec::new();
            for (found, outcome) in some.iter().zip(outcomes) {
                let Some(seed) = outcome else { continue };
                if progress.found >= wanted || !pool.has_room(&found.identity) {
                    continue;
                }
                progress.measured += 1;
                match seed {
                    Some(seed) => {
                        pool.accept(&found.puzzle, &found.identity);
                        progress.found += 1;
                        new.push(seed);
                    }
                    None => pool.reject(&found.puzzle, &found.identity),
                }
            }
            progress.elapsed = start.elapsed();
            report(new, &progress)?;
        }
        if candidates.is_empty() {
            progress.elapsed = start.elapsed();
            report(Vec::new(), &progress)?;
        }
    }
    progress.elapsed = start.elapsed();
    Ok(progress)
}

/// What an attempt brought.
struct Attempt {
    tried: u64,
    found: Vec<Found>,
}

/// Attempt `number`: a bounded amount of work that depends on nothing else than its arguments.
fn attempt(request: &Request, number: u64, pool: &Pool) -> Attempt {
    let mut rng = ChaCha8Rng::seed_from_u64(request.rng_seed);
    rng.set_stream(number);
    let symmetry = request.symmetry;
    let mut attempt = Attempt { tried: 0, found: Vec::new() };
    let mut judge = |puzzle: Puzzle| {
        let grade = grade(&puzzle);
        if grade.tier == request.tier {
            attempt.found.push(Found::new(puzzle, grade));
        }
    };
    let wish = strategy(request, number, pool.around().is_empty());
    match wish {
        Strategy::Climb => {
            let start = minimal(&solution(&mut rng), symmetry, &mut rng);
            let (reached, tried) = climb(start, request.tier, symmetry, &mut rng);
            reached.into_iter().for_each(judge);
            attempt.tried = tried;
        }
        Strategy::Vicinity => {
            for _ in 0..PUZZLES {
                let Some(centre) = pool.around().choose(&mut rng) else { continue };
                let has_room = |form: &GridForm| pool.grid_has_room(form.solution());
                neighbour(centre, symmetry, has_room, &mut rng).into_iter().for_each(&mut judge);
            }
            attempt.tried = PUZZLES as u64;
        }
        // All others make puzzles one by one.
        _ => {
            let method = wish.method(symmetry);
            for _ in 0..PUZZLES {
                let puzzle = match &method {
                    Some(method) => method.attempt(Filler::Diagonal, &|| false, &mut rng),
                    None => Some(minimal(&solution(&mut rng), symmetry, &mut rng)),
                };
                puzzle.into_iter().for_each(&mut judge);
            }
            attempt.tried = PUZZLES as u64;
        }
    }
    attempt
}

/// How attempt `number` searches.
fn strategy(request: &Request, number: u64, is_alone: bool) -> Strategy {
    let wish = match (request.strategy, request.tier) {
        (Strategy::Auto, 2..=4) => match number % 8 {
            0 => Strategy::Random,
            1 => Strategy::Climb,
            _ => Strategy::Vicinity,
        },
        (Strategy::Auto, _) if number % 8 == 7 => Strategy::Vicinity,
        (Strategy::Auto, _) => Strategy::Random,
        (asked, _) => asked,
    };
    match wish {
        Strategy::Vicinity if is_alone && matches!(request.tier, 2..=4) => Strategy::Climb,
        Strategy::Vicinity if is_alone => Strategy::Random,
        wish => wish,
    }
}
