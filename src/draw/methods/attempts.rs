//! Numbered attempts on all threads, judged in order: the results do not depend on the number of
//! threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rayon::prelude::*;

use seeddb_ledger::ordered::map;

/// The target time of a round of attempts: results are printed, and Ctrl-C is obeyed, after each.
const ROUND: Duration = Duration::from_millis(200);
/// Most attempts of a round.
const MOST: u64 = 4_096;

/// A stop was requested during an attempt.
struct CutShort;

/// The limits of a series of attempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttemptOptions {
    /// The RNG seed.
    pub rng_seed: u64,
    /// The number of successful attempts wanted.
    pub count: u32,
    /// The number of failures in a row after which the series is given up.
    pub patience: u64,
}

/// The outcome of a series of attempts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Work<M> {
    /// The reasons of the last failures with their counts, if too many failed in a row.
    pub misses: Option<BTreeMap<M, u64>>,
    /// Attempts judged, up to the last that counts.
    pub attempts: u64,
}

/// Makes attempts until enough succeed, too many in a row fail, or `stop` is set, and passes on the
/// results of each round. Attempt i has the generator stream (RNG seed, i). Returns the number of
/// attempts, and the reasons if too many failed. Errors are those of `take`.
pub fn attempts<T: Send, M: Ord + Send, E>(
    AttemptOptions { rng_seed, count, patience }: AttemptOptions,
    stop: &AtomicBool,
    attempt: impl Fn(&mut ChaCha8Rng) -> Result<T, M> + Sync,
    mut take: impl FnMut(Vec<T>) -> Result<(), E>,
) -> Result<Work<M>, E> {
    let is_stopped = || stop.load(Ordering::Relaxed);
    let threads = rayon::current_num_threads() as u64;
    let (mut next, mut round, mut wanted) = (0, threads, u64::from(count));
    let (mut in_vain, mut misses) = (0, BTreeMap::new());
    let mut done = 0;
    while wanted > 0 && !is_stopped() {
        let start = Instant::now();
        let work = |number| {
            let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
            rng.set_stream(number);
            let result = attempt(&mut rng);
            // An attempt cut short may give another result than its number would.
            if is_stopped() { Err(CutShort) } else { Ok(result) }
        };
        let round_of = (next as usize..(next + round) as usize).into_par_iter();
        let (results, _) = map(round_of.map(|number| number as u64), stop, work);
        next += round;
        let mut made = Vec::new();
        for result in results {
            done += 1;
            match result {
                Ok(result) => {
                    made.push(result);
                    (in_vain, misses) = (0, BTreeMap::new());
                    wanted -= 1;
                }
                Err(why) => {
                    *misses.entry(why).or_default() += 1;
                    in_vain += 1;
                }
            }
            if wanted == 0 || in_vain == patience {
                break;
            }
        }
        take(made)?;
        if wanted > 0 && in_vain == patience {
            return Ok(Work { misses: Some(misses), attempts: done });
        }
        let took = start.elapsed();
        round = if took < ROUND / 2 { round * 2 } else { round };
        round = if took > ROUND * 2 { round / 2 } else { round };
        round = round.clamp(threads, MOST.min(wanted.max(8 * threads)).max(threads));
    }
    Ok(Work { misses: None, attempts: done })
}
